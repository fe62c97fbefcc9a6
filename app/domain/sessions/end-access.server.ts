import type { Queries } from '../../db/engine/database'
import { endSessionsOfUser } from '../../db/sessions'
import { revokeDevicesOfUser } from '../../db/sign-in/trusted-devices'

/** Signs a user out everywhere and forgets the browsers they are trusted in; gives the number of sessions that ended. */
export async function endAccess(tx: Pick<Queries, 'update'>, userId: string, now: Date): Promise<number> {
  await revokeDevicesOfUser(tx, userId, now)
  return endSessionsOfUser(tx, userId, now)
}
