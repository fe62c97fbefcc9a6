const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё'
/** The Kazakh layout is the Russian one with letters where others have digits. */
const DIGIT_KEYS = '2345890-='
const KAZAKH_KEYS = 'әіңғүұқөһ'

const CYRILLIC = /[а-яё]/i
const ON_DIGIT_KEY = new RegExp(`[${DIGIT_KEYS}]`)
const KAZAKH = new RegExp(`[${KAZAKH_KEYS}]`, 'i')

/** What the same keys write on the Russian layout, or on the Latin one where they were typed in Russian. */
export const onOtherLayout = (text: string): string =>
  CYRILLIC.test(text) ? pressed(text, RUSSIAN_KEYS, LATIN_KEYS) : pressed(text, LATIN_KEYS, RUSSIAN_KEYS)

/**
 * What the keys of the digits make of a text where the Kazakh layout was meant, or was on and another one meant: '2ktv' and
 * '2лем' are әлем, 'склад іү' is склад 38. Nothing where none of these keys was pressed.
 */
export function onKazakhLayout(text: string): string[] {
  const letters = ON_DIGIT_KEY.test(text) ? pressed(text, DIGIT_KEYS, KAZAKH_KEYS) : null
  const digits = KAZAKH.test(text) ? pressed(text, KAZAKH_KEYS, DIGIT_KEYS) : null
  return [
    ...(letters === null ? [] : [CYRILLIC.test(text) ? letters : pressed(letters, LATIN_KEYS, RUSSIAN_KEYS)]),
    ...(digits === null ? [] : [digits, pressed(digits, RUSSIAN_KEYS, LATIN_KEYS)]),
  ]
}

const pressed = (text: string, from: string, to: string): string =>
  [...text.toLowerCase()].map((sign) => to[from.indexOf(sign)] ?? sign).join('')
