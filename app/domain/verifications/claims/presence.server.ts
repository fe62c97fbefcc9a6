import { listViewers, recordPresence } from '../../../db/verifications/verification-claims'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import { viewingAt } from './claim'
import { isUuid } from '../../../uuid'

/** Records that the actor has an application open; returns the names of the other viewers, or null when it does not exist. */
export async function recordViewing(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'verifications.review'>,
  verificationId: string,
): Promise<string[] | null> {
  const at = now()
  if (!isUuid(verificationId)) return null
  if (!(await recordPresence(db, { verificationId, userId: actor.id, seenAt: at }))) return null
  const viewers = await listViewers(db, verificationId, viewingAt(at))
  return viewers.filter(({ id }) => id !== actor.id).map(({ name }) => name)
}
