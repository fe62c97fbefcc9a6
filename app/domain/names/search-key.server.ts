import { chineseReadings } from './chinese-readings.server'
import { consonantsOf, foldWords } from './fold-name'
import { withoutLegalForm } from './legal-forms'

/**
 * The search key of a row: every folded spelling of its names, between bars: '|jibek joli|jibekjoli|JBK JL|JBKJL|'. The first is the first
 * name without its legal form. A change here needs a migration that empties the keys; they are filled again at the start.
 */
export function searchKey(...names: readonly string[]): string {
  const ways = names.flatMap(waysToWrite).filter((way) => way !== '')
  return `|${[...new Set(ways)].join('|')}|`
}

/** A name in the form in which it is compared with others: folded, without its legal form. */
export const coreOf = (name: string): string => withoutLegalForm(foldWords(name)).join(' ')

function waysToWrite(name: string): string[] {
  const words = foldWords(name)
  const own = withoutLegalForm(words)
  const written = [own.join(' '), own.join('')]
  const whole = words.length === own.length ? [] : [words.join(' ')]
  const consonants = consonantsOf(own)
  return [...written, ...transliterated(own), ...whole, consonants.join(' '), consonants.join('')]
}

/** Chinese as people type it on other keyboards: syllables and initials; ü as v and as u. */
function transliterated(words: readonly string[]): string[] {
  if (!words.some((word) => /\p{Script=Han}/u.test(word))) return []
  const syllables = chineseReadings().pinyin(words.join(''), {
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    v: true,
  })
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
  const joined = syllables.join('')
  return [joined, joined.replaceAll('v', 'u'), syllables.join(' '), initials].map((way) => foldWords(way).join(' '))
}
