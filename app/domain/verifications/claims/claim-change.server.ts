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

/** `actor` is null for the server's operator. */
export type ClaimChangedBy = { actor: Pick<Actor, 'id' | 'role'> | null; at: Date; requestId: string }

/**
 * Gives a review, in the version that was seen, to another person, or back to the queue when `reviewerId` is null; also adds it to the
 * history. A prepared decision stays. Returns the new version and the audit entry to record; null when the version has changed.
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

/** Tells the former holder of a review, in their inbox, who took it over. */
export async function notifyFormerHolder(
  tx: Queries,
  { id, organizationId, reviewerId }: VerificationToDecide,
  by: { actorId: string; at: Date },
): Promise<void> {
  if (reviewerId === null) return
  await insertInboxEntries(tx, [{ userId: reviewerId, kind: 'taken_over', organizationId, verificationId: id, ...by }])
}
