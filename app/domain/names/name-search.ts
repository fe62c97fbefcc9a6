import { consonantsOf, foldWords } from './fold-name'
import { withoutLegalForm } from './legal-forms'

/**
 * How to look for a name: rows whose key contains every word, or with `isLoose` rows that come near: each Chinese sign by
 * itself, a name that sounds alike or has the same consonants, the same keys pressed on the other keyboard layout (`typed`).
 */
export type NameSearch = {
  words: readonly string[]
  typed: readonly string[]
  consonants: readonly string[]
  isLoose: boolean
}

/** One letter held down: folded to that letter alone, it would be found in most names. */
const HELD_DOWN = /(\p{L})\1{3}/iu

/** What a person typed into a search box, folded like the names; the legal form does not decide. */
export function nameSearch(query: string): NameSearch {
  if (HELD_DOWN.test(query.normalize('NFKC'))) return { words: [], typed: [], consonants: [], isLoose: false }
  const words = withoutLegalForm(foldWords(query))
  return {
    words,
    typed: withoutLegalForm(foldWords(otherLayout(query))),
    consonants: consonantsOf(words),
    isLoose: false,
  }
}

/** The second try, when nothing contains the words. */
export const loosened = (search: NameSearch): NameSearch => ({ ...search, isLoose: true })

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё'

function otherLayout(text: string): string {
  const isRussian = /[а-яё]/i.test(text)
  const [from, to] = isRussian ? [RUSSIAN_KEYS, LATIN_KEYS] : [LATIN_KEYS, RUSSIAN_KEYS]
  return [...text.toLowerCase()].map((sign) => to[from.indexOf(sign)] ?? sign).join('')
}
