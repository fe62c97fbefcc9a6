import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { rateLimits } from '../../../app/db/schema/limits'
import { messages } from '../../../app/db/schema/messages'
import { sessions } from '../../../app/db/schema/sessions'
import { signInCodes, trustedDevices } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { hashedParts, type SendSignInCode } from '../../../app/domain/sign-in/send-code.server'
import { hashToken } from '../../../app/domain/sealing.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addUser } from '../../support/people'
import * as support from '../../support/sign-in'
import { notThis, PHONE } from '../../support/sign-in'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { MINUTE_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const send = (asked: Partial<SendSignInCode> = {}) => support.send(services, asked)
const sendAndRead = (asked: Partial<SendSignInCode> = {}) => support.sendAndRead(services, asked)
const enter = (challengeId: string | null, code: string, phone = PHONE) =>
  support.enter(services, { challengeId, code, phone })

describe('a code', () => {
  beforeEach(() => addUser(db))

  it('arrives in the chosen channel and signs in', async () => {
    const { challengeId, code } = await sendAndRead({ channel: 'whatsapp' })
    expect(services.delivered[0]).toMatchObject({ channel: 'whatsapp', to: PHONE, kind: 'sign_in_code' })
    expect((await enter(challengeId, code)).kind).toBe('signedIn')
    const [session] = await db.select().from(sessions)
    expect(session).toMatchObject({ deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7', endedAt: null })
  })

  it('opens a session that stores 300 characters of the user agent', async () => {
    const userAgent = 'Browser '.repeat(100)
    await support.signInAndKeep(services, { phone: PHONE, userAgent })
    const kept = [...(await db.select().from(sessions)), ...(await db.select().from(trustedDevices))]
    expect(kept.map((row) => row.userAgent)).toEqual([userAgent.slice(0, 300), userAgent.slice(0, 300)])
  })

  it('is exactly six digits', async () => {
    const { code } = await sendAndRead()
    expect(code).toMatch(/^[0-9]{6}$/)
  })

  it('is valid for 4:59, but not for 5:00', async () => {
    const first = await sendAndRead()
    services.clock.advance(5 * MINUTE_MS)
    expect(await enter(first.challengeId, first.code)).toEqual({ kind: 'wrong', triesLeft: null })
    const second = await sendAndRead()
    services.clock.advance(5 * MINUTE_MS - 1000)
    expect((await enter(second.challengeId, second.code)).kind).toBe('signedIn')
  })

  it('works only once', async () => {
    const { challengeId, code } = await sendAndRead()
    await enter(challengeId, code)
    expect(await enter(challengeId, code)).toEqual({ kind: 'wrong', triesLeft: null })
    expect(await db.$count(sessions)).toBe(1)
  })

  it('stops working when a new one is sent', async () => {
    const first = await sendAndRead()
    services.clock.advance(MINUTE_MS)
    const second = await sendAndRead()
    expect(await enter(first.challengeId, first.code)).toEqual({ kind: 'wrong', triesLeft: null })
    expect((await enter(second.challengeId, second.code)).kind).toBe('signedIn')
  })

  it('is not delivered when it was replaced before it went out', async () => {
    await send()
    services.clock.advance(MINUTE_MS)
    const second = await sendAndRead()
    expect(services.delivered).toHaveLength(1)
    expect((await enter(second.challengeId, second.code)).kind).toBe('signedIn')
  })

  it('is not sent again once it was entered, even when its gateway did not answer', async () => {
    const { sms } = services.messages
    services.messages.sms = {
      deliver: async (message) => {
        services.delivered.push(message)
        throw new Error('The gateway did not answer in time')
      },
    }
    const { challengeId, code } = await sendAndRead()
    services.messages.sms = sms
    expect((await enter(challengeId, code)).kind).toBe('signedIn')
    services.clock.advance(MINUTE_MS)
    await deliverDue(services)
    expect(services.delivered).toHaveLength(1)
    expect(await db.select().from(messages)).toMatchObject([{ status: 'failed', lastError: 'used' }])
  })

  it('is refused in another browser and for another phone', async () => {
    await addUser(db, { phone: '+77010000004', role: 'cashier' })
    const { challengeId, code } = await sendAndRead()
    expect(await enter(null, code)).toEqual({ kind: 'wrong', triesLeft: null })
    expect(await enter(challengeId, code, '+77010000004')).toEqual({ kind: 'wrong', triesLeft: null })
    const other = await sendAndRead({ phone: '+77010000004' })
    expect((await enter(other.challengeId, code)).kind).toBe('wrong')
    expect(await db.$count(sessions)).toBe(0)
  })

  it('is locked after five wrong tries', async () => {
    const { challengeId, code } = await sendAndRead()
    for (const triesLeft of [4, 3, 2, 1])
      expect(await enter(challengeId, notThis(code))).toEqual({ kind: 'wrong', triesLeft })
    expect(await enter(challengeId, notThis(code))).toEqual({ kind: 'locked' })
    expect(await enter(challengeId, code)).toEqual({ kind: 'locked' })
  })

  it('is never stored in plain text, and its message is erased on delivery', async () => {
    const answer = await send()
    const [queued] = await db.select().from(messages)
    await deliverDue(services)
    const code = /\d{6}/.exec(services.delivered[0]?.text ?? '')?.[0] ?? ''
    const [stored] = await db.select().from(signInCodes)
    const [sent] = await db.select().from(messages)
    // The phone may happen to contain the six digits of the code.
    const everything = JSON.stringify([queued, stored, sent, await db.select().from(rateLimits)]).replaceAll(PHONE, '')
    expect(answer.kind).toBe('sent')
    expect(everything).not.toContain(code)
    expect(everything).not.toContain(hashToken(code))
    expect(sent).toMatchObject({ status: 'sent', text: '' })
    expect(JSON.stringify(await db.select().from(rateLimits))).not.toContain(PHONE.slice(1))
  })

  it('is stored as a keyed hash: no plain hash of it exists, and under another secret it is wrong', async () => {
    const { challengeId, code } = await sendAndRead()
    const everything = JSON.stringify([await db.select().from(signInCodes), await db.select().from(messages)])
    const parts = hashedParts('sign-in', challengeId ?? '', PHONE, code)
    for (const text of [code, JSON.stringify(parts), parts.join(''), `${challengeId}${code}`, `${PHONE}${code}`])
      for (const kind of ['md5', 'sha1', 'sha256', 'sha512'])
        for (const form of ['hex', 'base64', 'base64url'] as const)
          expect(everything).not.toContain(createHash(kind).update(text).digest(form).replace(/=+$/, ''))
    services = await testServices({ env: testEnv({ SESSION_SECRET: 'another secret that is long enough for it' }) })
    expect(await enter(challengeId, code)).toEqual({ kind: 'wrong', triesLeft: 4 })
  })

  it('survives a change of the secret while the old one is still accepted', async () => {
    const { challengeId, code } = await sendAndRead()
    const [old] = services.env.sessionSecrets
    const rotated = testEnv({ SESSION_SECRET: `another secret that is long enough for it,${old}` })
    services = await testServices({ env: rotated })
    expect((await enter(challengeId, code)).kind).toBe('signedIn')
  })
})

describe('many requests at once', () => {
  beforeEach(() => addUser(db))

  it('16 entries of the right code open one session', async () => {
    for (let round = 0; round < 10; round++) {
      const { challengeId, code } = await sendAndRead()
      const answers = await Promise.all(Array.from({ length: 16 }, () => enter(challengeId, code)))
      expect(answers.filter((answer) => answer.kind === 'signedIn')).toHaveLength(1)
      expect(await db.$count(sessions)).toBe(round + 1)
      services.clock.advance(24 * 60 * MINUTE_MS)
    }
  })

  it('200 wrong entries are compared five times, and the right one is then locked out', async () => {
    const { challengeId, code } = await sendAndRead()
    const answers = await Promise.all(Array.from({ length: 200 }, () => enter(challengeId, notThis(code))))
    expect(answers.filter((answer) => answer.kind === 'wrong' && answer.triesLeft !== null)).toHaveLength(4)
    const [stored] = await db.select().from(signInCodes)
    expect(stored?.tries).toBe(5)
    expect((await enter(challengeId, code)).kind).toBe('locked')
    expect(await db.$count(sessions)).toBe(0)
  })

  it('20 requests for one phone create one code', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()))
    expect(answers.filter((answer) => answer.kind === 'sent')).toHaveLength(1)
    expect(await db.$count(signInCodes)).toBe(1)
    expect(await db.$count(messages)).toBe(1)
  })

  it('60 requests from one address create 20 codes', async () => {
    const phones = Array.from({ length: 60 }, (_, n) => `+7701100${String(1000 + n)}`)
    const answers = await Promise.all(phones.map((phone) => send({ phone, address: '203.0.113.9' })))
    expect(answers.filter((answer) => answer.kind === 'sent')).toHaveLength(20)
  })
})

describe('who gets a code', () => {
  it.each([
    ['active', 1],
    ['invited', 1],
    ['inactive', 0],
    ['suspended', 0],
  ] as const)('status %s: %d message, and an answer of the same shape', async (status, count) => {
    await addUser(db, { status })
    expect(Object.keys(await send())).toEqual(['kind', 'challengeId', 'resendAtMs'])
    await deliverDue(services)
    expect(services.delivered).toHaveLength(count)
  })

  it.each([
    ['an unknown number', '+77010009999'],
    ['a number of another country', '+447911123456'],
    ['a premium number', '+78090000000'],
  ])('%s: no message, but the answer of any other number', async (_, phone) => {
    await addUser(db, { phone: phone === '+77010009999' ? PHONE : phone })
    expect(await send({ phone })).toMatchObject({ kind: 'sent' })
    expect((await send({ phone })).kind).toBe('wait')
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    const [message] = await db.select().from(messages)
    expect(message).toMatchObject({ status: 'failed', lastError: 'not-entitled', text: '' })
  })

  it('the code arrives in the language of the person', async () => {
    await addUser(db, { language: 'kk' })
    await sendAndRead()
    expect(services.delivered[0]?.text).toContain('жарамды')
  })

  it('the first sign-in makes an invited user active, with an audit entry', async () => {
    const id = await addUser(db, { status: 'invited' })
    const { challengeId, code } = await sendAndRead()
    await enter(challengeId, code)
    expect(await db.select().from(users).where(eq(users.id, id))).toMatchObject([
      { status: 'active', lastSignInAt: services.now() },
    ])
    expect(await db.select().from(auditLog).orderBy(auditLog.position)).toMatchObject([
      { action: 'user.activate', objectId: id, requestId: 'request' },
      { action: 'session.signIn', objectId: id, requestId: 'request' },
    ])
  })

  it('a person suspended between the code and its entry is not signed in', async () => {
    const id = await addUser(db)
    const { challengeId, code } = await sendAndRead()
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, id))
    expect(await enter(challengeId, code)).toEqual({ kind: 'wrong', triesLeft: null })
    expect(await db.$count(sessions)).toBe(0)
  })
})

it('signing in over another person’s session ends it and logs its end under them, and over one’s own logs none', async () => {
  await addUser(db)
  const phone = '+77010000004'
  const other = await addUser(db, { phone })
  const signInAs = async (whose: string, formerToken: string | null) => {
    const sent = await sendAndRead({ phone: whose })
    const answer = await support.enter(services, { ...sent, phone: whose }, { formerToken })
    if (answer.kind !== 'signedIn') throw new Error(answer.kind)
    return answer.tokens.refresh_token
  }
  const own = await signInAs(phone, await signInAs(phone, null))
  await signInAs(PHONE, own)
  expect((await db.select().from(sessions).where(eq(sessions.userId, other))).map(({ endedAt }) => endedAt)).toEqual([
    services.now(),
    services.now(),
  ])
  expect(await db.select().from(auditLog).where(eq(auditLog.action, 'session.end'))).toMatchObject([
    { objectId: other, actorId: null, after: { ended: 1 }, requestId: 'request' },
  ])
})

describe('limits on sending codes', () => {
  beforeEach(() => addUser(db))

  it('the countdown is 60 s, 120 s, then 240 s, and entering the code ends it', async () => {
    await send()
    expect(await send()).toEqual({ kind: 'wait', why: 'countdown', waitMs: 60_000 })
    services.clock.advance(59_000)
    expect(await send()).toMatchObject({ waitMs: 1000 })
    services.clock.advance(1000)
    expect(await send()).toMatchObject({ resendAtMs: services.now().getTime() + 120_000 })
    services.clock.advance(120_000)
    const third = await sendAndRead()
    expect(await send()).toEqual({ kind: 'wait', why: 'countdown', waitMs: 240_000 })
    await enter(third.challengeId, third.code)
    expect((await send()).kind).toBe('sent')
  })

  it('a phone gets at most five codes an hour', async () => {
    for (let sent = 0; sent < 5; sent++) {
      expect((await send()).kind).toBe('sent')
      services.clock.advance(4 * MINUTE_MS)
    }
    expect(await send()).toEqual({ kind: 'wait', why: 'limit', waitMs: 40 * MINUTE_MS })
    services.clock.advance(40 * MINUTE_MS)
    expect((await send()).kind).toBe('sent')
  })

  it('a phone gets at most ten codes a day', async () => {
    for (let sent = 0; sent < 10; sent++) {
      expect((await send()).kind).toBe('sent')
      services.clock.advance(61 * MINUTE_MS)
    }
    expect(await send()).toMatchObject({ kind: 'wait', why: 'limit' })
  })

  it('a device gets at most ten codes an hour', async () => {
    for (let sent = 0; sent < 10; sent++)
      expect((await send({ phone: `+7701100100${sent}`, deviceId: 'one' })).kind).toBe('sent')
    expect(await send({ phone: '+77011001010', deviceId: 'one' })).toMatchObject({ why: 'limit' })
    expect((await send({ phone: '+77011001010', deviceId: 'two' })).kind).toBe('sent')
  })

  it('the addresses of one IPv6 network count as one', async () => {
    for (let sent = 0; sent < 20; sent++)
      await send({ phone: `+770110010${10 + sent}`, address: `2001:db8:1:2:${sent}::1` })
    expect(await send({ phone: '+77011001099', address: '2001:db8:1:2:ffff::9' })).toMatchObject({ why: 'limit' })
    expect((await send({ phone: '+77011001099', address: '2001:db8:1:3::9' })).kind).toBe('sent')
  })

  it('LIMITS_FACTOR multiplies the limits, but not the countdown', async () => {
    services = await testServices({ env: testEnv({ LIMITS_FACTOR: '3' }) })
    for (let sent = 0; sent < 15; sent++) {
      expect((await send()).kind).toBe('sent')
      expect(await send()).toMatchObject({ why: 'countdown' })
      services.clock.advance(4 * MINUTE_MS)
    }
  })
})

describe('guessing codes', () => {
  beforeEach(() => addUser(db))

  it('wrong codes of one phone add up to a growing wait, during which not even the right one is compared', async () => {
    const first = await sendAndRead()
    for (let tries = 0; tries < 5; tries++) await enter(first.challengeId, notThis(first.code))
    services.clock.advance(MINUTE_MS)
    const second = await sendAndRead()
    expect(await enter(second.challengeId, notThis(second.code))).toEqual({ kind: 'wrong', triesLeft: 4 })
    expect(await enter(second.challengeId, second.code)).toEqual({ kind: 'wait', waitMs: 60_000 })
    services.clock.advance(MINUTE_MS)
    expect((await enter(second.challengeId, second.code)).kind).toBe('signedIn')
  })

  it('at most 50 guesses for one phone are compared in a day', async () => {
    let compared = 0
    for (let minute = 0; minute < 24 * 60; minute += 6) {
      const answer = await send()
      if (answer.kind === 'sent') {
        await deliverDue(services)
        const wrong = notThis(support.codeOf(services))
        for (let tries = 0; tries < 5; tries++) {
          const guess = await enter(answer.challengeId, wrong)
          if (guess.kind === 'wrong' || (guess.kind === 'locked' && tries === 4)) compared++
        }
      }
      services.clock.advance(6 * MINUTE_MS)
    }
    expect(compared).toBeGreaterThan(5)
    expect(compared).toBeLessThanOrEqual(50)
  })

  it('a right code resets the count of wrong ones', async () => {
    const first = await sendAndRead()
    for (let tries = 0; tries < 4; tries++) await enter(first.challengeId, notThis(first.code))
    await enter(first.challengeId, first.code)
    const second = await sendAndRead()
    for (let tries = 0; tries < 4; tries++) await enter(second.challengeId, notThis(second.code))
    expect((await enter(second.challengeId, second.code)).kind).toBe('signedIn')
  })
})

describe('after the clock was put back by 84 minutes', () => {
  it('a new code can be sent and entered, and the one from before no longer works', async () => {
    await addUser(db)
    const before = await sendAndRead()
    expect(await enter(before.challengeId, before.code === '000000' ? '111111' : '000000')).toMatchObject({
      kind: 'wrong',
    })
    services.clock.advance(-84 * 60_000)
    expect(await enter(before.challengeId, before.code)).toMatchObject({ kind: 'wrong' })
    const after = await sendAndRead()
    expect(await enter(after.challengeId, after.code)).toMatchObject({ kind: 'signedIn' })
  })
})
