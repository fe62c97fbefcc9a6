import type { Queries } from '../../db/engine/database'
import { insertInboxEntries } from '../../db/inbox'
import { listActiveStaff } from '../../db/users/active-staff'

const TOLD_AT_MOST = 50

/** Tells the other superadmins, except the actor, that there is one more, but not who did it: nobody gets a second vote unseen. */
export async function notifyOfNewSuperadmin(
  tx: Queries,
  { id, actorId, at }: { id: string; actorId: string | null; at: Date },
): Promise<void> {
  const others = await listActiveStaff(tx, { roles: ['superadmin'], without: [id, actorId], atMost: TOLD_AT_MOST })
  await insertInboxEntries(
    tx,
    others.map((userId) => ({ userId, kind: 'superadmin_made', actorId: id, at })),
  )
}
