import { carryPrepared } from '../../../db/verifications/prepared-decisions'
import { addTimelineEvent, findUnderDecision, moveVerification } from '../../../db/verifications/verification-decisions'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { done, forbidden, missing, unchanged } from '../../outcome'
import { isElsewhere, type Decided } from '../decisions/carry-out.server'
import { holderOf } from './claim'
import { tellFormerHolder } from './claim-change.server'
import type { DecisionTarget } from '../decisions/decision'
import { conflictWithCurrent } from '../decisions/decision-conflict.server'
import { mayDecide } from '../verification-actions'
import { isVerificationId } from '../queue/verification-list'

type Reviewing = Permit<'verifications.review'>

/** Gives it back to the queue. Only who holds it may; refusals as of a decision. */
export const releaseClaim = (services: Services, permit: Reviewing, place: DecisionTarget): Promise<Decided> =>
  changeClaim(services, permit, place, 'release')

/** Makes the review that somebody else holds the permit holder's, and tells the other. Refusals as of a decision. */
export const takeOverClaim = (services: Services, permit: Reviewing, place: DecisionTarget): Promise<Decided> =>
  changeClaim(services, permit, place, 'take_over')

const CHANGES = {
  release: { to: 'pending', event: 'released' },
  take_over: { to: 'under_review', event: 'taken_over' },
} as const

function changeClaim(
  services: Services,
  { actor }: Reviewing,
  place: DecisionTarget,
  act: keyof typeof CHANGES,
): Promise<Decided> {
  const { to, event } = CHANGES[act]
  const isRelease = act === 'release'
  return services.db.transaction(async (tx): Promise<Decided> => {
    if (!isVerificationId(place.id)) return missing
    const verification = await findUnderDecision(tx, place.id)
    if (!verification || isElsewhere(actor, place, verification)) return missing
    const may = mayDecide(actor, verification, 'start')
    if (may === 'role' || may === 'conflict-of-interest') return forbidden
    const holder = holderOf(verification)
    if (isRelease ? verification.status === 'pending' : holder === actor.id) return unchanged
    if (isRelease ? holder !== actor.id : holder === null) return conflictWithCurrent(tx, verification, 'state', [])
    const at = services.now()
    const change = isRelease ? { reviewerId: null, claimedAt: null } : { reviewerId: actor.id, claimedAt: at }
    const version = await moveVerification(tx, {
      id: place.id,
      from: ['under_review'],
      version: place.version,
      to,
      change,
    })
    if (version === null) {
      const now = await findUnderDecision(tx, place.id)
      return now ? conflictWithCurrent(tx, now, 'stale', []) : missing
    }
    await carryPrepared(tx, place.id, version)
    await addTimelineEvent(tx, {
      verificationId: place.id,
      event,
      at,
      actorId: actor.id,
      version,
    })
    await recordAudit(tx, {
      at,
      actor,
      action: `verification.${act}`,
      objectType: 'verification',
      objectId: place.id,
      before: { reviewer: holder, status: verification.status, version: verification.version },
      after: { reviewer: change.reviewerId, status: to, version },
      requestId: place.requestId,
    })
    if (!isRelease) await tellFormerHolder(tx, verification, { actorId: actor.id, at })
    const { organizationId, organizationName, submittedAt } = verification
    return done({
      organizationId,
      organizationName,
      submittedAt,
      status: to,
      version,
      didChangeOrganization: null,
      isModeKept: false,
    })
  })
}
