import { countByAge, countEvents, measureDecisions } from '../../db/dashboard/plots'
import type { Services } from '../../services.server'
import { OPEN_STATUSES } from '../../vocabulary'
import type { Permit } from '../access'
import { dayOf, lastDays, lastWeeks, startOfDay } from '../calendar'
import { DAY_MS } from '../../durations'

const PLOT_DAYS = 30
const PLOT_WEEKS = 8

export const DECISIONS = ['approved', 'rejected', 'info_requested'] as const
/** Where one age of the queue ends and the next begins, in days; the last has no end. */
const AGE_ENDS_DAYS = [1, 3, 7, 14] as const

const AGE_STARTS_DAYS = [0, ...AGE_ENDS_DAYS] as const

type Asked = [services: Pick<Services, 'db' | 'now'>, permit: Permit<'dashboard.read'>]

/** Decisions a day over the last 30 days of the reader's calendar, zeros included. */
export async function readDecisionsByDay(...[{ db, now }, { actor }]: Asked) {
  const days = lastDays(dayOf(now(), actor.timeZone), PLOT_DAYS)
  const starts = days.flatMap((day) => startOfDay(day, actor.timeZone) ?? [])
  const rows = await countEvents(db, { events: DECISIONS, starts })
  return days.map((day, span) => ({
    day,
    counts: DECISIONS.map((event) => rows.find((row) => row.span === span && row.event === event)?.n ?? 0),
  }))
}

/** How many wait in each status, by how long ago they were submitted. */
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

/** Time to decision a week over the last 8 weeks, in ms; null where nothing was decided. */
export async function readTimesToDecision(...[{ db, now }, { actor }]: Asked) {
  const weeks = lastWeeks(dayOf(now(), actor.timeZone), PLOT_WEEKS)
  const starts = weeks.flatMap((week) => startOfDay(week, actor.timeZone) ?? [])
  const rows = await measureDecisions(db, starts)
  return weeks.map((week, span) => ({ week, took: rows.find((row) => row.span === span) ?? null }))
}
