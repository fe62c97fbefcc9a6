import { and, asc, count, desc, eq, gt, lt, ne, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import {
  FIRST_TAB_TYPES,
  VERIFICATION_STATUSES,
  type VerificationStatus,
  type VerificationType,
} from '../../../vocabulary'
import { verificationCount, verificationWeekCount } from '../../counts'
import type { Queries } from '../../engine/database'
import { oneRow, plannedOnce } from '../../engine/sql'
import { verificationWeekCounts } from '../../schema/counts'
import { rankOfStatus, ranksOf, verifications, type Rank } from '../../schema/verifications'
import {
  isCounted,
  hasNoDueDate,
  isFromWeek,
  matchesFilter,
  orderKeys,
  queueOrderOf,
  rank,
  isOrderedBySubmission,
  turnedOrderOf,
  WAITING,
  weekOf,
  type QueueFilter,
} from './verification-queue'
import { STATUSES_OF_VIEW, waitingParts, type ViewContext } from './verification-views'
import { isNextFor } from './reviewable'

/** What places one application in the queue: its sort key and its state. */
export type QueueKey = SortKey & {
  status: VerificationStatus
  reviewerId: string | null
  lastDueAt: Date | null
  isPrepared: boolean
}

type SortKey = { id: string; submittedAt: Date; dueAt: Date | null }

/** Enough of a neighbour to link to it. */
export type Neighbour = { id: string; type: VerificationType }

/**
 * The ranks that a filter can hold, and the key's own rank among them: an application that a decision took out of the list keeps the
 * place that it had while it waited.
 */
function positionOf(key: QueueKey, { statuses, reviewerIds, withoutReviewer, view }: QueueFilter) {
  const ofView = view ? STATUSES_OF_VIEW[view.name] : VERIFICATION_STATUSES
  const ownRank = rankOfStatus(key.status)
  const fitting = ofView.filter((status) => statuses.length === 0 || statuses.includes(status))
  const ranks = fitting.length > 0 ? ranksOf(fitting).sort() : []
  const isAnybodys = reviewerIds.length === 0 && !withoutReviewer
  const isOfReviewer = key.reviewerId === null ? withoutReviewer : reviewerIds.includes(key.reviewerId)
  // An application that waits for the applicant is claimable only with a first vote.
  const isFitting =
    fitting.includes(key.status) && (view?.name !== 'claimable' || key.isPrepared || ownRank === WAITING)
  const isIn = isFitting && (isAnybodys || isOfReviewer)
  const rank = isIn ? ownRank : (ranks[0] ?? ownRank)
  return { ranks, rank, dueAt: rank === WAITING ? (key.dueAt ?? key.lastDueAt) : null }
}

/**
 * The applications on one side of the key: those of its own rank, and the ranks on that side. Only ranks that the filter can hold are
 * asked for, because the planner does not know which status has which rank; `undefined` where there is none.
 */
function neighboursOf(key: QueueKey, filter: QueueFilter, isBefore: boolean) {
  const { statuses, order } = filter
  const { ranks, rank: keyRank, dueAt } = positionOf(key, filter)
  const others = ranks.filter((one) => (isBefore ? one < keyRank : one > keyRank))
  const statusesIn = (some: Rank[]) =>
    VERIFICATION_STATUSES.filter(
      (status) => some.includes(rankOfStatus(status)) && (statuses.length === 0 || statuses.includes(status)),
    )
  const isByWeeks = isOrderedBySubmission(keyRank, order)
  const onSide = and(
    sql`${rank} = ${sql.raw(String(keyRank))}`,
    isByWeeks ? hasNoDueDate(order) : undefined,
    earlierThan({ ...key, dueAt }, isByWeeks && order === 'due' ? 'oldest' : order, isBefore === (order !== 'newest')),
  )
  return {
    rank: keyRank,
    sameRank: ranks.includes(keyRank) ? sql`(${onSide})` : undefined,
    otherRanks: others.length > 0 ? sql`${rank} in (${sql.raw(others.join(', '))})` : undefined,
    statuses: statusesIn([keyRank]),
    otherStatuses: statusesIn(others),
  }
}

function earlierThan({ id, submittedAt, dueAt }: SortKey, order: QueueFilter['order'], isEarlier: boolean): SQL {
  const due = order === 'due' ? [sql`${dueAt?.toISOString() ?? 'infinity'}::timestamptz`] : []
  const own = sql.join([...due, sql`${submittedAt.toISOString()}::timestamptz`, sql`${id}::uuid`], sql`, `)
  const keys = sql.join(orderKeys(order), sql`, `)
  return sql`(${keys}) ${sql.raw(isEarlier ? '<' : '>')} (${own})`
}

/** True for an application that this person holds and that the filter would find if they had not claimed it. */
async function isOutByOwnClaim(queries: Queries, filter: QueueFilter, key: QueueKey, personId: string | undefined) {
  if (personId === undefined || key.status !== 'under_review' || key.reviewerId !== personId) return false
  const { statuses, reviewerIds, withoutReviewer, view } = filter
  const withClaimed: QueueFilter = {
    ...filter,
    statuses: statuses.includes('pending') ? [...statuses, 'under_review'] : statuses,
    reviewerIds: withoutReviewer ? [...reviewerIds, personId] : reviewerIds,
    view: view?.name === 'claimable' ? null : view,
  }
  const rows = await queries
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(matchesFilter(withClaimed), eq(verifications.id, key.id)))
  return rows.length > 0
}

/**
 * Position from 1 and size of the queue under a filter, with the neighbours; the application itself need not match. One that only this
 * person's claim took out keeps its place for them and is still counted. With a `decider`, only what {@link isNextFor} finds is a neighbour.
 */
export async function findPosition(
  queries: Queries,
  filter: QueueFilter,
  key: QueueKey,
  { decider, now }: Pick<ViewContext, 'decider' | 'now'>,
) {
  const { id, type, status, submittedAt, submittedBy, dueAt, reviewerId, reservedFor, reservedUntil } = verifications
  const { organizationId, version } = verifications
  const claim = { reviewerId, reservedFor, reservedUntil, organizationId, version }
  const columns = { id, type, status, submittedAt, submittedBy, dueAt, ...claim }
  const found = queries
    .$with('verifications')
    .as(queries.select(columns).from(verifications).where(matchesFilter(filter)))
  // A filter that no index serves is applied once, under the table's own name; its rows are counted and ordered after that.
  const isFoundOnce = !isCounted(filter)
  // With few types or countries the nearest match may be far away, which a plan for all of them does not know.
  const hasFewTypes = filter.types.length > 0 && filter.types.length < FIRST_TAB_TYPES.length
  const isNarrowed = hasFewTypes || filter.countries.length > 0
  const among = (where?: SQL) => (isFoundOnce ? where : and(matchesFilter(filter), where))
  const countOf = (where: SQL | undefined) =>
    where ? sql`(${queries.select({ n: count() }).from(verifications).where(among(where))})` : sql`0`
  /** Kept counts of the whole weeks before that of the key, and the rows of its own week up to the key. */
  const countByWeeks = (sameRank: SQL, statuses: VerificationStatus[]) => {
    const own = weekOf(key.submittedAt)
    const isNewestFirst = filter.order === 'newest'
    const isBefore = (isNewestFirst ? gt : lt)(verificationWeekCounts.week, own)
    const ofOwnWeek = and(sameRank, isFromWeek(filter.order, own, isNewestFirst))
    return sql`${verificationWeekCount(queries, { ...filter, statuses }, isBefore)} + ${countOf(ofOwnWeek)}`
  }
  const nearest = (where: SQL | undefined, order: SQL[]) =>
    where
      ? sql`(${queries
          .select({ neighbour: sql`json_build_object('id', ${verifications.id}, 'type', ${verifications.type})` })
          .from(verifications)
          .where(and(among(where), decider ? isNextFor(decider, now) : undefined))
          .orderBy(...order)
          .limit(1)})`
      : sql`null::json`
  const neighbour = ({ sameRank, otherRanks }: ReturnType<typeof neighboursOf>, order: SQL[]) =>
    sql<Neighbour | null>`coalesce(${nearest(sameRank, order)}, ${nearest(otherRanks, order)})`
  const total = isFoundOnce ? countOf(sql`true`) : verificationCount(queries, filter)
  const before = neighboursOf(key, filter, true)
  const inOtherRanks =
    isFoundOnce || before.otherStatuses.length === 0
      ? countOf(before.otherRanks)
      : verificationCount(queries, { ...filter, statuses: before.otherStatuses })
  const inSameRank =
    before.sameRank && !isFoundOnce && isOrderedBySubmission(before.rank, filter.order)
      ? countByWeeks(before.sameRank, before.statuses)
      : countOf(before.sameRank)
  const after = neighboursOf(key, filter, false)
  const [row] = await (isFoundOnce ? queries.with(found) : queries)
    .select({
      countBefore: sql`${inSameRank} + ${inOtherRanks}`.mapWith(Number),
      total: total.mapWith(Number),
      isIn: sql<boolean>`${countOf(eq(verifications.id, key.id))} > 0`,
      previous: neighbour(before, turnedOrderOf(filter.order)),
      next: neighbour(after, queueOrderOf(filter.order)),
    })
    .from(isFoundOnce || isNarrowed ? oneRow : plannedOnce)
  if (!row) return { position: null, total: 0, previous: null, next: null }
  const isOwn = !row.isIn && (await isOutByOwnClaim(queries, filter, key, decider?.personId))
  return {
    position: row.isIn || isOwn ? row.countBefore + 1 : null,
    total: row.total + Number(isOwn),
    previous: row.previous,
    next: row.next,
  }
}

/**
 * The next application that waits for this person, under a filter: first those behind the key, then from the start; null when none is
 * left.
 */
export async function findNextWaiting(
  queries: Queries,
  filter: QueueFilter,
  { id: own, submittedAt: since }: Omit<SortKey, 'dueAt'>,
  looking: ViewContext,
): Promise<Neighbour | null> {
  const { id, type, submittedAt, dueAt } = verifications
  const direction = filter.order === 'newest' ? desc : asc
  // A decided application has no due date, so in order of due dates the most pressing comes next.
  const isBehind = earlierThan({ id: own, submittedAt: since, dueAt: null }, filter.order, filter.order === 'newest')
  const inOrder = orderKeys(filter.order).map((key) => direction(key))
  const partOf = (part: SQL | undefined) =>
    queries
      .select({ id, type, submittedAt, dueAt })
      .from(verifications)
      .where(and(matchesFilter(filter), part, ne(id, own)))
  const firstOf = (part: SQL | undefined) =>
    partOf(part)
      .orderBy(...inOrder)
      .limit(1)
  const { mine, unclaimed, awaitingAgreement } = waitingParts(looking)
  // No index has those behind the key first, so the first of them and the first of all are looked up separately.
  const behind = filter.order === 'due' ? [] : [firstOf(and(unclaimed, isBehind))]
  const found = unionAll(partOf(mine), partOf(awaitingAgreement), firstOf(unclaimed), ...behind).as('verifications')
  const [row] = await queries
    .select({ id: found.id, type: found.type })
    .from(found)
    .orderBy(...(filter.order === 'due' ? [] : [desc(isBehind)]), ...inOrder)
    .limit(1)
  return row ?? null
}
