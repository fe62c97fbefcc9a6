import { and, count, gte, inArray, sql } from 'drizzle-orm'
import type { TimelineEvent, VerificationStatus } from '../vocabulary'
import type { Queries } from './database'
import { timelineEvents, verifications } from './schema'

type Reader = Pick<Queries, 'select'>

/** How often each event happened on each day of a time zone since then; days as '2026-03-05'. */
export function countEventsByDay(
  queries: Reader,
  { events, since, timeZone }: { events: readonly TimelineEvent[]; since: Date; timeZone: string },
) {
  const dated = queries
    .select({
      event: timelineEvents.event,
      day: sql<string>`to_char(${timelineEvents.at} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
    })
    .from(timelineEvents)
    .where(and(gte(timelineEvents.at, since), inArray(timelineEvents.event, [...events])))
    .as('dated')
  return queries.select({ day: dated.day, event: dated.event, n: count() }).from(dated).groupBy(dated.day, dated.event)
}

/** How many in each status are at least so old; `before` are the ends of the ages, the youngest first. */
export async function countByAge(
  queries: Reader,
  { statuses, before }: { statuses: readonly VerificationStatus[]; before: readonly Date[] },
) {
  const older = before.map((at) => sql`count(*) filter (where ${verifications.submittedAt} <= ${at})`)
  return queries
    .select({
      status: verifications.status,
      older: sql<number[]>`json_build_array(count(*), ${sql.join(older, sql`, `)})`,
    })
    .from(verifications)
    .where(inArray(verifications.status, [...statuses]))
    .groupBy(verifications.status)
}

/** Median and ninth decile of submitted to decided without waiting for the applicant, by week; Mondays as '2026-03-02'. */
export function measureDecisionsByWeek(queries: Reader, { since, timeZone }: { since: Date; timeZone: string }) {
  const { reviewedAt, submittedAt, waitedForApplicantMs, status } = verifications
  const timed = queries
    .select({
      week: sql<string>`to_char(date_trunc('week', ${reviewedAt} at time zone ${timeZone}), 'YYYY-MM-DD')`.as('week'),
      tookMs: sql<number>`extract(epoch from ${reviewedAt} - ${submittedAt}) * 1000 - ${waitedForApplicantMs}`.as(
        'took_ms',
      ),
    })
    .from(verifications)
    .where(and(gte(reviewedAt, since), inArray(status, ['approved', 'rejected'])))
    .as('timed')
  const quantile = (share: number) =>
    sql<number>`percentile_cont(${sql.raw(String(share))}) within group (order by ${timed.tookMs})`.mapWith(Number)
  return queries
    .select({ week: timed.week, n: count(), medianMs: quantile(0.5), slowestMs: quantile(0.9) })
    .from(timed)
    .groupBy(timed.week)
}
