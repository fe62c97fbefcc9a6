import { CODE_SIGN, parseCodeStart } from './invite-code'

const HIDDEN = '••••'
/** A place of any sign of a code is a question mark. */
const SHAPE = 'INV-????-????-????'
const GROUP_LENGTH = 4
/** Words of letters alone that would fit, such as “re-send”, are longer than that only by chance. */
const LETTERS_MIN = 7

const NUMBER = /^[\d-]*$/
/** Letters with a short number or a year. */
const LABEL = /^\p{L}{1,4}-(?:\d{1,2}|20\d\d)$/u

/** What somebody searched for, without what may be a part of a code (decision 0013). Words, numbers, days and addresses stay. */
export const withoutCodeParts = (typed: string): string =>
  isStart(typed) ? HIDDEN : typed.replaceAll(/\S+/g, (word) => (isStart(word) || isInner(word) ? HIDDEN : word))

/** What could be read as a whole code and is the number of a company, or words with letters that no code has. */
export const isNumberOrWords = (typed: string): boolean =>
  !/^\s*inv[\s\p{Pd}]/iu.test(typed) && /^(?:[\d\s\p{Pd}]*|(?=.*[ilou])[\p{L}\s\p{Pd}]*)$/iu.test(typed)

/** A word that begins like a code (invoice, invited, invest). */
export const beginsWord = (text: string): boolean => /^inv(?:\p{L}*[ilou]|est)/iu.test(text)

/** It begins a code, and is no word that begins like one: no code has these letters, or one in thousands begins so. */
function isStart(typed: string): boolean {
  if (parseCodeStart(typed) === null) return false
  const signs = typed.replaceAll(/[\s\p{Pd}]/gu, '')
  return /^inv\p{Pd}/iu.test(typed) || !(beginsWord(signs) && /^\p{L}*$/u.test(signs))
}

/** It fits somewhere into a code, and its groups are not those of a word, a number, a day or a label such as KZ-2024. */
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
