import { foldWords } from './fold-name'
import { isWrittenAsLegalForm } from './legal-forms'

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

/** With more ways than this every letter begins several sounds: a word, and no initials. */
const WAYS_AT_MOST = 512

/**
 * A name by the first letters of all its words, folded: 'БХТ' is 'bht', Bright Horizon Trading. A letter that begins several sounds
 * stands for each of them, so there are several ways; none for what cannot be initials.
 */
export function initialsOf(text: string): string[] {
  const letters = withoutDots(text).toLowerCase()
  if (!INITIALS.test(letters) || isWrittenAsLegalForm(letters)) return []
  const ways = [[...letters], letters.match(LETTERS) ?? []].map((initials) => initials.map(soundsOf))
  return [...new Set(ways.flatMap(eachWay))]
}

/** Those written as initials are, in capitals: other names may have the same letters inside. */
export const initialsInCapitals = (text: string): string[] =>
  IN_CAPITALS.test(withoutDots(text)) ? initialsOf(text) : []

function eachWay(sounds: readonly string[]): string[] {
  if (sounds.reduce((product, { length }) => product * length, 1) > WAYS_AT_MOST) return []
  return sounds.reduce<string[]>((ways, next) => ways.flatMap((way) => [...next].map((sound) => way + sound)), [''])
}

const soundsOf = (initial: string): string => ALSO_BEGINS[initial] ?? foldWords(initial).join('').charAt(0)
