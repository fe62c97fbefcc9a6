import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { DAY_MS, dayOfUtc, nextOf } from '../../../durations'
import { DECIDED_STATUSES, type Role } from '../../../vocabulary'
import { preparedOnce, placeholder } from '../../engine/prepared-once'
import type { Database, Queries } from '../../engine/database'
import { isAmong, plannedOnce, rowsOf } from '../../engine/sql'
import { reviewDayCounts, verificationCounts } from '../../schema/counts'
import { users } from '../../schema/users'
import { verifications } from '../../schema/verifications'
import { placeholderContext, type ViewContext, mayDecideAs, viewCounts } from './verification-views'

const REVIEWER = { id: users.id, username: users.username }
const FIGURE = {
  type: verificationCounts.type,
  status: verificationCounts.status,
  total: sql<number>`total`,
  oldestAt: verifications.submittedAt,
}
const REVIEWED = { type: verifications.type, count: sql<number>`count`, ms: sql<number>`ms` }

/** One row per type and status: the count, and the oldest submission. */
export function selectQueueFigures(queries: Queries) {
  const { type, status, submittedAt } = verifications
  const counted = queries
    .select({
      type: verificationCounts.type,
      status: verificationCounts.status,
      total: sql<number>`sum(${verificationCounts.n})`.mapWith(Number).as('total'),
    })
    .from(verificationCounts)
    .groupBy(verificationCounts.type, verificationCounts.status)
    .having(sql`sum(${verificationCounts.n}) > 0`)
    .as('counted')
  const oldest = queries
    .select({ oldestAt: submittedAt })
    .from(verifications)
    .where(and(sql`${type} = ${counted.type}`, sql`${status} = ${counted.status}`))
    .orderBy(asc(submittedAt))
    .limit(1)
    .as('oldest')
  return queries
    .select({ type: counted.type, status: counted.status, total: counted.total, oldestAt: oldest.oldestAt })
    .from(counted)
    .innerJoinLateral(oldest, sql`true`)
}

/** Since when reviews are counted: by rows for the rest of that day, by kept counts for the whole days after it. */
type Since = { decidedSince: Date; nextDay: Date; nextDayName: string }

/** One row per type: how many were decided since then, and how many ms that took without waiting for the applicant. */
export function selectReviewed(queries: Queries, { decidedSince, nextDay, nextDayName }: Since) {
  const { type, status, submittedAt, reviewedAt, waitedForApplicantMs } = verifications
  const { day, measure, n } = reviewDayCounts
  const summed = (name: 'reviews' | 'ms') => sql`sum(${n}) filter (where ${eq(measure, sql.raw(`'${name}'`))})`
  const untilNextDay = queries
    .select({
      type,
      count: sql`count(*)`.as('count'),
      ms: sql`extract(epoch from sum(${reviewedAt} - ${submittedAt})) * 1000 - sum(${waitedForApplicantMs})`.as('ms'),
    })
    .from(verifications)
    .where(and(gte(reviewedAt, decidedSince), lt(reviewedAt, nextDay), inArray(status, DECIDED_STATUSES)))
    .groupBy(type)
  const fromNextDay = queries
    .select({ type: reviewDayCounts.type, count: summed('reviews').as('count'), ms: summed('ms').as('ms') })
    .from(reviewDayCounts)
    .where(gte(day, nextDayName))
    .groupBy(reviewDayCounts.type)
  const parts = unionAll(untilNextDay, fromNextDay).as('parts')
  return queries
    .select({
      type: parts.type,
      count: sql<number>`coalesce(sum(${parts.count}), 0)`.mapWith(Number),
      ms: sql<number>`coalesce(sum(${parts.ms}), 0)`.mapWith(Number),
    })
    .from(parts)
    .groupBy(parts.type)
}

/** Each reviewer once, by jumping from one to the next in the index instead of reading every row of it. */
const everyReviewerId = sql`(
  with recursive found as (
    (select reviewer_id as id from verifications where reviewer_id is not null order by reviewer_id limit 1)
    union all
    select (select reviewer_id from verifications where reviewer_id > found.id order by reviewer_id limit 1) from found
    where found.id is not null
  )
  select id from found where id is not null)`

/** The people who may review and have taken on an application, for the reviewer filter. */
const selectReviewers = (queries: Queries, roles: readonly Role[]) =>
  queries
    .select(REVIEWER)
    .from(users)
    .where(and(inArray(users.role, [...roles]), sql`${users.id} in ${everyReviewerId}`))
    .orderBy(asc(users.username), asc(users.id))

/** People by id, whatever they may do. */
export const selectPeople = (queries: Queries, ids: readonly string[]) =>
  queries
    .select(REVIEWER)
    .from(users)
    .where(isAmong(users.id, 'uuid', ids))

type Head = { looking: ViewContext; roles: readonly Role[] }

export function reviewsSince(decidedSince: Date): Since {
  const nextDay = nextOf(decidedSince, DAY_MS)
  return { decidedSince, nextDay, nextDayName: dayOfUtc(nextDay) }
}

const SINCE_LATER: Since = {
  decidedSince: placeholder('decidedSince', verifications.reviewedAt),
  nextDay: placeholder('nextDay', verifications.reviewedAt),
  nextDayName: placeholder('nextDayName', reviewDayCounts.day),
}

const selectHead = preparedOnce(
  (db, { looking, roles }: Head) =>
    db
      .select({
        ...viewCounts(db, placeholderContext(looking)),
        figures: rowsOf(FIGURE, selectQueueFigures(db)),
        reviewed: rowsOf(REVIEWED, selectReviewed(db, SINCE_LATER)),
        reviewers: rowsOf(REVIEWER, selectReviewers(db, roles)),
      })
      .from(plannedOnce),
  ({ looking, roles }) => `${mayDecideAs(looking)} ${roles.join()}`,
)

/** What stands above the rows of the queue, in one statement: the counts of the views, figures, and reviewers to choose from. */
export async function readQueueHead(db: Database, { decidedSince, ...asked }: Head & { decidedSince: Date }) {
  const [head] = await selectHead(db, asked, { ...asked.looking, ...reviewsSince(decidedSince) })
  if (!head) throw new Error('no counts')
  const { figures, reviewed, reviewers, ...counts } = head
  return { figures, reviewed, reviewers, counts }
}
