import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../app/db/schema/messages'
import { sessions } from '../../../app/db/schema/sessions'
import { signInCodes } from '../../../app/db/schema/sign-in'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { handleDeliveryCallback } from '../../../app/domain/messages/delivery-callback.server'
import { compareCode } from '../../../app/domain/sign-in/compare-code.server'
import { sendCode } from '../../../app/domain/sign-in/send-code.server'
import type { Observation } from '../../../app/gateways/ports'
import { openLog } from '../../../app/gateways/log.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { codeOf, enter, newAddress, notThis, PHONE, send, sendAndRead, signInAndKeep } from '../../support/sign-in'
import { HOUR_MS, MINUTE_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let lines: Record<string, unknown>[]
beforeEach(async () => {
  await emptyTables(db)
  lines = []
  const log = openLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  services = await testServices({ log })
  await addUser(db)
})

/** Wrong entries of codes for unknown numbers, five for each code. */
async function guess(times: number, { from, at = 1000 }: { from: (index: number) => string; at?: number }) {
  const answers = []
  for (let index = 0; index < times; index++) {
    const phone = `+7701100${at + Math.floor(index / 5)}`
    if (index % 5 === 0) asked = await send(services, { phone })
    if (asked.kind !== 'sent') throw new Error('held back')
    const { challengeId } = asked
    answers.push(await enter(services, { challengeId, phone, code: '000000' }, { address: from(index) }))
  }
  return answers
}
let asked: Awaited<ReturnType<typeof send>>

const askToJoin = async (phone: string) => {
  const browser = { phone, channel: 'sms', address: newAddress(), deviceId: crypto.randomUUID() } as const
  const answer = await sendCode(services, {
    ...browser,
    purpose: 'sign-up',
    invite: 'INV-7K4M-9QXT-2B8D',
    language: 'en',
  })
  if (answer.kind === 'spent') throw new Error('held back')
  return answer
}

describe('wrong codes from one address', () => {
  it('are limited to 30 an hour; then no code from there is compared, while codes from elsewhere are', async () => {
    const answers = await guess(31, { from: () => '203.0.113.9' })
    expect(answers.filter(({ kind }) => kind === 'wait')).toEqual([{ kind: 'wait', waitMs: HOUR_MS }])
    const right = await sendAndRead(services)
    const observed: Observation[] = []
    services.meter.on((one) => observed.push(one))
    expect(await enter(services, right, { address: '203.0.113.9' })).toMatchObject({ kind: 'wait' })
    expect(observed).toMatchObject([{ of: 'limit', limit: 'wrong-codes-address' }])
    expect((await db.select().from(signInCodes)).find(({ phone }) => phone === PHONE)?.tries).toBe(0)
    expect((await enter(services, right, { address: '203.0.113.10' })).kind).toBe('signedIn')
  })

  it('count for a whole IPv6 network', async () => {
    await guess(30, { from: (index) => `2001:db8:1:2:${index}::1` })
    const right = await sendAndRead(services)
    expect(await enter(services, right, { address: '2001:db8:1:2:ffff::9' })).toMatchObject({ kind: 'wait' })
    expect((await enter(services, right, { address: '2001:db8:1:3::9' })).kind).toBe('signedIn')
  })

  it('entered to join do not stop anybody there from signing in', async () => {
    await addInvite(db, { maximumUses: 100 })
    const address = '203.0.113.9'
    for (let index = 0; index < 30; index++) {
      const phone = `+7701300${1000 + Math.floor(index / 5)}`
      if (index % 5 === 0) asked = await askToJoin(phone)
      const challengeId = asked.kind === 'sent' ? asked.challengeId : null
      const entered = { challengeId, phone, code: '000000', address, requestId: 'request' }
      expect((await compareCode(services, 'sign-up', entered)).kind).not.toBe('wait')
    }
    const right = await sendAndRead(services)
    expect((await enter(services, right, { address })).kind).toBe('signedIn')
  })

  it('hold up nobody there after an hour, even when the clock was put back by 84 minutes', async () => {
    await guess(30, { from: () => '203.0.113.9' })
    services.clock.advance(-84 * MINUTE_MS)
    services.clock.advance(61 * MINUTE_MS)
    const right = await sendAndRead(services)
    expect((await enter(services, right, { address: '203.0.113.9' })).kind).toBe('signedIn')
  })

  it('do not hold up a browser there that has signed in before', async () => {
    const proofs = await signInAndKeep(services)
    await guess(30, { from: () => '203.0.113.9' })
    const own = await sendAndRead(services, { proofs })
    expect((await enter(services, own, { proofs, address: '203.0.113.9' })).kind).toBe('signedIn')
  })
})

describe('wrong codes over the whole console', () => {
  it('above 300 an hour raise the alarm and limit comparisons to 60 a minute, except for known browsers', async () => {
    await addUser(db, { phone: '+77010000004' })
    const proofs = await signInAndKeep(services)
    // A tenth of everything: 30 wrong codes in an hour, then 6 comparisons in a minute.
    services = { ...services, env: { ...services.env, limitsFactor: 0.1 } }
    const from = (index: number) => `203.0.113.${index}`
    const before = await guessFresh(30, from)
    expect(before.every(({ kind }) => kind !== 'wait')).toBe(true)
    const after = await guessFresh(8, from, 9000)
    expect(after.map(({ kind }) => kind === 'wait')).toEqual([false, false, false, false, false, false, true, true])
    expect(after.at(-1)).toEqual({ kind: 'wait', waitMs: MINUTE_MS })
    expect(lines.filter(({ event }) => event === 'code.alarm')).toHaveLength(8)
    expect(lines.some((line) => 'dropped' in line)).toBe(false)
    const own = await sendAndRead(services, { proofs })
    expect((await enter(services, own, { proofs })).kind).toBe('signedIn')
    services.clock.advance(MINUTE_MS)
    const strange = await sendAndRead(services, { phone: '+77010000004' })
    expect((await enter(services, { ...strange, phone: '+77010000004' })).kind).toBe('signedIn')
  })

  /** One wrong code for each of many numbers, each from an address of its own. */
  async function guessFresh(times: number, from: (index: number) => string, at = 1000) {
    const answers = []
    for (let index = 0; index < times; index++) {
      const phone = `+7701100${at + index}`
      const sent = await send(services, { phone })
      if (sent.kind !== 'sent') throw new Error('held back')
      const address = from(index + at / 100)
      answers.push(await enter(services, { challengeId: sent.challengeId, phone, code: '000000' }, { address }))
    }
    return answers
  }
})

describe('an attack on one phone number', () => {
  it('neither keeps others out nor ends the sessions of its owner', async () => {
    await addUser(db, { phone: '+77010000004' })
    await signInAndKeep(services)
    for (let round = 0; round < 3; round++) {
      const sent = await sendAndRead(services)
      for (let tries = 0; tries < 6; tries++) await enter(services, { ...sent, code: notThis(sent.code) })
      services.clock.advance(4 * MINUTE_MS)
    }
    expect((await db.select().from(sessions)).map(({ endedAt }) => endedAt)).toEqual([null])
    const other = await sendAndRead(services, { phone: '+77010000004' })
    expect((await enter(services, { ...other, phone: '+77010000004' })).kind).toBe('signedIn')
  })
})

describe('a code whose message is not delivered', () => {
  const refusing = async (message: { to: string; text: string }) => {
    services.delivered.push(message as never)
    throw Object.assign(new Error('refused'), { isFinal: true })
  }

  it('is void when the gateway refuses it, and is answered like any wrong code', async () => {
    services.messages.sms = { deliver: refusing }
    const refused = await sendAndRead(services)
    expect(refused.code).toMatch(/^\d{6}$/)
    const strange = await send(services, { phone: '+77010009999' })
    await deliverDue(services)
    if (strange.kind !== 'sent') throw new Error('held back')
    const unknown = { challengeId: strange.challengeId, phone: '+77010009999', code: '000000' }
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await enter(services, refused)).toEqual({ kind: 'wrong', triesLeft })
      expect(await enter(services, unknown)).toEqual({ kind: 'wrong', triesLeft })
    }
    expect(await enter(services, refused)).toEqual(await enter(services, unknown))
    expect(await db.$count(messages)).toBe(2)
  })

  it('is void when the provider later reports it undelivered', async () => {
    const sent = await sendAndRead(services)
    services.messages.sms = {
      ...services.messages.sms,
      readNotice: () => ({ state: 'failed', reason: 'undelivered' }),
    }
    const to = { channel: 'sms', messageId: sent.challengeId }
    expect(await handleDeliveryCallback(services, to, { path: '', form: [], headers: new Headers() })).toBe('noted')
    expect(await enter(services, sent)).toEqual({ kind: 'wrong', triesLeft: 4 })
    services.clock.advance(MINUTE_MS)
    const again = await sendAndRead(services)
    expect(again.code).toBe(codeOf(services))
    expect((await enter(services, again)).kind).toBe('signedIn')
  })

  it('stays valid while its message is retried', async () => {
    let failures = 1
    const deliver = services.messages.sms.deliver
    services.messages.sms = {
      deliver: async (message, signal) => {
        if (failures-- > 0) throw new Error('busy')
        await deliver(message, signal)
      },
    }
    const sent = await send(services)
    await deliverDue(services)
    services.clock.advance(5000)
    await deliverDue(services)
    if (sent.kind !== 'sent') throw new Error('held back')
    expect((await enter(services, { ...sent, code: codeOf(services) })).kind).toBe('signedIn')
  })
})
