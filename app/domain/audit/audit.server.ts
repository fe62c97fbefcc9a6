import { randomBytes } from 'node:crypto'
import { insertAuditRows } from '../../db/audit/audit'
import { takePersonKeys } from '../../db/audit/person-keys'
import type { Queries } from '../../db/engine/database'
import { isUuid } from '../../vocabulary'
import type { Actor } from '../access'
import type { AuditAction, ObjectType } from './actions'
import { peopleToSealFor, sealRow } from './personal.server'
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
export async function recordAudit(tx: Pick<Queries, 'select' | 'insert'>, ...entries: AuditEntry[]): Promise<void> {
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
