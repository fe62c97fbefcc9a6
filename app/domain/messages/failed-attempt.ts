import { pauseMs } from './retry'

const LONGEST_REST_MS = 60 * 60_000
const REASON_LENGTH = 300
export const NO_ANSWER = 'The gateway did not answer in time'

/** How an attempt failed, as far as the gateway says: in words, for good or not, and how long it wants to be left alone. */
export type FailedAttempt = { reason: string; isFinal: boolean; restMs: number }

/** Reads what a gateway rejected with; whatever does not say that it is final is worth another try. */
export function readFailure(error: unknown): FailedAttempt {
  if (!(error instanceof Error)) return { reason: 'unknown', isFinal: false, restMs: 0 }
  const restMs = 'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0
  return {
    reason: error.message.slice(0, REASON_LENGTH),
    isFinal: 'isFinal' in error && error.isFinal === true,
    restMs: Math.min(Math.max(restMs, 0), LONGEST_REST_MS),
  }
}

/** When to try again: after the pause, not before the gateway's rest is over, and at the latest when the message dies. */
export function nextAttemptMs(
  { restMs }: Pick<FailedAttempt, 'restMs'>,
  message: { attempts: number; expiresAt: Date },
  nowMs: number,
  chance: number,
): number {
  const pause = pauseMs(message.attempts, chance)
  return Math.min(nowMs + (restMs > 0 ? restMs + pause * chance : pause), message.expiresAt.getTime())
}
