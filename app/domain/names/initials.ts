import { foldWords } from './fold-name'
import { isWrittenAsLegalForm } from './legal-forms'

/** Initials that may stand for other sounds too: 'c' is in Cargo, City and Chain. */
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

/** With more combinations than this, every letter is ambiguous: it is a word and no initials. */
const WAYS_AT_MOST = 512

/**
 * Folded initials of a name: 'БХТ' is 'bht', Bright Horizon Trading. An ambiguous letter stands for each of its sounds, so there may be
 * several results; none for text that cannot be initials.
 */
export function initialsOf(text: string): string[] {
  const letters = withoutDots(text).toLowerCase()
  if (!INITIALS.test(letters) || isWrittenAsLegalForm(letters)) return []
  const ways = [[...letters], letters.match(LETTERS) ?? []].map((initials) => initials.map(soundsOf))
  return [...new Set(ways.flatMap(eachWay))]
}

/** Only initials written in capitals: other names may contain the same letters. */
export const initialsInCapitals = (text: string): string[] =>
  IN_CAPITALS.test(withoutDots(text)) ? initialsOf(text) : []

function eachWay(sounds: readonly string[]): string[] {
  if (sounds.reduce((product, { length }) => product * length, 1) > WAYS_AT_MOST) return []
  return sounds.reduce<string[]>((ways, next) => ways.flatMap((way) => [...next].map((sound) => way + sound)), [''])
}

const soundsOf = (initial: string): string => ALSO_BEGINS[initial] ?? foldWords(initial).join('').charAt(0)
