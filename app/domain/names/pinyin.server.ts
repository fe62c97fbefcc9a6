import { chineseReadings } from './chinese-readings.server'
import { foldWords } from './fold-name'

/** Characters whose reading depends on the word or the name; the search key holds only one reading, which may not be the one meant. */
const READ_IN_SEVERAL_WAYS =
  '行厦重长乐都会单藏传调车曾朝乾什降强率校薄和解仇区朴盛沈查翟尉覃宿弹拓提奇期系角觉贾堡埔蚌蔚歙六番铅莘万卡陆色柏百模栖茄合' +
  '属咖吓叶折泊泌澄参差便种秘脯缪繁盖召冯牟佛露曲'

const SYLLABLE =
  /^(?:(?:[bpmfdtnlgkhrzcsjqxyw]|[zcs]h)(?:[aoeiuv]|[aeu]i|[ai]o|ou|i[aue]|iao|[uv]e|u[ao]|uai|[aeiu]n|[aeio]ng|[iu]an|i[ao]ng|uang)|a[ion]?|ang|e[inr]?|eng|ou?)$/
const SYLLABLE_MAX_LENGTH = 6
const WORD_MAX_LENGTH = 40

const readingsOfSign = (sign: string): string[] =>
  chineseReadings().pinyin(sign, { toneType: 'none', type: 'array', multiple: true, v: true })

/** For each syllable, all other readings of its characters; built by the first search that needs it. */
let alsoRead: ReadonlyMap<string, readonly string[]> | null = null

function readInSeveralWays(): ReadonlyMap<string, readonly string[]> {
  const all = [...READ_IN_SEVERAL_WAYS].map(readingsOfSign)
  return new Map(all.flat().map((syllable) => [syllable, all.filter((readings) => readings.includes(syllable)).flat()]))
}

export type ReadAloud = { pattern: string; syllables: number }

/** A pattern that matches all readings of Chinese characters, so that simplified and traditional ones match: '重慶' is '(jon|con) kin'. */
export const patternOfSigns = (signs: string): ReadAloud => ({
  pattern: [...signs].map((sign) => oneOf(readingsOfSign(sign))).join(' '),
  syllables: [...signs].length,
})

/**
 * A pattern for a word of pinyin, with or without tones, that matches all readings of its syllables; null for other words. With more than
 * one syllable, two swapped letters match as well.
 */
export function patternOfPinyin(word: string): ReadAloud | null {
  if (word.length > WORD_MAX_LENGTH) return null
  const plain = withoutToneMarks(word)
  const asTyped = syllablesOf(plain)
  const turned = asTyped?.length === 1 ? [] : transpositions(plain).map(syllablesOf)
  const cuts = [asTyped, ...turned].filter((cut) => cut !== null)
  if (cuts[0] === undefined) return null
  const patterns = cuts.map((syllables) => syllables.map((syllable) => oneOf(readAs(syllable))).join(' '))
  return { pattern: either(patterns), syllables: cuts[0].length }
}

/** 'lǜ', 'lyu' and 'lv' all become lv. */
const withoutToneMarks = (word: string): string =>
  word
    .normalize('NFD')
    .toLowerCase()
    .replace(/u\u0308/g, 'v')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=[ln])yu/g, 'v')
    .replace(/(?<=[jqxy])v/g, 'u')

function syllablesOf(word: string): string[] | null {
  const parts = word.split(/[0-5]/).filter((part) => part !== '')
  const cuts = parts.map((part) => cut(part, false) ?? cut(part, true))
  return cuts.length === 0 || cuts.includes(null) ? null : cuts.flatMap((syllables) => syllables ?? [])
}

const transpositions = (word: string): string[] =>
  [...word].slice(1).map((letter, n) => `${word.slice(0, n)}${letter}${word[n]}${word.slice(n + 2)}`)

/**
 * Splits a word into syllables, longest first; null when it cannot be split. Only with `isVowelFirst` may a later syllable begin with a
 * vowel.
 * @param uncut suffixes that were tried and cannot be split, so that none is tried again for every way to reach it
 */
function cut(word: string, isVowelFirst: boolean, uncut = new Set<string>()): string[] | null {
  if (uncut.has(word)) return null
  for (let length = Math.min(SYLLABLE_MAX_LENGTH, word.length); length > 0; length -= 1) {
    const syllable = word.slice(0, length)
    const rest = word.slice(length)
    if (!SYLLABLE.test(syllable) || (!isVowelFirst && /^[aeo]/.test(rest))) continue
    const others = rest === '' ? [] : cut(rest, isVowelFirst, uncut)
    if (others) return [syllable, ...others]
  }
  uncut.add(word)
  return null
}

/** Some people write u for ü. */
function readAs(syllable: string): string[] {
  alsoRead ??= readInSeveralWays()
  const umlaut = /^[ln]ue?$/.test(syllable) ? [syllable.replace('u', 'v')] : []
  return [syllable, ...umlaut, ...(alsoRead.get(syllable) ?? [])]
}

const oneOf = (readings: readonly string[]): string => either(readings.map((reading) => foldWords(reading).join('')))

function either(patterns: readonly string[]): string {
  const different = [...new Set(patterns)]
  return different.length === 1 ? different.join('') : `(?:${different.join('|')})`
}
