import { CLOCK_TOLERANCE_MS } from '../calendar'

export const ACCESS_TOKEN_LIFE_MS = 15 * 60_000
/** Within this time of a rotation the token before gets the same successor: two requests of one browser at once. */
const REUSE_WINDOW_MS = 10_000
/** The database hears at most this often that a session is in use. */
export const SEEN_GRAIN_MS = 60_000

/** How long a session lasts: without a request, and in all. */
export type SessionLimits = { sessionIdleMs: number; sessionMaxMs: number }

/** True when a session has been idle too long or is too old; both edges included. */
export const hasLapsed = (
  { createdAtMs, lastSeenMs }: { createdAtMs: number; lastSeenMs: number },
  { sessionIdleMs, sessionMaxMs }: SessionLimits,
  nowMs: number,
): boolean => nowMs >= lastSeenMs + sessionIdleMs || nowMs >= createdAtMs + sessionMaxMs

/** What presenting a refresh token leads to. */
export type Refresh = 'rotate' | 'repeat' | 'reuse'

/**
 * Judges a refresh token of an open session: the present one rotates. The one before repeats for 10 s, and as long as its successor
 * was never used, whose answer may be lost or still on its way; then it is reuse.
 */
export function checkRefresh(
  session: { refreshTokenHash: string; rotatedAt: Date | null; lastSeenAt: Date },
  presentedHash: string,
  nowMs: number,
): Refresh {
  if (presentedHash === session.refreshTokenHash) return 'rotate'
  if (session.rotatedAt === null) return 'reuse'
  const ageMs = nowMs - session.rotatedAt.getTime()
  const isRecent = ageMs >= -CLOCK_TOLERANCE_MS && ageMs <= REUSE_WINDOW_MS
  return isRecent || isJustRotated(session) ? 'repeat' : 'reuse'
}

/** Whether nobody has used the tokens of the last rotation: being used is what moves `lastSeenAt` away from it. */
export const isJustRotated = ({ rotatedAt, lastSeenAt }: { rotatedAt: Date | null; lastSeenAt: Date }): boolean =>
  rotatedAt?.getTime() === lastSeenAt.getTime()
