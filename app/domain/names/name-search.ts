import { consonantsOf, foldWords } from './fold-name'
import { initialsInCapitals } from './initials'
import { retypeOnOtherLayout } from './keyboard-layouts'
import { withoutLegalForm } from './legal-forms'

/**
 * How to look for a name: rows whose key contains every word, or whose initials were typed in capitals. With `isLoose`, rows that come
 * close instead: by each Chinese character, a similar sound, the same consonants, the same keys on the other keyboard layout (`typed`), or
 * other readings (see loosened.server.ts).
 */
export type NameSearch = {
  words: readonly string[]
  typed: readonly string[]
  consonants: readonly string[]
  /** Other possible readings of the words. */
  readings: readonly Reading[]
  /** First letters of all words of a name, in every possible reading. */
  initials: readonly string[]
  isLoose: boolean
}

/** Regular expressions; a key must match all of them. */
export type Reading = { patterns: readonly string[] }

/** A letter held down: folded to a single letter, it would be found in most names. */
const HELD_DOWN = /(\p{L})\1{3}/iu

/** The search for what a person typed, folded like the names; the legal form is ignored. */
export function nameSearch(query: string): NameSearch {
  const nothing = { words: [], typed: [], consonants: [], readings: [], initials: [], isLoose: false }
  if (HELD_DOWN.test(query.normalize('NFKC'))) return nothing
  const words = withoutLegalForm(foldWords(query))
  return {
    ...nothing,
    words,
    typed: withoutLegalForm(foldWords(retypeOnOtherLayout(query))),
    consonants: consonantsOf(words),
    initials: initialsInCapitals(query),
  }
}
