import { selectDocumentsOf } from '../../db/documents/documents'
import { findCurrentApplication, findForSetup } from '../../db/setup'
import { listTimeline } from '../../db/verifications/verifications'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { withFileStates } from '../files/file-state'
import { isOwn } from '../documents/own-organization'
import { isFrozen } from '../organizations/organization-status'
import { conflict, missing, type Outcome } from '../outcome'
import { applicantHistory } from '../verifications/claim'
import type { DecisionResult, DecisionConflict, DecisionTarget } from '../verifications/decision'
import { resubmitVerification } from '../verifications/decide.server'
import { findSpoken } from '../verifications/requested-items.server'
import type { AnswersInput } from './answers-input'
import { isInSetup } from './setup-steps'

type Own = Permit<'setup.own'>

/** The holder's organization and the application it asks about, if there is one; null when it is not theirs. */
export async function findVerificationStatus(
  { db, scanner }: Pick<Services, 'db' | 'scanner'>,
  permit: Own,
  organizationId: string,
) {
  const stored = isOwn(permit, organizationId) ? await findForSetup(db, organizationId) : null
  if (!stored) return null
  const { organization } = stored
  const application = await findCurrentApplication(db, organizationId)
  if (!application) return { organization, isInSetup: isInSetup(organization.status), application: null }
  const [documents, timeline] = await Promise.all([
    selectDocumentsOf(db, organizationId, application.id),
    listTimeline(db, application.id),
  ])
  return {
    organization,
    isInSetup: isInSetup(organization.status),
    application: {
      ...application,
      documents: withFileStates(documents, scanner !== null),
      timeline: applicantHistory(timeline),
      spoken: await findSpoken(db, application.id, timeline),
    },
  }
}

export type VerificationStatusOf = NonNullable<Awaited<ReturnType<typeof findVerificationStatus>>>

/** Answers what was asked for, one answer for each item, and sends the application back. Refusals: `missing`, `conflict`. */
export async function answerRequest(
  services: Services,
  permit: Own,
  { organizationId, requestId }: { organizationId: string; requestId: string },
  { version, answers, note }: AnswersInput,
): Promise<Outcome<DecisionResult, DecisionConflict | null>> {
  if (!isOwn(permit, organizationId)) return missing
  const [stored, application] = await Promise.all([
    findForSetup(services.db, organizationId),
    findCurrentApplication(services.db, organizationId),
  ])
  if (!stored || !application) return missing
  if (isFrozen(stored.organization.status)) return conflict(null)
  if (answers.length !== application.requestedChanges.length) return conflict(null)
  const place: DecisionTarget = { id: application.id, version, requestId }
  return resubmitVerification(services, permit, { ...place, answer: note, answers })
}
