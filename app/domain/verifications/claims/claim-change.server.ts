import type { Queries } from '../../../db/engine/database'
import { insertInboxEntries } from '../../../db/inbox'
import { carryPrepared } from '../../../db/verifications/prepared-decisions'
import {
  addTimelineEvent,
  moveVerification,
  type VerificationToDecide,
} from '../../../db/verifications/verification-decisions'
import type { Actor } from '../../access'
import type { AuditEntry } from '../../audit/audit.server'

/** No actor is whoever operates the server. */
export type ClaimChangedBy = { actor: Pick<Actor, 'id' | 'role'> | null; at: Date; requestId: string }

/**
 * Gives what is under review, in the version that was seen, to another person, or back to the queue where that is nobody; in
 * the history too. What was prepared goes along. The new version with what the log is to tell of it, or null when it is
 * another by now.
 */
export async function moveClaim(
  tx: Queries,
  { id, version, holderId }: { id: string; version: number; holderId: string | null },
  reviewerId: string | null,
  { actor, at, requestId }: ClaimChangedBy,
): Promise<{ version: number; entry: AuditEntry } | null> {
  const [to, event, act] =
    reviewerId === null
      ? (['pending', 'released', 'release'] as const)
      : (['under_review', 'taken_over', 'take_over'] as const)
  const change = { reviewerId, claimedAt: reviewerId === null ? null : at }
  const moved = await moveVerification(tx, { id, from: ['under_review'], version, to, change })
  if (moved === null) return null
  await carryPrepared(tx, id, moved)
  await addTimelineEvent(tx, { verificationId: id, event, at, actorId: actor?.id ?? null, version: moved })
  const entry: AuditEntry = {
    at,
    actor,
    action: `verification.${act}`,
    objectType: 'verification',
    objectId: id,
    before: { reviewer: holderId, status: 'under_review', version },
    after: { reviewer: reviewerId, status: to, version: moved },
    requestId,
  }
  return { version: moved, entry }
}

/** Who held the review finds in the inbox who has it now. */
export async function notifyFormerHolder(
  tx: Queries,
  { id, organizationId, reviewerId }: VerificationToDecide,
  by: { actorId: string; at: Date },
): Promise<void> {
  if (reviewerId === null) return
  await insertInboxEntries(tx, [{ userId: reviewerId, kind: 'taken_over', organizationId, verificationId: id, ...by }])
}
