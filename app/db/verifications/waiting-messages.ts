import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { messages } from '../schema/messages'
import { undoableDecisions } from '../schema/reviews'
import type { UndoableDecision } from './undoable-decisions'

/** No worker has tried the message yet. */
const isUntouched = and(eq(messages.status, 'queued'), eq(messages.attempts, 0))

const DECISION_MESSAGES = ['verification_approved', 'verification_rejected', 'verification_info_requested']

/** Messages of decisions that still wait, also of one that another decision followed within its minute. */
const isWaiting = and(inArray(messages.kind, DECISION_MESSAGES), isUntouched)

/**
 * Ends the time in which a decision can be undone, and lets its message leave now. Deletes a waiting message of an earlier decision,
 * whose news is out of date.
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

/** Deletes the waiting messages of decisions on an application that somebody has acted on: their news is out of date. */
export async function withdrawWaitingMessages(tx: Queries, verificationId: string): Promise<void> {
  await tx.delete(messages).where(and(eq(messages.verificationId, verificationId), isWaiting))
}

/** Deletes the waiting messages of decisions on all applications of an organization that was closed. */
export async function withdrawWaitingMessagesTo(tx: Queries, organizationId: string): Promise<void> {
  await tx.delete(messages).where(and(eq(messages.organizationId, organizationId), isWaiting))
}
