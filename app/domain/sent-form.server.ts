import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Queries } from '../db/engine/database'
import { deleteSentForm, findSentForm, insertSentForm, saveAnswer } from '../db/drafts'
import type { Services } from '../services.server'
import { conflict, type Outcome } from './outcome'

/**
 * A form as it was sent; `id` is that of its drawing, null where a form has none. `userId` is null before signing in. `answer`
 * is the shape of what is kept of its answer: a row of another release may have another.
 */
export type SentForm<Answer> = { id: string | null; userId: string | null; content: unknown; answer: z.ZodType<Answer> }

/** What a form that makes one thing is answered with. */
export const MADE = z.object({ id: z.uuid() })
/** The shape of an answer that holds nothing: a repeat is told only that the form was taken. */
export const NOTHING = z.null()

/** This very form was taken before, with other words; with what was answered then. */
export type SentBefore<Answer> = { because: 'sent'; answer: Answer | null }

/**
 * Takes a form once, in the transaction of its effect: the same form with the same content is answered as it was the first
 * time, with other content it is a conflict. What was refused can be sent again. The answer is kept as JSON; where it cannot
 * be read, the same form is answered by `findAnswer`, from what it made, else it is a conflict that does not know what was made.
 */
export async function applyOnce<Answer, Now>(
  tx: Queries,
  { now }: Pick<Services, 'now'>,
  { id, userId, content, answer: shape }: SentForm<Answer>,
  take: () => Promise<Outcome<Answer, Now>>,
  findAnswer?: () => Promise<Answer>,
): Promise<Outcome<Answer, Now | SentBefore<Answer>>> {
  if (id === null) return take()
  const contentHash = createHash('sha256')
    .update(`${id} ${JSON.stringify(content)}`)
    .digest('hex')
  if (await insertSentForm(tx, { id, userId, contentHash, sentAt: now() })) {
    const outcome = await take()
    await (outcome.kind === 'done' ? saveAnswer(tx, id, outcome.value) : deleteSentForm(tx, id))
    return outcome
  }
  const before = await findSentForm(tx, id)
  if (!before || before.userId !== userId) return conflict({ because: 'sent', answer: null })
  const kept = shape.safeParse(before.answer)
  if (before.contentHash !== contentHash) return conflict({ because: 'sent', answer: kept.data ?? null })
  if (kept.success) return { kind: 'done', value: kept.data }
  return findAnswer ? { kind: 'done', value: await findAnswer() } : conflict({ because: 'sent', answer: null })
}
