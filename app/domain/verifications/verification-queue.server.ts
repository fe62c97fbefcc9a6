import { listReviewers, readFigures } from '../../db/verifications/verification-figures'
import { findNextWaiting, findPlace, type QueueKey } from '../../db/verifications/verification-place'
import {
  countQueue,
  listQueue,
  selectQueueById,
  selectQueueIds,
  type Decider,
  type QueueFilter,
} from '../../db/verifications/verification-queue'
import { pageWithin } from '../../lists/paging'
import type { Services } from '../../services.server'
import { organizationSearch } from '../organizations/organization-search'
import { ABILITIES, type Actor, type Permit } from '../access'
import { exportRows, type Noted } from '../audit/export.server'
import type { VerificationListState } from './verification-list'
import { typesToDecide } from './verification-actions'
import { AVERAGE_WINDOW_MS, reviewFigures, type FigureRow } from './review-figures'

type Reading = Permit<'verifications.read'> | Permit<'verifications.review'>

/** The list state as the database understands it: the second tab holds mode change requests only. */
export function queueFilter(state: VerificationListState, actor: Pick<Actor, 'id'>): QueueFilter {
  const named = state.reviewer.filter((reviewer) => reviewer !== 'nobody')
  return {
    text: state.q,
    search: organizationSearch(state.q, false),
    types: state.tab === 'mode-changes' ? ['operation_mode_change'] : state.type,
    statuses: state.status,
    countries: state.country,
    reviewerIds: named.map((reviewer) => (reviewer === 'me' ? actor.id : reviewer)),
    withoutReviewer: state.reviewer.includes('nobody'),
    order: state.sort,
  }
}

/** One page of the queue, the statistics block of its tab and the choices of its filters; a page past the end is the last. */
export async function listVerifications(services: Services, permit: Reading, state: VerificationListState) {
  const now = services.now()
  const filter = queueFilter(state, permit.actor)
  const decidedSince = new Date(now.getTime() - AVERAGE_WINDOW_MS)
  const [figureRows, reviewers, counted] = await Promise.all([
    readFigures(services.db, decidedSince),
    listReviewers(services.db, ABILITIES['verifications.review']),
    isInFigures(filter) ? null : countQueue(services.db, filter),
  ])
  const total = counted ?? totalOf(figureRows, filter)
  const page = pageWithin(state.page, state.pageSize, total)
  const rows = await listQueue(services.db, filter, { limit: state.pageSize, offset: (page - 1) * state.pageSize })
  const ofTab = figureRows.filter((row) => state.tab !== 'mode-changes' || row.type === 'operation_mode_change')
  return { rows, total, page, figures: reviewFigures(ofTab, now), reviewers }
}

/** True when the figures, which are read anyway, know how many there are: nothing they do not tell apart narrows the list. */
export function isInFigures(filter: QueueFilter): boolean {
  const { types: _types, statuses: _statuses, order: _order, ...others } = filter
  return Object.values(others).every((value) => !value || (Array.isArray(value) && value.length === 0))
}

const isAmong = <Value>(value: Value, wanted: readonly Value[]) => wanted.length === 0 || wanted.includes(value)
const totalOf = (rows: readonly FigureRow[], { types, statuses }: QueueFilter) =>
  rows
    .filter((row) => isAmong(row.type, types) && isAmong(row.status, statuses))
    .reduce((sum, row) => sum + row.total, 0)

/** Where one verification stands in the queue that the person came from. */
export const findPlaceInQueue = (services: Services, permit: Reading, state: VerificationListState, key: QueueKey) =>
  findPlace(services.db, queueFilter(state, permit.actor), key, deciderOf(permit.actor))

/** The next one this person may decide in the same queue; null when none is left. */
export async function findNextInQueue(
  services: Services,
  permit: Permit<'verifications.review'>,
  state: VerificationListState,
  key: QueueKey,
) {
  const decider = deciderOf(permit.actor)
  return decider && findNextWaiting(services.db, queueFilter(state, permit.actor), key, decider)
}

/** What somebody is led to; null for those who decide nothing and only read. */
export function deciderOf(actor: Pick<Actor, 'id' | 'role'>): Decider | null {
  const types = typesToDecide(actor)
  return types.length > 0 ? { types, personId: actor.id } : null
}

/** All that the queue's filter finds, in its order; the taking is noted first. */
export async function exportVerifications(
  services: Services,
  { actor }: Permit<'verifications.read'>,
  state: VerificationListState,
  noted: Noted,
) {
  return exportRows(services, actor, {
    list: 'verifications',
    ids: selectQueueIds(services.db, queueFilter(state, actor)),
    read: (ids) => selectQueueById(services.db, ids),
    ...noted,
  })
}
