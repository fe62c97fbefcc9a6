import type { Queries } from '../../db/engine/database'
import { endSessionsOfUser } from '../../db/sessions'
import { revokeDevicesOfUser } from '../../db/sign-in/trusted-devices'

/** Signs a user out everywhere and revokes their trusted browsers; returns the number of each. */
export async function signOutEverywhere(
  tx: Queries,
  userId: string,
  now: Date,
): Promise<{ ended: number; forgotten: number }> {
  const forgotten = await revokeDevicesOfUser(tx, userId, now)
  return { ended: await endSessionsOfUser(tx, userId, now), forgotten: forgotten.length }
}
