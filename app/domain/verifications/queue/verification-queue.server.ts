import { readQueueHead, selectPeople } from '../../../db/verifications/queue/verification-figures'
import { findNextWaiting, findPosition, type QueueKey } from '../../../db/verifications/queue/verification-position'
import {
  countListedQueue,
  countQueue,
  queueToExport,
  listQueue,
  type QueueFilter,
} from '../../../db/verifications/queue/verification-queue'
import { findToDecide } from '../../../db/verifications/verification-decisions'
import { pageWithin } from '../../../lists/paging'
import type { Services } from '../../../services.server'
import { organizationSearch } from '../../organizations/organization-search'
import { FIRST_TAB_TYPES, type VerificationType } from '../../../vocabulary'
import { ABILITIES, can, type Actor, type Permit } from '../../access'
import { exportRows, overwriteFields, type ExportNote } from '../../audit/export-rows.server'
import type { VerificationListState } from './verification-list'
import { findWhenNextDue, viewContextOf, presetViewsOf, workOf } from './verification-views.server'
import { reservedOf } from '../claims/claim'
import { AVERAGE_WINDOW_MS, reviewFigures, type FigureRow } from './review-figures'

type Reading = Permit<'verifications.read'> | Permit<'verifications.review'>

function typesOf({ tab, type, view }: VerificationListState): readonly VerificationType[] {
  if (tab === 'mode-changes') return ['operation_mode_change']
  return type.length > 0 || view !== 'all' ? type : FIRST_TAB_TYPES
}

/** The list state as a database filter; mode change requests appear only in the second tab and in views. */
export function queueFilter(
  state: VerificationListState,
  actor: Pick<Actor, 'id' | 'role' | 'timeZone'>,
  now: Date,
): QueueFilter {
  const named = state.reviewer.filter((reviewer) => reviewer !== 'nobody')
  return {
    text: state.q,
    search: organizationSearch(state.q, can(actor, 'contacts.read')),
    types: typesOf(state),
    statuses: state.status,
    countries: state.country,
    reviewerIds: named.map((reviewer) => (reviewer === 'me' ? actor.id : reviewer)),
    withoutReviewer: state.reviewer.includes('nobody'),
    now,
    view: state.view === 'all' ? null : { ...viewContextOf(actor, now), name: state.view },
    order: state.sort,
  }
}

/**
 * One page of the queue, the counts of the views, the statistics of its tab and the options of its filters; a page past the end becomes the
 * last one. `reviewers` are those to choose from and those chosen. `nextDueAt` is looked up only when the list is empty and nothing waits
 * for this person.
 */
export async function listVerifications(services: Services, permit: Reading, state: VerificationListState) {
  const now = services.now()
  const filter = queueFilter(state, permit.actor, now)
  const decidedSince = new Date(now.getTime() - AVERAGE_WINDOW_MS)
  const looking = viewContextOf(permit.actor, now)
  const isKnown = isInFigures(filter) || isInWork(filter)
  const pageAt = (page: number, total: number) =>
    listQueue(services.db, filter, { limit: state.pageSize, offset: (page - 1) * state.pageSize, total })
  const [head, counted, first] = await Promise.all([
    readQueueHead(services.db, { looking, decidedSince, roles: ABILITIES['verifications.review'] }),
    isKnown ? null : countListedQueue(services.db, filter),
    // The first page does not depend on the total, so it is read together with the head.
    isKnown && state.page === 1 ? pageAt(1, Infinity) : null,
  ])
  const { figures: figureRows, reviewed } = head
  const work = workOf(head.counts)
  const known = () => (filter.view ? work.counts[filter.view.name] : totalOf(figureRows, filter))
  const { total, isMore } = counted ?? { total: known(), isMore: false }
  const page = pageWithin(state.page, state.pageSize, total)
  const rows = first ?? (await pageAt(page, isMore ? Infinity : total))
  const reviewers = await withChosen(services, permit.actor, {
    chosen: filter.reviewerIds,
    known: head.reviewers,
    rows,
  })
  const isOfTab = (type: VerificationType) => (type === 'operation_mode_change') === (state.tab === 'mode-changes')
  const figures = reviewFigures(
    figureRows.filter(({ type }) => isOfTab(type)),
    reviewed.filter(({ type }) => isOfTab(type)),
    now,
  )
  const nextDueAt = total === 0 && work.waiting === 0 ? await findWhenNextDue(services, permit) : null
  const mayReadDocuments = can(permit.actor, 'documents.read')
  return {
    rows: rows.map((row) => ({
      ...row,
      reserved: reservedOf(row, permit.actor.id, now),
      documents: mayReadDocuments ? row.documents : null,
    })),
    total,
    isMore,
    page,
    figures,
    reviewers,
    views: presetViewsOf(permit.actor).map((name) => ({ name, count: work.counts[name] })),
    work,
    nextDueAt,
  }
}

type Named = { id: string; username: string }
type NamedRow = { reviewerId: string | null; reviewerName: string | null }

/**
 * Adds the reviewers that the queue is narrowed to but who do not, or no longer, review; names of others only for people who may read the
 * list of users.
 */
async function withChosen(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  { chosen, known, rows }: { chosen: readonly string[]; known: Named[]; rows: readonly NamedRow[] },
): Promise<Named[]> {
  const left = chosen.filter((id) => !known.some((one) => one.id === id))
  if (left.length === 0) return known
  const read = left.flatMap((id) => {
    const username = id === actor.id ? actor.username : rows.find((row) => row.reviewerId === id)?.reviewerName
    return username ? { id, username } : []
  })
  const unread = left.filter((id) => !read.some((one) => one.id === id))
  const others = unread.length > 0 && can(actor, 'users.read') ? await selectPeople(db, unread) : []
  return [...known, ...read, ...others]
}

/** True when the view counts already give the total: only the view narrows the list. */
const isInWork = ({ view, types, statuses, ...others }: QueueFilter): boolean =>
  view !== null &&
  types.length === 0 &&
  statuses.length === 0 &&
  isInFigures({ ...others, types, statuses, view: null })

/** True when the figures, which are read anyway, give the total: only types and statuses narrow the list. */
export function isInFigures(filter: QueueFilter): boolean {
  const { types: _types, statuses: _statuses, order: _order, now: _now, ...others } = filter
  return Object.values(others).every((value) => !value || (Array.isArray(value) && value.length === 0))
}

const isAmong = <Value>(value: Value, wanted: readonly Value[]) => wanted.length === 0 || wanted.includes(value)
const totalOf = (rows: readonly FigureRow[], { types, statuses }: QueueFilter) =>
  rows
    .filter((row) => isAmong(row.type, types) && isAmong(row.status, statuses))
    .reduce((sum, row) => sum + row.total, 0)

/** The position of one application in the queue that the person came from. */
export function findPositionInQueue(
  { db, now }: Services,
  { actor }: Reading,
  state: VerificationListState,
  key: QueueKey,
) {
  const at = now()
  return findPosition(db, queueFilter(state, actor, at), key, viewContextOf(actor, at))
}

/** The next application in the same queue that waits for the actor; null when none is left, or there is no application with this id. */
export async function findNextInQueue(
  { db, now }: Services,
  { actor }: Permit<'verifications.review'>,
  state: VerificationListState,
  { id, submittedAt }: { id: string; submittedAt?: Date },
) {
  const at = now()
  const since = submittedAt ?? (await findToDecide(db, id))?.submittedAt
  if (!since) return null
  return findNextWaiting(db, queueFilter(state, actor, at), { id, submittedAt: since }, viewContextOf(actor, at))
}

/** Every application that the filter finds, in queue order; the export is recorded first. */
export async function exportVerifications(
  services: Services,
  { actor }: Permit<'verifications.read'>,
  state: VerificationListState,
  noted: ExportNote,
) {
  const now = services.now()
  const filter = queueFilter(state, actor, now)
  return exportRows(services, actor, {
    list: 'verifications',
    total: await countQueue(services.db, filter),
    ...queueToExport(services.db, filter),
    show: (found) => found.map((row) => overwriteFields(row, { reserved: reservedOf(row, actor.id, now) })),
    ...noted,
  })
}
