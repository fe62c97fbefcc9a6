import type { Database, Queries } from '../../db/engine/database'
import {
  addTimelineEvent,
  findLatestEvent,
  findUnderDecision,
  lockRejectedDocuments,
  moveVerification,
  type LatestEvent,
  type UnderDecision,
} from '../../db/verifications/verification-decisions'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { notifyStaffOfApplication } from '../messages/staff-notifications.server'
import { wakeOutbox } from '../messages/outbox.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import type { DecisionResult, DecisionConflict, DecisionTarget } from './decision'
import { applyEffect } from './decision-effect.server'
import { writeToApplicant } from './decision-message.server'
import { isVerificationId } from './verification-list'
import { mayDecide, ruleOf, type Deciding, type VerificationAction } from './verification-actions'

type Change = Parameters<typeof moveVerification>[1]['change']

/** What one action brings with it: words for the timeline and columns for the row. */
export type Decision = {
  note: string | null
  items: string[]
  change: (verification: UnderDecision, at: Date, actorId: string) => Change
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * One transaction: the guarded move, its timeline event, its effect on the organization, its message and its audit entry.
 * Refusals: `forbidden` by role or one's own application, `missing`, `unchanged` for a repeat, else `conflict`.
 */
export async function decide(
  services: Services,
  permit: Permit,
  action: VerificationAction,
  place: DecisionTarget,
  decision: Decision,
): Promise<Outcome<DecisionResult, DecisionConflict>> {
  if (!isVerificationId(place.id)) return missing
  const { actor } = permit
  const at = services.now()
  const outcome = await services.db.transaction(async (tx): Promise<Outcome<DecisionResult, DecisionConflict>> => {
    const verification = await findUnderDecision(tx, place.id)
    if (!verification || isElsewhere(actor, place, verification)) return missing
    const may = mayDecide(actor, verification, action)
    if (may === 'role' || may === 'conflict-of-interest') return forbidden
    if (may === 'state') return resolveUnmoved(tx, actor, action, place, decision, verification)
    if (ruleOf(action).needs === 'no rejected document') {
      const rejectedDocuments = await lockRejectedDocuments(tx, place.id)
      if (rejectedDocuments.length > 0) return conflictWithCurrent(tx, verification, 'document', rejectedDocuments)
    }
    return move(tx, services, actor, action, place, verification, decision, at)
  })
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/** Not there for this person, or not at this address. */
export const isElsewhere = (
  actor: Deciding,
  place: Pick<DecisionTarget, 'mustBeModeChange'>,
  verification: UnderDecision,
) =>
  (actor.role === null && actor.organizationId !== verification.organizationId) ||
  (place.mustBeModeChange === true && verification.type !== 'operation_mode_change')

async function move(
  tx: Transaction,
  services: Services,
  actor: Permit['actor'],
  action: VerificationAction,
  place: DecisionTarget,
  verification: UnderDecision,
  decision: Decision,
  at: Date,
): Promise<Outcome<DecisionResult, DecisionConflict>> {
  const { from, to, event } = ruleOf(action)
  const { note, items } = decision
  const change = decision.change(verification, at, actor.id)
  const version = await moveVerification(tx, { id: place.id, from, version: place.version, to, change })
  if (version === null) {
    const now = await findUnderDecision(tx, place.id)
    return now ? resolveUnmoved(tx, actor, action, place, decision, now) : missing
  }
  await addTimelineEvent(tx, { verificationId: place.id, event, at, actorId: actor.id, note: note, items, version })
  const effect = await applyEffect(tx, action, verification)
  await writeToApplicant(tx, services, { event, verification, note: note, items })
  if (event === 'resubmitted') await notifyStaffOfApplication(tx, services, place.id)
  await recordAudit(tx, {
    at,
    actor,
    action: `verification.${action}`,
    objectType: 'verification',
    objectId: place.id,
    before: { status: verification.status, version: verification.version, ...effect?.before },
    after: { status: to, version, ...(items.length > 0 ? { items } : {}), ...effect?.after },
    reason: note ?? undefined,
    requestId: place.requestId,
  })
  return done({
    organizationId: verification.organizationId,
    organizationName: verification.organizationName,
    submittedAt: verification.submittedAt,
    status: to,
    version,
    didChangeOrganization: effect ? effect.after !== undefined : null,
    isModeKept: verification.type === 'operation_mode_change' && effect !== null && effect.after === undefined,
  })
}

/**
 * Nothing was moved: a repeat of what this person did in the same words, or of what they already saw without a word of their
 * own, changes nothing; anything else is a conflict, so that no written word is swallowed.
 */
async function resolveUnmoved(
  tx: Queries,
  actor: Deciding,
  action: VerificationAction,
  place: DecisionTarget,
  { note, items }: Pick<Decision, 'note' | 'items'>,
  now: UnderDecision,
): Promise<Outcome<DecisionResult, DecisionConflict>> {
  const rule = ruleOf(action)
  const latest = await findLatestEvent(tx, place.id)
  const holds = now.status === rule.to && latest?.event === rule.event
  const isSame = holds && latest.note === note && latest.items.join('\n') === items.join('\n')
  const isWordless = note === null && items.length === 0
  if (isSame && latest.actorId === actor.id) return unchanged
  if (holds && place.version === now.version && (isSame || isWordless)) return unchanged
  return conflictWithCurrent(tx, now, rule.from.includes(now.status) ? 'stale' : 'state', [], latest)
}

/** The conflict that says what holds instead. */
export async function conflictWithCurrent(
  tx: Queries,
  now: UnderDecision,
  because: DecisionConflict['because'],
  rejectedDocuments: DecisionConflict['rejectedDocuments'],
  known?: LatestEvent | null,
) {
  const latest = known ?? (await findLatestEvent(tx, now.id))
  return conflict<DecisionConflict>({
    because,
    status: now.status,
    version: now.version,
    latest: latest && {
      event: latest.event,
      at: latest.at,
      actorName: latest.actorName,
      note: latest.note,
      items: latest.items,
    },
    rejectedDocuments: rejectedDocuments.map(({ id, type, fileName }) => ({ id, type, fileName })),
  })
}
