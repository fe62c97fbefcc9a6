import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessions } from '../../../app/db/schema/sessions'
import { signInCodes, trustedDevices } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import { endSessionsOfDevices } from '../../../app/db/sign-in/trusted-devices'
import { hashToken } from '../../../app/domain/sealing.server'
import { signOutEverywhere } from '../../../app/domain/sessions/sign-out-everywhere.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { enter, notThis, PHONE, send, sendAndRead, signInAndKeep } from '../../support/sign-in'
import { DAY_MS, MINUTE_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let userId: string
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  userId = await addUser(db)
})

const trustedRows = () => db.select().from(trustedDevices)

describe('a browser that has signed in before', () => {
  it('still gets and uses a code after ten requests of strangers, when a stranger gets none', async () => {
    const proofs = await signInAndKeep(services)
    services.clock.advance(DAY_MS)
    for (let sent = 0; sent < 10; sent++) {
      if (sent === 5) services.clock.advance(64 * MINUTE_MS)
      expect((await send(services)).kind).toBe('sent')
      services.clock.advance(4 * MINUTE_MS)
    }
    services.clock.advance(2 * 60 * MINUTE_MS)
    expect(await send(services)).toMatchObject({ kind: 'wait', why: 'limit' })
    const own = await sendAndRead(services, { proofs })
    expect((await enter(services, own, { proofs })).kind).toBe('signedIn')
  })

  it('is known for 180 days without a sign-in, then forgotten', async () => {
    await signInAndKeep(services)
    services.clock.advance(180 * DAY_MS)
    await tidyUp(services)
    expect(await trustedRows()).toHaveLength(1)
    services.clock.advance(1)
    await tidyUp(services)
    expect(await trustedRows()).toEqual([])
  })

  it('keeps its live code when a stranger asks for one', async () => {
    const proofs = await signInAndKeep(services)
    const own = await sendAndRead(services, { proofs })
    expect((await send(services)).kind).toBe('sent')
    expect((await enter(services, own, { proofs })).kind).toBe('signedIn')
  })

  it('has its own countdown, apart from the one of strangers', async () => {
    const proofs = await signInAndKeep(services)
    expect((await send(services)).kind).toBe('sent')
    expect((await send(services, { proofs })).kind).toBe('sent')
    expect(await send(services, { proofs })).toEqual({ kind: 'wait', why: 'countdown', waitMs: 60_000 })
    services.clock.advance(MINUTE_MS)
    expect((await send(services, { proofs })).kind).toBe('sent')
    expect((await send(services)).kind).toBe('sent')
  })

  it('uses up neither the codes that strangers may request nor their live code', async () => {
    const proofs = await signInAndKeep(services)
    services.clock.advance(DAY_MS)
    const strange = await sendAndRead(services)
    expect((await send(services, { proofs })).kind).toBe('sent')
    expect((await enter(services, strange)).kind).toBe('signedIn')
    for (let sent = 0; sent < 4; sent++) {
      services.clock.advance(4 * MINUTE_MS)
      expect((await send(services, { proofs })).kind).toBe('sent')
    }
    services.clock.advance(4 * MINUTE_MS)
    expect(await send(services, { proofs })).toMatchObject({ kind: 'wait', why: 'limit' })
    expect((await send(services)).kind).toBe('sent')
  })

  it('is not held up by wrong codes of strangers, and its sign-in does not end their wait', async () => {
    const proofs = await signInAndKeep(services)
    services.clock.advance(DAY_MS)
    const strange = await sendAndRead(services)
    for (let tries = 0; tries < 5; tries++) await enter(services, { ...strange, code: notThis(strange.code) })
    services.clock.advance(MINUTE_MS)
    const again = await sendAndRead(services)
    await enter(services, { ...again, code: notThis(again.code) })
    expect(await enter(services, again)).toMatchObject({ kind: 'wait' })
    const own = await sendAndRead(services, { proofs })
    expect(await enter(services, { ...own, code: notThis(own.code) }, { proofs })).toMatchObject({ triesLeft: 4 })
    expect((await enter(services, own, { proofs })).kind).toBe('signedIn')
    expect(await enter(services, again)).toMatchObject({ kind: 'wait' })
  })

  it('is not held back by others with its address or its device id', async () => {
    const proofs = await signInAndKeep(services)
    const shared = { address: '203.0.113.9', deviceId: 'shared' }
    for (let sent = 0; sent < 20; sent++)
      await send(services, { phone: `+770110010${10 + sent}`, address: shared.address })
    for (let sent = 0; sent < 10; sent++)
      await send(services, { phone: `+770110020${10 + sent}`, deviceId: shared.deviceId })
    expect(await send(services, shared)).toMatchObject({ why: 'limit' })
    expect((await send(services, { ...shared, proofs })).kind).toBe('sent')
  })

  it('has no privilege for another number, and its proof reveals nothing about it', async () => {
    await addUser(db, { phone: '+77010000004' })
    const proofs = await signInAndKeep(services)
    for (const phone of ['+77010000004', '+77010009999']) {
      expect(Object.keys(await send(services, { phone, proofs }))).toEqual(['kind', 'challengeId', 'resendAtMs'])
      expect(await send(services, { phone })).toEqual({ kind: 'wait', why: 'countdown', waitMs: 60_000 })
      expect(await send(services, { phone, proofs })).toEqual({ kind: 'wait', why: 'countdown', waitMs: 60_000 })
    }
    const rows = await db.select().from(signInCodes)
    expect(rows.filter(({ phone }) => phone !== PHONE).map(({ askedBy }) => askedBy)).toEqual([null, null])
  })
})

describe('a new browser in a network that its owner has signed in from', () => {
  const OFFICE = '203.0.113.20'
  const inOffice = { address: '203.0.113.99' }
  const tenStrangers = async () => {
    for (let sent = 0; sent < 10; sent++) {
      if (sent === 5) services.clock.advance(64 * MINUTE_MS)
      expect((await send(services)).kind).toBe('sent')
      services.clock.advance(4 * MINUTE_MS)
    }
    services.clock.advance(2 * 60 * MINUTE_MS)
    expect(await send(services)).toMatchObject({ kind: 'wait', why: 'limit' })
  }
  beforeEach(async () => {
    await signInAndKeep(services, { address: OFFICE })
    services.clock.advance(DAY_MS)
  })

  it('still gets and uses a code after ten requests of strangers from elsewhere', async () => {
    await tenStrangers()
    const own = await sendAndRead(services, inOffice)
    expect((await enter(services, own, inOffice)).kind).toBe('signedIn')
  })

  it('keeps its live code when a stranger elsewhere asks for one', async () => {
    const own = await sendAndRead(services, inOffice)
    services.clock.advance(MINUTE_MS)
    expect((await send(services)).kind).toBe('sent')
    expect((await enter(services, own, inOffice)).kind).toBe('signedIn')
  })

  it('shares one countdown with strangers, so that the wait does not reveal which number is known', async () => {
    const wait = (waitMs: number) => ({ kind: 'wait', why: 'countdown', waitMs })
    const ask = async (phone: string) => {
      expect((await send(services, { phone })).kind).toBe('sent')
      expect(await send(services, { phone, ...inOffice })).toEqual(wait(MINUTE_MS))
      services.clock.advance(MINUTE_MS)
      expect((await send(services, { phone, ...inOffice })).kind).toBe('sent')
      expect(await send(services, { phone })).toEqual(wait(2 * MINUTE_MS))
      expect(await send(services, { phone, ...inOffice })).toEqual(wait(2 * MINUTE_MS))
    }
    for (const phone of [PHONE, '+77010009999']) await ask(phone)
  })

  it('shares the hourly and daily codes with all other networks of its owner', async () => {
    const networks = ['203.0.114.1', '203.0.115.1', '203.0.116.1', OFFICE]
    for (const address of networks) {
      await signInAndKeep(services, { address })
      services.clock.advance(DAY_MS)
    }
    const sent = async (times: number) => {
      let all = 0
      for (let n = 0; n < times; n++) {
        if ((await send(services, { address: networks[n % networks.length] })).kind === 'sent') all++
        services.clock.advance(4 * MINUTE_MS)
      }
      return all
    }
    expect(await sent(12)).toBe(5)
    services.clock.advance(60 * MINUTE_MS)
    expect(await sent(12)).toBe(5)
    services.clock.advance(60 * MINUTE_MS)
    expect(await sent(4)).toBe(0)
  })

  it('shares the wait after wrong codes with all other networks of its owner', async () => {
    await signInAndKeep(services, { address: '203.0.114.1' })
    services.clock.advance(DAY_MS)
    const first = await sendAndRead(services, inOffice)
    for (let tries = 0; tries < 5; tries++) await enter(services, { ...first, code: notThis(first.code) }, inOffice)
    services.clock.advance(MINUTE_MS)
    const second = await sendAndRead(services, { address: '203.0.114.2' })
    await enter(services, { ...second, code: notThis(second.code) })
    expect(await enter(services, second)).toMatchObject({ kind: 'wait' })
  })

  it('is subject to the limits of its address like any other', async () => {
    for (let n = 0; n < 20; n++) await send(services, { phone: `+770110010${10 + n}`, ...inOffice })
    expect(await send(services, inOffice)).toMatchObject({ kind: 'wait', why: 'limit' })
  })

  it('has no privilege for the number of another person', async () => {
    await addUser(db, { phone: '+77010000004' })
    for (const phone of ['+77010000004', '+77010009999']) {
      expect((await send(services, { phone })).kind).toBe('sent')
      expect(await send(services, { phone, ...inOffice })).toMatchObject({ kind: 'wait', why: 'countdown' })
    }
  })

  it.each([
    ['whose browsers are forgotten', () => db.update(trustedDevices).set({ revokedAt: services.now() })],
    ['who is blocked', () => db.update(users).set({ status: 'suspended' }).where(eq(users.id, userId))],
    ['who signed in there long ago', () => Promise.resolve(services.clock.advance(180 * DAY_MS))],
  ])('of a person %s counts as a stranger', async (_, change) => {
    await change()
    expect((await send(services)).kind).toBe('sent')
    expect(await send(services, inOffice)).toMatchObject({ kind: 'wait', why: 'countdown' })
  })
})

it('signing out everywhere forgets all trusted browsers, even when no session was open', async () => {
  await signInAndKeep(services)
  await db.update(sessions).set({ endedAt: services.now() })
  expect(await signOutEverywhere(db, userId, services.now())).toEqual({ ended: 0, forgotten: 1 })
  expect((await trustedRows()).filter(({ revokedAt }) => revokedAt === null)).toEqual([])
})

it('an ended session keeps its end time when its browser is forgotten later', async () => {
  await signInAndKeep(services)
  const endedAt = services.now()
  await db.update(sessions).set({ endedAt })
  services.clock.advance(MINUTE_MS)
  const ids = (await trustedRows()).map(({ id }) => id)
  await endSessionsOfDevices(db, ids, services.now(), randomUUID())
  expect(await db.select().from(sessions)).toMatchObject([{ endedAt }])
})

it('strangers in one network get at most five of the ten daily codes of a number', async () => {
  const network = () => ({ address: `192.0.2.${1 + (Math.floor(services.now().getTime() / MINUTE_MS) % 250)}` })
  for (let sent = 0; sent < 5; sent++) {
    expect((await send(services, network())).kind).toBe('sent')
    services.clock.advance(4 * MINUTE_MS)
  }
  services.clock.advance(2 * 60 * MINUTE_MS)
  expect(await send(services, network())).toMatchObject({ kind: 'wait', why: 'limit' })
  const fresh = await sendAndRead(services)
  expect((await enter(services, fresh)).kind).toBe('signedIn')
})

describe('the proof of a trusted browser', () => {
  const isTrusted = async (proofs: string[]) => {
    const before = await db.$count(signInCodes)
    await send(services, { proofs })
    const rows = await db.select().from(signInCodes)
    expect(rows.length).toBe(before + 1)
    services.clock.advance(61 * MINUTE_MS)
    return rows.some(
      ({ askedBy, createdAt }) => askedBy !== null && createdAt.getTime() > services.now().getTime() - 62 * MINUTE_MS,
    )
  }

  it('is stored as a hash, with the name of the browser', async () => {
    const [token = ''] = await signInAndKeep(services, { userAgent: 'Mozilla/5.0 (Windows) Firefox/1' })
    expect(token).toHaveLength(43)
    const rows = await trustedRows()
    expect(rows).toMatchObject([
      { userId, tokenHash: hashToken(token), userAgent: 'Mozilla/5.0 (Windows) Firefox/1', revokedAt: null },
    ])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('stays the same after signing in again, and lasts another 180 days', async () => {
    const proofs = await signInAndKeep(services)
    services.clock.advance(100 * DAY_MS)
    expect(await signInAndKeep(services, { proofs })).toEqual(proofs)
    const rows = await trustedRows()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.lastUsedAt).toEqual(services.now())
    services.clock.advance(180 * DAY_MS - MINUTE_MS)
    expect(await isTrusted(proofs)).toBe(true)
    expect(await isTrusted(proofs)).toBe(false)
  })

  it('is kept for each of two people who share a browser, the latest first', async () => {
    await addUser(db, { phone: '+77010000004' })
    const first = await signInAndKeep(services)
    const both = await signInAndKeep(services, { phone: '+77010000004', proofs: first })
    expect(both).toHaveLength(2)
    expect(both[1]).toBe(first[0])
    expect(await signInAndKeep(services, { proofs: both })).toEqual([both[1], both[0]])
  })

  it('is replaced at the next sign-in after it was revoked', async () => {
    const proofs = await signInAndKeep(services)
    await db.update(trustedDevices).set({ revokedAt: services.now() })
    services.clock.advance(61 * MINUTE_MS)
    const [token = ''] = await signInAndKeep(services, { proofs })
    expect(proofs).not.toContain(token)
    services.clock.advance(61 * MINUTE_MS)
    expect(await isTrusted([token])).toBe(true)
  })

  it('is not trusted when it is made up', async () => {
    expect(await isTrusted([hashToken('anything')])).toBe(false)
  })

  it.each([
    ['revoked', () => db.update(trustedDevices).set({ revokedAt: services.now() })],
    ['of somebody blocked', () => db.update(users).set({ status: 'suspended' }).where(eq(users.id, userId))],
    [
      'of a number that is another now',
      () => db.update(users).set({ phone: '+77010000077' }).where(eq(users.id, userId)),
    ],
  ])('%s is no longer trusted', async (_, change) => {
    const proofs = await signInAndKeep(services)
    services.clock.advance(61 * MINUTE_MS)
    expect(await isTrusted(proofs)).toBe(true)
    await change()
    expect(await isTrusted(proofs)).toBe(false)
  })
})
