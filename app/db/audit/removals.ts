import { and, asc, eq, exists, lt, not, or, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { auditLog, auditRemovals } from '../schema/audit'
import { legalHolds } from '../schema/personal-data'

export type AuditRemoval = typeof auditRemovals.$inferSelect
export type RemovableRow = Awaited<ReturnType<typeof listRemovable>>[number]

/** The oldest rows from before `olderThan`, except those by or on people under a legal hold. */
export async function listRemovable(tx: Queries, olderThan: Date, limit: number) {
  const { position, previousHash, hash, at, id, actorId, objectType, objectId } = auditLog
  const held = tx
    .select({ userId: legalHolds.userId })
    .from(legalHolds)
    .where(
      or(eq(legalHolds.userId, actorId), and(eq(objectType, 'user'), eq(sql`${legalHolds.userId}::text`, objectId))),
    )
  return tx
    .select({ position, previousHash, hash })
    .from(auditLog)
    .where(and(lt(at, olderThan), not(exists(held))))
    .orderBy(asc(at), asc(id))
    .limit(limit)
}

/** Removes a span of rows from the log and records that. The database refuses a span that is not due, is held, or does not exist. */
export async function removeAuditRows(tx: Queries, removal: AuditRemoval): Promise<void> {
  const { firstPosition, lastPosition, previousHash, hash, olderThan, removedAt, key, signature } = removal
  await tx.execute(
    sql`select audit_remove(${firstPosition}::bigint, ${lastPosition}::bigint, ${previousHash}::text, ${hash}::text,
      ${olderThan.toISOString()}::timestamptz, ${removedAt.toISOString()}::timestamptz, ${key}::text, ${signature}::text)`,
  )
}

export const listRemovals = (tx: Queries): Promise<AuditRemoval[]> => tx.select().from(auditRemovals)
