/** It prints nothing, and nobody can write it. */
export const PSEUDONYM_SIGN = '\u2063'
/** How the name of a person begins who was erased. */
export const PSEUDONYM_MARK = PSEUDONYM_SIGN + '#'
const PSEUDONYM_LENGTH = 6

/** What is kept as the name of a person who was erased. It says nothing of them; readers see it in their own words. */
export const pseudonymOf = (userId: string): string =>
  PSEUDONYM_MARK + userId.replaceAll('-', '').slice(-PSEUDONYM_LENGTH).toUpperCase()

/** What stands in the place of a value that told something of a person who was erased. */
export const ERASED = PSEUDONYM_MARK + '-'
