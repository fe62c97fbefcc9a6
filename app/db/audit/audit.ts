import { and, asc, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { AuditAction, ObjectType } from '../../audit-actions'
import type { Queries } from '../engine/database'
import { hasId } from '../engine/has-id'
import { auditHead, auditLog } from '../schema/audit'
import { facts } from '../schema/facts'
import { personKeys } from '../schema/personal-data'

/** The fields that an act gives; the database adds the row's place in the chain. */
export type AuditRow = Omit<typeof auditLog.$inferInsert, 'id' | 'position' | 'previousHash' | 'hash'>

export async function insertAuditRows(tx: Queries, rows: AuditRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(auditLog).values(rows)
}

/** The newest of `actions` on an object, with the key that opens its sealed personal data; null when there is none. */
export async function findLatestAct(
  queries: Queries,
  { objectType, objectId, actions }: { objectType: ObjectType; objectId: string; actions: readonly AuditAction[] },
) {
  const [row] = await queries
    .select({
      actorId: auditLog.actorId,
      action: auditLog.action,
      objectType: auditLog.objectType,
      objectId: auditLog.objectId,
      after: auditLog.after,
      reason: auditLog.reason,
      actorKey: personKeys.key,
      objectKey: personKeys.key,
    })
    .from(auditLog)
    .leftJoin(personKeys, hasId(personKeys.userId, objectId))
    .where(
      and(eq(auditLog.objectType, objectType), eq(auditLog.objectId, objectId), inArray(auditLog.action, [...actions])),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return row ?? null
}

/** The end of the chain as the database remembers it; null when that was removed. */
export async function findAuditHead(tx: Queries) {
  const [head] = await tx.select({ position: auditHead.position, hash: auditHead.hash }).from(auditHead)
  return head ?? null
}

/**
 * Takes a turn, such as the hourly anchor. Returns true to one of the processes that ask at once, and only when the last turn was
 * taken at or before `notAfter`. A turn later than `ahead` was taken by a clock that ran ahead, and does not count.
 */
export async function takeScheduledRun(
  queries: Queries,
  key: string,
  at: Date,
  notAfter: Date,
  ahead?: Date,
): Promise<boolean> {
  const taken = await queries
    .insert(facts)
    .values({ key, value: at.toISOString() })
    .onConflictDoUpdate({
      target: facts.key,
      set: { value: at.toISOString() },
      setWhere: or(lte(facts.value, notAfter.toISOString()), ahead && gt(facts.value, ahead.toISOString())),
    })
    .returning({ key: facts.key })
  return taken.length === 1
}

/** The next `limit` rows of the chain after a position, with the texts that their hashes cover. */
export async function listChain(tx: Queries, after: number, limit: number) {
  const { id, actorId, role, action, objectType, objectId, reason, requestId, address, before, after: next } = auditLog
  const rows = await tx
    .select({
      position: auditLog.position,
      previousHash: auditLog.previousHash,
      hash: auditLog.hash,
      id: sql<string>`${id}::text`,
      at: auditLog.at,
      actorId,
      role,
      action,
      objectType,
      objectId,
      before: sql<string | null>`${before}::text`,
      after: sql<string | null>`${next}::text`,
      reason,
      requestId,
      address,
    })
    .from(auditLog)
    .where(gt(auditLog.position, after))
    .orderBy(asc(auditLog.position))
    .limit(limit)
  return rows
}
export type ChainRow = Awaited<ReturnType<typeof listChain>>[number]
