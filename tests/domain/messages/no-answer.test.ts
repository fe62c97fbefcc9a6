import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { messages } from '../../../app/db/schema/messages'
import { deliverMessage } from '../../../app/domain/messages/deliver.server'
import { enqueueMessage, type NewMessage } from '../../../app/domain/messages/enqueue.server'
import { deliverDue, startOutbox } from '../../../app/domain/messages/outbox.server'
import { ATTEMPT_LIMIT_MS, STOP_LIMIT_MS } from '../../../app/domain/messages/retry'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../app/durations'
import { DeliveryFailure } from '../../../app/gateways/messages/delivery-failure'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { send } from '../../support/sign-in'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const NO_ANSWER = 'The gateway did not answer in time'
const enqueue = (message: Partial<NewMessage> = {}) =>
  enqueueMessage(db, services, { channel: 'sms', kind: 'approved', to: '+77010000005', text: 'approved', ...message })
const stored = async () => (await db.select().from(messages))[0]

/** Holds the timers until they are released, at the end of the test at the latest. */
function holdTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** A gateway that begins and never ends. */
function hang(): Promise<AbortSignal | undefined> {
  return new Promise((begin) => {
    services.messages.sms = {
      deliver: (_message, signal) => {
        begin(signal)
        return new Promise(() => {})
      },
    }
  })
}

it('an attempt without an answer is aborted at its gateway after 30 seconds, and its message rests, as it may have arrived', async () => {
  const begun = hang()
  await enqueue()
  holdTimers()
  const round = deliverDue(services)
  const signal = await begun
  vi.advanceTimersByTime(ATTEMPT_LIMIT_MS.sms - 1)
  expect(signal?.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await round
  expect(signal?.aborted).toBe(true)
  const row = await stored()
  expect(row).toMatchObject({ status: 'queued', lastError: NO_ANSWER })
  expect((row?.nextAttemptAt.getTime() ?? 0) - services.now().getTime()).toBeGreaterThanOrEqual(15 * MINUTE_MS)
})

it('a message under way when the console stops has 10 seconds more', async () => {
  const begun = hang()
  await enqueue()
  const outbox = startOutbox(services)
  outbox.wake()
  await begun
  holdTimers()
  const stopped = outbox.stop()
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(STOP_LIMIT_MS)
  vi.useRealTimers()
  await stopped
  expect(await stored()).toMatchObject({ status: 'queued', lastError: NO_ANSWER })
})

it('a message that only waits for its turn when the console stops counts as not begun', async () => {
  const begun = new Promise<void>((begin) => {
    services.messages.sms = {
      deliver: (_message, signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new DeliveryFailure('no turn', { isUnbegun: true })))
          begin()
        }),
    }
  })
  await enqueue()
  await db.update(messages).set({ attempts: 1 })
  const stop = new AbortController()
  const message = await stored()
  if (!message) throw new Error('no message is stored')
  const delivering = deliverMessage(services, message, stop.signal)
  await begun
  stop.abort()
  await delivering
  expect(await stored()).toMatchObject({ status: 'queued', lastError: 'no turn' })
})

/** How often a gateway that takes everything and never answers is asked within a day. */
async function attemptsInADay(): Promise<number> {
  const deliver = vi.fn(() => Promise.reject(new DeliveryFailure('slow', { isUnknown: true })))
  services.messages.sms = { deliver }
  for (let passedMs = 0; passedMs < DAY_MS; passedMs += 5 * MINUTE_MS) {
    await deliverDue(services)
    services.clock.advance(5 * MINUTE_MS)
  }
  return deliver.mock.calls.length
}

it('a message that is never answered goes out 4 times in a day and then fails, with a reason of its own', async () => {
  await enqueue()
  expect(await attemptsInADay()).toBe(4)
  expect(await stored()).toMatchObject({ status: 'failed', lastError: NO_ANSWER })
})

it('a message that stays unanswered for an hour arrives once the gateway answers again', async () => {
  await enqueue()
  const { sms } = services.messages
  services.messages.sms = { deliver: () => Promise.reject(new DeliveryFailure('slow', { isUnknown: true })) }
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await deliverDue(services)
    services.clock.advance(5 * MINUTE_MS)
  }
  services.messages.sms = sms
  services.clock.advance(65 * MINUTE_MS)
  await deliverDue(services)
  expect(services.delivered).toHaveLength(1)
})

it.each([
  ['', [], 2],
  [', also where it was refused first', [new Error('busy')], 3],
])('a code that is not answered is sent once more at once, and then never again%s', async (_, first, times) => {
  const failures = [...first]
  const deliver = vi.fn(() => Promise.reject(failures.shift() ?? new DeliveryFailure('slow', { isUnknown: true })))
  services.messages.sms = { deliver }
  await addUser(db)
  await send(services)
  for (let passedMs = 0; passedMs < 5 * MINUTE_MS; passedMs += 5 * SECOND_MS) {
    await deliverDue(services)
    services.clock.advance(5 * SECOND_MS)
  }
  expect(deliver).toHaveBeenCalledTimes(times)
})
