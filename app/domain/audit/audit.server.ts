import { insertAuditRows } from '../../db/audit'
import type { Queries } from '../../db/database'
import type { Actor } from '../access'

/**
 * What one write did. `act` is room and verb, such as `verification.approve`; `actor` is null for somebody not signed in
 * and for commands of the operator. `before` and `after` hold only what changed, and no codes, tokens or whole phones.
 */
export type AuditEntry = {
  at: Date
  actor: Pick<Actor, 'id' | 'role'> | null
  act: string
  objectType: string
  objectId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
  requestId: string
}

/** Appends one entry in the transaction of the write it tells of. */
export async function recordAudit(tx: Pick<Queries, 'insert'>, { actor, ...entry }: AuditEntry): Promise<void> {
  await insertAuditRows(tx, [{ ...entry, actorId: actor?.id ?? null, role: actor?.role ?? null }])
}
