import { eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isUuid } from '../../uuid'

/** The row with an id that somebody sent; an id that is not a UUID matches nothing. */
export const hasId = (column: PgColumn, id: string): SQL => (isUuid(id) ? eq(column, id) : sql`false`)
