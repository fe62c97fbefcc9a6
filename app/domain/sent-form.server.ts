import { createHash } from 'node:crypto'
import type { Queries } from '../db/engine/database'
import { deleteSentForm, findSentForm, insertSentForm, noteAnswer } from '../db/drafts'
import type { Services } from '../services.server'
import { conflict, type Outcome } from './outcome'

export const SENT_FORM_KEPT_MS = 24 * 3_600_000

/** A form as it was sent; `id` is that of its drawing, null where a form has none. `userId` is null before signing in. */
export type SentForm = { id: string | null; userId: string | null; content: unknown }

/** This very form was taken before, with other words; with what was answered then. */
export type SentBefore<Answer> = { because: 'sent'; answer: Answer | null }

/**
 * Takes a form once, in the transaction of its effect: the same form with the same content is answered as it was the first
 * time, with other content it is a conflict. What was refused can be sent again. The answer is kept as JSON.
 */
export async function takeOnce<Answer, Now>(
  tx: Queries,
  { now }: Pick<Services, 'now'>,
  { id, userId, content }: SentForm,
  take: () => Promise<Outcome<Answer, Now>>,
): Promise<Outcome<Answer, Now | SentBefore<Answer>>> {
  if (id === null) return take()
  const contentHash = createHash('sha256')
    .update(`${id} ${JSON.stringify(content)}`)
    .digest('hex')
  if (await insertSentForm(tx, { id, userId, contentHash, sentAt: now() })) {
    const outcome = await take()
    await (outcome.kind === 'done' ? noteAnswer(tx, id, outcome.value) : deleteSentForm(tx, id))
    return outcome
  }
  const before = await findSentForm(tx, id)
  const isOwn = before?.userId === userId
  if (!before || !isOwn) return conflict({ because: 'sent', answer: null })
  const answer = before.answer as Answer
  return before.contentHash === contentHash ? { kind: 'done', value: answer } : conflict({ because: 'sent', answer })
}
