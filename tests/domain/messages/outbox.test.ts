import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { messages } from '../../../app/db/schema/messages'
import { enqueueMessage, type NewMessage } from '../../../app/domain/messages/enqueue.server'
import { startOutbox, wakeOutbox } from '../../../app/domain/messages/outbox.server'
import type { MessageChannel } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices, type TestServices } from '../../support/services'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const enqueue = (message: Partial<NewMessage> = {}) =>
  enqueueMessage(db, services, {
    channel: 'whatsapp',
    kind: 'approved',
    to: '+77010000005',
    text: 'Your application was approved.',
    ...message,
  })

/** Stops at the end of its test, whatever that found. */
function beginOutbox(of: TestServices = services) {
  const outbox = startOutbox(of)
  onTestFinished(outbox.stop)
  return outbox
}

/** No attempt on the channel ends until it is told to fail, at the end of the test at the latest. */
function hang(channel: MessageChannel): () => void {
  let fail = () => {}
  const failed = new Promise<void>((_, refuse) => (fail = () => refuse(new Error('away'))))
  failed.catch(() => {})
  services.messages[channel] = { deliver: () => failed }
  onTestFinished(fail)
  return fail
}

describe('the running outbox', () => {
  it('delivers when it is woken, and begins no further attempt once it is stopped', async () => {
    const outbox = beginOutbox()
    await enqueue()
    wakeOutbox(services)
    await expect.poll(() => services.delivered).toHaveLength(1)
    await outbox.stop()
    await enqueue()
    wakeOutbox(services)
    outbox.wake()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(services.delivered).toHaveLength(1)
  })

  it('finds messages of another process without being woken', async () => {
    beginOutbox()
    await enqueue()
    await expect.poll(() => services.delivered).toHaveLength(1)
  })

  it('delivers through one gateway while another one hangs', async () => {
    const outbox = beginOutbox()
    const fail = hang('sms')
    for (let n = 0; n < 15; n++) await enqueue({ channel: 'sms' })
    await enqueue()
    outbox.wake()
    await expect.poll(() => services.delivered).toHaveLength(1)
    const stopped = outbox.stop()
    fail()
    await stopped
    expect(await db.$count(messages, eq(messages.status, 'queued'))).toBe(15)
  })

  it('resumes when the database comes back', async () => {
    let isAway = true
    const flaky = new Proxy(db, {
      get: (target, name, receiver) => {
        if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        return Reflect.get(target, name, receiver)
      },
    })
    const outbox = beginOutbox({ ...services, db: flaky })
    await enqueue()
    outbox.wake()
    await new Promise((resolve) => setTimeout(resolve, 20))
    isAway = false
    outbox.wake()
    await expect.poll(() => services.delivered).toHaveLength(1)
  })

  it('delivers through one gateway while 120 messages wait for another one that hangs', async () => {
    const outbox = beginOutbox()
    hang('email')
    for (let n = 0; n < 120; n++) await enqueue({ channel: 'email', to: `${n}@gatehouse.example` })
    outbox.wake()
    await expect.poll(() => db.$count(messages, eq(messages.attempts, 1))).toBeGreaterThan(30)
    await enqueue({ channel: 'sms' })
    outbox.wake()
    await expect.poll(() => services.delivered).toMatchObject([{ channel: 'sms' }])
  })

  it('refills a channel as soon as it has room again, without waiting for the next second', async () => {
    let begun = 0
    const waiting: (() => void)[] = []
    services.messages.email = {
      deliver: () => new Promise<void>((end) => void ((begun += 1), waiting.push(end))),
    }
    for (let n = 0; n < 60; n++) await enqueue({ channel: 'email', to: `${n}@gatehouse.example` })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const outbox = beginOutbox()
    vi.useRealTimers()
    onTestFinished(() => {
      services.messages.email = { deliver: async () => {} }
      for (const end of waiting) end()
    })
    outbox.wake()
    await expect.poll(() => begun).toBe(40)
    for (const end of waiting.splice(0)) end()
    await expect.poll(() => begun).toBe(60)
  })
})
