import { and, desc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { messages } from '../schema/messages'
import { verifications } from '../schema/verifications'
import type { Language, MessageChannel } from '../../vocabulary'
import { isOvertaken } from './overtaken'

/** The newest messages to an organization; their texts are sealed. */
export const selectMessagesOf = (
  queries: Queries,
  organizationId: string,
  { horizon, atMost }: { horizon: Date; atMost: number },
) =>
  queries
    .select({
      id: messages.id,
      channel: messages.channel,
      kind: messages.kind,
      to: messages.to,
      subject: messages.subject,
      text: messages.text,
      language: messages.language,
      status: messages.status,
      attempts: messages.attempts,
      createdAt: messages.createdAt,
      nextAttemptAt: messages.nextAttemptAt,
      sentAt: messages.sentAt,
      deliveredAt: messages.deliveredAt,
      lastError: messages.lastError,
      isOvertaken: isOvertaken(horizon),
    })
    .from(messages)
    .where(eq(messages.organizationId, organizationId))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(atMost)

/** Locks a message to the organization for sending again; null when there is none. */
export async function lockFailedMessage(tx: Queries, organizationId: string, id: string) {
  const [row] = await tx
    .select({
      kind: messages.kind,
      channel: messages.channel,
      text: messages.text,
      language: messages.language,
      verificationId: messages.verificationId,
      submittedBy: sql<string | null>`(
        select ${verifications.submittedBy} from ${verifications} where ${verifications.id} = ${messages.verificationId})`,
    })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.organizationId, organizationId)))
    .for('update')
  return row ?? null
}

/** Puts a failed message that is not overtaken back into the outbox, with its present recipient and channel. */
export async function requeueMessage(
  tx: Queries,
  id: string,
  {
    now,
    horizon,
    ...by
  }: {
    to: string
    channel: MessageChannel
    text: string
    language: Language | null
    now: Date
    horizon: Date
    expiresAt: Date
  },
): Promise<boolean> {
  const queued = await tx
    .update(messages)
    .set({ ...by, status: 'queued', nextAttemptAt: now, sentAt: null, lastError: null })
    .where(
      and(
        eq(messages.id, id),
        eq(messages.status, 'failed'),
        sql`${messages.text} <> ''`,
        sql`not ${isOvertaken(horizon)}`,
      ),
    )
    .returning({ id: messages.id })
  return queued.length === 1
}
