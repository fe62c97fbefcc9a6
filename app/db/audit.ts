import { asc, gt, sql } from 'drizzle-orm'
import type { Queries } from './database'
import { auditHead, auditLog } from './schema'

/** What is told of a row; the database adds its place in the chain. */
export type AuditRow = Omit<typeof auditLog.$inferInsert, 'id' | 'position' | 'previousHash' | 'hash'>

export async function insertAuditRows(tx: Pick<Queries, 'insert'>, rows: AuditRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(auditLog).values(rows)
}

/** The end of the chain as the database remembers it; null when that was removed. */
export async function findAuditHead(tx: Pick<Queries, 'select'>) {
  const [head] = await tx.select({ position: auditHead.position, hash: auditHead.hash }).from(auditHead)
  return head ?? null
}

/** The next rows of the chain after a position, with the texts that their hashes are made of. */
export async function selectChain(tx: Pick<Queries, 'select'>, after: number, limit: number) {
  const { id, actorId, role, act, objectType, objectId, reason, requestId, address, before, after: next } = auditLog
  const rows = await tx
    .select({
      position: auditLog.position,
      previousHash: auditLog.previousHash,
      hash: auditLog.hash,
      id: sql<string>`${id}::text`,
      at: auditLog.at,
      actorId,
      role,
      act,
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
export type ChainRow = Awaited<ReturnType<typeof selectChain>>[number]
