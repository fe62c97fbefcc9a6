const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё'
/** The Kazakh layout is the Russian one with letters on the digit keys. */
const DIGIT_KEYS = '2345890-='
const KAZAKH_KEYS = 'әіңғүұқөһ'

const CYRILLIC = /[а-яё]/i
const ON_DIGIT_KEY = new RegExp(`[${DIGIT_KEYS}]`)
const KAZAKH = new RegExp(`[${KAZAKH_KEYS}]`, 'i')

/** The same keys pressed on the Russian layout, or on the Latin one if the text is Cyrillic. */
export const retypeOnOtherLayout = (text: string): string =>
  CYRILLIC.test(text) ? pressed(text, RUSSIAN_KEYS, LATIN_KEYS) : pressed(text, LATIN_KEYS, RUSSIAN_KEYS)

/**
 * Readings of a text whose digit keys were pressed with the Kazakh layout off by mistake, or on by mistake: '2ktv' and '2лем' are әлем,
 * 'склад іү' is склад 38. Empty when none of these keys was pressed.
 */
export function retypeOnKazakhLayout(text: string): string[] {
  const letters = ON_DIGIT_KEY.test(text) ? pressed(text, DIGIT_KEYS, KAZAKH_KEYS) : null
  const digits = KAZAKH.test(text) ? pressed(text, KAZAKH_KEYS, DIGIT_KEYS) : null
  return [
    ...(letters === null ? [] : [CYRILLIC.test(text) ? letters : pressed(letters, LATIN_KEYS, RUSSIAN_KEYS)]),
    ...(digits === null ? [] : [digits, pressed(digits, RUSSIAN_KEYS, LATIN_KEYS)]),
  ]
}

const pressed = (text: string, from: string, to: string): string =>
  [...text.toLowerCase()].map((sign) => to[from.indexOf(sign)] ?? sign).join('')
