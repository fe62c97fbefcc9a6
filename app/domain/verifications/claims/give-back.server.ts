import type { Queries } from '../../../db/engine/database'
import { insertInboxEntries } from '../../../db/inbox'
import { carryPrepared } from '../../../db/verifications/prepared-decisions'
import {
  dropReservations,
  lockHeld,
  lockReserved,
  type Held,
  type Whose,
} from '../../../db/verifications/verification-claims'
import { addTimelineEvent, moveVerification } from '../../../db/verifications/verification-decisions'
import type { Actor } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { mayFinish } from './claim'

/** Who changed what their colleagues may finish; no actor is whoever operates the server. */
type By = { actor: Pick<Actor, 'id' | 'role'> | null; at: Date; requestId: string }

/**
 * Gives back to the queue what is held by people, or kept for them, who cannot finish it any more: paused or suspended, with
 * another role, or as one person decides what took two. In the transaction of that change; what was prepared and drafted stays.
 */
export async function giveBackUnfinishable(tx: Queries, whose: Whose, by: By): Promise<void> {
  for (const held of await lockHeld(tx, whose)) if (!mayHolderFinish(held)) await giveBack(tx, held, by)
  const kept = await lockReserved(tx, whose)
  await dropReservations(
    tx,
    kept.filter((one) => !mayHolderFinish(one)).map(({ id }) => id),
  )
}

const mayHolderFinish = ({ holderRole: role, holderStatus: status, ...held }: Held) => mayFinish({ role, status }, held)

async function giveBack(tx: Queries, held: Held, { actor, at, requestId }: By): Promise<void> {
  const { id, organizationId, holderId } = held
  const change = { reviewerId: null, claimedAt: null }
  const version = await moveVerification(tx, {
    id,
    from: ['under_review'],
    version: held.version,
    to: 'pending',
    change,
  })
  if (version === null) return
  await carryPrepared(tx, id, version)
  await addTimelineEvent(tx, { verificationId: id, event: 'released', at, actorId: actor?.id ?? null, version })
  await recordAudit(tx, {
    at,
    actor,
    action: 'verification.release',
    objectType: 'verification',
    objectId: id,
    before: { reviewer: holderId, status: 'under_review', version: held.version },
    after: { reviewer: null, status: 'pending', version },
    requestId,
  })
  const entry = {
    userId: holderId,
    kind: 'given_back',
    organizationId,
    verificationId: id,
    actorId: actor?.id ?? null,
    at,
  } as const
  if (held.holderStatus === 'active') await insertInboxEntries(tx, [entry])
}
