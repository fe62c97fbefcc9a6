import { describe, expect, it } from 'vitest'
import { hasLapsed, checkRefresh } from '../../app/domain/sessions/session'
import { isExpired } from '../../app/domain/sessions/token-expiry'

const nowMs = Date.UTC(2026, 2, 2, 9)
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

describe('a token counts as expired 60 s before its expiry', () => {
  it.each([
    ['an hour before', HOUR_MS, false],
    ['61 s before', 61 * SECOND_MS, false],
    ['60 s and 1 ms before', 60 * SECOND_MS + 1, false],
    ['60 s before', 60 * SECOND_MS, true],
    ['59 s before', 59 * SECOND_MS, true],
    ['at its expiry', 0, true],
    ['after it', -SECOND_MS, true],
  ])('%s', (_, leftMs, expired) => expect(isExpired(nowMs + leftMs, nowMs)).toBe(expired))

  it('and when no expiry is known', () => {
    expect(isExpired(null, nowMs)).toBe(true)
    expect(isExpired(Number.NaN, nowMs)).toBe(true)
  })
})

describe('a session ends', () => {
  const limits = { sessionIdleMs: HOUR_MS, sessionMaxMs: 24 * HOUR_MS }
  it.each([
    ['not after 59:59 without a request', HOUR_MS, HOUR_MS - SECOND_MS, false],
    ['after an hour without a request', HOUR_MS, HOUR_MS, true],
    ['not after 23:59:59 in use', 24 * HOUR_MS - SECOND_MS, 0, false],
    ['after 24 hours, however much it is used', 24 * HOUR_MS, 0, true],
  ])('%s', (_, ageMs, idleMs, lapsed) =>
    expect(hasLapsed({ createdAtMs: nowMs - ageMs, lastSeenMs: nowMs - idleMs }, limits, nowMs)).toBe(lapsed),
  )
})

describe('a refresh token', () => {
  const session = { refreshTokenHash: 'present', rotatedAt: new Date(nowMs) }
  it.each([
    ['the present one rotates', 'present', HOUR_MS, 'rotate'],
    ['the one before repeats at once', 'before', 0, 'repeat'],
    ['the one before repeats for 10 s', 'before', 10 * SECOND_MS, 'repeat'],
    ['the one before is reuse after that', 'before', 10 * SECOND_MS + 1, 'reuse'],
  ])('%s', (_, presented, laterMs, verdict) => expect(checkRefresh(session, presented, nowMs + laterMs)).toBe(verdict))
})
