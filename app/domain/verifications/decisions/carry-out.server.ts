import type { Database } from '../../../db/engine/database'
import {
  addTimelineEvent,
  findToDecideAndLockRule,
  findToDecide,
  lockDocuments,
  markVerified,
  moveVerification,
  type LockedDocument,
  type VerificationToDecide,
} from '../../../db/verifications/verification-decisions'
import type { TypedFields } from '../../../db/verifications/undoable-decisions'
import {
  carryPrepared,
  deletePrepared,
  deleteVoidPrepared,
  findPrepared,
  type PreparedRow,
} from '../../../db/verifications/prepared-decisions'
import { selectTimeline } from '../../../db/verifications/verifications'
import { isStillActive } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'
import { isDecided, type Language } from '../../../vocabulary'
import type { Permit } from '../../access'
import { recordAudit, type AuditEntry } from '../../audit/audit.server'
import { findDependence } from '../../independent-people.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../../outcome'
import { valuesOf, proposesValues } from '../comparison/proposals'
import { applicantHistory } from '../applicant-history'
import { isHeldByOther } from '../claims/claim'
import { notifyFormerHolder } from '../claims/claim-change.server'
import type { DecisionConflict, DecisionResult, DecisionTarget } from './decision'
import { conflictWithCurrent, resolveUnmoved } from './decision-conflict.server'
import { applyEffect, notifyApplicant } from './decision-effects.server'
import { saveDueDate } from '../due-dates/due-dates.server'
import type { Origin } from '../requested-items/requested-items.server'
import { notifyStaffOfApplication } from '../notifications/notify-reviewers.server'
import { findPreparedToAgree, isPreparedBy, notifyOfAgreed, savePrepared } from '../second-person/prepare.server'
import { needsSecond } from '../second-person/second-person'
import {
  isDecision,
  permissionFor,
  permissionToAgree,
  ruleOf,
  type Deciding,
  type VerificationAction,
} from '../verification-actions'
import {
  documentsBlockingApproval,
  documentsToOpen,
  documentsToVerify,
  unopenedDocuments,
} from '../documents/application-documents'
import { inLanguageOf, rememberBefore, saveUndo, type ActResult, type StateBefore } from './decision-memory.server'
import { isUuid } from '../../../uuid'
import { withdrawWaitingMessages } from '../../../db/verifications/waiting-messages'

export type Decided = Outcome<DecisionResult, DecisionConflict>
type Change = Parameters<typeof moveVerification>[1]['change']
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** What one action brings with it: a note and items for the timeline, columns for the row. */
export type Decision = {
  note: string | null
  items: string[]
  change: (verification: VerificationToDecide, at: Date, actorId: string) => Change
  /** The template behind the note. */
  origin?: Origin
  /** The note and the items for a reader of another language. */
  inLanguage?: (language: Language) => { note: string | null; items: readonly string[] }
  /** What was typed into its form, to be there again when it is undone. */
  typed?: TypedFields
  /** What else is written with it; gives what else the log is to tell of. */
  also?: (
    tx: Transaction,
    made: { verification: VerificationToDecide; version: number; at: Date },
  ) => Promise<AuditEntry[]>
}

export type Act = {
  services: Services
  actor: Permit['actor']
  action: VerificationAction
  target: DecisionTarget
  decision: Decision
}

/**
 * One transaction: the guarded move, its timeline event, its effect on the organization, its message and its audit entry.
 * Refusals: `forbidden` by role or one's own application, `missing`, `unchanged` for a repeat, else `conflict`.
 */
export async function carryOut(
  services: Services,
  permit: Permit,
  action: VerificationAction,
  target: DecisionTarget,
  decision: Decision,
): Promise<Decided> {
  if (!isUuid(target.id)) return missing
  const { actor } = permit
  const outcome = await services.db.transaction(async (tx): Promise<Decided> => {
    // A resubmission is reserved for the reviewer who asked, so that person is locked too.
    const asker = action === 'resubmit' ? (await findToDecide(tx, target.id))?.reviewerId : null
    if (!(await isStillActive(tx, actor, [asker]))) return forbidden
    const verification = await findToDecideAndLockRule(tx, target.id)
    if (!verification || isHiddenFrom(actor, target, verification)) return missing
    const seen = target.isByApplicant ? await versionSeenByApplicant(tx, target, verification) : target.version
    const act = { services, actor, action, target: { ...target, version: seen }, decision }
    const may = (target.agrees ? permissionToAgree : permissionFor)(actor, verification, action)
    if (may === 'role' || may === 'conflict-of-interest') return forbidden
    if (may === 'state') return resolveUnmoved(tx, act, verification)
    if (ruleOf(action).needs !== 'no rejected document') return prepareOrAgree(tx, act, verification, [])
    const documents = await lockDocuments(tx, target.id)
    const rejected = documentsBlockingApproval(documents)
    if (rejected.length > 0) return conflictWithCurrent(tx, verification, 'document', rejected)
    const toOpen = verification.mustOpen ? documentsToOpen(documents) : []
    if (toOpen.length > 0) return conflictWithCurrent(tx, verification, 'unopened', toOpen)
    return prepareOrAgree(tx, act, verification, documents)
  })
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/** The present version, where what has happened since the one that was seen is not told to the applicant. */
async function versionSeenByApplicant(
  tx: Transaction,
  { id, version }: DecisionTarget,
  now: VerificationToDecide,
): Promise<number> {
  const told = applicantHistory(await selectTimeline(tx, id))[0]?.version ?? now.version
  return told <= version && version < now.version ? now.version : version
}

/** Not there for this person, or not at this address. */
export const isHiddenFrom = (
  actor: Deciding,
  target: Pick<DecisionTarget, 'mustBeModeChange'>,
  verification: VerificationToDecide,
): boolean =>
  (actor.role === null && actor.organizationId !== verification.organizationId) ||
  (target.mustBeModeChange === true && verification.type !== 'operation_mode_change')

/** Where two people decide, the first prepares and another carries out; everything else is carried out at once. */
async function prepareOrAgree(
  tx: Transaction,
  act: Act,
  verification: VerificationToDecide,
  documents: readonly LockedDocument[],
): Promise<Decided> {
  const { action, target, decision } = act
  if (target.agrees) {
    const first = await findPreparedToAgree(tx, act, action, verification)
    if (first) {
      const people = { firstId: first.actorId, secondId: act.actor.id }
      const dependence = await findDependence(tx, act.services, people)
      if (!dependence) return carryOutNow(tx, act, verification, documents, first)
      const { now } = await conflictWithCurrent(tx, verification, 'state', [])
      return conflict({ ...now, dependence })
    }
    // It may have been agreed to in this very moment, by this very person.
    const now = await findToDecide(tx, target.id)
    return now ? resolveUnmoved(tx, act, now) : missing
  }
  if (!needsSecond(verification, action)) return carryOutNow(tx, act, verification, documents)
  const { note, typed = [] } = decision
  const version = await savePrepared(tx, act, action, verification, { note, typed })
  if (version === null) {
    const now = await findToDecide(tx, target.id)
    if (!now) return missing
    return (await isPreparedBy(tx, act.actor.id, action, now, typed))
      ? unchanged
      : conflictWithCurrent(tx, now, 'stale', [])
  }
  const { organizationId, organizationName, submittedAt, status } = verification
  const kept = { isModeUnchanged: false, isPrepared: true }
  return done({ organizationId, organizationName, submittedAt, status, version, ...kept })
}

/** `documents`: what an approval stands on; one that was uploaded after they were locked is not among them. */
async function carryOutNow(
  tx: Transaction,
  act: Act,
  verification: VerificationToDecide,
  documents: readonly LockedDocument[] = [],
  first: PreparedRow | null = null,
): Promise<Decided> {
  const { services, actor, action, target, decision } = act
  const { to, event, isReview } = ruleOf(action)
  const at = services.now()
  const memory = await rememberBefore(tx, action, verification)
  const version = await move(tx, act, verification, memory, at)
  if (version === null) {
    const now = await findToDecide(tx, target.id)
    return now ? resolveUnmoved(tx, act, now) : missing
  }
  const prepared = memory && (first ?? (await findPrepared(tx, target.id, target.version)))
  if (action === 'start') await carryPrepared(tx, target.id, version)
  else await (action === 'resubmit' ? deleteVoidPrepared : deletePrepared)(tx, target.id, at)
  const due = await saveDueDate(tx, target.id, at)
  const { note, items, origin } = decision
  const told = { verificationId: target.id, event, at, actorId: actor.id, note, items, version, ...origin }
  await addTimelineEvent(tx, told)
  const more = (await decision.also?.(tx, { verification, version, at })) ?? []
  const takesOver = isReview && isHeldByOther(verification, actor.id)
  // An agreement is no take-over for whoever prepared it.
  if (takesOver && verification.reviewerId !== first?.actorId)
    await notifyFormerHolder(tx, verification, { actorId: actor.id, at })
  if (first) await notifyOfAgreed(tx, verification, first, { actorId: actor.id, at })
  const effect = await applyEffect(tx, action, verification)
  const verified = documentsToVerify(documents).map(({ id }) => id)
  await markVerified(tx, verified, { reviewedBy: actor.id, reviewedAt: at })
  const made = { version, at, first, effect }
  if (memory && isDecision(action)) {
    await saveUndo(tx, act, action, verification, memory, { ...made, prepared, due, verified })
  } else {
    await withdrawWaitingMessages(tx, target.id)
    await notifyApplicant(tx, services, { event, inLanguage: inLanguageOf(decision) }, verification)
  }
  if (event === 'resubmitted') await notifyStaffOfApplication(tx, services, target.id)
  await recordAudit(tx, ...more, auditEntryOf(act, verification, { ...made, documents, takesOver }))
  return done({
    organizationId: verification.organizationId,
    organizationName: verification.organizationName,
    submittedAt: verification.submittedAt,
    status: to,
    version,
    isModeUnchanged: verification.type === 'operation_mode_change' && effect !== null && effect.after === undefined,
  })
}

/** The guarded move, with the values that a decision is about kept beside it; the new version, or null when it did not move. */
function move(
  tx: Transaction,
  { actor, action, target, decision }: Act,
  verification: VerificationToDecide,
  memory: StateBefore | null,
  at: Date,
): Promise<number | null> {
  const { from, to } = ruleOf(action)
  const hasValues = memory && isDecided(to) && proposesValues(verification.type)
  const change = {
    ...decision.change(verification, at, actor.id),
    ...(hasValues && { heldAtDecision: valuesOf(verification.type, memory.organization) }),
  }
  return moveVerification(tx, { id: target.id, from, version: target.version, to, change })
}

function auditEntryOf(
  { actor, action, target, decision: { note, items } }: Act,
  verification: VerificationToDecide,
  {
    version,
    at,
    first,
    effect,
    documents,
    takesOver,
  }: ActResult & { documents: readonly LockedDocument[]; takesOver: boolean },
): AuditEntry {
  const unopened = unopenedDocuments(documents).map(({ id }) => id)
  return {
    at,
    actor,
    action: `verification.${action}`,
    objectType: 'verification',
    objectId: target.id,
    before: {
      status: verification.status,
      version: verification.version,
      ...(takesOver && { reviewer: verification.reviewerId }),
      ...effect?.before,
    },
    after: {
      status: ruleOf(action).to,
      version,
      ...(items.length > 0 ? { items } : {}),
      ...(takesOver && { reviewer: actor.id }),
      ...(first && { preparedBy: first.actorId }),
      ...(unopened.length > 0 ? { unopened } : {}),
      ...effect?.after,
    },
    reason: note ?? undefined,
    requestId: target.requestId,
  }
}
