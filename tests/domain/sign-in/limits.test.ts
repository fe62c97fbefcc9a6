import { beforeEach, describe, expect, it } from 'vitest'
import { rateLimits } from '../../../app/db/schema/limits'
import {
  LIMITS,
  networkOf,
  phonePrefix,
  msUntilRoom,
  wideNetworkOf,
  type Limit,
} from '../../../app/domain/limits/limit'
import {
  forgetCount,
  getHits,
  consumeRateLimit,
  consumeRateLimitForEach,
  type Counted,
} from '../../../app/domain/limits/limits.server'
import { openBuckets } from '../../../app/domain/limits/token-bucket'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import type { Observation } from '../../../app/gateways/ports'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices, type TestServices } from '../../support/services'
import { HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const take = (...counted: Counted[]) => db.transaction((tx) => consumeRateLimit(tx, services, counted))

describe('the wait until a limit has room', () => {
  const limit: Limit = { name: 'three an hour', max: 3, windowMs: HOUR_MS, grainMs: 1000 }
  const nowMs = Date.UTC(2026, 2, 2, 9)
  const ago = (seconds: number, count = 1) => ({ atMs: nowMs - seconds * 1000, count })
  it.each([
    ['nothing yet', [], 0],
    ['two', [ago(10), ago(20)], 0],
    ['three: until the oldest leaves', [ago(10), ago(20), ago(600)], 3000],
    ['the oldest an hour ago has left', [ago(10), ago(20), ago(3600)], 0],
    ['two in one grain', [ago(600, 2), ago(60)], 3000],
    ['three that a replica counted whose clock is ahead count as now', [ago(-30, 3)], 3600],
    ['five, after a limit was lowered: until three have left', [ago(10), ago(20), ago(30), ago(40), ago(50)], 3570],
  ])('%s', (_, hits, seconds) => expect(msUntilRoom(limit, limit.max, hits, nowMs)).toBe(seconds * 1000))

  it('has none before the whole window has passed where nothing is allowed', () => {
    expect(msUntilRoom(limit, 0, [], nowMs)).toBe(HOUR_MS)
    expect(msUntilRoom(limit, 0, [ago(1)], nowMs)).toBe(HOUR_MS)
  })
})

describe('a token bucket', () => {
  it('refills to its size and no further, however long it is idle', () => {
    const bucket = openBuckets({ burst: 10, perSecond: 1 })
    expect(bucket.take('a', 4, 0)).toBe(0)
    expect(bucket.take('a', 10, HOUR_MS)).toBe(0)
    expect(bucket.take('a', 1, HOUR_MS)).toBe(1000)
  })

  it('grants a cost above its size once it is full', () => {
    const bucket = openBuckets({ burst: 10, perSecond: 1 })
    expect(bucket.take('a', 99, 0)).toBe(0)
    expect(bucket.take('a', 99, 4000)).toBe(6000)
    expect(bucket.take('b', 99, 4000)).toBe(0)
  })

  it('of twice the size holds and refills twice as much', () => {
    const bucket = openBuckets({ burst: 10, perSecond: 1 })
    expect(bucket.take('a', 20, 0, 2)).toBe(0)
    expect(bucket.take('a', 4, 1000, 2)).toBe(1000)
    expect(bucket.take('a', 4, 2000, 2)).toBe(0)
  })

  it('names the first millisecond at which it grants again', () => {
    const { take } = openBuckets({ burst: 3, perSecond: 3 })
    expect(take('one', 3, 0)).toBe(0)
    expect(take('one', 1, 0)).toBe(334)
    expect(take('one', 1, 333)).toBeGreaterThan(0)
    expect(take('one', 1, 334)).toBe(0)
  })

  it('loses nothing when the clock is put back', () => {
    const bucket = openBuckets({ burst: 10, perSecond: 1 })
    expect(bucket.take('a', 4, HOUR_MS)).toBe(0)
    expect(bucket.take('a', 6, 0)).toBe(0)
  })
})

it('the limits have their agreed values', () => {
  const within = (windowMs: number) =>
    Object.fromEntries(
      Object.values(LIMITS).flatMap((limit) => (limit.windowMs === windowMs ? [[limit.name, limit.max]] : [])),
    )
  expect(within(60_000)).toEqual({ 'compared-in-alarm': 60 })
  expect(within(10 * 60_000)).toEqual({ 'invite-tries': 30 })
  expect(within(HOUR_MS)).toEqual({
    'codes-phone-hour': 5,
    'codes-address': 20,
    'codes-device': 10,
    'wrong-codes-address': 30,
    'wrong-codes-overall': 300,
    'recovery-address': 5,
    readings: 1,
    'document-sweeps-begun': 1,
    'wrong-invites': 1000,
  })
  expect(within(20 * HOUR_MS)).toEqual({ 'document-sweeps': 1, vacuums: 1 })
  expect(within(24 * HOUR_MS)).toEqual({
    'codes-phone-day': 10,
    'codes-phone-network': 5,
    'codes-invite': 200,
    'codes-person-day': 60,
    'codes-delivered': 1500,
    'join-codes-delivered': 500,
    'codes-never-entered': 50,
    'wrong-codes': 50,
    'proof-codes-day': 40,
    'invites-staff': 50,
    'invites-recipient': 5,
    'mailings-staff': 2,
    'recovery-wide': 20,
    'recovery-phone': 3,
    'recovery-new-phone': 3,
    'strangers-phone': 12,
    'strangers-new-phone': 12,
    'recovery-overall': 1000,
    'staff-news': 100,
    mentions: 20,
    'failed-sign-ins': 10_000,
  })
})

describe('what counts as one address', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80:0:0:0:1:2:3:4%en1', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

  it.each([
    ['203.0.113.7', '203.0.113.250', '203.0.114.7'],
    ['2001:db8:1:2::9', '2001:db8:1:fff0::1', '2001:db8:2:2::9'],
  ])('%s shares a wide network with %s, but not with %s', (address, near, far) => {
    expect(wideNetworkOf(near)).toBe(wideNetworkOf(address))
    expect(wideNetworkOf(far)).not.toBe(wideNetworkOf(address))
  })
})

it('a block of numbers is a number without its last four digits', () =>
  expect(phonePrefix('+77010000001')).toBe('+7701000'))

describe('counting', () => {
  const address = { limit: LIMITS.recoveryPerAddress, subject: '198.51.100.7' }
  const phone = { limit: LIMITS.recoveryPerOldPhone, subject: '+77010000001' }

  it('counts against every limit named, or against none', async () => {
    for (let n = 0; n < 3; n++) expect(await take(address, phone)).toBe(0)
    expect(await take(address, phone)).toBeGreaterThan(0)
    expect(await getHits(db, services, address)).toMatchObject({ count: 3 })
    expect(await take(address)).toBe(0)
  })

  it('grants exactly three of 40 simultaneous requests', async () => {
    const waits = await Promise.all(Array.from({ length: 40 }, () => take(address, phone)))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3)
  })

  it('does not deadlock when limits are named in different orders', async () => {
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? take(address, phone) : take(phone, address))),
    )
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3)
  })

  it('keeps the counts of different subjects apart', async () => {
    for (let n = 0; n < 3; n++) await take(phone)
    expect(await take({ ...phone, subject: '+77010000002' })).toBe(0)
  })

  it('forgets the count of a subject on request', async () => {
    await take(phone)
    await forgetCount(db, services, phone)
    expect(await getHits(db, services, phone)).toEqual({ count: 0, lastMs: 0, waitMs: 0 })
  })

  it('of several subjects counts those with room, and no attempt of the others', async () => {
    const limit = LIMITS.invitesPerRecipient
    const takeEach = (...subjects: string[]) =>
      db.transaction((tx) => consumeRateLimitForEach(tx, services, limit, subjects))
    for (let n = 0; n < 5; n++) expect(await takeEach('a@x.kz')).toEqual([true])
    expect(await takeEach('a@x.kz', 'b@x.kz')).toEqual([false, true])
    expect(await getHits(db, services, { limit, subject: 'a@x.kz' })).toMatchObject({ count: 5 })
    expect(await getHits(db, services, { limit, subject: 'b@x.kz' })).toMatchObject({ count: 1 })
  })

  it('of several subjects counts one named twice two times, as far as there is room', async () => {
    const limit = LIMITS.invitesPerRecipient
    const takeEach = (...subjects: string[]) =>
      db.transaction((tx) => consumeRateLimitForEach(tx, services, limit, subjects))
    expect(await takeEach('a@x.kz', 'b@x.kz', 'a@x.kz')).toEqual([true, true, true])
    expect(await takeEach('a@x.kz', 'a@x.kz', 'a@x.kz', 'a@x.kz')).toEqual([true, true, true, false])
    expect(await getHits(db, services, { limit, subject: 'a@x.kz' })).toMatchObject({ count: 5 })
    expect(await getHits(db, services, { limit, subject: 'b@x.kz' })).toMatchObject({ count: 1 })
  })

  it('scales limits by LIMITS_FACTOR, rounding up, but never the console’s own pace', async () => {
    const rooms = async (limitsFactor: number, limit: Limit) => {
      await emptyTables(db)
      services = await testServices({ env: { ...services.env, limitsFactor } })
      const counted = { limit, subject: 'one' }
      let taken = 0
      while ((await take(counted)) === 0) taken += 1
      return taken
    }
    expect(await rooms(0.5, LIMITS.recoveryPerOldPhone)).toBe(2)
    expect(await rooms(2, LIMITS.recoveryPerOldPhone)).toBe(6)
    for (const factor of [0.5, 2, 5]) expect(await rooms(factor, LIMITS.vacuums)).toBe(1)
  })

  it('reports the limit with the longest wait, and nothing about the console’s own pace', async () => {
    const observed: Observation[] = []
    services.meter.on((one) => observed.push(one))
    for (let n = 0; n < 3; n++) await take(phone)
    for (let n = 0; n < 5; n++) await take(address)
    const waitMs = await take(address, phone)
    expect(waitMs).toBe(24 * HOUR_MS)
    const each = [phone.subject, 'another']
    await db.transaction((tx) => consumeRateLimitForEach(tx, services, phone.limit, each))
    for (let n = 0; n < 2; n++) await take({ limit: LIMITS.vacuums, subject: 'embedded' })
    const ofPhone = { of: 'limit', limit: 'recovery-phone', waitMs }
    expect(observed).toEqual([ofPhone, ofPhone])
  })

  it('stores no phone number or address', async () => {
    await take(address, phone)
    const stored = JSON.stringify(await db.select().from(rateLimits))
    expect(stored).not.toMatch(/7701|198\.51/)
  })

  it('deletes counts after two days', async () => {
    await take(phone)
    services.clock.advance(49 * HOUR_MS)
    await tidyUp(services)
    expect(await db.$count(rateLimits)).toBe(0)
  })
})

describe('after the clock was put back by 84 minutes', () => {
  const address = { limit: LIMITS.recoveryPerAddress, subject: '203.0.113.7' }

  it('earlier hits count as made now, and expire within an hour', async () => {
    for (let n = 0; n < 5; n++) expect(await take(address)).toBe(0)
    services.clock.advance(-84 * 60_000)
    const waitMs = await take(address)
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(HOUR_MS)
    services.clock.advance(HOUR_MS)
    expect(await take(address)).toBe(0)
  })

  it('a limit that is only read reports no wait', async () => {
    for (let n = 0; n < 5; n++) await take(address)
    services.clock.advance(-84 * 60_000)
    expect(await getHits(db, services, address)).toMatchObject({ count: 5, waitMs: 0 })
  })

  it('a limit with room left still grants and counts', async () => {
    await take(address)
    services.clock.advance(-84 * 60_000)
    expect(await take(address)).toBe(0)
    expect(await getHits(db, services, address)).toMatchObject({ count: 2 })
  })
})

it('strangers may name one old or new number in at most 12 requests a day', () => {
  for (const limit of [LIMITS.strangersPerOldPhone, LIMITS.strangersPerNewPhone])
    expect(limit).toMatchObject({ max: 12, windowMs: 86_400_000 })
})
