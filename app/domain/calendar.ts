import { TZDate } from '@date-fns/tz'
import { CLOCK_TOLERANCE_MS, DAY_MS, dayOfUtc, isDay } from '../durations'

/** The latest time that another replica may have recorded by now. */
export const latestNoted = (now: Date): Date => new Date(now.getTime() + CLOCK_TOLERANCE_MS)

/** The last four-digit year of ISO 8601. */
const LAST_YEAR = 9999

/** The instant at which a day such as '2026-03-05' ends in a time zone; null for an invalid day or an end after the year 9999. */
export const endOfDay = (day: string, timeZone: string): Date | null => midnightAfter(day, 1, timeZone)

/** The instant at which a day begins in a time zone; null for an invalid day or one after the year 9999. */
export const startOfDay = (day: string, timeZone: string): Date | null => midnightAfter(day, 0, timeZone)

function midnightAfter(day: string, days: number, timeZone: string): Date | null {
  if (!isDay(day)) return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const midnight = new Date(new TZDate(year, month - 1, date + days, timeZone).getTime())
  return midnight.getUTCFullYear() > LAST_YEAR ? null : midnight
}

/** The day, such as '2026-03-05', that an instant falls on in a time zone. */
export const dayOf = (at: Date, timeZone: string): string => new TZDate(at, timeZone).toISOString().slice(0, 10)

/** The calendar day `days` later; calculated in UTC, so daylight saving does not matter. */
export const addDays = (day: string, days: number): string =>
  dayOfUtc(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS))

/** The last `count` days up to today, the oldest first. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addDays(today, n - count + 1))

/** The Mondays of the last `count` weeks up to this one, the oldest first. */
export function lastWeeks(today: string, count: number): string[] {
  const fromMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -fromMonday)
  return Array.from({ length: count }, (_, n) => addDays(monday, (n - count + 1) * 7))
}
