import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Queries } from '../db/engine/database'
import { deleteSentForm, findSentForm, insertSentForm, saveAnswer } from '../db/drafts'
import type { Services } from '../services.server'
import { conflict, type Outcome } from './outcome'

/**
 * A submitted form; `id` is its drawing's, null when it has none. `userId` is null before signing in. `answer` is the schema of the stored
 * answer, whose shape may differ in rows of another release.
 */
export type SentForm<Answer> = { id: string | null; userId: string | null; content: unknown; answer: z.ZodType<Answer> }

/** The answer to a form that creates one thing. */
export const CREATED_ID = z.object({ id: z.uuid() })
/** An empty answer: a repeat learns only that the form was taken. */
export const EMPTY_ANSWER = z.null()

/** This form was taken before with other content; `answer` is what was answered then. */
export type SentBefore<Answer> = { because: 'sent'; answer: Answer | null }

/**
 * Takes a form once, in the transaction of its effect: a repeat with the same content gets the first answer, one with other content is a
 * conflict. A refused form can be sent again. Answers are stored as JSON. When one cannot be read, the same content is answered by
 * `findAnswer`, from what the form created, or else is a conflict without an answer.
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
