import { and, ilike, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { containing } from './engine/sql'
import { hanSigns, hasHan } from './schema/columns'

/** Trigrams do not cover one or two Chinese characters: those have an index of their own. */
const FEW_SIGNS = /^\p{Script=Han}{1,2}$/u
export const isFewSigns = (text: string): boolean => FEW_SIGNS.test(text)
export const containsSigns = (column: AnyColumn, signs: string): SQL =>
  sql`${hanSigns(column)} @> array[${signs}]::text[]`

/** Trigrams do not cover so few letters inside words. */
const FEW_LETTERS = /^(?!.*\p{Script=Han})[\p{L}\p{N}]{1,2}$/u

/** True where a column of free text contains the words in any case; one or two letters only at the beginning of a word. */
export function contains(column: AnyColumn, text: string): SQL | undefined {
  if (isFewSigns(text)) return and(containsSigns(column, text), hasHan(column))
  return FEW_LETTERS.test(text)
    ? or(ilike(column, `${text}%`), ilike(column, `% ${text}%`))
    : ilike(column, containing(text))
}
