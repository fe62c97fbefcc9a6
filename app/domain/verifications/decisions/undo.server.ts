import { UNDO_MS } from '../../../durations'
import { upsertDraft } from '../../../db/drafts'
import { deleteNewsOfDecision, insertInboxEntries, markPreparedUnread } from '../../../db/inbox'
import { addTimelineEvent, findToDecide } from '../../../db/verifications/verification-decisions'
import {
  hasUndone,
  isWithinUndoTime,
  listHoldersBefore,
  lockChangedSince,
  lockUndoable,
  lockUnsent,
  restoreBefore,
} from '../../../db/verifications/undoable-decisions'
import { isStillActive } from '../../../db/users/user-changes'
import { lockPeopleNeeded } from '../../../db/verifications/review-people'
import type { Services } from '../../../services.server'
import type { Actor, Permit } from '../../access'
import { recordAudit, type AuditEntry } from '../../audit/audit.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { conflict, done, forbidden, missing, type Outcome } from '../../outcome'
import { releaseUnfinishable } from '../claims/release-claims.server'
import { holderOf } from '../claims/claim'
import { isHiddenFrom } from './carry-out.server'
import type { DecisionConflict, DecisionTarget } from './decision'
import { conflictWithCurrent } from './decision-conflict.server'
import type { UndoConflict } from './undo'
import { renewDueDate } from '../due-dates/due-dates.server'
import { isDecision, typesToDecide, type DecisionAction } from '../verification-actions'
import { actionPath, reviewAddressOf, verificationPath } from '../queue/verification-list'
import { isUuid } from '../../../uuid'
import { findUndoableBy } from '../../../db/verifications/still-undoable'
import { endUndoable } from '../../../db/verifications/waiting-messages'

type Undone = { action: DecisionAction | null; path: string }

/**
 * Takes one's own decision back, with all it brought about: the application, the organization, the documents and the message
 * that waits. What was typed is there again as a draft of the `action`, which is null where one agreed to what another prepared.
 * Refusals: `missing`, `forbidden` for another's and for who may not decide it any more, else `conflict` with why.
 */
export async function undoDecision(
  services: Services,
  { actor }: Permit<'verifications.review'>,
  target: DecisionTarget,
): Promise<Outcome<Undone, UndoConflict>> {
  if (!isUuid(target.id)) return missing
  return services.db.transaction(async (tx): Promise<Outcome<Undone, UndoConflict>> => {
    if (!(await isStillActive(tx, actor, await listHoldersBefore(tx, target.id)))) return forbidden
    await lockPeopleNeeded(tx, target.id)
    const locked = await lockUndoable(tx, target.id)
    const now = await findToDecide(tx, target.id)
    if (!now || isHiddenFrom(actor, target, now)) return missing
    if (await hasUndone(tx, { verificationId: target.id, version: target.version, actorId: actor.id }))
      return conflict({ because: 'undone' })
    if (!locked || !isDecision(locked.decision.action))
      return conflict({ because: now.version === target.version ? 'late' : 'acted' })
    const { decision } = locked
    if (!typesToDecide(actor).includes(now.type)) return forbidden
    if (decision.actorId !== actor.id)
      return decision.version === target.version ? forbidden : conflict({ because: 'acted' })
    const at = services.now()
    if (!isWithinUndoTime(decision, at)) return conflict({ because: 'late' })
    if (locked.version !== decision.version || target.version !== decision.version)
      return conflict({ because: 'acted' })
    const touched = await lockChangedSince(tx, now.organizationId, decision)
    if (touched) return conflict({ because: touched === 'organization' ? touched : 'acted' })
    if (!(await lockUnsent(tx, decision.before.messageId))) return conflict({ because: 'sent' })
    const version = await restoreBefore(tx, decision, now.organizationId)
    const decidedAt = new Date(decision.until.getTime() - UNDO_MS)
    if (decision.before.prepared) await markPreparedUnread(tx, target.id, decidedAt)
    const took = { verificationId: target.id, actorId: actor.id, at: decidedAt }
    const unreadBy = await deleteNewsOfDecision(tx, took)
    if (decision.before.due) await renewDueDate(tx, target.id, decision.before.due)
    await addTimelineEvent(tx, {
      verificationId: target.id,
      event: 'undone',
      at,
      actorId: actor.id,
      version,
    })
    const undone: AuditEntry = {
      at,
      actor,
      action: 'verification.undo',
      objectType: 'verification',
      objectId: target.id,
      before: { status: now.status, version: decision.version },
      after: { status: decision.before.application.status, version },
      requestId: target.requestId,
    }
    const by = { actor, at, requestId: target.requestId }
    const released = await releaseUnfinishable(tx, { verificationId: target.id }, by)
    const holder = holderOf(decision.before.application)
    if (holder && holder !== actor.id && !unreadBy.includes(holder) && released.length === 0)
      await insertInboxEntries(tx, [
        {
          userId: holder,
          kind: 'yours_again',
          actorId: actor.id,
          organizationId: now.organizationId,
          verificationId: target.id,
          at,
        },
      ])
    const { isAgreed = decision.before.prepared !== null } = decision.before
    const own = isAgreed ? null : (locked.decision.action as DecisionAction)
    const fields = decision.input.filter(([, value]) => value !== '')
    if (own && fields.length > 0)
      await upsertDraft(tx, {
        userId: actor.id,
        form: actionPath(reviewAddressOf(now), own),
        drawing: '',
        fields,
        updatedAt: at,
      })
    await recordAudit(tx, undone, ...released)
    return done({ action: own, path: verificationPath(now) })
  })
}

/**
 * The applicant answers while a decision on their application may still be undone: somebody has acted, so it stands from now on.
 * The conflict says what was decided.
 */
export async function letDecisionStand(
  services: Services,
  _permit: Permit<'setup.own'>,
  verificationId: string,
): Promise<Outcome<never, DecisionConflict>> {
  const outcome = await services.db.transaction(async (tx) => {
    const locked = await lockUndoable(tx, verificationId)
    if (locked && locked.version === locked.decision.version) await endUndoable(tx, locked.decision, services.now())
    const now = await findToDecide(tx, verificationId)
    return now ? conflictWithCurrent(tx, now, 'state', []) : missing
  })
  wakeOutbox(services)
  return outcome
}

/** The decision of this person that may still be taken back; that on the application in view comes first. */
export async function findOwnUndoable(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Pick<Actor, 'id' | 'role'>,
  verificationId: string | null = null,
) {
  const found = await findUndoableBy(db, {
    actorId: actor.id,
    types: typesToDecide(actor),
    now: now(),
    verificationId,
  })
  return found && isDecision(found.action) ? { ...found, action: found.action } : null
}
