import { attachDocuments, selectDocumentsOf } from '../../db/documents/documents'
import { findForSetup } from '../../db/organizations/stored-setup'
import { isStillActive } from '../../db/users/user-changes'
import { markPending, markSubmitted, openRegistration } from '../../db/setup'
import type { Services } from '../../services.server'
import type { OrganizationStatus, SetupStep } from '../../vocabulary'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { isOwnOrganization } from '../documents/own-organization'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { findApplicantView } from '../verifications/applicant-sees.server'
import { saveDueDate } from '../verifications/due-dates/due-dates.server'
import { saveSubmission } from '../verifications/comparison/submissions.server'
import { notifyStaffOfApplication } from '../verifications/notifications/notify-reviewers.server'
import { sourcesOf } from '../organizations/status/organization-status'
import { isInSetup, progressOf } from './setup-steps'

/** Why nothing was submitted: steps that are not done yet, or the setup changed in another window. */
type SubmitConflict = { because: 'incomplete'; steps: SetupStep[] } | { because: 'stale'; version: number }

/**
 * draft or rejected → submitted → pending: opens the first application with its documents, in one transaction. A repeat
 * changes nothing. Refusals: `missing`, `forbidden` to who was suspended meanwhile, `conflict`.
 */
export async function submitOrganization(
  services: Services,
  permit: Permit<'setup.own'>,
  { organizationId, version, requestId }: { organizationId: string; version: number; requestId: string },
): Promise<Outcome<{ verificationId: string }, SubmitConflict>> {
  if (!isOwnOrganization(permit, organizationId)) return missing
  const at = services.now()
  const { actor } = permit
  return services.db
    .transaction(async (tx): Promise<Outcome<{ verificationId: string }, SubmitConflict>> => {
      if (!(await isStillActive(tx, actor))) return forbidden
      // A rejection that may still be undone is not one yet.
      const before = await findApplicantView(tx, organizationId, at)
      if (before && !isInSetup(before.organizationBefore({ status: 'rejected' as OrganizationStatus }).status))
        return unchanged
      const didMove = await markSubmitted(tx, { id: organizationId, version, from: sourcesOf('submitted') })
      const stored = await findForSetup(tx, organizationId)
      if (!stored) return missing
      if (!didMove)
        return isInSetup(stored.organization.status)
          ? conflict({ because: 'stale', version: stored.organization.version })
          : unchanged
      const documents = await selectDocumentsOf(tx, organizationId, null)
      const progress = progressOf(stored.organization.setupSteps, documents)
      const steps = progress.filter(({ isDone }) => !isDone).map(({ step }) => step)
      if (steps.length > 0) throw new Incomplete(steps)
      const verificationId = await openRegistration(tx, { organizationId, actorId: actor.id, at })
      await saveDueDate(tx, verificationId, at)
      const documentCount = await attachDocuments(tx, organizationId, verificationId)
      await markPending(tx, organizationId)
      await saveSubmission(tx, { verificationId, organizationId, type: 'initial_registration', version: 1, at })
      await notifyStaffOfApplication(tx, services, verificationId)
      await recordAudit(tx, {
        at,
        actor,
        action: 'organization.submit',
        objectType: 'organization',
        objectId: organizationId,
        after: { organizationStatus: 'pending', verification: verificationId, documents: documentCount },
        requestId,
      })
      return done({ verificationId })
    })
    .catch((error: unknown) => {
      if (error instanceof Incomplete) return conflict({ because: 'incomplete', steps: error.steps } as const)
      throw error
    })
}

/** Takes the transaction back. */
class Incomplete extends Error {
  constructor(readonly steps: SetupStep[]) {
    super('The setup is not complete')
  }
}
