import type { Language } from '../vocabulary'
import type { TextTree } from './translator'

const KEPT = '\u00a0'
const BEFORE_DASH = / (?=—)/g
const NUMBER_AND_UNIT = /(\d|№|\{\{(?:count|n|hours|total|used|maximum|most)\}\}) (?=[\p{Ll}\d{]|МБ|КБ)/gu
const GROUPS_OF_DIGITS = /(?<=\d) (?=\d)/g
const SHORT_WORD = /(?<![\p{L}\p{N}-])(а|в|во|до|за|и|из|к|ко|на|не|ни|но|о|об|от|по|с|со|у) (?=\S)/giu

/**
 * Keeps a line from breaking within a number; in Russian and Kazakh also between a number and its unit or before a dash, in Russian
 * after a short preposition.
 */
export function keepTogether(sentence: string, language: Language): string {
  const grouped = sentence.replace(GROUPS_OF_DIGITS, KEPT)
  if (language !== 'ru' && language !== 'kk') return grouped
  const kept = grouped.replace(BEFORE_DASH, KEPT).replace(NUMBER_AND_UNIT, `$1${KEPT}`)
  return language === 'ru' ? kept.replace(SHORT_WORD, `$1${KEPT}`) : kept
}

/** Adds the no-break spaces to all texts of a language, so that nobody has to write them. */
export const spaced = (texts: TextTree, language: Language): TextTree =>
  Object.fromEntries(
    Object.entries(texts).map(([part, inner]) => [
      part,
      typeof inner === 'string' ? keepTogether(inner, language) : spaced(inner, language),
    ]),
  )
