export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The clocks of replicas differ by less than this; a time further ahead is from before a clock was set back. */
export const CLOCK_TOLERANCE_MS = 60 * SECOND_MS
/** How long a decision can be undone, and its message is held back. */
export const UNDO_MS = 60 * SECOND_MS

/** The start of the next UTC hour or day; `lengthMs` is its length. */
export const nextOf = (at: Date, lengthMs: number): Date =>
  new Date((Math.floor(at.getTime() / lengthMs) + 1) * lengthMs)
export const dayOfUtc = (at: Date): string => at.toISOString().slice(0, 10)

/** Whether a text is a calendar day, such as '2026-03-05'. */
export function isDay(text: string): boolean {
  const midnightMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(midnightMs) && dayOfUtc(new Date(midnightMs)) === text
}
