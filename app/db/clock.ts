import { sql } from 'drizzle-orm'
import type { Queries } from './database'

/** What the database takes for now: to be compared, never to decide by. */
export async function readDatabaseClock(queries: Pick<Queries, 'execute'>): Promise<Date> {
  const { rows } = (await queries.execute(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )) as unknown as { rows: { ms: number }[] }
  return new Date(rows[0]?.ms ?? NaN)
}
