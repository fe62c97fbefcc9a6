import { MINUTE_MS } from '../../durations'

/**
 * Error codes of the Cloud API that say nothing about the message or its recipient: the service is down or busy, or something in the
 * account must be put right first. Worth another try until the message is too old.
 */
const PASSING = new Set([
  // Unknown error, service away, maintenance.
  1, 2, 131000, 131016, 131057, 133004,
  // Too much at once: of the app, the account, the number, what looks like spam, this pair, registration.
  4, 80007, 130429, 131048, 131056, 133016,
  // The token or a right is missing or has expired.
  0, 3, 10, 190, 131005,
  // The account is restricted, locked or unpaid, the number deleted or not registered, its name not approved.
  33, 368, 131031, 131037, 131042, 131045, 133010,
  // The template is missing, not approved, paused, disabled or made for other parameters.
  132000, 132001, 132007, 132012, 132015, 132016, 132068, 132069,
])

/** Codes that come without Retry-After and need a longer pause than other failed attempts. */
const PAUSES_MS: Readonly<Record<number, number>> = {
  4: 10 * MINUTE_MS,
  80007: 10 * MINUTE_MS,
  131048: 10 * MINUTE_MS,
  130429: MINUTE_MS,
  131056: MINUTE_MS,
}

const isRight = (code: number) => code >= 200 && code <= 299

/** Whether a refused message may be taken later. The code decides; without one, the status. */
export const isTransient = (status: number, code: number): boolean =>
  PASSING.has(code) || isRight(code) || status === 401 || status === 403 || status === 429 || status >= 500

/** Whether an answer (a 400 with code 100) says that the sender does not exist, or that the token may no longer see it. */
export const isOfSender = (text: string): boolean =>
  /"type":\s*"GraphMethodException"|"error_subcode":\s*33\b/.test(text)

export const pauseOf = (code: number): number | undefined => PAUSES_MS[code]
