const MINUTE_MS = 60_000

/**
 * Error codes of the Cloud API that say nothing about the message or its recipient: the service is down or busy, or
 * something of the account has to be put right first. Worth another try until the message is too old.
 */
const PASSING = new Set([
  ...[1, 2, 131000, 131016, 131057, 133004], // unknown error, service away, maintenance
  ...[4, 80007, 130429, 131048, 131056, 133016], // too much at once: app, account, throughput, spam, this pair, registration
  ...[0, 3, 10, 190, 131005], // token or right missing or expired
  ...[368, 131031, 131042, 131045, 133010], // account restricted, locked, unpaid, number not registered
  ...[132001, 132007, 132015, 132016, 132068, 132069], // template missing, not approved, paused or disabled
])

/** The codes that come without Retry-After and need a longer rest than a failed attempt. */
const PAUSES_MS: Readonly<Record<number, number>> = {
  4: 10 * MINUTE_MS,
  80007: 10 * MINUTE_MS,
  131048: 10 * MINUTE_MS,
  130429: MINUTE_MS,
  131056: MINUTE_MS,
}

const isRight = (code: number) => code >= 200 && code <= 299

/** Whether a refused message may be taken later. The code decides; without one, the status. */
export const isPassing = (status: number, code: number): boolean =>
  PASSING.has(code) || isRight(code) || status === 401 || status === 403 || status === 429 || status >= 500

export const pauseOf = (code: number): number | undefined => PAUSES_MS[code]
