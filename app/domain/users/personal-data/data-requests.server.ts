import { randomUUID } from 'node:crypto'
import {
  agreeToDataRequest,
  deleteDataRequest,
  findDataRequest,
  insertDataRequest,
  selectDataRequests,
} from '../../../db/users/data-requests'
import type { Queries } from '../../../db/engine/database'
import { insertInboxEntries, markRead } from '../../../db/inbox'
import { lockRequestsOf } from '../../../db/users/erasing'
import { findLegalHold } from '../../../db/users/legal-holds'
import { findUser, listSuperadmins, lockUsers, superadminsAmong } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'
import type { DataRequestKind, InboxKind } from '../../../vocabulary'
import type { Actor, Permit } from '../../access'
import type { AuditAction } from '../../../audit-actions'
import { recordAudit, wasLastDone } from '../../audit/audit.server'
import type { Fresh } from '../../fresh-proof'
import type { Dependence } from '../../independent-people'
import { findDependence } from '../../independent-people.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../../outcome'
import {
  DATA_REQUEST_INTENTS,
  dataRequestState,
  EXPORT_KEPT_MS,
  mayDecideOnData,
  obstacleToData,
  standingRequest,
  type DataObstacle,
  type DataRequestIntent,
  type DataRequestState,
} from './data-request-actions'
import { erasePerson } from './erase-person.server'
import type { DataRequestInput } from './data-request-input'
import { recordErased } from './record-erased.server'
import { isUuid } from '../../../uuid'

/** The proposal for a person's data and what the actor may do with it; `missing` when the person does not exist. */
export async function findDataRequests(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { actor }: Permit<'users.data'>,
  kind: DataRequestKind,
  id: string,
) {
  const user = isUuid(id) ? await findUser(db, id) : null
  if (!user) return missing
  const [requests, hold, superadmins] = await Promise.all([
    selectDataRequests(db, id),
    findLegalHold(db, id),
    listSuperadmins(db),
  ])
  const request = requests.find((one) => one.kind === kind) ?? null
  const state = dataRequestState(request, now())
  const others = superadmins.filter((one) => one !== id)
  const obstacle = obstacleToData(kind, user, {
    actorId: actor.id,
    isUnderHold: hold !== null,
    otherSuperadmins: others.length,
  })
  const asked = { userId: id, state, proposedBy: request?.proposedBy ?? null }
  const open = DATA_REQUEST_INTENTS.filter(
    (intent) =>
      mayDecideOnData(actor, intent, asked) && (obstacle === null || intent === 'return' || intent === 'withdraw'),
  )
  const people = request && open.includes('agree') && { firstId: request.proposedBy, secondId: actor.id }
  const dependence = people ? await findDependence(db, { now }, people) : null
  return done({
    username: user.username,
    status: user.status,
    state,
    request: state === 'none' ? null : request,
    takenUntil: state === 'agreed' && request?.agreedAt ? exportAvailableUntil(request.agreedAt) : null,
    obstacle,
    /** True when nobody could agree. */
    isAlone: others.length < 2,
    /** Why this person may not agree. */
    dependence,
    buttons: open.filter((intent) => intent !== 'agree' || dependence === null),
  })
}

export const exportAvailableUntil = (agreedAt: Date): Date => new Date(agreedAt.getTime() + EXPORT_KEPT_MS)

/** What holds instead: an obstacle, a proposal other than the one that was read, or why the actor cannot be the second person. */
export type DataConflict = DataObstacle | 'changed' | { dependence: Dependence }

const AUDIT_ACTIONS = {
  export: {
    propose: 'user.proposeExport',
    agree: 'user.agreeExport',
    return: 'user.returnExport',
    withdraw: 'user.withdrawExport',
  },
  erase: {
    propose: 'user.proposeErase',
    agree: 'user.erase',
    return: 'user.returnErase',
    withdraw: 'user.withdrawErase',
  },
} as const satisfies Record<DataRequestKind, Record<DataRequestIntent, AuditAction>>

/** The inbox entry for people who may agree. */
const CALLS = { export: 'export_proposed', erase: 'erase_proposed' } as const satisfies Record<
  DataRequestKind,
  InboxKind
>

const STATE_AFTER = {
  propose: 'proposed',
  agree: 'agreed',
  return: 'none',
  withdraw: 'none',
} as const satisfies Record<DataRequestIntent, DataRequestState>

type Asked = { kind: DataRequestKind; id: string; requestId: string }

/**
 * Does one person's part in a proposal, in one transaction with its audit entry; agreeing to an erasure erases. `unchanged` for a repeat.
 * Refusals: `forbidden` by role, to the person concerned and to the proposer; `missing`; `conflict` with what is in the way.
 */
export async function decideOnData(
  services: Services,
  { actor }: Fresh<'users.data'>,
  input: DataRequestInput,
  asked: Asked,
): Promise<Outcome<void, DataConflict>> {
  if (!isUuid(asked.id)) return missing
  const outcome = await services.db.transaction((tx) => decide(tx, services, actor, input, asked))
  const { kind, id, requestId } = asked
  // Also for a repeat, as the first attempt may have ended before this; two lines for one person do no harm.
  if (kind === 'erase' && input.intent === 'agree' && ['done', 'unchanged'].includes(outcome.kind))
    await recordErased(services, { userId: id, at: services.now(), requestId })
  return outcome
}

async function decide(
  tx: Queries,
  services: Pick<Services, 'now'>,
  actor: Actor,
  input: DataRequestInput,
  { kind, id, requestId }: Asked,
): Promise<Outcome<void, DataConflict>> {
  const at = services.now()
  const { intent } = input
  if (kind === 'erase' && intent === 'agree') await lockRequestsOf(tx, id)
  const locked = await lockUsers(tx, [id, actor.id])
  const user = locked.find((row) => row.id === id)
  if (!user) return missing
  const superadmins = superadminsAmong(locked)
  if (!superadmins.includes(actor.id)) return forbidden
  const obstacle = obstacleToData(kind, user, {
    actorId: actor.id,
    isUnderHold: (await findLegalHold(tx, id)) !== null,
    otherSuperadmins: superadmins.filter((one) => one !== id).length,
  })
  if (obstacle === 'own') return forbidden
  const wasThis = () =>
    wasLastDone(tx, {
      actor,
      action: AUDIT_ACTIONS[kind][intent],
      among: Object.values(AUDIT_ACTIONS[kind]),
      objectType: 'user',
      objectId: user.id,
      ...(input.intent === 'propose' && { reason: input.reason }),
    })
  if (obstacle === 'erased' && intent === 'agree' && (await wasThis())) return unchanged
  if (obstacle && (intent === 'propose' || intent === 'agree' || obstacle === 'erased')) return conflict(obstacle)
  const found = await findDataRequest(tx, id, kind)
  const request = standingRequest(found, superadmins)
  const state = dataRequestState(request, at)
  const isSeen = input.intent === 'propose' ? state === 'none' : request?.id === input.proposal && state === 'proposed'
  if (!isSeen) return state === STATE_AFTER[intent] && (await wasThis()) ? unchanged : conflict('changed')
  const proposedBy = request?.proposedBy ?? null
  if (!mayDecideOnData(actor, intent, { userId: id, state, proposedBy })) return forbidden
  if (intent === 'agree' && proposedBy !== null) {
    const dependence = await findDependence(tx, services, { firstId: proposedBy, secondId: actor.id })
    if (dependence) return conflict({ dependence })
  }
  const entry = { at, actor, action: AUDIT_ACTIONS[kind][intent], objectType: 'user', objectId: id, requestId } as const
  const called = { kind: CALLS[kind], actorId: id }
  await markRead(tx, superadmins, { ...called, now: at })
  if (input.intent === 'propose') {
    // An expired request, or one whose proposer left, still has its row.
    if (found) await deleteDataRequest(tx, found.id)
    const { reason } = input
    await insertDataRequest(tx, { userId: id, kind, id: randomUUID(), reason, proposedBy: actor.id, proposedAt: at })
    const others = superadmins.filter((one) => one !== actor.id && one !== id)
    await insertInboxEntries(
      tx,
      others.map((userId) => ({ ...called, userId, at })),
    )
    await recordAudit(tx, { ...entry, reason })
    return done(undefined)
  }
  if (!request) return conflict('changed')
  if (intent === 'agree') {
    if (kind === 'erase') return erasePerson(tx, services, { id, actor, proposedBy: request.proposedBy, requestId })
    await agreeToDataRequest(tx, request.id, { agreedBy: actor.id, agreedAt: at })
    await recordAudit(tx, { ...entry, after: { proposedBy: request.proposedBy } })
    return done(undefined)
  }
  await deleteDataRequest(tx, request.id)
  await recordAudit(tx, entry)
  return done(undefined)
}
