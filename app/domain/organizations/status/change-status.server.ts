import { changeOrganizationStatus, findOrganizationStatus } from '../../../db/organizations/organization-changes'
import { lockUndoableOf } from '../../../db/verifications/undoable-decisions'
import type { Services } from '../../../services.server'
import type { OrganizationStatus } from '../../../vocabulary'
import { can, type Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../../outcome'
import { sourcesOf } from './organization-status'
import { ruleOfChange, type StatusChange } from './status-change'
import { notifyPartnerOfStatus } from './status-message.server'
import { isUuid } from '../../../uuid'
import { endUndoable, withdrawWaitingMessagesTo } from '../../../db/verifications/waiting-messages'

/** Why the status was not changed: not possible from this status, or somebody changed the organization meanwhile. */
export type StatusConflict = { because: 'state' | 'stale'; status: OrganizationStatus; version: number }

/** The organization, and the version and status that the form saw. */
type Place = { id: string; version: number; status?: OrganizationStatus | null; requestId: string }

/** How much later a status change's message goes out than that of the decision it made final, so that they arrive in order. */
export const AFTER_DECISION_MS = 5000

/**
 * One transaction: the guarded change, its message to the partner and its audit entry. A decision that could still be undone becomes final
 * and its message goes first; archiving withdraws messages still waiting. Refusals: `forbidden` by role, `missing`, `unchanged` for the
 * same status and reason, else `conflict`.
 */
export async function changeStatus(
  services: Services,
  { actor }: Permit<'organizations.edit'>,
  change: StatusChange,
  { id, version, status = null, requestId }: Place,
  reason: string | null,
): Promise<Outcome<void, StatusConflict>> {
  const { from, to, ability } = ruleOfChange(change)
  if (!can(actor, ability)) return forbidden
  if (!isUuid(id)) return missing
  const at = services.now()
  const outcome = await services.db.transaction(async (tx): Promise<Outcome<void, StatusConflict>> => {
    const before = await findOrganizationStatus(tx, id)
    if (!before) return missing
    const decisions = await lockUndoableOf(tx, id, at)
    const filledIn = sourcesOf('submitted')
    const next = await changeOrganizationStatus(tx, { id, version, status, filledIn, from, to, reason })
    if (next === null) {
      const now = (await findOrganizationStatus(tx, id)) ?? before
      if (now.status === to && (reason === null || reason === now.statusReason)) return unchanged
      return conflict({
        because: from.includes(now.status) ? 'stale' : 'state',
        status: now.status,
        version: now.version,
      })
    }
    for (const decision of decisions) await endUndoable(tx, decision, at)
    if (to === 'archived') await withdrawWaitingMessagesTo(tx, id)
    const isSecond = decisions.length > 0 && to !== 'archived'
    const notBefore = isSecond ? new Date(at.getTime() + AFTER_DECISION_MS) : undefined
    await notifyPartnerOfStatus(tx, services, change, before, reason, notBefore)
    await recordAudit(tx, {
      at,
      actor,
      action: `organization.${change}`,
      objectType: 'organization',
      objectId: id,
      before: { status: before.status, version: next - 1 },
      after: { status: to, version: next },
      reason: reason ?? undefined,
      requestId,
    })
    return done(undefined)
  })
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/** What the dialog of a change needs; `isOpen` says whether the change is possible now. */
export async function findStatusForm(
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'organizations.edit'>,
  change: StatusChange,
  id: string,
) {
  const { from, ability } = ruleOfChange(change)
  if (!can(actor, ability)) return forbidden
  const found = isUuid(id) ? await findOrganizationStatus(db, id) : null
  if (!found) return missing
  const { name, status, version, openCount } = found
  return done({ id, name, status, version, openCount, isOpen: from.includes(status) })
}
