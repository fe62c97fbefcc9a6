import { and, count, eq, gt, gte, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DECIDED_STATUSES, type TimelineEvent, type VerificationStatus } from '../../vocabulary'
import { sumOf } from '../counts'
import type { Queries } from '../engine/database'
import { HOUR_MS, nextOf } from '../../durations'
import { openHourCounts, verificationCounts } from '../schema/counts'
import { timelineEvents, verifications } from '../schema/verifications'

const array = (instants: readonly string[]) => sql`${`{${instants.join()}}`}::timestamptz[]`

/** From `from` until just before `to`; without end when `to` is null. */
export type Span = { from: Date; to: Date | null }

const spansOf = (spans: readonly Span[]) => {
  const from = spans.map((span) => span.from.toISOString())
  const to = spans.map((span) => span.to?.toISOString() ?? 'infinity')
  return sql`unnest(${array(from)}, ${array(to)}) with ordinality as span(starts_at, ends_at, place)`
}

const spanNumber = sql<number>`span.place::int - 1`.as('span')
const isInSpan = (column: SQLWrapper) => sql`${column} >= span.starts_at and ${column} < span.ends_at`

/** How often each event happened in each span, without those that were undone; `span` is the index of the span, from 0. */
export function countEvents(queries: Queries, events: readonly TimelineEvent[], spans: readonly Span[]) {
  const since = spans[0]?.from ?? new Date()
  const { verificationId, version, event, at } = timelineEvents
  const back = alias(timelineEvents, 'back')
  const undone = queries
    .select({ event: back.event, place: sql`span.place`.as('undone_place'), n: count().as('n') })
    .from(timelineEvents)
    .innerJoin(back, and(eq(back.verificationId, verificationId), eq(back.version, sql`${version} - 1`)))
    .innerJoin(spansOf(spans), isInSpan(back.at))
    .where(and(eq(event, 'undone'), gte(at, since), gte(back.at, since), inArray(back.event, [...events])))
    .groupBy(back.event, sql`span.place`)
    .as('undone')
  const happened = queries
    .select({ n: count() })
    .from(timelineEvents)
    .where(and(eq(event, sql`asked.event`), isInSpan(at)))
  return queries
    .select({
      span: spanNumber,
      event: sql<TimelineEvent>`asked.event`.as('event'),
      n: sql`(${happened}) - coalesce(${undone.n}, 0)`.mapWith(Number),
    })
    .from(spansOf(spans))
    .crossJoin(sql`unnest(${`{${events.join()}}`}::text[]) as asked(event)`)
    .leftJoin(undone, and(eq(undone.place, sql`span.place`), eq(undone.event, sql`asked.event`)))
}

/**
 * For each status: how many applications there are, then how many were submitted at or before each instant of `before`, latest first.
 * Newer ones are subtracted: whole hours by the kept counts, the rest of the hour after an instant by its rows.
 */
export async function countByAge(
  queries: Queries,
  { statuses, before }: { statuses: readonly VerificationStatus[]; before: readonly Date[] },
) {
  const { status, submittedAt } = verifications
  const ends = before.map((at) => at.toISOString())
  const nextHours = before.map((at) => nextOf(at, HOUR_MS).toISOString())
  const fromNextHour = queries
    .select({ n: sumOf(openHourCounts.n) })
    .from(openHourCounts)
    .where(and(eq(openHourCounts.status, sql`counted.status`), sql`${openHourCounts.hour} >= age.next_hour`))
  const untilNextHour = queries
    .select({ n: count() })
    .from(verifications)
    .where(and(eq(status, sql`counted.status`), sql`${submittedAt} > age.at and ${submittedAt} < age.next_hour`))
  const counted = queries
    .select({ status: verificationCounts.status, total: sumOf(verificationCounts.n).as('total') })
    .from(verificationCounts)
    .where(inArray(verificationCounts.status, [...statuses]))
    .groupBy(verificationCounts.status)
    .as('counted')
  const older = sql<number[]>`to_jsonb(array(
    select counted.total - (${fromNextHour}) - (${untilNextHour})
    from unnest(${array(ends)}, ${array(nextHours)}) with ordinality as age(at, next_hour, place)
    order by age.place))`.as('older')
  const rows = await queries.select({ status: counted.status, total: counted.total, older }).from(counted)
  return rows.map(({ status, total, older }) => ({ status, older: [total, ...older] }))
}

/** Median and ninth decile of the time from submission to decision, without waiting for the applicant, in each span. */
export function measureDecisions(queries: Queries, spans: readonly Span[]) {
  const { reviewedAt, submittedAt, waitedForApplicantMs, status } = verifications
  const tookMs = sql`date_part('epoch', ${reviewedAt} - ${submittedAt}) * 1000 - ${waitedForApplicantMs}`
  const quantile = (share: number, name: string) =>
    sql<number>`percentile_cont(${sql.raw(String(share))}) within group (order by ${tookMs})`.mapWith(Number).as(name)
  const timed = queries
    .select({
      n: count().as('n'),
      medianMs: quantile(0.5, 'median_ms'),
      ninthDecileMs: quantile(0.9, 'ninth_decile_ms'),
    })
    .from(verifications)
    .where(and(isInSpan(reviewedAt), inArray(status, DECIDED_STATUSES)))
    .as('timed')
  return queries
    .select({ span: spanNumber, n: timed.n, medianMs: timed.medianMs, ninthDecileMs: timed.ninthDecileMs })
    .from(spansOf(spans))
    .crossJoinLateral(timed)
    .where(gt(timed.n, 0))
}
