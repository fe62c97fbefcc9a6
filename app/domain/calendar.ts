const DAY_MS = 24 * 3_600_000
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** The instant at which a day such as '2026-03-05' ends in a time zone; null when there is no such day. */
export function endOfDay(day: string, timeZone: string): Date | null {
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  if (!DAY.test(day) || Number.isNaN(midnightMs) || new Date(midnightMs).toISOString().slice(0, 10) !== day) return null
  const nextMs = midnightMs + DAY_MS
  // Twice, because the clocks may change between the guess and the answer.
  const guessMs = nextMs - offsetMs(nextMs, timeZone)
  return new Date(nextMs - offsetMs(guessMs, timeZone))
}

/** The day, such as '2026-03-05', that an instant falls on in a time zone. */
export function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = partsOf(at, timeZone)
  return `${year}-${month}-${day}`
}

function offsetMs(atMs: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(new Date(atMs), timeZone)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(atMs / 1000) * 1000
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function partsOf(at: Date, timeZone: string): Record<string, string> {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  clocks.set(timeZone, clock)
  return Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** A calendar day so many days later; days have no hours, so no change of clocks matters. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The last `count` days up to today, the oldest first. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addDays(today, n - count + 1))

/** The Mondays of the last `count` weeks up to this one, the oldest first. */
export function lastWeeks(today: string, count: number): string[] {
  const fromMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -fromMonday)
  return Array.from({ length: count }, (_, n) => addDays(monday, (n - count + 1) * 7))
}
