import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { messages } from '../schema/messages'
import { undoableDecisions } from '../schema/reviews'
import type { UndoableDecision } from './undoable-decisions'

/** No worker has taken the message yet. */
const isUntouched = and(eq(messages.status, 'queued'), eq(messages.attempts, 0))

const DECISION_MESSAGES = ['verification_approved', 'verification_rejected', 'verification_info_requested']

/** Messages of decisions that wait still, of one that another decision followed within its minute too. */
const isWaiting = and(inArray(messages.kind, DECISION_MESSAGES), isUntouched)

/**
 * Ends the time in which a decision can be undone: its message leaves now. A message that still waits of a decision
 * before it is deleted, as it tells what is over.
 */
export async function endUndoable(tx: Queries, { verificationId, before }: UndoableDecision, now: Date): Promise<void> {
  // No application has version 0, and only a decision that made the present version can be undone.
  await tx.update(undoableDecisions).set({ version: 0 }).where(eq(undoableDecisions.verificationId, verificationId))
  await tx
    .delete(messages)
    .where(and(eq(messages.verificationId, verificationId), isWaiting, ne(messages.id, before.messageId)))
  await tx
    .update(messages)
    .set({ nextAttemptAt: now })
    .where(and(eq(messages.id, before.messageId), isUntouched))
}

/** Takes back what waits still of decisions on an application that somebody has acted on: it would say what is over. */
export async function withdrawWaitingMessages(tx: Queries, verificationId: string): Promise<void> {
  await tx.delete(messages).where(and(eq(messages.verificationId, verificationId), isWaiting))
}

/** Takes back what waits still of decisions on all applications of an organization that was closed. */
export async function withdrawWaitingMessagesTo(tx: Queries, organizationId: string): Promise<void> {
  await tx.delete(messages).where(and(eq(messages.organizationId, organizationId), isWaiting))
}
