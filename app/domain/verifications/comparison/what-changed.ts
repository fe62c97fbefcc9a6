import type { HistoryEvent } from '../../../vocabulary'

type Event = { event: HistoryEvent; at: Date; note: string | null; items: readonly string[] }

/** What was asked for, what the applicant answered, and which documents came since. */
type Resubmission<Document> = {
  askedAt: Date | null
  asked: readonly string[]
  answeredAt: Date
  answer: string | null
  /** In the order of what was asked; empty when staff wrote the answer down as one. */
  answers: readonly string[]
  newDocuments: Document[]
}

/** What changed since the last submission; null for an application that was never sent again. Events newest first. */
export function whatChanged<Document extends { uploadedAt: Date }>(
  timeline: readonly Event[],
  documents: readonly Document[],
): Resubmission<Document> | null {
  const answerIndex = timeline.findIndex((event) => event.event === 'resubmitted')
  const answer = timeline[answerIndex]
  if (!answer) return null
  const question = timeline.slice(answerIndex).find((event) => event.event === 'info_requested')
  return {
    askedAt: question?.at ?? null,
    asked: question?.items ?? [],
    answeredAt: answer.at,
    answer: answer.note,
    answers: answer.items,
    newDocuments: question ? documents.filter((document) => document.uploadedAt > question.at) : [],
  }
}
