import { isDeepStrictEqual } from 'node:util'
import { insertInboxEntries, markPreparedRead } from '../../../db/inbox'
import { listActiveStaff } from '../../../db/users/active-staff'
import {
  deletePrepared,
  readDocumentVerdicts,
  findPrepared,
  upsertPrepared,
  type PreparedRow,
} from '../../../db/verifications/prepared-decisions'
import {
  addTimelineEvent,
  moveVerification,
  type VerificationToDecide,
} from '../../../db/verifications/verification-decisions'
import type { Queries } from '../../../db/engine/database'
import type { Services } from '../../../services.server'
import { ROLES } from '../../../vocabulary'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { isHeldByOther } from '../claims/claim'
import { notifyFormerHolder } from '../claims/claim-change.server'
import type { DecisionTarget } from '../decisions/decision'
import { isTwoPersonAction, type PreparedInput } from './second-person'
import { ruleOf, typesToDecide, type VerificationAction } from '../verification-actions'

const TOLD_AT_MOST = 50

type Act = { services: Pick<Services, 'now'>; actor: Permit['actor']; target: DecisionTarget }

const seenNow = async (tx: Queries, { id, organizationVersion }: VerificationToDecide) => ({
  organizationVersion,
  papers: await readDocumentVerdicts(tx, id),
})

/** Whether a vote is for what an application still is. */
const isVoteCurrent = (vote: { input: unknown }, now: PreparedInput['seen']) =>
  isDeepStrictEqual((vote.input as PreparedInput).seen, now)

/**
 * Keeps a decision as the first of two votes; its maker holds what is under review. The new version, or null when it was
 * overtaken.
 */
export async function savePrepared(
  tx: Queries,
  { services, actor, target }: Act,
  action: VerificationAction,
  verification: VerificationToDecide,
  { note, typed }: { note: string | null; typed: readonly [name: string, value: string][] },
): Promise<number | null> {
  const at = services.now()
  const { id, status, reviewerId, claimedAt } = verification
  const version = await moveVerification(tx, {
    id,
    from: ruleOf(action).from,
    version: target.version,
    to: status,
    change:
      status === 'under_review' ? { reviewerId: actor.id, claimedAt: reviewerId === actor.id ? claimedAt : at } : {},
  })
  if (version === null) return null
  const former = await findPrepared(tx, id, target.version)
  const seen = await seenNow(tx, verification)
  const input: PreparedInput = { typed: Object.fromEntries(typed), seen }
  await upsertPrepared(tx, { verificationId: id, version, action, input, actorId: actor.id, at })
  const waits = former?.isCounted && isVoteCurrent(former, seen) ? former : null
  if (isHeldByOther(verification, actor.id)) await notifyFormerHolder(tx, verification, { actorId: actor.id, at })
  if (waits?.actorId !== actor.id) {
    if (former) await markPreparedRead(tx, [id], at)
    const called = await notifyOfPrepared(tx, verification, actor.id, at)
    if (waits && !called.includes(waits.actorId)) await notifyOfReturned(tx, verification, waits.actorId, actor.id, at)
  }
  await recordVote(tx, { services, actor, target }, 'prepared', verification, { version, note, action })
  return version
}

/** Whether this person's vote stands on what is now, for this act and in these words: to prepare it again changes nothing. */
export async function isPreparedBy(
  tx: Queries,
  actorId: string,
  action: VerificationAction,
  verification: VerificationToDecide,
  typed: readonly [name: string, value: string][],
): Promise<boolean> {
  const vote = await findPrepared(tx, verification.id, verification.version)
  if (!vote?.isCounted || vote.action !== action || vote.actorId !== actorId) return false
  const input: PreparedInput = { typed: Object.fromEntries(typed), seen: await seenNow(tx, verification) }
  return isDeepStrictEqual(vote.input, input)
}

/** The vote that this person may agree to: for this act and version, by somebody else who still has one, on what still is as it was. */
export async function findPreparedToAgree(
  tx: Queries,
  { actor, target }: Pick<Act, 'actor' | 'target'>,
  action: VerificationAction,
  verification: VerificationToDecide,
) {
  const vote = await findPrepared(tx, target.id, target.version)
  if (!vote?.isCounted || vote.action !== action || vote.actorId === actor.id) return null
  return isVoteCurrent(vote, await seenNow(tx, verification)) ? vote : null
}

/** Gives a vote back to who prepared it. The new version, or null when it was overtaken. */
export async function returnPreparedIn(tx: Queries, act: Act, verification: VerificationToDecide, note: string) {
  const { actor, target, services } = act
  const vote = await findPrepared(tx, target.id, target.version)
  if (!vote) return null
  const { status } = verification
  const version = await moveVerification(tx, {
    id: target.id,
    from: [status],
    version: target.version,
    to: status,
    change: {},
  })
  if (version === null) return null
  await deletePrepared(tx, target.id, services.now())
  await notifyOfReturned(tx, verification, vote.actorId, actor.id, services.now())
  await recordVote(tx, act, 'returned', verification, { version, note, action: vote.action })
  return version
}

/** Calls those who may agree to it, and gives who they are. */
async function notifyOfPrepared(tx: Queries, verification: VerificationToDecide, actorId: string, at: Date) {
  const { id, organizationId, submittedBy, type } = verification
  const roles = ROLES.filter((role) => typesToDecide({ role }).includes(type))
  const others = await listActiveStaff(tx, { roles, without: [actorId, submittedBy], atMost: TOLD_AT_MOST })
  await insertInboxEntries(
    tx,
    others.map((userId) => ({ userId, kind: 'prepared', actorId, organizationId, verificationId: id, at })),
  )
  return others
}

const notifyOfReturned = (
  tx: Queries,
  { id, organizationId }: VerificationToDecide,
  userId: string,
  actorId: string,
  at: Date,
) => insertInboxEntries(tx, [{ userId, kind: 'returned', actorId, organizationId, verificationId: id, at }])

const AGREED = { approve: 'approval_agreed', reject: 'rejection_agreed' } as const

/** Whoever prepared it finds in the inbox that it was agreed to, and what became of the application. */
export const notifyOfAgreed = (
  tx: Queries,
  { id, organizationId }: VerificationToDecide,
  { action, actorId: userId }: Pick<PreparedRow, 'action' | 'actorId'>,
  by: { actorId: string; at: Date },
) =>
  isTwoPersonAction(action)
    ? insertInboxEntries(tx, [{ userId, kind: AGREED[action], organizationId, verificationId: id, ...by }])
    : undefined

const AUDITED = { prepared: 'verification.prepare', returned: 'verification.return' } as const

async function recordVote(
  tx: Queries,
  { services, actor, target }: Act,
  event: keyof typeof AUDITED,
  verification: VerificationToDecide,
  { version, note, action }: { version: number; note: string | null; action: string },
): Promise<void> {
  const at = services.now()
  await addTimelineEvent(tx, { verificationId: target.id, event, at, actorId: actor.id, note, version })
  await recordAudit(tx, {
    at,
    actor,
    action: AUDITED[event],
    objectType: 'verification',
    objectId: target.id,
    before: { version: verification.version },
    after: { decision: action, version },
    reason: note ?? undefined,
    requestId: target.requestId,
  })
}
