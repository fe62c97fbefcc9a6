import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { takeDueMessages } from '../../../app/db/messages/messages'
import { messages } from '../../../app/db/schema/messages'
import { emptyTables, openTestDatabase, ownerOf, rowsOf, statementsOf } from '../../support/database'
import { TEST_START } from '../../support/services'
import type { MessageChannel } from '../../../app/vocabulary'
import { DAY_MS, MINUTE_MS } from '../../../app/durations'

const db = await openTestDatabase()
beforeEach(() => emptyTables(db))

const now = new Date(TEST_START)
const inAMinute = new Date(now.getTime() + MINUTE_MS)
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
const message = (channel: MessageChannel, nextAttemptAt: Date) => ({
  channel,
  nextAttemptAt,
  kind: 'approved',
  to: '+77010000001',
  text: '',
  status: 'queued' as const,
  createdAt: now,
  expiresAt: new Date(now.getTime() + DAY_MS),
})
const take = (channels: readonly MessageChannel[], atMost = 10) =>
  db.transaction((tx) =>
    takeDueMessages(tx, {
      now,
      leaseEndsAt: { sms: inAMinute, whatsapp: inAMinute, email: inAMinute },
      lifeEndsAt: new Date(now.getTime() + DAY_MS),
      channels,
      atMost,
    }),
  )

it('due messages are found without reading the thousands that wait for a full channel', async () => {
  // The planner still knows the state before: half of them by SMS.
  await db.insert(messages).values(Array.from({ length: 1000 }, () => message('sms', minutesAgo(1))))
  await db.insert(messages).values(Array.from({ length: 1000 }, () => message('email', minutesAgo(1))))
  await ownerOf(db).execute(sql`analyze messages`)
  await db.delete(messages).where(eq(messages.channel, 'sms'))
  await db.insert(messages).values(Array.from({ length: 1000 }, () => message('email', minutesAgo(1))))
  await db.insert(messages).values(message('sms', now))
  const finds = (await statementsOf(() => take(['sms', 'whatsapp']))).filter(({ text }) => /^select/i.test(text))
  expect(await db.select({ channel: messages.channel }).from(messages).where(eq(messages.attempts, 1))).toEqual([
    { channel: 'sms' },
  ])
  expect(finds).toHaveLength(2)
  for (const { text, values } of finds) {
    const plan = await rowsOf(db, 'select 1', { text: `explain (analyze, format json) ${text}`, values })
    expect(JSON.stringify(plan)).not.toMatch(/"Rows Removed by Filter":\s*[1-9]/)
    expect(JSON.stringify(plan)).not.toContain('Seq Scan')
  }
})

it('the messages that waited longest are taken first, whatever their channel', async () => {
  for (const [channel, minutes] of [
    ['sms', 1],
    ['email', 4],
    ['whatsapp', 3],
    ['sms', 2],
  ] as const)
    await db.insert(messages).values(message(channel, minutesAgo(minutes)))
  const taken = await take(['sms', 'whatsapp', 'email'], 3)
  expect(taken.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms', 'whatsapp'])
  expect((await take(['sms', 'whatsapp', 'email'])).map(({ channel }) => channel)).toEqual(['sms'])
})
