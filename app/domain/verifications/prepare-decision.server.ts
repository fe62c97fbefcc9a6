import { findUnderDecision, type UnderDecision } from '../../db/verifications/verification-decisions'
import { listDocuments } from '../../db/verifications/verifications'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { done, forbidden, missing } from '../outcome'
import { isElsewhere, conflictWithCurrent } from './decide.server'
import type { DecisionConflict, DecisionTarget } from './decision'
import { isVerificationId } from './verification-list'
import { mayDecide, ruleOf, type VerificationAction } from './verification-actions'

/**
 * What the form of a decision needs before it is drawn; `now` says why the decision is not possible at present, `newer` what
 * has happened since the version that was `seen` when a kept text was written.
 * Refusals: `forbidden` by role or one's own application, `missing`.
 */
export async function prepareDecision(
  services: Services,
  permit: Permit<'verifications.review'>,
  action: VerificationAction,
  place: Pick<DecisionTarget, 'id' | 'mustBeModeChange'> & { seen?: string },
) {
  if (!isVerificationId(place.id)) return missing
  const verification = await findUnderDecision(services.db, place.id)
  if (!verification || isElsewhere(permit.actor, place, verification)) return missing
  const may = mayDecide(permit.actor, verification, action)
  if (may === 'role' || may === 'conflict-of-interest') return forbidden
  const now =
    may === 'state' ? await currentState(services, verification) : await findObstacle(services, action, verification)
  const { organizationName, type, requestedMode, version } = verification
  const isOlder = place.seen !== undefined && place.seen !== String(version)
  const newer = isOlder && !now ? (await conflictWithCurrent(services.db, verification, 'stale', [])).now : null
  return done({ organizationName, type, requestedMode, version, now, newer })
}

const currentState = async (services: Services, verification: UnderDecision): Promise<DecisionConflict> =>
  (await conflictWithCurrent(services.db, verification, 'state', [])).now

async function findObstacle(services: Services, action: VerificationAction, verification: UnderDecision) {
  if (ruleOf(action).needs !== 'no rejected document') return null
  const documents = await listDocuments(services.db, verification.id)
  const rejected = documents.filter((document) => document.status === 'rejected')
  return rejected.length > 0 ? (await conflictWithCurrent(services.db, verification, 'document', rejected)).now : null
}
