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
 * Appends entries as the last statement of the transaction whose write they record: nobody else can append until it ends. Data that
 * identifies a person is sealed with that person's key (decision 32).
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
  /** The reason given, if the act has one. */
  reason?: string
}

/** Whether the latest of the acts in `among` on an object was `action` by the same person; a repeated request then has nothing left to do. */
export async function wasLastDone(
  queries: Queries,
  { actor, action, among, objectType, objectId, reason }: LastDone,
): Promise<boolean> {
  const latest = await findLatestAct(queries, { objectType, objectId, actions: among })
  if (latest?.action !== action || latest.actorId !== actor.id) return false
  return reason === undefined || openRow(latest).reason === reason
}
