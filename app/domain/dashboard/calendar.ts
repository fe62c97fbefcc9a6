const DAY_MS = 24 * 3_600_000

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
