import { createHash } from 'node:crypto'
import { findAuditHead, listChain, type ChainRow } from '../../db/audit/audit'
import { listRemovals, type AuditRemoval } from '../../db/audit/removals'
import type { Database, Queries } from '../../db/engine/database'
import { isSignedRemoval } from './removal.server'

/**
 * The first place where the chain breaks: a row was `changed` or does not follow from the previous one, is `missing`, was `added` outside
 * the chain, or the chain does not end where the database recorded its head (`end`).
 */
export type ChainBreak = { position: number; why: 'changed' | 'missing' | 'added' | 'end' }
/** `removed`: how many rows were removed under signed removal records, which count as part of the chain. */
export type ChainCheck = { rowCount: number; removed: number; head: string; broken: ChainBreak | null }

/** With the removals that the walk skipped over. */
type Walked = ChainCheck & { crossed: readonly AuditRemoval[] }

type Options = {
  /** Positions whose hashes are wanted; the walk fills them in. */
  marked?: Map<number, string | null>
  /** Public keys accepted for removals; rows removed under any other signature count as `missing`. */
  keys: readonly string[]
}

const NO_KEYS: Options = { keys: [] }

const BLOCK_ROWS = 5000
/** Rows inserted outside the chain can have positions of 0 or less. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER
const NO_HASH = '0'.repeat(64)

/** Recomputes every hash, here rather than in the database, on one snapshot of it. */
export const checkChain = (db: Database, options: Options = NO_KEYS): Promise<Walked> =>
  db.transaction((tx) => walkChain(tx, options), { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** `checkChain` within a transaction, without the removals it skipped over. */
export async function checkChainIn(tx: Queries, keys: readonly string[]): Promise<ChainCheck> {
  const { crossed, ...chain } = await walkChain(tx, { keys })
  return chain
}

async function walkChain(tx: Queries, { marked = new Map(), keys }: Options): Promise<Walked> {
  const reached = { position: 0, hash: NO_HASH, rowCount: 0 }
  const crossed: AuditRemoval[] = []
  const removals = new Map((await listRemovals(tx)).map((removal) => [removal.firstPosition, removal]))
  const end = (broken: ChainBreak | null): Walked => ({
    rowCount: reached.rowCount,
    removed: crossed.reduce((sum, { firstPosition, lastPosition }) => sum + lastPosition - firstPosition + 1, 0),
    head: reached.hash,
    broken,
    crossed,
  })
  const found = (position: number, why: ChainBreak['why']) => end({ position, why })
  /** Skips the rows that were removed from here on. */
  const cross = () => {
    for (;;) {
      const removal = removals.get(reached.position + 1)
      if (removal?.previousHash !== reached.hash || !isSignedRemoval(removal, keys)) return
      crossed.push(removal)
      reached.position = removal.lastPosition
      reached.hash = removal.hash
      if (marked.has(reached.position)) marked.set(reached.position, reached.hash)
    }
  }
  let after = BEFORE_ALL
  for (;;) {
    const rows = await listChain(tx, after, BLOCK_ROWS)
    for (const row of rows) {
      if (row.position > reached.position + 1) cross()
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
  cross()
  const head = await findAuditHead(tx)
  if (head?.position !== reached.position || head.hash !== reached.hash) return found(reached.position + 1, 'end')
  return end(null)
}

/** SHA-256 over all columns, each prefixed with its byte length, so that no two different rows hash the same text (migration 0007). */
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
