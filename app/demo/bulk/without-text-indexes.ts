import { and, eq, like, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../db/engine/database'

/**
 * Runs `work` in one transaction in which the table has no GIN indexes, and builds them at the end: adding to them row by row takes most
 * of the time of a bulk insert.
 */
export const withoutTextIndexes = (db: Database, table: string, work: (tx: Queries) => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    const indexes = await tx
      .select({ name: sql<string>`indexname`, definition: sql<string>`indexdef` })
      .from(sql`pg_indexes`)
      .where(and(eq(sql`tablename`, table), like(sql`indexdef`, '% USING gin %'), sql`schemaname = current_schema()`))
    for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`)
    await work(tx)
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
    for (const { definition } of indexes) await tx.execute(sql.raw(definition))
  })
