import { foldWords } from './fold-name'
import { initialsOf } from './initials'
import { retypeOnKazakhLayout } from './keyboard-layouts'
import { isLegalForm, withoutLegalForm } from './legal-forms'
import type { NameSearch, Reading } from './name-search'
import { patternOfPinyin, patternOfSigns, type ReadAloud } from './pinyin.server'

/** The second attempt, when no key contains the words; `query` is what was typed. */
export function loosenSearch(search: NameSearch, query: string): NameSearch {
  const text = query.normalize('NFKC')
  const readings = [asPinyin(text), asConsonants(search.consonants), ...asTypedInKazakh(text)]
  return {
    ...search,
    readings: readings.filter((reading) => reading !== null),
    initials: initialsOf(text),
    isLoose: true,
  }
}

const HAN = /(\p{Script=Han}+)/u
const CHINESE_FORM = /((有限[責责]任|股份有限|集[團团]有限|有限)?公司|集[團团])$/u
const LATIN_WORD = /^[\p{Script=Latin}\p{M}0-5]+$/u

/** Shorter words are inside most names, so they must begin a word. */
const LETTERS_WITHIN = 3
const inside = (word: string): string => (word.length < LETTERS_WITHIN ? `[| ]${word}` : word)
const whole = (words: string): string => `[| ]${words}[| ]`

/** Fewer letters or syllables are in too many names. */
const LETTERS_TELLING = 4
const SYLLABLES_TELLING = 2

/** A reading by the syllables of Chinese characters and pinyin; null for fewer than two. Syllables typed one by one must be adjacent in the name. */
function asPinyin(text: string): Reading | null {
  const read = text
    .replace(/u:/gi, 'ü')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => word.split(HAN))
    .flatMap(readAloud)
  if (read.reduce((sum, { syllables }) => sum + syllables, 0) < SYLLABLES_TELLING) return null
  const together: ReadAloud[][] = []
  for (const one of read) {
    const before = together.at(-1)
    if (one.syllables === 1 && before?.every(({ syllables }) => syllables === 1)) before.push(one)
    else together.push([one])
  }
  const patterns = together.map((some) => {
    const pattern = some.map((one) => one.pattern).join(' ')
    return some.some(({ syllables }) => syllables === 0) ? pattern : whole(pattern)
  })
  return { patterns }
}

/** The reading of one piece of the typed text; words that are not Chinese have no syllables. */
function readAloud(piece: string): ReadAloud[] {
  if (HAN.test(piece)) {
    const signs = piece.replace(CHINESE_FORM, '')
    return signs === '' ? [] : [patternOfSigns(signs)]
  }
  const folded = foldWords(piece).join('')
  if (folded === '' || isLegalForm(folded)) return []
  const spoken = LATIN_WORD.test(piece) ? patternOfPinyin(piece) : null
  return [spoken ?? { pattern: inside(folded), syllables: 0 }]
}

/** A reading by consonants, where one sound has two spellings: «орхид» is Orchid, «евразия» Eurasia. */
function asConsonants(words: readonly string[]): Reading | null {
  if (!words.some((word) => /[KC]|^V/.test(word)) || words.join('').length < LETTERS_TELLING) return null
  return { patterns: words.map((word) => whole(word.replace(/[KC]/g, '[KC]').replace(/^V/, 'V?'))) }
}

const asTypedInKazakh = (text: string): Reading[] =>
  retypeOnKazakhLayout(text)
    .map((typed) => withoutLegalForm(foldWords(typed)))
    .filter((words) => words.join('').length >= LETTERS_TELLING)
    .map((words) => ({ patterns: words.map(inside) }))
