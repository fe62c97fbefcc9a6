import { randomBytes } from 'node:crypto'
import { findLatestAct, insertAuditRows } from '../../db/audit/audit'
import { takePersonKeys } from '../../db/audit/person-keys'
import type { Queries } from '../../db/engine/database'
import { isUuid } from '../../uuid'
import type { Actor } from '../access'
import type { AuditAction, ObjectType } from '../../audit-actions'
import { openRow, peopleToSealFor, sealRow } from './personal.server'
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

const KEY_BYTES = 32
const makeKey = () => randomBytes(KEY_BYTES)

/**
 * Appends entries in the transaction of the write they tell of, as its last statement: from here until it ends, nobody
 * else appends. What says who a person is is sealed with their key (decision 32).
 */
export async function recordAudit(tx: Queries, ...entries: AuditEntry[]): Promise<void> {
  const [first] = entries
  if (!first) return
  const address = requestAddress()
  const rows = entries.map(({ actor, objectId, ...entry }) => ({
    ...rowWithoutCodes({ ...entry, objectId: isUuid(objectId) ? objectId.toLowerCase() : objectId }),
    address,
    actorId: actor?.id ?? null,
    role: actor?.role ?? null,
  }))
  const keys = await takePersonKeys(tx, peopleToSealFor(rows), { at: first.at, makeKey })
  await insertAuditRows(
    tx,
    rows.map((row) => sealRow(row, keys)),
  )
}

type LastDone = Required<Pick<AuditEntry, 'action' | 'objectType' | 'objectId'>> & {
  actor: Pick<Actor, 'id'>
  among: readonly AuditAction[]
  /** The words that it was done in, where it has any. */
  reason?: string
}

/** Whether the last of some acts on an object was this one, by this very person: sent once more, it has nothing left to do. */
export async function wasLastDone(
  queries: Queries,
  { actor, action, among, objectType, objectId, reason }: LastDone,
): Promise<boolean> {
  const latest = await findLatestAct(queries, { objectType, objectId, actions: among })
  if (latest?.action !== action || latest.actorId !== actor.id) return false
  return reason === undefined || openRow(latest).reason === reason
}
