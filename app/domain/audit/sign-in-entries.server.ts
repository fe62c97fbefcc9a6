import { lockKeys } from '../../db/limits'
import { findUserOfPhone } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import { LIMITS } from '../limits/limit'
import { addHit, getHits } from '../limits/limits.server'
import { recordAudit, type AuditEntry } from './audit.server'

/** Wrong codes of a day after which there is another row, for one user and for all numbers of nobody together. */
const TOLD_COUNTS = [1, 5, 10, 25, 50, 100, 1000, 10_000]
const NOBODY = 'unknown'

type Who = Pick<Actor, 'id' | 'role'>

/** The row of somebody who has just signed in; `way` is how: by a code, by a passkey. */
export const signInEntry = (who: Who, way: 'code' | 'passkey', at: Date, requestId: string): AuditEntry => ({
  at,
  actor: { id: who.id, role: who.role },
  action: 'session.signIn',
  objectType: 'user',
  objectId: who.id,
  after: { way },
  requestId,
})

/** The row of whose session ended because another person signed in with its browser; none where it was one's own. */
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

/** Notes a wrong code at sign-in; all numbers that nobody has share their rows. */
export async function recordFailedSignIn(
  services: Services,
  { phone, at, requestId }: { phone: string; at: Date; requestId: string },
): Promise<void> {
  const objectId = (await findUserOfPhone(services.db, phone))?.id ?? NOBODY
  await recordWrongCode(services, objectId, { at, actor: null, action: 'session.signInFailed', objectId, requestId })
}

/** Notes a wrong code of fresh proof, which whoever found an open console may be guessing. */
export const recordFailedProof = (services: Services, { id, role }: Who, requestId: string): Promise<void> =>
  recordWrongCode(services, `proof ${id}`, {
    at: services.now(),
    actor: { id, role },
    action: 'session.proveFailed',
    objectId: id,
    requestId,
  })

/** Nobody can fill the log: there is a row for the first wrong code of a day and for the 5th, 10th, 25th and 50th. */
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
