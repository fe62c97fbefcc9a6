import { CLOCK_TOLERANCE_MS, MINUTE_MS } from '../../durations'

export const ACCESS_TOKEN_LIFE_MS = 15 * MINUTE_MS
/** Within this time after a rotation, the previous token gets the same successor: one browser may send two requests at once. */
const REUSE_WINDOW_MS = 10_000
/** The most often that a session's use is written to the database. */
export const SEEN_GRAIN_MS = MINUTE_MS

/** How long a session lasts: without requests, and in total. */
type SessionLimits = { sessionIdleMs: number; sessionMaxMs: number }

/** True when a session has been idle too long or is too old; both edges included. */
export const hasLapsed = (
  { createdAtMs, lastSeenMs }: { createdAtMs: number; lastSeenMs: number },
  { sessionIdleMs, sessionMaxMs }: SessionLimits,
  nowMs: number,
): boolean => nowMs >= lastSeenMs + sessionIdleMs || nowMs >= createdAtMs + sessionMaxMs

/** What presenting a refresh token leads to. */
export type Refresh = 'rotate' | 'repeat' | 'reuse'

/** Judges a refresh token of an open session: the current one rotates; the previous one repeats for 10 s, then counts as reuse. */
export function checkRefresh(
  session: { refreshTokenHash: string; rotatedAt: Date | null },
  presentedHash: string,
  nowMs: number,
): Refresh {
  if (presentedHash === session.refreshTokenHash) return 'rotate'
  const ageMs = session.rotatedAt === null ? Infinity : nowMs - session.rotatedAt.getTime()
  return ageMs >= -CLOCK_TOLERANCE_MS && ageMs <= REUSE_WINDOW_MS ? 'repeat' : 'reuse'
}

/** A token counts as expired this long before its expiry (specification 4 and 9). */
const EARLY_MS = MINUTE_MS

/** True 60 s before the expiry and later, and when no expiry is known. */
export const isExpired = (expiresAtMs: number | null, nowMs: number): boolean =>
  expiresAtMs === null || !Number.isFinite(expiresAtMs) || nowMs >= expiresAtMs - EARLY_MS
