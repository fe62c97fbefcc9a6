import { ilike, type AnyColumn, type SQL } from 'drizzle-orm'

/** True where a column contains the words in any case; `%`, `_` and `\` stand for themselves. */
export const contains = (column: AnyColumn, words: string): SQL =>
  ilike(column, `%${words.replace(/[\\%_]/g, '\\$&')}%`)
