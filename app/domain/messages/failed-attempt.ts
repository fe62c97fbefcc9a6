import { HOUR_MS, MINUTE_MS } from '../../durations'
import { MESSAGE_LIFE_MS, pauseMs } from './retry'

const LONGEST_REST_MS = HOUR_MS
const FIRST_UNANSWERED_REST_MS = 15 * MINUTE_MS
const UNANSWERED_LIFE_MS = 2 * HOUR_MS
const REASON_LENGTH = 300
/** The gateway may still have accepted the message. */
export const NO_ANSWER = 'The gateway did not answer in time'

/** How an attempt failed: the reason, whether it is final, and how long the gateway asks to be left alone. */
export type FailedAttempt = { reason: string; isFinal: boolean; restMs: number }

/** Reads the error that a gateway rejected with; an error not marked as final is worth another try. */
export function readFailure(error: unknown): FailedAttempt {
  if (!(error instanceof Error)) return { reason: 'unknown', isFinal: false, restMs: 0 }
  const restMs = 'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0
  return {
    reason: 'isUnknown' in error && error.isUnknown === true ? NO_ANSWER : error.message.slice(0, REASON_LENGTH),
    isFinal: 'isFinal' in error && error.isFinal === true,
    restMs: Math.min(Math.max(restMs, 0), LONGEST_REST_MS),
  }
}

/** When to try again: after the pause, not before the gateway's requested rest ends, and no later than the message's expiry. */
export function nextAttemptMs(
  { restMs }: Pick<FailedAttempt, 'restMs'>,
  message: { attempts: number; expiresAt: Date },
  nowMs: number,
  chance: number,
): number {
  const pause = pauseMs(message.attempts, chance)
  return Math.min(nowMs + (restMs > 0 ? restMs + pause * chance : pause), message.expiresAt.getTime())
}

/**
 * How long to rest a message that may have arrived, since each attempt may send a copy: 15 minutes, then an hour; null when there is again
 * no answer after two hours.
 */
export function unansweredRestMs(
  message: { createdAt: Date; expiresAt: Date; lastError: string | null },
  nowMs: number,
): number | null {
  const ageMs = nowMs - Math.max(message.createdAt.getTime(), message.expiresAt.getTime() - MESSAGE_LIFE_MS)
  if (ageMs >= UNANSWERED_LIFE_MS && message.lastError === NO_ANSWER) return null
  return ageMs < FIRST_UNANSWERED_REST_MS ? FIRST_UNANSWERED_REST_MS : LONGEST_REST_MS
}

/** An unanswered code is resent immediately, since somebody waits, and then not again while it is valid. */
export const unansweredCodeRestMs = ({ lastError }: { lastError: string | null }): number =>
  lastError === NO_ANSWER ? LONGEST_REST_MS : 0
