import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Queries } from './engine/database'
import { rateLimits } from './schema/limits'

type KeyedHits = { key: string; windowStart: Date; count: number }

/** Makes others who count the same keys wait until this transaction ends; sorted keys avoid deadlocks. */
export async function lockKeys(tx: Queries, keys: readonly string[]): Promise<void> {
  const inOrder = [...new Set(keys)].sort().map((key) => sql`(${key}::text)`)
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(wanted.key, 0)) from (values ${sql.join(inOrder, sql`, `)}) as wanted (key)`,
  )
}

export async function listHits(tx: Queries, keys: readonly string[], since: Date): Promise<KeyedHits[]> {
  return tx
    .select()
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, [...keys]), gt(rateLimits.windowStart, since)))
}

/** Adds to the counts; each key may occur once per window. */
export async function addHits(tx: Queries, hits: readonly KeyedHits[]): Promise<void> {
  await tx
    .insert(rateLimits)
    .values([...hits])
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { count: sql`${rateLimits.count} + excluded.count` },
    })
}

/** Deletes the counts of windows that began after an instant, and returns them. */
export async function takeHitsAfter(
  tx: Queries,
  keys: readonly string[],
  after: Date,
): Promise<{ key: string; count: number }[]> {
  return tx
    .delete(rateLimits)
    .where(and(inArray(rateLimits.key, [...keys]), gt(rateLimits.windowStart, after)))
    .returning({ key: rateLimits.key, count: rateLimits.count })
}

export async function deleteHitsOf(tx: Queries, key: string): Promise<void> {
  await tx.delete(rateLimits).where(eq(rateLimits.key, key))
}

export async function deleteHitsBefore(tx: Queries, before: Date): Promise<void> {
  await tx.delete(rateLimits).where(lt(rateLimits.windowStart, before))
}
