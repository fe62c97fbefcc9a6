import { lockKeys } from '../../db/limits'
import { findUserOfPhone } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { LIMITS } from '../limits/limit'
import { addHit, getHits } from '../limits/limits.server'
import { recordAudit, type AuditEntry } from './audit.server'

/** Counts of wrong codes in a day at which another row is written, per user, and for all unknown numbers together. */
const TOLD_COUNTS = [1, 5, 10, 25, 50, 100, 1000, 10_000]
const NOBODY = 'unknown'

type Who = Pick<Actor, 'id' | 'role'>

/** The audit entry of a sign-in; `way` is how the person signed in. */
export const signInEntry = (who: Who, way: 'code' | 'passkey', at: Date, requestId: string): AuditEntry => ({
  at,
  actor: { id: who.id, role: who.role },
  action: 'session.signIn',
  objectType: 'user',
  objectId: who.id,
  after: { way },
  requestId,
})

/** The audit entry for a person whose session ended because somebody else signed in with the same browser; none for the same person. */
export const displacedEntries = (
  formerId: string | null,
  { id }: Pick<Who, 'id'>,
  at: Date,
  requestId: string,
): AuditEntry[] =>
  formerId === null || formerId === id
    ? []
    : [
        {
          at,
          actor: null,
          action: 'session.end',
          objectType: 'user',
          objectId: formerId,
          after: { ended: 1 },
          requestId,
        },
      ]

/** Records a wrong code at sign-in; all numbers without a user share one subject. */
export async function recordFailedSignIn(
  services: Services,
  { phone, at, requestId }: { phone: string; at: Date; requestId: string },
): Promise<void> {
  const objectId = (await findUserOfPhone(services.db, phone))?.id ?? NOBODY
  await recordWrongCode(services, objectId, { at, actor: null, action: 'session.signInFailed', objectId, requestId })
}

/** Records a wrong code during fresh proof: somebody who found an open console may be guessing. */
export const recordFailedProof = (services: Services, { id, role }: Who, requestId: string): Promise<void> =>
  recordWrongCode(services, `proof ${id}`, {
    at: services.now(),
    actor: { id, role },
    action: 'session.proveFailed',
    objectId: id,
    requestId,
  })

/** Keeps wrong codes from flooding the log: only the counts in `TOLD_COUNTS` get a row. */
async function recordWrongCode(
  services: Services,
  subject: string,
  act: Pick<AuditEntry, 'at' | 'actor' | 'action' | 'objectId' | 'requestId'>,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockKeys(tx, [`wrong codes ${subject}`])
    const counted = { limit: LIMITS.failedSignIns, subject }
    await addHit(tx, services, counted)
    const { count } = await getHits(tx, services, counted)
    if (!TOLD_COUNTS.includes(count)) return
    await recordAudit(tx, { ...act, objectType: 'user', after: { wrongCodes: count } })
  })
}
