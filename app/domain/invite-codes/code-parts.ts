import { CODE_SIGN, parseCodeStart } from './invite-code'

const HIDDEN = '••••'
/** A question mark stands for any character of a code. */
const SHAPE = 'INV-????-????-????'
const GROUP_LENGTH = 4
/** Words of letters alone that fit the shape, such as “re-send”, are this long only by chance. */
const LETTERS_MIN = 7

const NUMBER = /^[\d-]*$/
/** Letters with a short number or a year. */
const LABEL = /^\p{L}{1,4}-(?:\d{1,2}|20\d\d)$/u

/** A search text without anything that may be part of a code (decision 0013). Words, numbers, days and addresses stay. */
export const withoutCodeParts = (typed: string): string =>
  isStart(typed) ? HIDDEN : typed.replaceAll(/\S+/g, (word) => (isStart(word) || isInner(word) ? HIDDEN : word))

/** Text that parses as a whole code but is a company number, or words with letters that codes do not use. */
export const isNumberOrWords = (typed: string): boolean =>
  !/^\s*inv[\s\p{Pd}]/iu.test(typed) && /^(?:[\d\s\p{Pd}]*|(?=.*[ilou])[\p{L}\s\p{Pd}]*)$/iu.test(typed)

/** Whether text begins like a code but is a word (invoice, invited, invest). */
export const beginsWord = (text: string): boolean => /^inv(?:\p{L}*[ilou]|est)/iu.test(text)

/** Whether text is the start of a code and not a word. Such words have letters that no code has, or begin one code in thousands. */
function isStart(typed: string): boolean {
  if (parseCodeStart(typed) === null) return false
  const signs = typed.replaceAll(/[\s\p{Pd}]/gu, '')
  return /^inv\p{Pd}/iu.test(typed) || !(beginsWord(signs) && /^\p{L}*$/u.test(signs))
}

/** Whether a word fits somewhere into a code and is not an ordinary word, a number, a day or a label such as KZ-2024. */
function isInner(word: string): boolean {
  const signs = word
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\p{Pd}\u2212_]/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}-]+|[^\p{L}\p{N}-]+$/gu, '')
  if (!fits(signs)) return false
  const groups = signs.split('-').filter(Boolean)
  const count = groups.join('').length
  if (NUMBER.test(signs) || LABEL.test(signs)) return false
  if (/\d/.test(signs)) return count >= GROUP_LENGTH
  return count >= LETTERS_MIN || (count === GROUP_LENGTH && groups.length === 1 && signs !== groups[0])
}

const fits = (signs: string): boolean =>
  Array.from({ length: SHAPE.length }, (_, from) => SHAPE.slice(from, from + signs.length)).some(
    (shape) =>
      shape.length === signs.length &&
      [...shape].every((place, at) => (place === '?' ? CODE_SIGN.test(signs[at] ?? '') : place === signs[at])),
  )
