import { and, asc, count, eq, inArray, lte, min, sql } from 'drizzle-orm'
import { OPEN_STATUSES, type MessageChannel, type VerificationStatus, type VerificationType } from '../vocabulary'
import type { Queries } from './engine/database'
import { verificationCounts } from './schema/counts'
import { messages } from './schema/messages'
import { verifications } from './schema/verifications'

/** More messages than this are not counted one by one. */
const COUNTED_MESSAGES = 10_000

/** What waits to be done. `due` messages may be tried now; `oldestAt` is since when the oldest waits, without those written for later. */
export type Backlog = {
  messages: { channel: MessageChannel; waiting: number; due: number; oldestAt: Date | null }[]
  verifications: { type: VerificationType; status: VerificationStatus; total: number; oldestAt: Date }[]
}

/** Read in two statements that stay cheap however much waits. */
export async function readBacklog(queries: Queries, now: Date): Promise<Backlog> {
  const { channel, createdAt, nextAttemptAt, attempts, status } = messages
  const first = queries
    .select({ channel, createdAt, nextAttemptAt, attempts })
    .from(messages)
    .where(eq(status, 'queued'))
    .orderBy(asc(nextAttemptAt))
    .limit(COUNTED_MESSAGES)
    .as('first')
  // A message that was never tried may have been written for later.
  const waitsSince = sql`(case when ${first.attempts} = 0 then ${first.nextAttemptAt} else ${first.createdAt} end)`
  const waiting = await queries
    .select({
      channel: first.channel,
      waiting: count(),
      due: sql<number>`count(*) filter (where ${lte(first.nextAttemptAt, now)})`.mapWith(Number),
      oldestAt: sql`min(${waitsSince}) filter (where ${waitsSince} <= ${sql.param(now, nextAttemptAt)})`.mapWith(
        createdAt,
      ),
    })
    .from(first)
    .groupBy(first.channel)
  return {
    messages: waiting,
    verifications: (await selectOpen(queries)).map(({ oldestAt, ...row }) => ({ ...row, oldestAt: oldestAt ?? now })),
  }
}

/** Totals from the kept counts, the oldest of each kind by the index. */
function selectOpen(queries: Queries) {
  const { type, status, n } = verificationCounts
  const total = sql<number>`sum(${n})`.mapWith(Number)
  const oldest = queries
    .select({ oldestAt: min(verifications.submittedAt) })
    .from(verifications)
    .where(and(eq(verifications.type, type), eq(verifications.status, status)))
  return queries
    .select({ type, status, total, oldestAt: sql<Date | null>`(${oldest})`.mapWith(verifications.submittedAt) })
    .from(verificationCounts)
    .where(inArray(status, [...OPEN_STATUSES]))
    .groupBy(type, status)
    .having(sql`${total} > 0`)
}
