import { endSessionOfUser, endSessionsOfUser } from '../../db/sessions'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { done, unchanged, type Outcome } from '../outcome'
import { listOpenSessions, type OpenSession } from './open-sessions.server'

/** The browsers in which this person is signed in now, newest first. */
export const listOwnSessions = (services: Services, { actor }: Permit<'settings.own'>): Promise<OpenSession[]> =>
  listOpenSessions(services, actor.id, actor.sessionId)

/** Signs the actor out in one browser; `unchanged` when the session is not theirs or has ended. */
export async function endOwnSession(
  services: Services,
  permit: Permit<'settings.own'>,
  { id, requestId }: { id: string; requestId: string },
): Promise<Outcome> {
  return services.db.transaction(async (tx): Promise<Outcome> => {
    const at = services.now()
    if (!(await endSessionOfUser(tx, permit.actor.id, id, at))) return unchanged
    await recordAudit(tx, {
      at,
      actor: permit.actor,
      action: 'session.end',
      objectType: 'session',
      objectId: id,
      requestId,
    })
    return done(undefined)
  })
}

/** Signs the actor out everywhere else; returns the number of sessions that ended. */
export async function endOtherSessions(
  services: Services,
  permit: Permit<'settings.own'>,
  { requestId }: { requestId: string },
): Promise<Outcome<number>> {
  return services.db.transaction(async (tx): Promise<Outcome<number>> => {
    const { actor } = permit
    const at = services.now()
    const ended = await endSessionsOfUser(tx, actor.id, at, actor.sessionId)
    if (ended === 0) return unchanged
    await recordAudit(tx, {
      at,
      actor,
      action: 'session.endOthers',
      objectType: 'user',
      objectId: actor.id,
      after: { ended },
      requestId,
    })
    return done(ended)
  })
}
