import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  not,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { DAY_MS } from '../../../durations'
import type { Country, VerificationStatus, VerificationType } from '../../../vocabulary'
import { countBefore, matchesCountFilter, verificationCount } from '../../counts'
import type { Queries } from '../../engine/database'
import {
  countUpTo,
  FOUND_MAX,
  fromNearerEnd,
  isAmong,
  narrowedTo,
  oneRow,
  type Found,
  type Page,
  type TurnedPage,
} from '../../engine/sql'
import { organizationMatches, type FoldedOrganizationSearch } from '../../organizations/organizations'
import { verificationWeekCounts } from '../../schema/counts'
import { plainNumber } from '../../schema/columns'
import { documents, isReplaced } from '../../schema/documents'
import { organizations } from '../../schema/organizations'
import { dueOrder, rankOf, rankOfStatus, timelineEvents, verifications, type Rank } from '../../schema/verifications'
import { hasPrepared } from '../prepared-decisions'
import { reservedForUsers, reservation, reviewers, reviewerSeenAt } from '../verification-claims'
import { inView, isReserved, type QueueView } from './verification-views'
import { isUuid } from '../../../uuid'

/** Which verifications, in which order; an empty list means no limit. The rank always comes before the time. */
export type QueueFilter = {
  /** The typed words; the id of an application or organization finds only that one. */
  text: string
  search: FoldedOrganizationSearch | null
  types: readonly VerificationType[]
  statuses: readonly VerificationStatus[]
  countries: readonly Country[]
  /** Who reviews it, or for whom it is reserved. */
  reviewerIds: readonly string[]
  /** Also applications that nobody reviews and that are reserved for nobody. */
  withoutReviewer: boolean
  /** The instant at which reservations are judged. */
  now: Date
  /** One of the views that everybody has; null for none. */
  view: QueueView | null
  order: QueueOrder
}

type QueueOrder = 'due' | 'oldest' | 'newest'

const { status, submittedAt, reviewerId, reservedFor, dueAt } = verifications

const isKept = (now: Date): SQL => sql`(${status} = 'pending' and ${isReserved({ now })})`

function isOfReviewers({ reviewerIds, withoutReviewer, now }: QueueFilter): SQL | undefined {
  const isNobodys = and(isNull(reviewerId), not(isKept(now)))
  const isTheirs = or(inArray(reviewerId, reviewerIds), and(isKept(now), inArray(reservedFor, reviewerIds)))
  return or(reviewerIds.length > 0 ? isTheirs : undefined, withoutReviewer ? isNobodys : undefined)
}

export const rank = rankOf(verifications.status)

/** Looks up organizations in a subselect, so that counting needs no join. */
function matchesText({ text, search }: QueueFilter): SQL | undefined {
  const isId = isUuid(text)
  const where = or(organizationMatches(search), isId ? eq(organizations.id, text) : undefined)
  if (!where) return undefined
  const found = new QueryBuilder().select({ id: organizations.id }).from(organizations).where(where)
  if (!isId) return inArray(verifications.organizationId, found)
  // An array is computed once and looked up in the index; a subselect under `or` would be tried on each row.
  return or(sql`${verifications.organizationId} = any(array${found})`, eq(verifications.id, text))
}

export function matchesFilter(filter: QueueFilter): SQL | undefined {
  return and(
    matchesText(filter),
    narrowedTo(verifications.country, filter.countries),
    narrowedTo(verifications.type, filter.types),
    narrowedTo(verifications.status, filter.statuses),
    isOfReviewers(filter),
    filter.view ? inView(filter.view) : undefined,
  )
}

/** What an order sorts by after the rank, the id last; all in one direction. */
export const orderKeys = (order: QueueOrder): SQLWrapper[] => [
  ...(order === 'due' ? [dueOrder(dueAt)] : []),
  submittedAt,
  verifications.id,
]

export function queueOrderOf(order: QueueOrder, first = rank): SQL[] {
  const direction = order === 'newest' ? desc : asc
  return [asc(first), ...orderKeys(order).map((key) => direction(key))]
}

/** The reverse of {@link queueOrderOf}. */
export function turnedOrderOf(order: QueueOrder): SQL[] {
  const direction = order === 'newest' ? asc : desc
  return [desc(rank), ...orderKeys(order).map((key) => direction(key))]
}

/** The rank of applications that wait for us. */
export const WAITING = rankOfStatus('pending')

/** Whether the rows of a rank are ordered by submission: always, except by due dates in the rank that waits for us. */
export const isOrderedBySubmission = (rank: Rank, order: QueueOrder): boolean => order !== 'due' || rank !== WAITING

const WEEK_MS = 7 * DAY_MS
const FIRST_MONDAY_MS = Date.UTC(1970, 0, 5)

/** The UTC week of an instant, as `date_trunc` computes it. */
export const weekOf = (at: Date): Date =>
  new Date(at.getTime() - ((((at.getTime() - FIRST_MONDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS))

/**
 * True for all rows of a rank that is ordered by submission. If the due date were compared with the other keys as one row, the planner
 * would take the few rows with a due date for all rows.
 */
export const hasNoDueDate = (order: QueueOrder): SQL | undefined =>
  order === 'due' ? sql`${dueOrder(dueAt)} = 'infinity'` : undefined

/** The rows of a week and of all weeks behind it, in a rank that is ordered by submission. */
export const isFromWeek = (order: QueueOrder, week: Date, isNewestFirst: boolean): SQL | undefined =>
  and(hasNoDueDate(order), isNewestFirst ? lt(submittedAt, new Date(week.getTime() + WEEK_MS)) : gte(submittedAt, week))

/** True when the kept counts can tell how many the filter finds: they know only types, statuses and countries. */
export const isCounted = ({ text, reviewerIds, withoutReviewer, view }: QueueFilter): boolean =>
  text === '' && reviewerIds.length === 0 && !withoutReviewer && view === null

export async function countQueue(queries: Queries, filter: QueueFilter): Promise<number> {
  const [row] = isCounted(filter)
    ? await queries.select({ total: verificationCount(queries, filter) }).from(oneRow)
    : await queries.select({ total: count() }).from(verifications).where(matchesFilter(filter))
  return row?.total ?? 0
}

/** How many applications the queue says that a filter finds. */
export const countListedQueue = async (queries: Queries, filter: QueueFilter): Promise<Found> =>
  filter.text === ''
    ? { total: await countQueue(queries, filter), isMore: false }
    : countUpTo(queries, verifications, matchesFilter(filter), FOUND_MAX)

const shown = {
  id: verifications.id,
  type: verifications.type,
  status: verifications.status,
  submittedAt: verifications.submittedAt,
  reviewedAt: verifications.reviewedAt,
  currentMode: verifications.currentMode,
  requestedMode: verifications.requestedMode,
  dueAt,
  dueLeftMinutes: verifications.dueLeftMinutes,
  claimedAt: verifications.claimedAt,
  organizationId: organizations.id,
  organizationName: organizations.name,
  organizationStatus: organizations.status,
  country: organizations.country,
  reviewerId,
  reviewerName: reviewers.username,
  ...reservation,
}

const numberOf = (query: SQL) => sql<number>`(select count(*) ${query})`.mapWith(Number)

/** What makes an application quick or slow to decide, and when its reviewer was last seen. */
const facts = {
  reviewerSeenAt,
  documents: sql<{ total: number; verified: number }>`(
    select json_build_object('total', count(*), 'verified', count(*) filter (where own.status = 'verified')) from (
      select ${documents}.status, ${isReplaced} as is_replaced from ${documents}
      where ${documents.verificationId} = ${verifications.id}) own
    where not own.is_replaced)`,
  cameBack: numberOf(
    sql`from ${timelineEvents} where ${timelineEvents.verificationId} = ${verifications.id} and ${timelineEvents.event} = 'resubmitted'`,
  ),
  isPrepared: hasPrepared() as SQL<boolean>,
  isPossibleDuplicate: sql<boolean>`exists (
    select from ${organizations} other where other.id <> ${organizations.id} and (
      (other.country = ${organizations.country}
        and ${plainNumber(sql`other.registration_number`)} = ${plainNumber(organizations.registrationNumber)}
        and other.registration_number <> '')
      or (other.phone = ${organizations.phone} and other.phone <> '')))`,
}

/** Skipping this many rows is quicker than looking up the week of the page. */
const SKIPPED_ONE_BY_ONE = 1000

/** The rank and week in which a page begins, and the offset there; null where it runs into the next rank or goes by due dates. */
async function findWeek(queries: Queries, filter: QueueFilter, { limit, offset, isTurned }: TurnedPage) {
  if (offset < SKIPPED_ONE_BY_ONE || !isCounted(filter)) return null
  const { week, n, ...kinds } = verificationWeekCounts
  const rankOfCount = rankOf(kinds.status)
  const byRank = isTurned ? desc(rankOfCount) : asc(rankOfCount)
  const isNewestFirst = isTurned !== (filter.order === 'newest')
  const placed = queries
    .select({
      rank: rankOfCount.as('rank'),
      week,
      before: countBefore(n, [byRank, isNewestFirst ? desc(week) : asc(week)]).as('before'),
      endOfRank: sql<number>`sum(sum(${n})) over (order by ${byRank})`.mapWith(Number).as('end_of_rank'),
    })
    .from(verificationWeekCounts)
    .where(matchesCountFilter(verificationWeekCounts, filter))
    .groupBy(rankOfCount, week)
    .as('placed')
  const [found] = await queries
    .select()
    .from(placed)
    .where(lte(placed.before, offset))
    .orderBy(desc(placed.before))
    .limit(1)
  if (!found || found.endOfRank < offset + limit || !isOrderedBySubmission(found.rank, filter.order)) return null
  const isFrom = and(sql`${rank} = ${sql.raw(String(found.rank))}`, isFromWeek(filter.order, found.week, isNewestFirst))
  return { isFrom, offset: offset - found.before }
}

/** The rank in a form that no index has, so that rows are found first and sorted then. */
const rankToSortBy = sql<Rank>`${rank} + 0`

/**
 * True for filters that find few together. The planner does not know that, as each alone finds many: it would go through the whole queue
 * for a page of them. Views are left out: they are narrow in themselves, and counted without being read.
 */
const isFew = (filter: QueueFilter, total: number): boolean =>
  !isCounted(filter) && filter.view === null && total <= SKIPPED_ONE_BY_ONE

/** One page; the rows before it in its week are skipped in the index alone. */
export async function listQueue(queries: Queries, filter: QueueFilter, page: Page) {
  const isSorted = isFew(filter, page.total)
  if (isSorted && page.total === 0) return []
  const { limit, offset, isTurned } = isSorted ? { ...page, isTurned: false } : fromNearerEnd(page)
  const week = await findWeek(queries, filter, { limit, offset, isTurned })
  const onPage = queries
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(matchesFilter(filter), week?.isFrom))
    .orderBy(...(isTurned ? turnedOrderOf(filter.order) : queueOrderOf(filter.order, isSorted ? rankToSortBy : rank)))
    .limit(limit)
    .offset(week?.offset ?? offset)
    .as('on_page')
  return queries
    .select({ ...shown, ...facts })
    .from(onPage)
    .innerJoin(verifications, eq(verifications.id, onPage.id))
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
    .leftJoin(reservedForUsers, eq(reservedForUsers.id, reservedFor))
    .orderBy(...queueOrderOf(filter.order))
}

/** All applications that a filter finds, in the order of the queue. */
export function queueToExport(queries: Queries, filter: QueueFilter) {
  const select = () =>
    queries
      .select(shown)
      .from(verifications)
      .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
      .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
      .leftJoin(reservedForUsers, eq(reservedForUsers.id, reservedFor))
  return {
    columns: shown,
    rows: select()
      .where(matchesFilter(filter))
      .orderBy(...queueOrderOf(filter.order)),
    read: (ids: string[]) => select().where(isAmong(verifications.id, 'uuid', ids)),
  }
}
