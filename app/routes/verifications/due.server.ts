import { formatExactTime } from '../../i18n/format'
import type { Reader } from '../../i18n/reader'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations'

/** The time left until an application is due, or how late it is. */
export type DueView =
  | { kind: 'in' | 'late'; unit: 'minute' | 'hour' | 'day'; count: number; at: string; exact: string }
  | { kind: 'paused'; unit: 'minute' | 'hour'; count: number }
  /** Already late when it went to the applicant. */
  | { kind: 'paused-late' }

type Due = { dueAt: Date | null; dueLeftMinutes: number | null }

/** Returns whole minutes under an hour, hours under a day, else days; null for an application without a due date. */
export function dueView({ dueAt, dueLeftMinutes }: Due, { now, language, timeZone }: Reader): DueView | null {
  if (dueAt === null) return dueLeftMinutes === null ? null : pausedView(dueLeftMinutes)
  const distanceMs = Math.abs(dueAt.getTime() - now.getTime())
  const isLate = dueAt < now
  const [unit, unitMs] =
    distanceMs < HOUR_MS
      ? (['minute', MINUTE_MS] as const)
      : distanceMs < DAY_MS
        ? (['hour', HOUR_MS] as const)
        : (['day', DAY_MS] as const)
  return {
    kind: isLate ? 'late' : 'in',
    unit,
    count: Math.max(1, Math.floor(distanceMs / unitMs)),
    at: dueAt.toISOString(),
    exact: formatExactTime(dueAt, language, timeZone),
  }
}

function pausedView(leftMinutes: number): DueView {
  if (leftMinutes <= 0) return { kind: 'paused-late' }
  return leftMinutes < 60
    ? { kind: 'paused', unit: 'minute', count: leftMinutes }
    : { kind: 'paused', unit: 'hour', count: Math.floor(leftMinutes / 60) }
}
