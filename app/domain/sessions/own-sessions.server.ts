import { endSessionOfUser, endSessionsOfUser, listSessionsOfUser } from '../../db/sessions'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { done, missing, type Outcome } from '../outcome'
import { lastSeenMs } from './last-seen.server'
import { hasLapsed } from './session'

/** One of a person's signed-in browsers. */
export type OwnSession = {
  id: string
  userAgent: string
  address: string
  createdAt: Date
  lastSeenAt: Date
  isThisOne: boolean
}

/** The browsers in which this person is signed in now, newest first. */
export async function listOwnSessions(services: Services, permit: Permit<'settings.own'>): Promise<OwnSession[]> {
  const nowMs = services.now().getTime()
  const rows = await listSessionsOfUser(services.db, permit.actor.id)
  return rows.flatMap((row) => {
    const seenMs = lastSeenMs(row)
    if (hasLapsed({ createdAtMs: row.createdAt.getTime(), lastSeenMs: seenMs }, services.env, nowMs)) return []
    const { id, userAgent, address, createdAt } = row
    return [
      { id, userAgent, address, createdAt, lastSeenAt: new Date(seenMs), isThisOne: id === permit.actor.sessionId },
    ]
  })
}

/** Signs this person out in one browser; missing when it is not one of theirs. */
export async function endOwnSession(
  services: Services,
  permit: Permit<'settings.own'>,
  { id, requestId }: { id: string; requestId: string },
): Promise<Outcome> {
  return services.db.transaction(async (tx) => {
    const at = services.now()
    if (!(await endSessionOfUser(tx, permit.actor.id, id, at))) return missing
    await recordAudit(tx, {
      at,
      actor: permit.actor,
      act: 'session.end',
      objectType: 'session',
      objectId: id,
      requestId,
    })
    return done(undefined)
  })
}

/** Signs this person out everywhere else; gives the number of sessions that ended. */
export async function endOtherSessions(
  services: Services,
  permit: Permit<'settings.own'>,
  { requestId }: { requestId: string },
): Promise<Outcome<number>> {
  return services.db.transaction(async (tx) => {
    const { actor } = permit
    const at = services.now()
    const ended = await endSessionsOfUser(tx, actor.id, at, actor.sessionId)
    if (ended > 0)
      await recordAudit(tx, {
        at,
        actor,
        act: 'session.endOthers',
        objectType: 'user',
        objectId: actor.id,
        after: { ended },
        requestId,
      })
    return done(ended)
  })
}
