import { foldWords } from './fold-name'
import { isWrittenAsLegalForm } from './legal-forms'
import type { Reading } from './name-search'

/** Letters that begin more sounds than their own: 'c' is in Cargo, City and Chain. */
const ALSO_BEGINS: Record<string, string> = {
  c: 'ksc',
  s: 'sx',
  z: 'zj',
  t: 'ts',
  d: 'dj',
  д: 'dj',
  p: 'pf',
  o: 'ou',
  y: 'iaeu',
  й: 'iaeu',
  i: 'iae',
  и: 'iae',
}
const INITIALS = /^[\p{Script=Latin}\p{Script=Cyrillic}]{2,8}$/u
const IN_CAPITALS = /^\p{Lu}{3,5}$/u
const LETTERS = /zh|ch|sh|kh|ts|yu|ya|yo|./gu

const withoutDots = (text: string): string => text.normalize('NFKC').replaceAll('.', '').trim()

/** A name by the first letters of all its words: 'БХТ' is Bright Horizon Trading. Null for what cannot be initials. */
export function initialsOf(text: string): Reading | null {
  const letters = withoutDots(text).toLowerCase()
  if (!INITIALS.test(letters) || isWrittenAsLegalForm(letters)) return null
  const ways = [[...letters], letters.match(LETTERS) ?? []].map((initials) => initials.map(soundsOf))
  const patterns = ways.map((words) => words.map((sounds) => `[${sounds}][^ |]*`).join(' '))
  return {
    starts: [...new Set(ways.flatMap(([first = '']) => [...first]))].map((sound) => `|${sound}`),
    patterns: [`^[|](?:${[...new Set(patterns)].join('|')})([|]|$)`],
  }
}

/** Those written as initials are, in capitals: other names may have the same letters inside. */
export const initialsInCapitals = (text: string): Reading | null =>
  IN_CAPITALS.test(withoutDots(text)) ? initialsOf(text) : null

const soundsOf = (initial: string): string => ALSO_BEGINS[initial] ?? foldWords(initial).join('').charAt(0)
