import { and, asc, count, inArray, sql } from 'drizzle-orm'
import { DECIDED_STATUSES, type Role } from '../../../vocabulary'
import { builtOnce, later } from '../../engine/built-once'
import type { Database, Queries } from '../../engine/database'
import { isSince, oneRow, rowsOf } from '../../engine/sql'
import { verificationCounts } from '../../schema/counts'
import { users } from '../../schema/users'
import { verifications } from '../../schema/verifications'
import { anybody, type Looking, mayDecideAs, viewCounts } from './verification-views'

const REVIEWER = { id: users.id, username: users.username }
const FIGURE = {
  type: verificationCounts.type,
  status: verificationCounts.status,
  total: sql<number>`total`,
  oldestAt: verifications.submittedAt,
  decidedCount: sql<number>`decided_count`,
  reviewMs: sql<number>`review_ms`,
}

/** One row a type and status: how many, the oldest one, and the time of those decided since, which alone are read. */
export function selectQueueFigures(queries: Queries, decidedSince: Date) {
  const { type, status, submittedAt, reviewedAt, waitedForApplicantMs } = verifications
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
  // Times are added up as they are: to make a number of each took five times as long as to find them.
  const reviewMs = sql`extract(epoch from sum(${reviewedAt} - ${submittedAt})) * 1000 - sum(${waitedForApplicantMs})`
  const decided = queries
    .select({ type, status, decidedCount: count().as('decided_count'), reviewMs: reviewMs.as('review_ms') })
    .from(verifications)
    .where(and(isSince(reviewedAt, decidedSince), inArray(status, DECIDED_STATUSES)))
    .groupBy(type, status)
    .as('decided')
  return queries
    .select({
      type: counted.type,
      status: counted.status,
      total: counted.total,
      oldestAt: oldest.oldestAt,
      decidedCount: sql<number>`coalesce(${decided.decidedCount}, 0)`.mapWith(Number),
      reviewMs: sql<number>`coalesce(${decided.reviewMs}, 0)`.mapWith(Number),
    })
    .from(counted)
    .innerJoinLateral(oldest, sql`true`)
    .leftJoin(decided, and(sql`${decided.type} = ${counted.type}`, sql`${decided.status} = ${counted.status}`))
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

type Head = { looking: Looking; roles: readonly Role[] }

const selectHead = builtOnce(
  (db, { looking, roles }: Head) =>
    db
      .select({
        ...viewCounts(db, anybody(looking)),
        figures: rowsOf(FIGURE, selectQueueFigures(db, later('decidedSince', verifications.reviewedAt))),
        reviewers: rowsOf(REVIEWER, selectReviewers(db, roles)),
      })
      .from(oneRow),
  ({ looking, roles }) => `${mayDecideAs(looking)} ${roles.join()}`,
)

/** What stands above the rows of the queue, in one statement: the counts of the views, the figures, the reviewers to choose from. */
export async function readQueueHead(db: Database, { decidedSince, ...asked }: Head & { decidedSince: Date }) {
  const [head] = await selectHead(db, asked, { ...asked.looking, decidedSince })
  if (!head) throw new Error('no counts')
  const { figures, reviewers, ...counts } = head
  return { figures, reviewers, counts }
}
