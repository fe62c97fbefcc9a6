import type { Language } from '../vocabulary'
import type { TextTree } from './translator'

const KEPT = '\u00a0'
const BEFORE_DASH = / (?=—)/g
const NUMBER_AND_UNIT = /(\d|№|\{\{(?:count|n|hours|total|used|maximum|most)\}\}) (?=[\p{Ll}\d{]|МБ|КБ)/gu
const SHORT_WORD = /(?<![\p{L}\p{N}-])(а|в|во|до|за|и|из|к|ко|на|не|ни|но|о|об|от|по|с|со|у) (?=\S)/giu

/** No line of Russian ends in a short preposition, none of Russian or Kazakh in a number or begins with a dash. */
export function keepTogether(sentence: string, language: Language): string {
  if (language !== 'ru' && language !== 'kk') return sentence
  const kept = sentence.replace(BEFORE_DASH, KEPT).replace(NUMBER_AND_UNIT, `$1${KEPT}`)
  return language === 'ru' ? kept.replace(SHORT_WORD, `$1${KEPT}`) : kept
}

/** All texts of a language with their no-break spaces, which nobody has to write. */
export const spaced = (texts: TextTree, language: Language): TextTree =>
  Object.fromEntries(
    Object.entries(texts).map(([part, inner]) => [
      part,
      typeof inner === 'string' ? keepTogether(inner, language) : spaced(inner, language),
    ]),
  )
