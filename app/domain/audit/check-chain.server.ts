import { createHash } from 'node:crypto'
import { findAuditHead, selectChain, type ChainRow } from '../../db/audit/audit'
import type { Database, Queries } from '../../db/engine/database'

/**
 * Where the chain breaks first: a row that was `changed` or does not follow from the one before, is `missing`, was `added`
 * past the chain, or whose end is not where the database remembers it (`end`).
 */
export type ChainBreak = { position: number; why: 'changed' | 'missing' | 'added' | 'end' }
export type ChainCheck = { rowCount: number; head: string; broken: ChainBreak | null }

const BLOCK_ROWS = 5000
/** Rows that came past the chain have the position that the chain would have changed, 0 or less. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER
const NO_HASH = '0'.repeat(64)

/**
 * Computes every hash anew, here and not in the database, against one state of it.
 * @param marked positions whose hashes are wanted; they are filled in
 */
export const checkChain = (db: Database, marked = new Map<number, string | null>()): Promise<ChainCheck> =>
  db.transaction((tx) => walkChain(tx, marked), { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** The same within a transaction. */
export async function walkChain(tx: Queries, marked = new Map<number, string | null>()): Promise<ChainCheck> {
  const reached = { position: 0, hash: NO_HASH, rowCount: 0 }
  const found = (position: number, why: ChainBreak['why']): ChainCheck => ({
    rowCount: reached.rowCount,
    head: reached.hash,
    broken: { position, why },
  })
  let after = BEFORE_ALL
  for (;;) {
    const rows = await selectChain(tx, after, BLOCK_ROWS)
    for (const row of rows) {
      const next = reached.position + 1
      if (row.position < next) return found(row.position, 'added')
      if (row.position > next) return found(next, 'missing')
      if (row.previousHash !== reached.hash || row.hash !== hashOf(row)) return found(next, 'changed')
      reached.position = next
      reached.hash = row.hash
      reached.rowCount += 1
      if (marked.has(row.position)) marked.set(row.position, row.hash)
    }
    const last = rows.at(-1)
    if (!last || rows.length < BLOCK_ROWS) break
    after = last.position
  }
  const head = await findAuditHead(tx)
  if (head?.position !== reached.position || head.hash !== reached.hash) return found(reached.position + 1, 'end')
  return { rowCount: reached.rowCount, head: reached.hash, broken: null }
}

/** SHA-256 over all columns, each with its length in bytes, so that no two rows have one text (migration 0007). */
function hashOf(row: ChainRow): string {
  const parts = [
    String(row.position),
    row.previousHash,
    row.id,
    String(row.at.getTime()),
    row.actorId,
    row.role,
    row.action,
    row.objectType,
    row.objectId,
    row.before,
    row.after,
    row.reason,
    row.requestId,
    row.address,
  ]
  const text = parts.map((part) => (part === null ? '-,' : `${Buffer.byteLength(part)}:${part},`)).join('')
  return createHash('sha256').update(text).digest('hex')
}
