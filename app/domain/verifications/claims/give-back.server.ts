import type { Queries } from '../../../db/engine/database'
import { insertInboxEntries } from '../../../db/inbox'
import {
  dropReservations,
  lockHeld,
  lockReserved,
  type Held,
  type Whose,
} from '../../../db/verifications/verification-claims'
import { mayFinish } from './claim'
import { moveClaim, type ClaimChangedBy } from './claim-change.server'

/**
 * Gives back to the queue what is held by people, or kept for them, who cannot finish it any more: paused or suspended, with
 * another role, or as one person decides what took two. In the transaction of that change; what was prepared and drafted stays.
 */
export async function giveBackUnfinishable(tx: Queries, whose: Whose, by: ClaimChangedBy): Promise<void> {
  for (const held of await lockHeld(tx, whose)) if (!mayHolderFinish(held)) await giveBack(tx, held, by)
  const kept = await lockReserved(tx, whose)
  await dropReservations(
    tx,
    kept.filter((one) => !mayHolderFinish(one)).map(({ id }) => id),
  )
}

const mayHolderFinish = ({ holderRole: role, holderStatus: status, ...held }: Held) => mayFinish({ role, status }, held)

async function giveBack(tx: Queries, held: Held, by: ClaimChangedBy): Promise<void> {
  const { id, organizationId, holderId } = held
  if ((await moveClaim(tx, held, null, by)) === null || held.holderStatus !== 'active') return
  const { actor, at } = by
  const entry = { userId: holderId, organizationId, verificationId: id, actorId: actor?.id ?? null, at }
  await insertInboxEntries(tx, [{ ...entry, kind: 'given_back' }])
}
