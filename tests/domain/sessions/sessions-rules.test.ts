import { describe, expect, it } from 'vitest'
import { hasLapsed, checkRefresh, isExpired } from '../../../app/domain/sessions/session'
import { deviceLabel } from '../../../app/domain/settings/device-label'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../app/durations'

const nowMs = Date.UTC(2026, 2, 2, 9)

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

  it('a token without a known expiry counts as expired', () => {
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
    ['the one before repeats where another process is a minute behind', 'before', -MINUTE_MS, 'repeat'],
    ['the one before is reuse where the clock was put back', 'before', -MINUTE_MS - 1, 'reuse'],
  ])('%s', (_, presented, laterMs, verdict) => expect(checkRefresh(session, presented, nowMs + laterMs)).toBe(verdict))
})

describe('the label of a browser in the lists of sessions and trusted browsers', () => {
  const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
  const ANDROID = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko)'
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  it.each([
    ['Edge · Windows', `${WINDOWS} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`],
    ['Edge · Android', `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36 EdgA/126.0.0.0`],
    ['Edge · iPhone', `${IPHONE} Version/17.0 EdgiOS/126.0.0.0 Mobile/15E148 Safari/604.1`],
    ['Opera · Windows', `${WINDOWS} Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0`],
    ['Yandex Browser · Windows', `${WINDOWS} Chrome/122.0.0.0 YaBrowser/24.4.0.0 Safari/537.36`],
    ['Samsung Internet · Android', `${ANDROID} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`],
    ['WeChat · iPhone', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.49`],
    ['Firefox · Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
    ['Firefox · iPhone', `${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
    ['Chrome · ChromeOS', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/126.0.0.0 Safari/537.36'],
    ['Chrome · iPad', `${IPAD} CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`],
    ['Safari · macOS', `${MAC} Version/17.5 Safari/605.1.15`],
    ['Windows', 'something new on Windows'],
    ['Firefox', 'Firefox/127.0'],
    [null, 'curl/8.5.0'],
    [null, ''],
  ])('%s', (label, userAgent) => expect(deviceLabel(userAgent)).toBe(label))
})
