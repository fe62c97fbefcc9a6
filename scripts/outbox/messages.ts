import { inArray } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { openDatabase } from '../../app/db/engine/open.server'
import { messages } from '../../app/db/schema/messages'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { readEnv } from '../../app/env.server'
import { openLog } from '../../app/gateways/log.server'
import { openClock } from '../../app/gateways/clock.server'

/** The kind of this check's messages, which tells them apart from the demo's. */
const KIND = 'outbox_check'
const CHANNELS = ['sms', 'whatsapp'] as const
/** Every how many messages one has a short life, so that some expire on the way. */
const DYING_EVERY = 10
const SHORT_LIFE_MS = 20_000

export type Expected = { to: string; text: string; expiresAt: number | null }

type Variables = Record<string, string | undefined>

async function withDatabase<T>(
  variables: Variables,
  work: (db: Database, env: ReturnType<typeof readEnv>) => Promise<T>,
) {
  const env = readEnv({ ...process.env, MODE: 'demo', LOG_LEVEL: 'error', ...variables })
  const database = await openDatabase(env, openLog(env))
  try {
    return await work(database.db, env)
  } finally {
    await database.close()
  }
}

/** Puts messages into the outbox; one in ten lives for 20 s only. */
export const fillOutbox = (variables: Variables, count: number): Promise<Expected[]> =>
  withDatabase(variables, async (db, env) => {
    const now = openClock(env)
    const expected: Expected[] = []
    for (let n = 0; n < count; n += 1) {
      const channel = CHANNELS[n % CHANNELS.length] ?? 'sms'
      const text = `message ${n}`
      const expiresAt = n % DYING_EVERY === 0 ? new Date(now().getTime() + SHORT_LIFE_MS) : null
      const to = `+7701${String(n).padStart(7, '0')}`
      await enqueueMessage(db, { env, now }, { channel, kind: KIND, to, text, ...(expiresAt && { expiresAt }) })
      expected.push({ to, text, expiresAt: expiresAt?.getTime() ?? null })
    }
    return expected
  })

export type OutboxRow = {
  to: string
  status: string
  attempts: number
  lastError: string | null
  sentMs: number | null
  createdMs: number
}

/** Reads the messages' states. */
export const readOutbox = (variables: Variables): Promise<OutboxRow[]> =>
  withDatabase(variables, async (db) => {
    const rows = await db
      .select()
      .from(messages)
      .where(inArray(messages.kind, [KIND]))
    return rows.map(({ to, status, attempts, lastError, sentAt, createdAt }) => ({
      to,
      status,
      attempts,
      lastError,
      sentMs: sentAt?.getTime() ?? null,
      createdMs: createdAt.getTime(),
    }))
  })
