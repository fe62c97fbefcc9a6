import { insertAuditRows } from '../../db/audit/audit'
import type { Queries } from '../../db/engine/database'
import type { Actor } from '../access'
import type { AuditAction, ObjectType } from './actions'
import { requestAddress } from './request-info.server'
import { rowWithoutCodes } from './without-codes.server'

/**
 * What one write did. `actor` is null for somebody not signed in and for commands of the operator. `before` and `after`
 * hold only what changed, and no codes, tokens or whole phones. The client address is that of the request.
 */
export type AuditEntry = {
  at: Date
  actor: Pick<Actor, 'id' | 'role'> | null
  action: AuditAction
  objectType: ObjectType
  objectId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
  requestId: string
}

/**
 * Appends entries in the transaction of the write they tell of, as its last statement: from here until it ends, nobody
 * else appends.
 */
export async function recordAudit(tx: Pick<Queries, 'insert'>, ...entries: AuditEntry[]): Promise<void> {
  const address = requestAddress()
  await insertAuditRows(
    tx,
    entries.map(({ actor, ...entry }) => ({
      ...rowWithoutCodes(entry),
      address,
      actorId: actor?.id ?? null,
      role: actor?.role ?? null,
    })),
  )
}
