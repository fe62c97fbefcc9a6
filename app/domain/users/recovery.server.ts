import { findRecovery, listRecoveryRequests, lockRecovery, settleRecovery } from '../../db/recovery'
import { endSessionsOfUser } from '../../db/sessions'
import { changeUser, countOpenRecovery as countOpen, findUserOfPhone, lockUsers } from '../../db/user-changes'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { RecoveryOutcome } from '../../vocabulary'
import { can, type Actor, type Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { phoneChannel } from '../messages/channels'
import { enqueueMessage } from '../messages/enqueue.server'
import { wakeOutbox } from '../messages/outbox.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { formatPhone } from '../sign-in/phone.server'
import { isUserId } from './input'
import { maskedPhone } from './masked-phone'
import { mayEndSessions } from './user-actions'

type Reading = Permit<'recovery.read'>

/** How many requests wait for somebody. */
export const countOpenRecovery = ({ db }: Pick<Services, 'db'>, _permit: Reading): Promise<number> => countOpen(db)

/** What waits first, then the newest, phones masked. */
export async function listRecovery({ db }: Pick<Services, 'db'>, _permit: Reading) {
  const rows = await listRecoveryRequests(db)
  return rows.map((row) => ({ ...row, oldPhone: maskedPhone(row.oldPhone), newPhone: maskedPhone(row.newPhone) }))
}

/** What keeps the number from being changed; null when nothing does. */
export type RecoveryObstacle = 'unknown' | 'shutOut' | 'notYours' | 'taken' | null

/**
 * One request with the user of the old number, and whether this person may change it; null when there is none. Whole
 * phones are for those who decide (security PRV-01).
 */
export async function findRecoveryRequest({ db }: Pick<Services, 'db'>, { actor }: Reading, id: string) {
  const request = isUserId(id) ? await findRecovery(db, id) : null
  if (!request) return null
  const [user, holder] = await Promise.all([
    findUserOfPhone(db, request.oldPhone),
    findUserOfPhone(db, request.newPhone),
  ])
  const shown = can(actor, 'users.suspend') ? formatPhone : maskedPhone
  return {
    request: { ...request, oldPhone: shown(request.oldPhone), newPhone: shown(request.newPhone) },
    user: user && { id: user.id, username: user.username, role: user.role, status: user.status },
    obstacle: obstacleTo(actor, user, holder),
  }
}

type Found = Awaited<ReturnType<typeof findUserOfPhone>>

function obstacleTo(actor: Pick<Actor, 'id' | 'role'>, user: Found, holder: Found): RecoveryObstacle {
  if (!user) return 'unknown'
  if (user.status === 'suspended' || user.status === 'inactive') return 'shutOut'
  if (!mayEndSessions(actor, user)) return 'notYours'
  return holder ? 'taken' : null
}

/**
 * Changes the number or declines the request, in one transaction with its messages to both numbers and its audit entry.
 * `unchanged` when it was settled the same way, `conflict` with the outcome or the obstacle.
 */
export async function settleRecoveryRequest(
  services: Services,
  { actor }: Permit<'users.suspend'>,
  outcome: RecoveryOutcome,
  { id, requestId }: { id: string; requestId: string },
): Promise<Outcome<void, RecoveryOutcome | NonNullable<RecoveryObstacle>>> {
  type Result = Outcome<void, RecoveryOutcome | NonNullable<RecoveryObstacle>>
  const at = services.now()
  const result = await services.db.transaction(async (tx): Promise<Result> => {
    const request = isUserId(id) ? await lockRecovery(tx, id) : null
    if (!request) return missing
    if (request.outcome) return request.outcome === outcome ? unchanged : conflict(request.outcome)
    const entry = { at, actor, objectType: 'recoveryRequest', objectId: id, requestId } as const
    if (outcome === 'declined') {
      if (!(await settleRecovery(tx, id, { handledAt: at, handledBy: actor.id, outcome }))) return unchanged
      await recordAudit(tx, { ...entry, act: 'recovery.decline' })
      return done(undefined)
    }
    const holder = await findUserOfPhone(tx, request.oldPhone)
    const locked = await lockUsers(tx, holder ? [holder.id, actor.id] : [actor.id])
    if (!locked.some((row) => row.id === actor.id && row.role === actor.role && row.status === 'active'))
      return forbidden
    const user = locked.find((row) => row.phone === request.oldPhone) ?? null
    const obstacle = obstacleTo(actor, user, await findUserOfPhone(tx, request.newPhone))
    if (obstacle === 'notYours') return forbidden
    if (obstacle || !user) return conflict(obstacle ?? 'unknown')
    if (!(await settleRecovery(tx, id, { handledAt: at, handledBy: actor.id, outcome }))) return unchanged
    if ((await changeUser(tx, user, { phone: request.newPhone })) === null) throw new Error('A locked user changed')
    await endSessionsOfUser(tx, user.id, at)
    const channel = phoneChannel(services.env)
    const told = { channel, kind: 'phone_changed', language: user.language }
    for (const [to, key] of [
      [request.oldPhone, 'users:message.phoneMoved'],
      [request.newPhone, 'users:message.phoneNew'],
    ] as const)
      await enqueueMessage(tx, services, { ...told, to, text: translate(user.language, { key }) })
    await recordAudit(tx, {
      ...entry,
      act: 'user.phone',
      objectType: 'user',
      objectId: user.id,
      before: { phone: maskedPhone(request.oldPhone) },
      after: { phone: maskedPhone(request.newPhone) },
    })
    return done(undefined)
  })
  if (result.kind === 'done') wakeOutbox(services)
  return result
}
