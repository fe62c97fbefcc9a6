import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { invites } from '../../../app/db/schema/invites'
import { rateLimits } from '../../../app/db/schema/limits'
import { messages } from '../../../app/db/schema/messages'
import { signInCodes, trustedDevices } from '../../../app/db/schema/sign-in'
import { consumeCode, voidCode } from '../../../app/db/sign-in/sign-in'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { hashToken } from '../../../app/domain/sealing.server'
import { sendCode } from '../../../app/domain/sign-in/send-code.server'
import { openLog } from '../../../app/gateways/log.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { enter, newAddress, PHONE, send, sendAndRead, signInAndKeep } from '../../support/sign-in'
import { MINUTE_MS } from '../../../app/durations'

const CODE = 'INV-7K4M-9QXT-2B8D'

const db = await openTestDatabase()
let services: TestServices
let lines: Record<string, unknown>[]
beforeEach(async () => {
  await emptyTables(db)
  lines = []
  const log = openLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  services = await testServices({ log })
})

const askToJoin = (phone: string, asked: { address?: string; deviceId?: string; invite?: string } = {}) =>
  sendCode(services, {
    purpose: 'sign-up',
    phone,
    channel: 'sms',
    address: newAddress(),
    deviceId: crypto.randomUUID(),
    invite: CODE,
    language: 'en',
    ...asked,
  })
const deliverAll = async () => {
  while ((await deliverDue(services)) > 0);
}
/** Numbers of one block of 10,000. */
const blockOf = (prefix: string, size: number) => Array.from({ length: size }, (_, n) => `${prefix}${String(4000 + n)}`)

it('the 21st code of one address waits until exactly an hour after the first', async () => {
  await addInvite(db, { maximumUses: 100 })
  const address = newAddress()
  const [late = '', ...phones] = blockOf('+7701333', 21)
  for (const phone of phones) expect((await askToJoin(phone, { address })).kind).toBe('sent')
  services.clock.advance(60 * MINUTE_MS - 1)
  expect(await askToJoin(late, { address })).toEqual({ kind: 'wait', why: 'limit', waitMs: 1 })
  services.clock.advance(1)
  expect((await askToJoin(late, { address })).kind).toBe('sent')
})

describe('a block of phone numbers that strangers request join codes for', () => {
  it('receives at most 50, while its staff still get theirs and sign in', async () => {
    await addInvite(db, { maximumUses: 100 })
    const staff = '+77012220001'
    await addUser(db, { phone: staff })
    for (const phone of blockOf('+7701222', 54)) expect((await askToJoin(phone)).kind).toBe('sent')
    await deliverAll()
    expect(services.delivered).toHaveLength(50)
    const sent = await sendAndRead(services, { phone: staff })
    expect(services.delivered).toHaveLength(51)
    expect((await enter(services, { ...sent, phone: staff })).kind).toBe('signedIn')
  })

  it('counts a code once, however often its delivery is retried', async () => {
    await addInvite(db, { maximumUses: 100 })
    const asked = new Set<string>()
    const { deliver } = services.messages.sms
    services.messages.sms = {
      deliver: (message) =>
        asked.has(message.to) ? deliver(message) : (asked.add(message.to), Promise.reject(new Error('busy'))),
    }
    for (const phone of blockOf('+7701222', 30)) expect((await askToJoin(phone)).kind).toBe('sent')
    await deliverAll()
    services.clock.advance(2 * MINUTE_MS)
    await deliverAll()
    expect(services.delivered).toHaveLength(30)
    expect(lines.filter(({ event }) => event === 'code.overBudget')).toEqual([])
  })

  it('is logged with its prefix, the wait and a count, but no whole number', async () => {
    await addInvite(db, { maximumUses: 100 })
    for (const phone of blockOf('+7701222', 51)) await askToJoin(phone)
    await deliverAll()
    const stopped = lines.filter(({ event }) => event === 'code.overBudget')
    expect(stopped).toMatchObject([{ level: 'error', purpose: 'sign-up', prefix: '+7701222', count: 1 }])
    expect(stopped[0]?.waitMs).toBeGreaterThan(23 * 60 * MINUTE_MS)
    expect(lines.some((line) => 'dropped' in line)).toBe(false)
    expect(JSON.stringify(lines)).not.toMatch(/\+7701222\d/)
  })

  it('is not blocked by codes for its active staff, however many', async () => {
    const block = blockOf('+7701222', 60)
    for (const phone of block) await addUser(db, { phone })
    for (const phone of block) await send(services, { phone })
    await deliverAll()
    expect(services.delivered).toHaveLength(60)
    await addInvite(db, { maximumUses: 100 })
    expect((await askToJoin('+77012229999')).kind).toBe('sent')
    await deliverAll()
    expect(services.delivered).toHaveLength(61)
  })

  it('receives at most 50 codes for people who were invited and never signed in, and any for its active staff', async () => {
    const block = blockOf('+7701222', 52)
    for (const phone of block) await addUser(db, { phone, status: 'invited' })
    for (const phone of block) await send(services, { phone })
    await deliverAll()
    expect(services.delivered).toHaveLength(50)
    await addUser(db, { phone: '+77012229999' })
    await send(services, { phone: '+77012229999' })
    await deliverAll()
    expect(services.delivered.slice(50)).toMatchObject([{ to: '+77012229999' }])
  })

  it('receives another 50 once one of its people enters a code', async () => {
    const block = blockOf('+7701222', 102)
    for (const phone of block) await addUser(db, { phone, status: 'invited' })
    const [first = '', ...others] = block
    const own = await sendAndRead(services, { phone: first })
    for (const phone of others.slice(0, 49)) await send(services, { phone })
    await deliverAll()
    expect(services.delivered).toHaveLength(50)
    expect((await enter(services, { ...own, phone: first })).kind).toBe('signedIn')
    for (const phone of others.slice(49)) await send(services, { phone })
    await deliverAll()
    expect(services.delivered).toHaveLength(100)
  })
})

describe('120 numbers of one block from 120 addresses', () => {
  it('get 50 codes in all, log the other 70, and leave staff elsewhere their codes', async () => {
    await addInvite(db, { maximumUses: 1000 })
    await addUser(db)
    for (const phone of blockOf('+7701222', 120)) expect((await askToJoin(phone)).kind).toBe('sent')
    await deliverAll()
    expect(services.delivered).toHaveLength(50)
    expect(lines.filter(({ event }) => event === 'code.overBudget')).toHaveLength(70)
    await sendAndRead(services)
    expect(services.delivered).toHaveLength(51)
  })
})

describe('the codes of one invite', () => {
  it('are limited to three per use, after which the invite is spent for good', async () => {
    await addInvite(db, { maximumUses: 2 })
    for (const phone of blockOf('+7701333', 6)) expect((await askToJoin(phone)).kind).toBe('sent')
    expect(await askToJoin('+77013339999')).toEqual({ kind: 'spent' })
    services.clock.advance(3 * 24 * 60 * MINUTE_MS)
    expect(await askToJoin('+77013339999')).toEqual({ kind: 'spent' })
    expect(await db.$count(signInCodes)).toBe(6)
    await addInvite(db, { code: 'INV-0000-0000-0001' })
    expect((await askToJoin('+77013339999', { invite: 'INV-0000-0000-0001' })).kind).toBe('sent')
  })

  it('are limited to six per use when LIMITS_FACTOR is two', async () => {
    services = await testServices({ env: { ...services.env, limitsFactor: 2 } })
    await addInvite(db, { maximumUses: 1 })
    const answers: string[] = []
    for (const phone of blockOf('+7701333', 7)) answers.push((await askToJoin(phone)).kind)
    expect(answers).toEqual([...Array<string>(6).fill('sent'), 'spent'])
  })

  it('are limited to three per use even when 20 people ask at once', async () => {
    await addInvite(db, { maximumUses: 1 })
    const answers = await Promise.all(blockOf('+7701333', 20).map((phone) => askToJoin(phone)))
    expect(answers.filter(({ kind }) => kind === 'sent')).toHaveLength(3)
    expect((await db.select().from(invites))[0]?.codesSent).toBe(3)
  })

  it('take at most 200 of the daily 500 messages, so another invite can still send its own', async () => {
    await addInvite(db, { maximumUses: 1000 })
    await addInvite(db, { code: 'INV-0000-0000-0001' })
    for (let n = 0; n < 200; n++) expect((await askToJoin(`+77013${100_000 + 61 * n}`)).kind).toBe('sent')
    expect(await askToJoin('+77013339999')).toMatchObject({ kind: 'wait', why: 'limit' })
    expect((await askToJoin('+77013339999', { invite: 'INV-0000-0000-0001' })).kind).toBe('sent')
    services.clock.advance(24 * 60 * MINUTE_MS)
    expect((await askToJoin('+77013339998')).kind).toBe('sent')
  })

  it('do not count when their message reached nobody', async () => {
    await addInvite(db, { maximumUses: 1 })
    expect((await askToJoin('+447911123456')).kind).toBe('sent')
    await deliverAll()
    expect((await db.select().from(invites))[0]?.codesSent).toBe(0)
  })
})

it('an entered code stays used and counts for its invite, even when its message is reported failed later', async () => {
  await addInvite(db, { maximumUses: 1 })
  const asked = await askToJoin('+77013339999')
  const at = services.now()
  const id = asked.kind === 'sent' ? asked.challengeId : ''
  await consumeCode(db, id, at)
  await voidCode(db, id, at)
  expect(await db.select().from(signInCodes)).toMatchObject([{ usedAt: at, voidedAt: null }])
  expect((await db.select().from(invites))[0]?.codesSent).toBe(1)
})

describe('joining and signing in', () => {
  it('have separate countdowns, live codes and limits for one number', async () => {
    await addInvite(db, { maximumUses: 100 })
    await addUser(db)
    for (let sent = 0; sent < 5; sent++) {
      expect((await askToJoin(PHONE)).kind).toBe('sent')
      services.clock.advance(4 * MINUTE_MS)
    }
    expect(await askToJoin(PHONE)).toMatchObject({ why: 'limit' })
    await deliverAll()
    const signIn = await sendAndRead(services)
    services.clock.advance(4 * MINUTE_MS)
    expect((await enter(services, signIn)).kind).toBe('signedIn')
  })

  it('have separate limits for one address', async () => {
    await addInvite(db, { maximumUses: 100 })
    const address = '203.0.113.9'
    for (const phone of blockOf('+7701444', 20)) expect((await askToJoin(phone, { address })).kind).toBe('sent')
    expect(await askToJoin('+77014449999', { address })).toMatchObject({ why: 'limit' })
    expect((await send(services, { address })).kind).toBe('sent')
  })

  it('have separate limits for one device', async () => {
    await addInvite(db, { maximumUses: 100 })
    const deviceId = randomUUID()
    for (const phone of blockOf('+7701444', 10)) expect((await askToJoin(phone, { deviceId })).kind).toBe('sent')
    expect(await askToJoin('+77014449999', { deviceId })).toMatchObject({ why: 'limit' })
    expect((await send(services, { deviceId })).kind).toBe('sent')
  })

  it('have separate budgets for one block of numbers', async () => {
    await addInvite(db, { maximumUses: 100 })
    for (const phone of blockOf('+7701222', 50)) await askToJoin(phone)
    await deliverAll()
    await addUser(db, { phone: '+77012229999', status: 'invited' })
    await send(services, { phone: '+77012229999' })
    await deliverAll()
    expect(services.delivered).toHaveLength(51)
  })
})

describe('the daily codes of the whole console', () => {
  const usedUp = async (name: 'sign-in' | 'join', count: number) => {
    if (name === 'join') await askToJoin('+77015550001')
    else await send(services)
    // Counters that appear from here on count deliveries, not requests.
    const asked = new Set((await db.select().from(rateLimits)).map(({ key }) => key))
    await deliverAll()
    const delivered = (await db.select().from(rateLimits)).filter(({ key }) => !asked.has(key))
    for (const { key } of delivered) await db.update(rateLimits).set({ count }).where(eq(rateLimits.key, key))
    services.clock.advance(2 * MINUTE_MS)
  }

  it('for joining are limited to 500, without affecting sign-in', async () => {
    await addInvite(db, { maximumUses: 1000 })
    await addUser(db)
    await usedUp('join', 500)
    services.delivered.length = 0
    expect((await askToJoin('+77016660001')).kind).toBe('sent')
    await deliverAll()
    expect(services.delivered).toEqual([])
    await sendAndRead(services)
    expect(services.delivered).toHaveLength(1)
  })

  it('for signing in are limited to 1500, of which 300 are reserved for browsers that have signed in before', async () => {
    await addUser(db)
    const proofs = await signInAndKeep(services)
    await db.delete(rateLimits)
    await usedUp('sign-in', 1200)
    services.delivered.length = 0
    expect((await send(services)).kind).toBe('sent')
    await deliverAll()
    expect(services.delivered).toEqual([])
    const own = await sendAndRead(services, { proofs })
    expect(services.delivered).toHaveLength(1)
    expect((await enter(services, own, { proofs })).kind).toBe('signedIn')
  })
})

describe('the codes of one known person', () => {
  const asked = async (asks: number, ask: () => Promise<{ kind: string }>) => {
    for (let n = 0; n < asks; n += 1) await ask()
    await deliverAll()
    return services.delivered.length
  }
  const proofOf = (phone: string, sessionId: string = randomUUID()) =>
    sendCode(services, {
      purpose: 'proof',
      phone,
      sessionId,
      channel: 'sms',
      address: newAddress(),
      deviceId: 'device',
    })

  it('are limited to 60 a day over all sessions, while others still get theirs', async () => {
    await addUser(db)
    await addUser(db, { phone: '+77010000009' })
    expect(await asked(80, () => proofOf(PHONE))).toBe(60)
    expect(await proofOf(PHONE)).toMatchObject({ kind: 'wait', why: 'limit' })
    expect((await proofOf('+77010000009')).kind).toBe('sent')
    services.clock.advance(24 * 60 * MINUTE_MS)
    expect((await proofOf(PHONE)).kind).toBe('sent')
  })

  it('are limited to 40 a day in one session', async () => {
    await addUser(db)
    const sessionId = randomUUID()
    for (let n = 0; n < 40; n += 1) {
      expect((await proofOf(PHONE, sessionId)).kind).toBe('sent')
      services.clock.advance(20 * MINUTE_MS)
    }
    expect(await proofOf(PHONE, sessionId)).toMatchObject({ kind: 'wait', why: 'limit' })
  })

  it('are limited to 60 a day over all their trusted browsers', async () => {
    const id = await addUser(db)
    const at = services.now()
    const browsers = Array.from({ length: 80 }, () => randomUUID())
    await db.insert(trustedDevices).values(
      browsers.map((token) => ({
        userId: id,
        tokenHash: hashToken(token),
        userAgent: 'Firefox',
        createdAt: at,
        lastUsedAt: at,
      })),
    )
    expect(await asked(80, () => send(services, { proofs: [browsers.pop() ?? ''] }))).toBe(60)
    services.delivered.length = 0
    expect((await send(services)).kind).toBe('sent')
  })
})

it('limits survive a restart and hold across two consoles on one database', async () => {
  await addUser(db)
  const other = await testServices({ now: services.now, log: pino({ level: 'silent' }) })
  for (let sent = 0; sent < 3; sent++) {
    expect((await send(services)).kind).toBe('sent')
    services.clock.advance(4 * MINUTE_MS)
  }
  for (let sent = 0; sent < 2; sent++) {
    expect((await send(other)).kind).toBe('sent')
    services.clock.advance(4 * MINUTE_MS)
  }
  expect(await send(other)).toMatchObject({ kind: 'wait', why: 'limit' })
  expect(await send(services)).toMatchObject({ kind: 'wait', why: 'limit' })
  expect(await db.$count(messages)).toBe(5)
})
