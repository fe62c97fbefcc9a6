import { findToDecideAndLockRule, findToDecide } from '../../../db/verifications/verification-decisions'
import { isStillActive } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { done, forbidden, missing, unchanged } from '../../outcome'
import { isHiddenFrom, type Decided } from '../decisions/carry-out.server'
import { holderOf } from './claim'
import { moveClaim, notifyFormerHolder } from './claim-change.server'
import type { DecisionTarget } from '../decisions/decision'
import { conflictWithCurrent } from '../decisions/decision-conflict.server'
import { permissionFor } from '../verification-actions'
import { isUuid } from '../../../uuid'

type Reviewing = Permit<'verifications.review'>

/** Gives a review back to the queue. Only its holder may; refusals as for a decision. */
export const releaseClaim = (services: Services, permit: Reviewing, target: DecisionTarget): Promise<Decided> =>
  changeClaim(services, permit, target, 'release')

/** Takes over a review that somebody else holds, and tells them. Refusals as for a decision. */
export const takeOverClaim = (services: Services, permit: Reviewing, target: DecisionTarget): Promise<Decided> =>
  changeClaim(services, permit, target, 'take_over')

function changeClaim(
  services: Services,
  { actor }: Reviewing,
  target: DecisionTarget,
  act: 'release' | 'take_over',
): Promise<Decided> {
  const isRelease = act === 'release'
  return services.db.transaction(async (tx): Promise<Decided> => {
    if (!isUuid(target.id)) return missing
    if (!(await isStillActive(tx, actor))) return forbidden
    const verification = await findToDecideAndLockRule(tx, target.id)
    if (!verification || isHiddenFrom(actor, target, verification)) return missing
    const may = permissionFor(actor, verification, 'start')
    if (may === 'role' || may === 'conflict-of-interest') return forbidden
    const holder = holderOf(verification)
    if (isRelease ? verification.status === 'pending' : holder === actor.id) return unchanged
    if (isRelease ? holder !== actor.id : holder === null) return conflictWithCurrent(tx, verification, 'state', [])
    const at = services.now()
    const seen = { id: target.id, version: target.version, holderId: holder }
    const by = { actor, at, requestId: target.requestId }
    const moved = await moveClaim(tx, seen, isRelease ? null : actor.id, by)
    if (moved === null) {
      const now = await findToDecide(tx, target.id)
      return now ? conflictWithCurrent(tx, now, 'stale', []) : missing
    }
    if (!isRelease) await notifyFormerHolder(tx, verification, { actorId: actor.id, at })
    await recordAudit(tx, moved.entry)
    const { organizationId, organizationName, submittedAt } = verification
    return done({
      organizationId,
      organizationName,
      submittedAt,
      status: isRelease ? 'pending' : 'under_review',
      version: moved.version,
      isModeUnchanged: false,
    })
  })
}
