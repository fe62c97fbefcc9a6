/** An invisible character that nobody can type into a form. */
export const PSEUDONYM_SIGN = '\u2063'
/** The start of an erased person's stored name. */
export const PSEUDONYM_MARK = PSEUDONYM_SIGN + '#'
const PSEUDONYM_LENGTH = 6

/** The stored name of an erased person. It says nothing about them; readers see words of their language instead. */
export const pseudonymOf = (userId: string): string =>
  PSEUDONYM_MARK + userId.replaceAll('-', '').slice(-PSEUDONYM_LENGTH).toUpperCase()

/** Replaces a stored value that said something about an erased person. */
export const ERASED = PSEUDONYM_MARK + '-'
