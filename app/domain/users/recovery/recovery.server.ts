import { findLatestAct } from '../../../db/audit/audit'
import {
  countRecovery,
  findRecovery,
  lockRecovery,
  advanceRecovery,
  selectRecovery,
  wasNumberChangedSince,
  type RecoveryRow,
} from '../../../db/users/recovery'
import type { Queries } from '../../../db/engine/database'
import { insertInboxEntries, markRead } from '../../../db/inbox'
import { selectPasskeyAges } from '../../../db/sign-in/passkeys'
import { listStatusesTo } from '../../../db/messages/messages'
import { unlessPhoneTaken } from '../../../db/engine/unique-violation'
import {
  findUserOfPhone,
  isActiveAs,
  listSuperadmins,
  lockUsers,
  superadminsAmong,
} from '../../../db/users/user-changes'
import { pageWithin } from '../../../lists/paging'
import type { Services } from '../../../services.server'
import type { MessageStatus, RecoveryState } from '../../../vocabulary'
import { can, type Actor, type Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import type { Fresh } from '../../fresh-proof'
import type { Dependence } from '../../independent-people'
import { findDependence, haveIndependentPair } from '../../independent-people.server'
import { NUMBER_WARNING } from '../../messages/by-sms.server'
import { wakeOutbox } from '../../messages/outbox.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../../outcome'
import { passkeySummary } from '../../passkeys/passkey'
import { formatPhone, mayReceiveCodes } from '../../phones/phone.server'
import { isGuarded } from '../numbers/guarded-number.server'
import { maskedPhone } from '../../phones/masked-phone'
import { moveNumber, warnOldNumber } from '../numbers/move-number.server'
import {
  withoutLapsedProposal,
  CANCELLED_BECAUSE,
  changesAt,
  isBlocked,
  mayRecover,
  RECOVERY_ACTIONS,
  RECOVERY_INTENTS,
  recoveryState,
  type CancelledBecause,
  type RecoveryIntent,
} from './recovery-actions'
import { LIKELIHOODS, type RecoveryListState } from './recovery-list'
import { mayEndSessions } from '../user-actions'
import { isUuid } from '../../../uuid'

type Reading = Permit<'recovery.read'>

/** The number of requests that wait for somebody. */
export const countOpenRecovery = ({ db }: Pick<Services, 'db'>, _permit: Reading): Promise<number> =>
  countRecovery(db, ['waiting', 'proposed'])

/** One page in the requested order, phones masked; a page past the end becomes the last one. */
export async function listRecovery({ db }: Pick<Services, 'db'>, _permit: Reading, state: RecoveryListState) {
  const total = await countRecovery(db, state.state)
  const page = pageWithin(state.page, state.pageSize, total)
  const rows = total ? await selectRecovery(db, state, state.pageSize, (page - 1) * state.pageSize) : []
  return {
    total,
    page,
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      oldPhone: maskedPhone(row.oldPhone),
      newPhone: maskedPhone(row.newPhone),
      createdAt: row.createdAt,
      state: recoveryState(row),
      likelihood: row.outcome ? null : (LIKELIHOODS[row.likelihood] ?? null),
      handledByName: row.handledByName,
    })),
  }
}

/** Why the number cannot be changed; null when it can. */
type RecoveryObstacle = 'unknown' | 'blocked' | 'own' | 'notYours' | 'taken' | 'unreachable' | null

/**
 * One request with the user of the old number, and what the actor may do to it now; null when it does not exist. Whole phones only for
 * people who may decide this request (security PRV-01).
 */
export async function findRecoveryRequest(
  { db, now, env }: Pick<Services, 'db' | 'now' | 'env'>,
  { actor }: Reading,
  id: string,
) {
  const found = isUuid(id) ? await findRecovery(db, id) : null
  if (!found) return null
  const [known, holder, superadmins, isOfAnother] = await Promise.all([
    findUserOfPhone(db, found.oldPhone).then((user) => withGuard(db, { now }, user)),
    findUserOfPhone(db, found.newPhone).then((user) => withGuard(db, { now }, user)),
    listSuperadmins(db),
    wasNumberChangedSince(db, found.oldPhone, found.createdAt),
  ])
  const request = withoutLapsedProposal(found, superadmins)
  const state = recoveryState(request)
  const user = state === 'number_changed' ? await findMoved(db, request, holder) : isOfAnother ? null : known
  const isReachable = mayReceiveCodes(request.newPhone, env.codeCountries)
  const obstacle = obstacleTo(actor, user, { holder, isReachable })
  const isDecider = can(actor, 'users.suspend') && mayHandle(actor, user)
  const isOpen = state === 'waiting' || state === 'proposed'
  const tellsPasskeys = user !== null && isDecider && (isOpen || state === 'agreed')
  // Nothing is left to decide about a handled request, and the new number may be somebody's.
  const isDecided = request.outcome !== null
  const isForWhole = !isDecided && can(actor, 'users.suspend') && (!known || mayChangeNumberOf(actor, known))
  const shown = isForWhole ? formatPhone : maskedPhone
  const open = RECOVERY_INTENTS.filter(
    (intent) =>
      isDecider &&
      mayRecover(actor, intent, { state, proposedBy: request.proposedBy, user }, isDecider) &&
      (obstacle === null || intent === 'decline' || intent === 'cancel'),
  )
  const people = request.proposedBy !== null &&
    open.includes('agree') && { firstId: request.proposedBy, secondId: actor.id }
  const dependence = people ? await findDependence(db, { now }, people) : null
  return {
    name: request.name,
    message: request.message,
    createdAt: request.createdAt,
    state,
    handledAt: request.handledAt,
    handledByName: request.handledByName,
    oldPhone: shown(request.oldPhone),
    newPhone: shown(request.newPhone),
    proposedByName: request.proposedByName,
    agreedByName: request.agreedByName,
    changesAt: state === 'agreed' && request.agreedAt ? changesAt(request.agreedAt) : null,
    because: state === 'cancelled' ? await findBecause(db, id) : null,
    warning: state === 'agreed' && request.agreedAt ? await findWarning(db, request.oldPhone, request.agreedAt) : null,
    user: user && { id: user.id, username: user.username, role: user.role },
    isGuarded: user?.isGuarded ?? false,
    nobodyElse: user?.isGuarded === true && (await needsOperator(db, { now }, superadmins, user.id)),
    /** Passkeys stay when the number changes. */
    passkeys: tellsPasskeys ? passkeySummary(await selectPasskeyAges(db, user.id)) : null,
    obstacle: isOpen ? obstacle : null,
    /** Why this person may not agree. */
    dependence,
    buttons: open.filter((intent) => intent !== 'agree' || dependence === null),
  }
}

/** The user whose number was changed: the holder of the new one, unless that was changed since. */
const findMoved = async (queries: Queries, { newPhone, handledAt }: RecoveryRow, holder: Found): Promise<Found> =>
  handledAt && (await wasNumberChangedSince(queries, newPhone, handledAt)) ? null : holder

/** Why the change was cancelled; null when a superadmin did it, or before reasons were recorded. */
async function findBecause(queries: Queries, id: string): Promise<CancelledBecause | null> {
  const cancelled = await findLatestAct(queries, {
    objectType: 'recoveryRequest',
    objectId: id.toLowerCase(),
    actions: ['recovery.cancel'],
  })
  return CANCELLED_BECAUSE.find((because) => because === cancelled?.after?.because) ?? null
}

const BEST_FIRST = ['delivered', 'sent', 'queued', 'failed'] as const satisfies readonly MessageStatus[]

/** The best delivery status of the warning to the old number over all channels; null when it is no longer kept. */
async function findWarning(queries: Queries, to: string, since: Date): Promise<MessageStatus | null> {
  const reached = await listStatusesTo(queries, { to, kind: NUMBER_WARNING, since })
  return BEST_FIRST.find((status) => reached.includes(status)) ?? null
}

/** Whether no two independent others could propose and agree. */
export const needsOperator = async (
  queries: Queries,
  services: Pick<Services, 'now'>,
  superadminIds: readonly string[],
  userId: string,
): Promise<boolean> => {
  const others = superadminIds.filter((id) => id !== userId)
  return !(await haveIndependentPair(queries, services, others))
}

type Known = NonNullable<Awaited<ReturnType<typeof findUserOfPhone>>>
type Found = (Known & { isGuarded: boolean }) | null

async function withGuard(queries: Queries, services: Pick<Services, 'now'>, user: Known | null): Promise<Found> {
  return user && { ...user, isGuarded: await isGuarded(queries, services, user) }
}

/** Whether the actor may change that user's number at all; guarded numbers are for superadmins. */
const mayChangeNumberOf = (actor: Pick<Actor, 'id' | 'role'>, user: NonNullable<Found>): boolean =>
  mayEndSessions(actor, user) && (!user.isGuarded || actor.role === 'superadmin')

/**
 * Requests for a number without a user are open to every administrator, for the actor's own number to the actor, and any other to people
 * who may change that number.
 */
const mayHandle = (actor: Pick<Actor, 'id' | 'role'>, user: Found): boolean =>
  user === null || user.id === actor.id || mayChangeNumberOf(actor, user)

function obstacleTo(
  actor: Pick<Actor, 'id' | 'role'>,
  user: Found,
  { holder, isReachable }: { holder: Known | null; isReachable: boolean },
): RecoveryObstacle {
  if (!user) return 'unknown'
  if (isBlocked(user.status)) return 'blocked'
  if (user.id === actor.id) return 'own'
  if (!mayChangeNumberOf(actor, user)) return 'notYours'
  if (holder) return 'taken'
  return isReachable ? null : 'unreachable'
}

type Settled = Outcome<void, RecoveryState | NonNullable<RecoveryObstacle> | { dependence: Dependence }>

/**
 * Does one person's part in a request, in one transaction with its messages and its audit entry. `unchanged` when it was done already,
 * `forbidden` by role or to the proposer, `conflict` with the state or the obstacle.
 */
export async function handleRecoveryRequest(
  services: Services,
  { actor }: Fresh<'users.suspend'>,
  intent: RecoveryIntent,
  { id, requestId }: { id: string; requestId: string },
): Promise<Settled> {
  const result = await unlessPhoneTaken(
    () => services.db.transaction((tx) => resolveRequest(tx, services, actor, intent, { id, requestId })),
    conflict('taken' as const),
  )
  if (result.kind === 'done') wakeOutbox(services)
  return result
}

async function resolveRequest(
  tx: Queries,
  services: Services,
  actor: Actor,
  intent: RecoveryIntent,
  { id, requestId }: { id: string; requestId: string },
): Promise<Settled> {
  const found = isUuid(id) ? await lockRecovery(tx, id) : null
  if (!found) return missing
  const owner = await findUserOfPhone(tx, found.oldPhone)
  const locked = await lockUsers(tx, owner ? [owner.id, actor.id] : [actor.id])
  const superadmins = superadminsAmong(locked)
  const request = withoutLapsedProposal(found, superadmins)
  const state = recoveryState(request)
  const rule = RECOVERY_ACTIONS[intent]
  if (state === rule.to) return unchanged
  if (!locked.some((row) => isActiveAs(row, actor))) return forbidden
  const isOfAnother = await wasNumberChangedSince(tx, request.oldPhone, request.createdAt)
  const known = isOfAnother ? null : locked.find((row) => row.phone === request.oldPhone)
  const user = await withGuard(tx, services, known ?? null)
  if (!rule.from.some((one) => one === state)) return conflict(state)
  const at = services.now()
  const entry = { at, actor, objectType: 'recoveryRequest', objectId: id, requestId } as const
  const handledNow = { handledAt: at, handledBy: actor.id }
  const endCall = async () =>
    known && markRead(tx, superadmins, { kind: 'number_proposed', actorId: known.id, now: at })

  if (intent !== 'decline' && intent !== 'cancel') {
    const holder = await findUserOfPhone(tx, request.newPhone)
    const isReachable = mayReceiveCodes(request.newPhone, services.env.codeCountries)
    const obstacle = obstacleTo(actor, user, { holder, isReachable })
    if (obstacle === 'own' || obstacle === 'notYours') return forbidden
    if (obstacle || !user) return conflict(obstacle ?? 'unknown')
    if (!mayRecover(actor, intent, { state, proposedBy: request.proposedBy, user }, true)) return forbidden
    if (intent === 'agree' && request.proposedBy !== null) {
      const people = { firstId: request.proposedBy, secondId: actor.id }
      const dependence = await findDependence(tx, services, people)
      if (dependence) return conflict({ dependence })
    }
    if (intent === 'change') {
      await advanceRecovery(tx, id, { ...handledNow, outcome: 'number_changed' })
      await moveNumber(tx, services, { user, request, actor, requestId })
    } else if (intent === 'propose') {
      await advanceRecovery(tx, id, { proposedAt: at, proposedBy: actor.id })
      await endCall()
      const others = superadmins.filter((one) => one !== actor.id && one !== user.id)
      const called = { kind: 'number_proposed', actorId: user.id, at } as const
      await insertInboxEntries(
        tx,
        others.map((userId) => ({ ...called, userId })),
      )
      await recordAudit(tx, { ...entry, action: 'recovery.propose' })
    } else {
      await advanceRecovery(tx, id, { agreedAt: at, agreedBy: actor.id })
      await endCall()
      await warnOldNumber(tx, services, { user, request })
      await recordAudit(tx, { ...entry, action: 'recovery.agree', after: { changesAt: changesAt(at) } })
    }
    return done(undefined)
  }
  const isDecider = mayHandle(actor, user)
  if (!mayRecover(actor, intent, { state, proposedBy: request.proposedBy, user }, isDecider)) return forbidden
  await advanceRecovery(tx, id, { ...handledNow, outcome: RECOVERY_ACTIONS[intent].to })
  await endCall()
  await recordAudit(tx, { ...entry, action: `recovery.${intent}` })
  return done(undefined)
}
