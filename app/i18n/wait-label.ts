import { formatUnit } from './format'
import type { Language } from '../vocabulary'
import { MINUTE_MS } from '../durations'

/** "45 seconds", "12 minutes", "3 hours": how long to wait, rounded up. */
export function waitLabel(waitMs: number, language: Language): string {
  if (waitMs <= 2 * MINUTE_MS) return formatUnit(Math.ceil(waitMs / 1000), 'second', language)
  if (waitMs <= 120 * MINUTE_MS) return formatUnit(Math.ceil(waitMs / MINUTE_MS), 'minute', language)
  return formatUnit(Math.ceil(waitMs / (60 * MINUTE_MS)), 'hour', language)
}

/** Whole seconds, for the `Retry-After` header and countdowns. */
export const waitSeconds = (waitMs: number): number => Math.ceil(waitMs / 1000)

/** Whole seconds until an instant; 0 when it has passed. */
export const secondsUntil = (atMs: number, now: Date): number => Math.max(0, waitSeconds(atMs - now.getTime()))
