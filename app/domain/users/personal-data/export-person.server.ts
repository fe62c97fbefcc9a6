import { findDataRequest } from '../../../db/users/data-requests'
import { readPersonData, findProfile } from '../../../db/users/person-data'
import { isActiveAs, lockUsers } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'
import { recordAudit } from '../../audit/audit.server'
import { openRow, type KeyedRow } from '../../audit/personal.server'
import { rowWithoutCodes } from '../../audit/without-codes.server'
import { rowWithoutErased } from '../../audit/without-erased'
import type { Fresh } from '../../fresh-proof'
import { conflict, done, forbidden, missing, type Outcome } from '../../outcome'
import { dataRequestState } from './data-request-actions'
import { isUuid } from '../../../uuid'

type Section = { total: number; rows: Record<string, unknown>[] }
type ExportedPerson = { exportedAt: Date; profile: object } & Record<string, unknown>

/**
 * Everything stored about a person, for superadmins once two agreed to it; the export is recorded in the same transaction. Refusals:
 * `missing`, `forbidden` by role and to the person concerned, `conflict` when nobody agreed or it has expired.
 */
export async function exportPerson(
  services: Pick<Services, 'db' | 'now'>,
  { actor }: Fresh<'users.data'>,
  { id, requestId }: { id: string; requestId: string },
): Promise<Outcome<ExportedPerson, 'changed'>> {
  if (!isUuid(id)) return missing
  const at = services.now()
  return services.db.transaction(async (tx): Promise<Outcome<ExportedPerson, 'changed'>> => {
    const locked = await lockUsers(tx, [id, actor.id])
    if (!locked.some((row) => isActiveAs(row, actor))) return forbidden
    const profile = await findProfile(tx, id)
    if (!profile) return missing
    if (profile.id === actor.id) return forbidden
    if (dataRequestState(await findDataRequest(tx, id, 'export'), at) !== 'agreed') return conflict('changed')
    const told: Record<string, Section> = {}
    for (const [name, read] of Object.entries(await readPersonData(tx, profile))) told[name] = await read()
    if (told.auditLog)
      told.auditLog.rows = told.auditLog.rows.map((row) => visibleToPerson(profile.id, row as LoggedRow))
    await recordAudit(tx, {
      at,
      actor,
      action: 'user.export',
      objectType: 'user',
      objectId: id,
      after: { total: Object.values(told).reduce((sum, { total }) => sum + total, 0) },
      requestId,
    })
    return done({ exportedAt: at, profile, ...told })
  })
}

type LoggedRow = KeyedRow & { actorErasedAt: Date | null; objectErasedAt: Date | null }

/** A log row as the person may read it: nothing about erased people, and no client address of somebody else. */
function visibleToPerson(id: string, row: LoggedRow) {
  const { actorErasedAt: _actor, objectErasedAt: _object, ...told } = rowWithoutErased(rowWithoutCodes(openRow(row)))
  const isTheirs = told.actorId === null || told.actorId === id
  return isTheirs ? told : { ...told, address: null }
}
