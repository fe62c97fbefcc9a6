import { consonantsOf, foldWords } from './fold-name'
import { initialsInCapitals } from './initials'
import { onOtherLayout } from './keyboard-layouts'
import { withoutLegalForm } from './legal-forms'

/**
 * How to look for a name: rows whose key contains every word, or with `isLoose` rows that come near: each Chinese sign by
 * itself, a name that sounds alike or has the same consonants, the same keys pressed on the other keyboard layout (`typed`), and
 * other readings (see loosened.server.ts). Of these a key that contains every word meets only initials that are written as such.
 */
export type NameSearch = {
  words: readonly string[]
  typed: readonly string[]
  consonants: readonly string[]
  /** What else the words may be. */
  readings: readonly Reading[]
  /** The first letters of all words of a name, in each way that they may have been meant. */
  initials: readonly string[]
  isLoose: boolean
}

/** Regular expressions, of which a key meets all. */
export type Reading = { patterns: readonly string[] }

/** One letter held down: folded to that letter alone, it would be found in most names. */
const HELD_DOWN = /(\p{L})\1{3}/iu

/** What a person typed into a search box, folded like the names; the legal form does not decide. */
export function nameSearch(query: string): NameSearch {
  const nothing = { words: [], typed: [], consonants: [], readings: [], initials: [], isLoose: false }
  if (HELD_DOWN.test(query.normalize('NFKC'))) return nothing
  const words = withoutLegalForm(foldWords(query))
  return {
    ...nothing,
    words,
    typed: withoutLegalForm(foldWords(onOtherLayout(query))),
    consonants: consonantsOf(words),
    initials: initialsInCapitals(query),
  }
}
