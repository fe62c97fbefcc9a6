import { and, count, eq, gt, gte, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { DECIDED_STATUSES, type TimelineEvent, type VerificationStatus } from '../../vocabulary'
import { sumOf } from '../counts'
import type { Queries } from '../engine/database'
import { verificationCounts } from '../schema/counts'
import { timelineEvents, verifications } from '../schema/verifications'

/** In which span an instant falls, from 0: each begins where the one before ends, the last has no end. */
const spanOf = (column: SQLWrapper, starts: readonly Date[]) =>
  sql<number>`width_bucket(${column}, ${`{${starts.map((at) => at.toISOString()).join()}}`}::timestamptz[]) - 1`.as(
    'span',
  )

/** How often each event happened in each span of time, but for what was undone. */
export function countEvents(
  queries: Queries,
  { events, starts }: { events: readonly TimelineEvent[]; starts: readonly Date[] },
) {
  const since = starts[0] ?? new Date()
  const { verificationId, version, event, at } = timelineEvents
  const happened = queries
    .select({ event, span: spanOf(at, starts), n: sql<number>`1`.as('n') })
    .from(timelineEvents)
    .where(and(gte(at, since), inArray(event, [...events])))
  const back = alias(timelineEvents, 'back')
  const undone = queries
    .select({ event: back.event, span: spanOf(back.at, starts), n: sql<number>`-1`.as('n') })
    .from(timelineEvents)
    .innerJoin(back, and(eq(back.verificationId, verificationId), eq(back.version, sql`${version} - 1`)))
    .where(and(eq(event, 'undone'), gte(at, since), gte(back.at, since), inArray(back.event, [...events])))
  const all = unionAll(happened, undone).as('dated')
  return queries
    .select({ span: all.span, event: all.event, n: sql`sum(${all.n})`.mapWith(Number) })
    .from(all)
    .groupBy(all.span, all.event)
}

/** How many in each status are at least so old; `before` are the ends of the ages, the youngest first. */
export async function countByAge(
  queries: Queries,
  { statuses, before }: { statuses: readonly VerificationStatus[]; before: readonly Date[] },
) {
  const { status, submittedAt } = verifications
  const newerThan = before.map((at) => sql`count(*) filter (where ${gt(submittedAt, at)})`)
  const young = queries
    .select({ status, newer: sql<number[] | null>`jsonb_build_array(${sql.join(newerThan, sql`, `)})`.as('newer') })
    .from(verifications)
    .where(and(inArray(status, [...statuses]), gt(submittedAt, before.at(-1) ?? new Date(0))))
    .groupBy(status)
    .as('young')
  const rows = await queries
    .select({ status: verificationCounts.status, total: sumOf(verificationCounts.n), newer: young.newer })
    .from(verificationCounts)
    .leftJoin(young, eq(young.status, verificationCounts.status))
    .where(inArray(verificationCounts.status, [...statuses]))
    .groupBy(verificationCounts.status, young.newer)
  return rows.map(({ status, total, newer }) => ({
    status,
    older: [total, ...before.map((_, age) => total - (newer?.[age] ?? 0))],
  }))
}

/** Median and ninth decile of submitted to decided without waiting for the applicant, in each span of time. */
export function measureDecisions(queries: Queries, starts: readonly Date[]) {
  const { reviewedAt, submittedAt, waitedForApplicantMs, status } = verifications
  const timed = queries
    .select({
      span: spanOf(reviewedAt, starts),
      tookMs: sql<number>`date_part('epoch', ${reviewedAt} - ${submittedAt}) * 1000 - ${waitedForApplicantMs}`.as(
        'took_ms',
      ),
    })
    .from(verifications)
    .where(and(gte(reviewedAt, starts[0] ?? new Date()), inArray(status, DECIDED_STATUSES)))
    .as('timed')
  const quantile = (share: number) =>
    sql<number>`percentile_cont(${sql.raw(String(share))}) within group (order by ${timed.tookMs})`.mapWith(Number)
  return queries
    .select({ span: timed.span, n: count(), medianMs: quantile(0.5), slowestMs: quantile(0.9) })
    .from(timed)
    .groupBy(timed.span)
}
