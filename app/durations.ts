export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Replicas differ by less than this; what is later than that is from before the clock was put back. */
export const CLOCK_TOLERANCE_MS = 60 * SECOND_MS
/** So long a decision may be taken back, and its message waits. */
export const UNDO_MS = 60 * SECOND_MS

/** When the next hour or day of UTC begins, by its length. */
export const nextOf = (at: Date, lengthMs: number): Date =>
  new Date((Math.floor(at.getTime() / lengthMs) + 1) * lengthMs)
export const dayOfUtc = (at: Date): string => at.toISOString().slice(0, 10)

/** Whether a text is a day that the calendar has, such as '2026-03-05'. */
export function isDay(text: string): boolean {
  const midnightMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(midnightMs) && dayOfUtc(new Date(midnightMs)) === text
}
