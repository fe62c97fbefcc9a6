import { endSessionOfUser } from '../../db/sessions'
import { selectActsOfUser } from '../../db/audit/audit-list'
import { findUser, findUserWithInvite } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import { can, type Permit } from '../access'
import { rowFor } from '../audit/list-audit.server'
import { recordAudit } from '../audit/audit.server'
import { done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { mayReadDeleted } from '../invite-codes/invite-rules'
import { showCode } from '../invite-codes/show-code.server'
import { signOutEverywhere } from '../sessions/sign-out-everywhere.server'
import { listOpenSessions } from '../sessions/open-sessions.server'
import { formatPhone } from '../phones/phone.server'
import { DATA_REQUEST_KINDS, INVITATION_DAYS } from '../../vocabulary'
import { DAY_MS } from '../../durations'
import { dataRequestState } from './personal-data/data-request-actions'
import { maskedPhone } from '../phones/masked-phone'
import { passkeySummary } from '../passkeys/passkey'
import { mayEndSessions, userActionsOpenTo } from './user-actions'
import { isUuid } from '../../uuid'

type Reading = Permit<'users.read'>

const HISTORY_MAX = 20

/**
 * One user with the phone masked, the possible actions and the history. Sessions and passkeys are null for people who may not end sessions,
 * the legal hold and data requests for people who may not manage them. The history holds only the actor's own acts without `audit.readAll`.
 * Null when the user does not exist. At most three statements.
 */
export async function findUserDetail(services: Services, { actor }: Reading, id: string) {
  const found = isUuid(id) ? await findUserWithInvite(services.db, id) : null
  if (!found) return null
  const { holds, dataRequests, passkeys, invitedSince, ...user } = found
  const invitedUntil = new Date(invitedSince.getTime() + INVITATION_DAYS * DAY_MS)
  const { invite } = user
  const mayHold = can(actor, 'users.hold')
  const mayAsk = can(actor, 'users.data') && found.id !== actor.id && found.erasedAt === null
  const mayEnd = mayEndSessions(actor, found)
  const [history, sessions] = await Promise.all([
    selectActsOfUser(services.db, id, {
      atMost: HISTORY_MAX,
      byOnly: can(actor, 'audit.readAll') ? null : actor.id,
    }),
    mayEnd ? listOpenSessions(services, id, actor.sessionId) : null,
  ])
  return {
    user: {
      ...user,
      invite: invite && {
        id: invite.id,
        code: showCode(actor, invite),
        isOpen: invite.deletedAt === null || mayReadDeleted(actor, invite),
      },
      phone: maskedPhone(found.phone),
      isSelf: found.id === actor.id,
      /** Until when the user may sign in for the first time; `until` is null when that time is over. */
      invitation: found.status === 'invited' ? { until: invitedUntil > services.now() ? invitedUntil : null } : null,
    },
    actions: userActionsOpenTo(actor, found),
    history: history.map((row) => rowFor(actor, row)),
    sessions,
    passkeys: mayEnd ? passkeySummary(passkeys) : null,
    hold: mayHold ? (holds[0] ?? null) : null,
    data: mayAsk
      ? DATA_REQUEST_KINDS.map((kind) => {
          const request = dataRequests.find((one) => one.kind === kind) ?? null
          const state = dataRequestState(request, services.now())
          return { kind, state, request: state === 'none' ? null : request }
        })
      : null,
    mayHold: mayHold && found.id !== actor.id && found.erasedAt === null,
  }
}

/** The whole number, with an audit entry (security PRV-01). */
export async function showPhone(
  services: Services,
  { actor }: Reading,
  { id, requestId }: { id: string; requestId: string },
): Promise<Outcome<string>> {
  return services.db.transaction(async (tx): Promise<Outcome<string>> => {
    const user = isUuid(id) ? await findUser(tx, id) : null
    if (!user || user.erasedAt !== null) return missing
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'user.showPhone',
      objectType: 'user',
      objectId: id,
      requestId,
    })
    return done(formatPhone(user.phone))
  })
}

/** Signs a user out in one browser, or in all when `sessionId` is null. */
export async function endUserSessions(
  services: Services,
  { actor }: Reading,
  { id, sessionId, requestId }: { id: string; sessionId: string | null; requestId: string },
): Promise<Outcome> {
  const at = services.now()
  return services.db.transaction(async (tx): Promise<Outcome> => {
    const user = isUuid(id) ? await findUser(tx, id) : null
    if (!user) return missing
    if (!mayEndSessions(actor, user)) return forbidden
    const { ended, forgotten } = sessionId
      ? { ended: Number(await endSessionOfUser(tx, id, sessionId, at)), forgotten: 0 }
      : await signOutEverywhere(tx, id, at)
    if (ended === 0 && forgotten === 0) return unchanged
    await recordAudit(tx, {
      at,
      actor,
      action: sessionId ? 'session.end' : 'session.endAll',
      objectType: 'user',
      objectId: id,
      after: { ended },
      requestId,
    })
    return done(undefined)
  })
}
