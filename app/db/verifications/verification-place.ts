import { and, asc, count, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import { VERIFICATION_STATUSES, type VerificationStatus, type VerificationType } from '../../vocabulary'
import { verificationCount } from '../counts'
import type { Queries } from '../engine/database'
import { rankOfStatus, ranksOf, verifications } from '../schema/verifications'
import { isFreeFor } from './verification-claims'
import {
  isCounted,
  isDecidable,
  matchesFilter,
  orderKeys,
  orderOf,
  rank,
  STATUSES_OF_VIEW,
  turnedOrderOf,
  type Decider,
  type QueueFilter,
} from './verification-queue'

/** Where one verification stands in the queue: its own sort key. */
export type QueueKey = SortKey & {
  status: VerificationStatus
  reviewerId: string | null
  lastDueAt: Date | null
}

type SortKey = { id: string; submittedAt: Date; dueAt: Date | null }

/** Enough of a neighbour to link to it. */
export type Neighbour = { id: string; type: VerificationType }

/**
 * The ranks that a filter can hold, and the key's own place among them: what a decision took out of the list stays where it
 * stood while it waited.
 */
function placeOf(key: QueueKey, { statuses, reviewerIds, withoutReviewer, view }: QueueFilter) {
  const ofView = view ? STATUSES_OF_VIEW[view.name] : VERIFICATION_STATUSES
  const held = ofView.filter((status) => statuses.length === 0 || statuses.includes(status))
  const ranks = held.length > 0 ? ranksOf(held).sort() : []
  const isAnybodys = reviewerIds.length === 0 && !withoutReviewer
  const isOfReviewer = key.reviewerId === null ? withoutReviewer : reviewerIds.includes(key.reviewerId)
  const isIn = held.includes(key.status) && (isAnybodys || isOfReviewer)
  const own = rankOfStatus(key.status)
  const rank = isIn ? own : (ranks[0] ?? own)
  return { ranks, rank, dueAt: rank === rankOfStatus('pending') ? (key.dueAt ?? key.lastDueAt) : null }
}

/**
 * Those on one side of the key: of its own rank, and of the ranks on that side. Only ranks that the filter can hold are
 * asked for, as the planner does not know which status has which rank; `undefined` where there is none.
 */
function beside(key: QueueKey, filter: QueueFilter, isBefore: boolean) {
  const { statuses, order } = filter
  const { ranks, rank: keyRank, dueAt } = placeOf(key, filter)
  const others = ranks.filter((one) => (isBefore ? one < keyRank : one > keyRank))
  return {
    sameRank: ranks.includes(keyRank)
      ? sql`(${rank} = ${sql.raw(String(keyRank))} and ${earlierThan({ ...key, dueAt }, order, isBefore === (order !== 'newest'))})`
      : undefined,
    otherRanks: others.length > 0 ? sql`${rank} in (${sql.raw(others.join(', '))})` : undefined,
    otherStatuses: VERIFICATION_STATUSES.filter(
      (status) => others.includes(rankOfStatus(status)) && (statuses.length === 0 || statuses.includes(status)),
    ),
  }
}

function earlierThan({ id, submittedAt, dueAt }: SortKey, order: QueueFilter['order'], isEarlier: boolean): SQL {
  const due = order === 'due' ? [sql`${dueAt?.toISOString() ?? 'infinity'}::timestamptz`] : []
  const own = sql.join([...due, sql`${submittedAt.toISOString()}::timestamptz`, sql`${id}::uuid`], sql`, `)
  const rows = sql.join(
    orderKeys(order).map((key) => sql`${key}`),
    sql`, `,
  )
  return isEarlier ? sql`(${rows}) < (${own})` : sql`(${rows}) > (${own})`
}

/**
 * Position from 1 and size of the queue under a filter, with the neighbours; the verification itself need not match. Those
 * whom a decider is named for have as neighbours only what they may decide and nobody else holds.
 */
export async function findPlace(
  queries: Queries,
  filter: QueueFilter,
  key: QueueKey,
  decider: Decider | null,
  now: Date,
) {
  const { id, type, status, submittedAt, submittedBy, dueAt, reviewerId, reservedFor, reservedUntil } = verifications
  const columns = { id, type, status, submittedAt, submittedBy, dueAt, reviewerId, reservedFor, reservedUntil }
  const found = queries
    .$with('verifications')
    .as(queries.select(columns).from(verifications).where(matchesFilter(filter)))
  // Rows that no index of the order knows are found once, under the table's own name, and counted and ordered after.
  const isFoundOnce = !isCounted(filter)
  const among = (where?: SQL) => (isFoundOnce ? where : and(matchesFilter(filter), where))
  const countOf = (where: SQL | undefined) =>
    where ? sql`(${queries.select({ n: count() }).from(verifications).where(among(where))})` : sql`0`
  const nearest = (where: SQL | undefined, order: SQL[]) =>
    where
      ? sql`(${queries
          .select({ neighbour: sql`json_build_object('id', ${verifications.id}, 'type', ${verifications.type})` })
          .from(verifications)
          .where(and(among(where), decider ? and(isDecidable(decider), isFreeFor(decider.personId, now)) : undefined))
          .orderBy(...order)
          .limit(1)})`
      : sql`null::json`
  const neighbour = ({ sameRank, otherRanks }: ReturnType<typeof beside>, order: SQL[]) =>
    sql<Neighbour | null>`coalesce(${nearest(sameRank, order)}, ${nearest(otherRanks, order)})`
  const total = isFoundOnce ? countOf(sql`true`) : verificationCount(queries, filter)
  const before = beside(key, filter, true)
  const inOtherRanks =
    isFoundOnce || before.otherStatuses.length === 0
      ? countOf(before.otherRanks)
      : verificationCount(queries, { ...filter, statuses: before.otherStatuses })
  const after = beside(key, filter, false)
  const [row] = await (isFoundOnce ? queries.with(found) : queries)
    .select({
      countBefore: sql`${countOf(before.sameRank)} + ${inOtherRanks}`.mapWith(Number),
      total: total.mapWith(Number),
      isIn: sql<boolean>`${countOf(eq(verifications.id, key.id))} > 0`,
      previous: neighbour(before, turnedOrderOf(filter.order)),
      next: neighbour(after, orderOf(filter.order)),
    })
    .from(sql`(values (1)) as one_row`)
  return {
    position: row?.isIn ? row.countBefore + 1 : null,
    total: row?.total ?? 0,
    previous: row?.previous ?? null,
    next: row?.next ?? null,
  }
}

/**
 * The next one that waits for this person and that they may decide, under a filter: pending, or already under their review;
 * first those behind the key, then from the start; null when nothing is left.
 */
export async function findNextWaiting(
  queries: Queries,
  filter: QueueFilter,
  key: Omit<SortKey, 'dueAt'>,
  decider: Decider,
  now: Date,
): Promise<Neighbour | null> {
  // What was decided is due no more: the most pressing comes next.
  const behindFirst =
    filter.order === 'due' ? [] : [desc(earlierThan({ ...key, dueAt: null }, filter.order, filter.order === 'newest'))]
  const direction = filter.order === 'newest' ? desc : asc
  const [row] = await queries
    .select({ id: verifications.id, type: verifications.type })
    .from(verifications)
    .where(
      and(
        matchesFilter(filter),
        isDecidable(decider),
        isFreeFor(decider.personId, now),
        ne(verifications.id, key.id),
        or(
          eq(verifications.status, 'pending'),
          and(eq(verifications.status, 'under_review'), eq(verifications.reviewerId, decider.personId)),
        ),
      ),
    )
    .orderBy(...behindFirst, ...orderKeys(filter.order).map((key) => direction(key)))
    .limit(1)
  return row ?? null
}
