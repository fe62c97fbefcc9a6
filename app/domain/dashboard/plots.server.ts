import { countByAge, countEvents, measureDecisions } from '../../db/dashboard/plots'
import type { Services } from '../../services.server'
import { OPEN_STATUSES } from '../../vocabulary'
import type { Permit } from '../access'
import { dayOf, lastDays, lastWeeks, startOfDay } from '../calendar'
import { DAY_MS } from '../../durations'
import { cachePastSpans } from './cache-past-spans.server'

const PLOT_DAYS = 30
const PLOT_WEEKS = 8

export const DECISIONS = ['approved', 'rejected', 'info_requested'] as const
/** The upper ends of the queue's age groups, in days; the last group has no end. */
const AGE_ENDS_DAYS = [1, 3, 7, 14] as const

const AGE_STARTS_DAYS = [0, ...AGE_ENDS_DAYS] as const

type Asked = [services: Pick<Services, 'db' | 'now'>, permit: Permit<'dashboard.read'>]

/** Consecutive spans that begin with each day; the last has no end. */
const spansFrom = (days: readonly string[], timeZone: string) =>
  days
    .flatMap((day) => startOfDay(day, timeZone) ?? [])
    .map((from, place, starts) => ({ from, to: starts[place + 1] ?? null }))

const decisionsIn = cachePastSpans((db, spans) => countEvents(db, DECISIONS, spans))
const timesIn = cachePastSpans(measureDecisions)

/** Decisions per day over the last 30 days in the reader's time zone, zeros included. */
export async function readDecisionsByDay(...[services, { actor }]: Asked) {
  const days = lastDays(dayOf(services.now(), actor.timeZone), PLOT_DAYS)
  const found = await decisionsIn(services, spansFrom(days, actor.timeZone))
  return days.map((day, span) => ({
    day,
    counts: DECISIONS.map((event) => found[span]?.find((row) => row.event === event)?.n ?? 0),
  }))
}

/** The number of open applications in each status, by how long ago they were submitted. */
export async function readQueueAges(...[{ db, now }]: Asked) {
  const before = AGE_ENDS_DAYS.map((days) => new Date(now().getTime() - days * DAY_MS))
  const rows = await countByAge(db, { statuses: OPEN_STATUSES, before })
  const older = new Map(rows.map((row) => [row.status, row.older]))
  return AGE_STARTS_DAYS.map((fromDays, age) => ({
    fromDays,
    toDays: AGE_ENDS_DAYS[age] ?? null,
    counts: OPEN_STATUSES.map((status) => (older.get(status)?.[age] ?? 0) - (older.get(status)?.[age + 1] ?? 0)),
  }))
}

/** Time to decision per week over the last 8 weeks, in ms; null for a week without decisions. */
export async function readTimesToDecision(...[services, { actor }]: Asked) {
  const weeks = lastWeeks(dayOf(services.now(), actor.timeZone), PLOT_WEEKS)
  const found = await timesIn(services, spansFrom(weeks, actor.timeZone))
  return weeks.map((week, span) => ({ week, took: found[span]?.[0] ?? null }))
}
