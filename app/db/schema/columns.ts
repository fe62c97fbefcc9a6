import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { timestamp, uuid } from 'drizzle-orm/pg-core'

export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
export const id = () => uuid('id').primaryKey().defaultRandom()

/** Each Chinese sign of a text and each pair of neighbours, by a function of the database; searches and indexes read the very same words. */
export const hanSigns = (column: SQLWrapper): SQL => sql`(han_signs(${column}))`
