import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { takeDueMessages, redirectQueued } from '../../../app/db/messages/messages'
import { messages } from '../../../app/db/schema/messages'
import { enqueueMessage, type NewMessage } from '../../../app/domain/messages/enqueue.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { nextAttemptMs, readFailure } from '../../../app/domain/messages/failed-attempt'
import { pauseMs, LEASE_MS } from '../../../app/domain/messages/retry'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { DeliveryFailure } from '../../../app/gateways/messages/delivery-failure'
import type { MessageGateway, OutgoingMessage } from '../../../app/gateways/ports'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { testServices, type TestServices } from '../../support/services'
import { HOUR_MS, SECOND_MS, DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})
afterEach(() => vi.useRealTimers())

const enqueue = (message: Partial<NewMessage> = {}) =>
  enqueueMessage(db, services, {
    channel: 'whatsapp',
    kind: 'approved',
    to: '+77010000005',
    text: 'Your application was approved.',
    ...message,
  })

const stored = async () => (await db.select().from(messages))[0]

/** A gateway that fails the given number of times and then delivers. */
function failing(times: number, deliver: (message: OutgoingMessage) => void): MessageGateway {
  let left = times
  return {
    deliver: async (message) => {
      if (left-- > 0) throw new Error('the provider answered 503')
      deliver(message)
    },
  }
}

/** Begins an attempt that stays without an answer until the test is over; then it ends, and writes into no other test. */
async function beginUnanswered(): Promise<void> {
  let answer: (() => void) | undefined
  services.messages.whatsapp = { deliver: () => new Promise((resolve) => (answer = resolve)) }
  const attempt = deliverDue(services)
  onTestFinished(async () => {
    answer?.()
    await attempt
  })
  await expect.poll(() => answer).toBeDefined()
}

const ENDS = {
  delivers: undefined,
  'fails for now': new Error('timeout'),
  'fails for good': new DeliveryFailure('unreachable', { isFinal: true }),
}

describe('a message', () => {
  it('leaves in its turn: of more than are taken at once, those that waited longest go first', async () => {
    const now = services.now().getTime()
    for (const minutes of [1, 3, 2])
      await enqueue({ to: `+7701000000${minutes}`, notBefore: new Date(now - minutes * 60_000) })
    const leased = new Date(now + 60_000)
    const taken = await db.transaction((tx) =>
      takeDueMessages(tx, {
        now: services.now(),
        leaseEndsAt: { sms: leased, whatsapp: leased, email: leased },
        lifeEndsAt: new Date(now + DAY_MS),
        channels: ['whatsapp'],
        atMost: 2,
      }),
    )
    expect(taken.map(({ to }) => to).toSorted()).toEqual(['+77010000002', '+77010000003'])
  })

  it('that was put off before the clock was set back by 30 days leaves at once, and has its pauses again', async () => {
    services.messages.whatsapp = failing(2, (message) => services.delivered.push(message))
    await enqueue()
    await deliverDue(services)
    services.clock.advance(-30 * 24 * HOUR_MS)
    expect([await deliverDue(services), await deliverDue(services)]).toEqual([1, 0])
    services.clock.advance(HOUR_MS)
    await deliverDue(services)
    expect(services.delivered).toHaveLength(1)
  })

  it('is delivered once, and its text is wiped', async () => {
    await enqueue()
    expect((await stored())?.text).not.toContain('approved')
    await deliverDue(services)
    await deliverDue(services)
    expect(services.delivered).toMatchObject([
      { channel: 'whatsapp', to: '+77010000005', text: 'Your application was approved.' },
    ])
    expect(await stored()).toMatchObject({ status: 'sent', attempts: 1, text: '', sentAt: services.now() })
  })

  it('carries the id of its row, so that a repeated attempt can be recognized', async () => {
    await enqueue()
    await deliverDue(services)
    expect(services.delivered[0]?.id).toBe((await stored())?.id)
  })

  it('of a change that was rolled back is never sent', async () => {
    await expect(
      db.transaction(async (tx) => {
        await enqueueMessage(tx, services, { channel: 'sms', kind: 'approved', to: '+77010000005', text: 'approved' })
        throw new Error('the change failed')
      }),
    ).rejects.toThrow('the change failed')
    await deliverDue(services)
    expect(services.delivered).toEqual([])
  })

  it('that fails at the gateway is tried again later, with its text', async () => {
    services.messages.whatsapp = failing(2, (message) => services.delivered.push(message))
    await enqueue()
    await deliverDue(services)
    expect(await stored()).toMatchObject({ status: 'queued', attempts: 1, lastError: 'the provider answered 503' })
    await deliverDue(services)
    expect((await stored())?.attempts).toBe(1)
    for (let turn = 0; turn < 2; turn++) {
      services.clock.advance(10 * SECOND_MS)
      await deliverDue(services)
    }
    expect(services.delivered).toHaveLength(1)
    expect(await stored()).toMatchObject({ status: 'sent', attempts: 3, lastError: null })
  })

  it('that cannot be delivered for a day is given up', async () => {
    services.messages.whatsapp = failing(Infinity, () => {})
    await enqueue()
    for (let hour = 0; hour < 25; hour++) {
      await deliverDue(services)
      services.clock.advance(HOUR_MS)
    }
    expect(await stored()).toMatchObject({ status: 'failed', lastError: 'the provider answered 503', text: '' })
  })

  it('that nobody tried to send for days has a day from its first attempt on', async () => {
    services.messages.whatsapp = failing(2, (message) => services.delivered.push(message))
    await enqueue({ notBefore: new Date(services.now().getTime() + 60 * SECOND_MS) })
    for (const hours of [63, 23, 0.9]) {
      services.clock.advance(hours * HOUR_MS)
      await deliverDue(services)
    }
    expect(services.delivered).toMatchObject([{ text: 'Your application was approved.' }])
    expect(await stored()).toMatchObject({ status: 'sent', attempts: 3 })
  })

  it('whose first attempt was broken off after days in the queue has its day too', async () => {
    await enqueue()
    services.clock.advance(2 * DAY_MS)
    await beginUnanswered()
    services.messages.whatsapp = failing(0, (message) => services.delivered.push(message))
    services.clock.advance(LEASE_MS.whatsapp)
    await deliverDue(services)
    expect(services.delivered).toHaveLength(1)
  })

  it('that nobody tried before its own end is given up, and logged unless it holds a code', async () => {
    const error = vi.spyOn(services.log, 'error')
    const expiresAt = new Date(services.now().getTime() + 5 * SECOND_MS)
    await enqueue({ kind: 'invite_whatsapp', expiresAt })
    await enqueue({ kind: 'sign_in_code', expiresAt })
    services.clock.advance(5 * SECOND_MS)
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    expect(error.mock.calls).toMatchObject([[{ kind: 'invite_whatsapp', reason: 'expired' }, 'message given up']])
    expect(await db.$count(messages, eq(messages.status, 'failed'))).toBe(2)
  })

  it('with a code that expired after a failed attempt is given up, logged and counted', async () => {
    const error = vi.spyOn(services.log, 'error')
    const note = vi.spyOn(services.meter, 'note')
    await enqueue({ kind: 'sign_in_code', expiresAt: new Date(services.now().getTime() + 5 * SECOND_MS) })
    await db.update(messages).set({ attempts: 1, lastError: 'the provider answered 503' })
    services.clock.advance(5 * SECOND_MS)
    await deliverDue(services)
    const reason = 'the provider answered 503'
    expect(error.mock.calls).toMatchObject([[{ kind: 'sign_in_code', attempts: 2, reason }, 'message given up']])
    expect(note).toHaveBeenCalledWith({ of: 'message', channel: 'whatsapp', outcome: 'given-up' })
    expect(await stored()).toMatchObject({ status: 'failed', lastError: reason })
  })

  it('is not sent after it expired', async () => {
    await enqueue({ expiresAt: new Date(services.now().getTime() + 5 * SECOND_MS) })
    services.clock.advance(5 * SECOND_MS)
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    expect(await stored()).toMatchObject({ status: 'failed', lastError: 'expired' })
  })

  it('sealed with a secret that this process does not have yet is left to one that has it', async () => {
    const [old] = services.env.sessionSecrets
    const fresh = 'a new secret of the sessions, long enough to seal with'
    const withSecrets = (...sessionSecrets: [string, ...string[]]) => ({
      ...services,
      env: { ...services.env, sessionSecrets },
    })
    await enqueueMessage(db, withSecrets(fresh, old), {
      channel: 'whatsapp',
      kind: 'approved',
      to: '+77010000005',
      text: 'Your application was approved.',
    })
    await deliverDue(withSecrets(old))
    expect(await stored()).toMatchObject({ status: 'queued', attempts: 1, lastError: 'unreadable' })
    services.clock.advance(2 * SECOND_MS)
    await deliverDue(withSecrets(fresh, old))
    expect(services.delivered).toMatchObject([{ text: 'Your application was approved.' }])
    expect(await stored()).toMatchObject({ status: 'sent', attempts: 2, lastError: null })
  })

  it('that nobody can open before it expires is given up', async () => {
    await enqueue()
    await db.update(messages).set({ text: 'sealed with a lost secret' })
    await deliverDue(services)
    services.clock.advance(23 * HOUR_MS)
    await deliverDue(services)
    expect(await stored()).toMatchObject({ status: 'queued', attempts: 2 })
    services.clock.advance(HOUR_MS)
    await deliverDue(services)
    expect(await stored()).toMatchObject({ status: 'failed', lastError: 'unreadable', text: '' })
  })

  it('that the provider will never take is given up at once', async () => {
    const refused = vi.fn(() =>
      Promise.reject(new DeliveryFailure('Twilio refused with code 21211', { isFinal: true })),
    )
    services.messages.sms = { deliver: refused }
    await enqueue({ channel: 'sms' })
    await deliverDue(services)
    services.clock.advance(HOUR_MS)
    await deliverDue(services)
    expect(refused).toHaveBeenCalledOnce()
    expect(await stored()).toMatchObject({ status: 'failed', lastError: 'Twilio refused with code 21211', text: '' })
  })

  it('waits as long as the provider asks', async () => {
    services.messages.whatsapp = {
      deliver: () => Promise.reject(new DeliveryFailure('busy', { retryAfterMs: 600_000 })),
    }
    await enqueue()
    await deliverDue(services)
    const waitMs = ((await stored())?.nextAttemptAt.getTime() ?? 0) - services.now().getTime()
    expect(waitMs).toBeGreaterThanOrEqual(600_000)
    expect(waitMs).toBeLessThan(603_000)
  })

  it('carries its language and the time that it is still good for', async () => {
    await enqueue({ language: 'kk', expiresAt: new Date(services.now().getTime() + 90 * SECOND_MS) })
    services.clock.advance(30 * SECOND_MS)
    await deliverDue(services)
    expect(services.delivered).toMatchObject([{ language: 'kk', liveMs: 60 * SECOND_MS }])
  })

  it('is aborted at its gateway when it expires during the attempt', async () => {
    const signals: AbortSignal[] = []
    services.messages.whatsapp = {
      deliver: (_message, signal) => {
        if (signal) signals.push(signal)
        return new Promise(() => {})
      },
    }
    await enqueue({ expiresAt: new Date(services.now().getTime() + 40) })
    await deliverDue(services)
    expect(signals).toMatchObject([{ aborted: true }])
    services.clock.advance(40)
    await deliverDue(services)
    expect(await stored()).toMatchObject({ status: 'failed', lastError: 'The gateway did not answer in time' })
  })

  it.each(['failed', 'delivered'] as const)('that became %s during its attempt stays so', async (status) => {
    services.messages.whatsapp = {
      deliver: async () => void (await db.update(messages).set({ status, lastError: 'told meanwhile' })),
    }
    await enqueue()
    await deliverDue(services)
    expect(await stored()).toMatchObject({ status, lastError: 'told meanwhile' })
  })

  it('that is under way while its number is moved records the number it went to', async () => {
    let arrive: (() => void) | undefined
    services.messages.whatsapp = { deliver: () => new Promise<void>((resolve) => (arrive = resolve)) }
    await enqueue()
    const delivering = deliverDue(services)
    await expect.poll(() => arrive).toBeDefined()
    await redirectQueued(db, { from: '+77010000005', to: '+77010000006', except: [] })
    arrive?.()
    await delivering
    expect(await stored()).toMatchObject({ status: 'sent', to: '+77010000005' })
  })

  it('that invites somebody keeps its number when that is moved', async () => {
    await enqueue({ kind: 'invite_whatsapp', inviteId: await addInvite(db) })
    await redirectQueued(db, { from: '+77010000005', to: '+77010000006', except: [] })
    expect(await stored()).toMatchObject({ to: '+77010000005' })
  })

  it('of a worker that died during the attempt is taken over after the lease', async () => {
    await enqueue()
    await beginUnanswered()
    services.messages.whatsapp = failing(0, (message) => services.delivered.push(message))
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    services.clock.advance(LEASE_MS.whatsapp)
    await deliverDue(services)
    expect(services.delivered).toHaveLength(1)
  })

  it.each(Object.keys(ENDS) as (keyof typeof ENDS)[])(
    'keeps the outcome of its second attempt when the first one %s after all',
    async (how) => {
      let attempts = 0
      let endFirst: (error?: Error) => void = () => {}
      services.messages.whatsapp = {
        deliver: async () => {
          attempts += 1
          if (attempts > 1) throw new Error('the provider answered 503')
          await new Promise<void>((resolve, reject) => {
            endFirst = (error) => (error ? reject(error) : resolve())
          })
        },
      }
      await enqueue()
      const first = deliverDue(services)
      await expect.poll(() => attempts).toBe(1)
      services.clock.advance(LEASE_MS.whatsapp)
      await deliverDue(services)
      const second = await stored()
      expect(second).toMatchObject({ status: 'queued', attempts: 2 })
      endFirst(ENDS[how])
      await first
      expect(await stored()).toEqual(second)
    },
  )
})

describe('several workers', () => {
  it('deliver each of 60 messages once', async () => {
    for (let n = 0; n < 60; n++) await enqueue({ text: `message ${n}` })
    const worker = async () => {
      while ((await deliverDue(services)) > 0);
    }
    await Promise.all([worker(), worker(), worker(), worker()])
    expect(new Set(services.delivered.map((message) => message.text)).size).toBe(60)
    expect(services.delivered).toHaveLength(60)
  })
})

describe('a failure that a gateway reports', () => {
  it.each([
    [new DeliveryFailure('refused', { isFinal: true }), { reason: 'refused', isFinal: true, restMs: 0 }],
    [new DeliveryFailure('busy', { retryAfterMs: 5000 }), { reason: 'busy', isFinal: false, restMs: 5000 }],
    [new DeliveryFailure('busy', { retryAfterMs: 9e9 }), { reason: 'busy', isFinal: false, restMs: HOUR_MS }],
    [new DeliveryFailure('busy', { retryAfterMs: -5 }), { reason: 'busy', isFinal: false, restMs: 0 }],
    [
      new DeliveryFailure('slow', { isUnknown: true }),
      { reason: 'The gateway did not answer in time', isFinal: false, restMs: 0 },
    ],
    [new Error('a bug'), { reason: 'a bug', isFinal: false, restMs: 0 }],
    ['a string', { reason: 'unknown', isFinal: false, restMs: 0 }],
  ])('is read as a reason, whether it is final, and a rest: %s', (error, expected) =>
    expect(readFailure(error)).toEqual(expected),
  )

  it.each([
    [0, 1, 1, 2000],
    [0, 3, 0, 4000],
    [60_000, 1, 0, 60_000],
    [60_000, 1, 1, 62_000],
    [HOUR_MS, 1, 1, 100_000],
  ])(
    'with a rest of %d ms after attempt %d and chance %d leads to the next attempt after %d ms',
    (restMs, attempts, chance, expected) =>
      expect(nextAttemptMs({ restMs }, { attempts, expiresAt: new Date(100_000) }, 0, chance)).toBe(expected),
  )
})

describe('the pause after a failed attempt', () => {
  it.each([
    [1, 0, 1000],
    [1, 1, 2000],
    [2, 1, 4000],
    [5, 1, 32_000],
    [20, 1, 900_000],
    [20, 0, 450_000],
  ])('attempt %d, chance %d: %d ms', (attempts, chance, expected) => expect(pauseMs(attempts, chance)).toBe(expected))
})

it('the message of a sign-in code is forgotten after a day, with whom it went to', async () => {
  await enqueue()
  await enqueue({ kind: 'sign_in_code', text: 'no challenge' })
  await deliverDue(services)
  services.clock.advance(25 * HOUR_MS)
  await tidyUp(services)
  expect(await db.select({ kind: messages.kind }).from(messages)).toEqual([{ kind: 'approved' }])
})

it('a finished message is forgotten after 30 days, one in the queue is not', async () => {
  await enqueue()
  await deliverDue(services)
  await enqueue({ to: '+77010000006', expiresAt: new Date(services.now().getTime() + 60 * 24 * HOUR_MS) })
  services.clock.advance(31 * 24 * HOUR_MS)
  await tidyUp(services)
  expect(await db.$count(messages)).toBe(1)
  expect(await db.$count(messages, eq(messages.status, 'queued'))).toBe(1)
})
