import { chineseReadings } from './chinese-readings.server'
import { foldWords } from './fold-name'

/** Signs whose reading follows from the word, or from the name: the key has one of them, which need not be the one meant. */
const READ_IN_SEVERAL_WAYS =
  '行厦重长乐都会单藏传调车曾朝乾什降强率校薄和解仇区朴盛沈查翟尉覃宿弹拓提奇期系角觉贾堡埔蚌蔚歙六番铅莘万卡陆色柏百模栖茄合' +
  '属咖吓叶折泊泌澄参差便种秘脯缪繁盖召冯牟佛露曲'

const SYLLABLE =
  /^(?:(?:[bpmfdtnlgkhrzcsjqxyw]|[zcs]h)(?:[aoeiuv]|[aeu]i|[ai]o|ou|i[aue]|iao|[uv]e|u[ao]|uai|[aeiu]n|[aeio]ng|[iu]an|i[ao]ng|uang)|a[ion]?|ang|e[inr]?|eng|ou?)$/
const SYLLABLE_MAX_LENGTH = 6
const WORD_MAX_LENGTH = 40

const readingsOfSign = (sign: string): string[] =>
  chineseReadings().pinyin(sign, { toneType: 'none', type: 'array', multiple: true, v: true })

/** For each syllable all that its signs can also be read as: made with the first search that asks. */
let alsoRead: ReadonlyMap<string, readonly string[]> | null = null

function readInSeveralWays(): ReadonlyMap<string, readonly string[]> {
  const all = [...READ_IN_SEVERAL_WAYS].map(readingsOfSign)
  return new Map(all.flat().map((syllable) => [syllable, all.filter((readings) => readings.includes(syllable)).flat()]))
}

export type ReadAloud = { pattern: string; syllables: number }

/** The pattern of Chinese signs by all their readings, so that simplified and traditional signs meet: '重慶' is '(jon|con) kin'. */
export const patternOfSigns = (signs: string): ReadAloud => ({
  pattern: [...signs].map((sign) => oneOf(readingsOfSign(sign))).join(' '),
  syllables: [...signs].length,
})

/**
 * The pattern of a word of pinyin, with tones or without, by all that its syllables can be read as; null for other words. Two letters
 * that stand in each other's place are turned around, where there is more than one syllable.
 */
export function patternOfPinyin(word: string): ReadAloud | null {
  if (word.length > WORD_MAX_LENGTH) return null
  const plain = withoutToneMarks(word)
  const asTyped = syllablesOf(plain)
  const turned = asTyped?.length === 1 ? [] : turnedAround(plain).map(syllablesOf)
  const cuts = [asTyped, ...turned].filter((cut) => cut !== null)
  if (cuts[0] === undefined) return null
  const patterns = cuts.map((syllables) => syllables.map((syllable) => oneOf(readAs(syllable))).join(' '))
  return { pattern: either(patterns), syllables: cuts[0].length }
}

/** 'lǜ', 'lyu' and 'lv' are lv. */
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

const turnedAround = (word: string): string[] =>
  [...word].slice(1).map((letter, n) => `${word.slice(0, n)}${letter}${word[n]}${word.slice(n + 2)}`)

/**
 * The syllables of a word, the longest first; behind another one a vowel begins none, unless the word cannot be cut without.
 * @param uncut ends of the word that were tried and cannot be cut: without them each would be tried once for every way to it
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

/** Who has no ü writes u. */
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
