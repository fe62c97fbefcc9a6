import { changeOrganizationTrial, findOrganizationStatus } from '../../../db/organizations/organization-changes'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { conflict, done, missing, unchanged, type Outcome } from '../../outcome'
import { isEditable } from './status-change'
import { isUuid } from '../../../uuid'

type Editing = Permit<'organizations.edit'>

/** What the dialog needs; null when the organization does not exist. */
export async function findTrialForm({ db }: Pick<Services, 'db'>, _permit: Editing, id: string) {
  const found = isUuid(id) ? await findOrganizationStatus(db, id) : null
  if (!found) return null
  const { name, isTrial, status } = found
  return { name, isTrial, isOpen: isEditable(status) }
}

/** Sets trial or official, with its audit entry. Refusals: `missing`, `unchanged` for a repeat, `conflict` when archived. */
export async function changeAccess(
  services: Services,
  { actor }: Editing,
  { id, isTrial, requestId }: { id: string; isTrial: boolean; requestId: string },
): Promise<Outcome<void, 'archived'>> {
  if (!isUuid(id)) return missing
  return services.db.transaction(async (tx): Promise<Outcome<void, 'archived'>> => {
    const version = await changeOrganizationTrial(tx, { id, isTrial })
    if (version === null) {
      const now = await findOrganizationStatus(tx, id)
      if (!now) return missing
      return now.isTrial === isTrial ? unchanged : conflict('archived')
    }
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'organization.access',
      objectType: 'organization',
      objectId: id,
      before: { access: isTrial ? 'official' : 'trial', version: version - 1 },
      after: { access: isTrial ? 'trial' : 'official', version },
      requestId,
    })
    return done(undefined)
  })
}
