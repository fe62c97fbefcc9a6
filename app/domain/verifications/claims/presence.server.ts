import { listLookers, notePresence } from '../../../db/verifications/verification-claims'
import type { Services } from '../../../services.server'
import type { Permit } from '../../access'
import { LOOKING_MS } from './claim'
import { isVerificationId } from '../queue/verification-list'

/** Notes that the permit's holder has an application open; the names of the others, or null when there is no such application. */
export async function noteLooking(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'verifications.review'>,
  verificationId: string,
): Promise<string[] | null> {
  const at = now()
  if (!isVerificationId(verificationId)) return null
  if (!(await notePresence(db, { verificationId, userId: actor.id, seenAt: at }))) return null
  const lookers = await listLookers(db, verificationId, new Date(at.getTime() - LOOKING_MS))
  return lookers.filter(({ id }) => id !== actor.id).map(({ name }) => name)
}
