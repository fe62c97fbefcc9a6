import { TZDate } from '@date-fns/tz'
import { CLOCK_TOLERANCE_MS, DAY_MS, dayOfUtc, isDay } from '../durations'

/** The latest that another replica may have noted by now. */
export const latestNoted = (now: Date): Date => new Date(now.getTime() + CLOCK_TOLERANCE_MS)

/** Of ISO 8601 with four digits. */
const LAST_YEAR = 9999

/** The instant at which a day such as '2026-03-05' ends in a time zone; null when there is no such day, or no database knows its end. */
export const endOfDay = (day: string, timeZone: string): Date | null => midnightAfter(day, 1, timeZone)

/** The instant at which a day begins in a time zone; null for what is no day. */
export const startOfDay = (day: string, timeZone: string): Date | null => midnightAfter(day, 0, timeZone)

function midnightAfter(day: string, days: number, timeZone: string): Date | null {
  if (!isDay(day)) return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const midnight = new Date(new TZDate(year, month - 1, date + days, timeZone).getTime())
  return midnight.getUTCFullYear() > LAST_YEAR ? null : midnight
}

/** The day, such as '2026-03-05', that an instant falls on in a time zone. */
export const dayOf = (at: Date, timeZone: string): string => new TZDate(at, timeZone).toISOString().slice(0, 10)

/** A calendar day so many days later; days have no hours, so no change of clocks matters. */
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
