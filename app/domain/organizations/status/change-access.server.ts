import { changeOrganizationTrial, findOrganizationStatus } from '../../../db/organizations/organization-changes'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { conflict, done, missing, unchanged, type Outcome } from '../../outcome'
import { isEditable } from './status-change'
import { isUuid } from '../../../uuid'

/** Why the access was not changed: the organization is archived, or somebody changed it meanwhile. */
export type TrialConflict = { because: 'state' | 'stale'; isTrial: boolean; version: number }

type Editing = Permit<'organizations.edit'>
type Target = { id: string; version: number; requestId: string }

/** What the dialog needs before it is drawn; null when there is no such organization. */
export async function findTrialForm({ db }: Pick<Services, 'db'>, _permit: Editing, id: string) {
  const found = isUuid(id) ? await findOrganizationStatus(db, id) : null
  if (!found) return null
  const { name, isTrial, status, version } = found
  return { name, isTrial, version, isOpen: isEditable(status) }
}

/** Trial or official, with its audit entry. Refusals: `missing`, `unchanged` for a repeat, else `conflict`. */
export async function changeAccess(
  services: Services,
  { actor }: Editing,
  { id, version, requestId }: Target,
  isTrial: boolean,
): Promise<Outcome<void, TrialConflict>> {
  if (!isUuid(id)) return missing
  return services.db.transaction(async (tx): Promise<Outcome<void, TrialConflict>> => {
    const next = await changeOrganizationTrial(tx, { id, version, isTrial })
    if (next === null) {
      const now = await findOrganizationStatus(tx, id)
      if (!now) return missing
      if (now.isTrial === isTrial) return unchanged
      return conflict({
        because: isEditable(now.status) ? 'stale' : 'state',
        isTrial: now.isTrial,
        version: now.version,
      })
    }
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'organization.access',
      objectType: 'organization',
      objectId: id,
      before: { access: isTrial ? 'official' : 'trial', version },
      after: { access: isTrial ? 'trial' : 'official', version: next },
      requestId,
    })
    return done(undefined)
  })
}
