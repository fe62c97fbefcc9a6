import { TZDate } from '@date-fns/tz'
import { addDays, dayOf } from '../../calendar'
import { MINUTE_MS } from '../../../durations'

/** Start and end of a working day, Monday to Friday, in local time. */
const OPENS_AT_HOUR = 9
const CLOSES_AT_HOUR = 18

/** The end of the morning. */
const MORNING_UNTIL_HOUR = 12

/** A place's time zone and holidays; holidays are days such as '2026-03-23'. */
export type WorkingCalendar = { timeZone: string; holidays: ReadonlySet<string> }

type Hours = { opensMs: number; closesMs: number }

const isWeekend = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0

export const isWorkingDay = (day: string, { holidays }: Pick<WorkingCalendar, 'holidays'>): boolean =>
  !isWeekend(day) && !holidays.has(day)

function hoursOf(day: string, calendar: WorkingCalendar): Hours | null {
  if (!isWorkingDay(day, calendar)) return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const at = (hour: number) => new TZDate(year, month - 1, date, hour, calendar.timeZone).getTime()
  return { opensMs: at(OPENS_AT_HOUR), closesMs: at(CLOSES_AT_HOUR) }
}

/** The instant at which `minutes` working minutes have passed; for 0, the first working instant. */
export function addWorkingMinutes(from: Date, minutes: number, calendar: WorkingCalendar): Date {
  let leftMs = Math.max(0, minutes) * MINUTE_MS
  for (let day = dayOf(from, calendar.timeZone); ; day = addDays(day, 1)) {
    const hours = hoursOf(day, calendar)
    if (!hours) continue
    const startMs = Math.max(from.getTime(), hours.opensMs)
    const roomMs = hours.closesMs - startMs
    if (roomMs < 0) continue
    if (leftMs <= roomMs) return new Date(startMs + leftMs)
    leftMs -= roomMs
  }
}

/** Whole working minutes between two instants; 0 when `to` is not later. */
export function workingMinutesBetween(from: Date, to: Date, calendar: WorkingCalendar): number {
  let passedMs = 0
  const lastDay = dayOf(to, calendar.timeZone)
  for (let day = dayOf(from, calendar.timeZone); day <= lastDay; day = addDays(day, 1)) {
    const hours = hoursOf(day, calendar)
    if (!hours) continue
    passedMs += Math.max(0, Math.min(to.getTime(), hours.closesMs) - Math.max(from.getTime(), hours.opensMs))
  }
  return Math.floor(passedMs / MINUTE_MS)
}

/** The weekday, holidays included, on which it is morning in a time zone now; null at other times. */
export function morningOf(now: Date, timeZone: string): string | null {
  const hour = new TZDate(now, timeZone).getHours()
  const day = dayOf(now, timeZone)
  return !isWeekend(day) && hour >= OPENS_AT_HOUR && hour < MORNING_UNTIL_HOUR ? day : null
}
