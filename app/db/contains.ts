import { ilike, type AnyColumn, type SQL } from 'drizzle-orm'

/** The pattern of `ilike` for the words anywhere; `%`, `_` and `\` stand for themselves. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** True where a column contains the words in any case. */
export const contains = (column: AnyColumn, words: string): SQL => ilike(column, containing(words))
