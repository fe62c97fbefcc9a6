import type { inboxEntries, noteMentions, notes } from '../db/schema/notes'
import type { Application } from './applications'
import type { DemoPerson } from './people'
import { type World } from './world'
import { HOUR_MS, MINUTE_MS } from '../durations'

export type NotePlan = {
  notes: (typeof notes.$inferInsert)[]
  noteMentions: (typeof noteMentions.$inferInsert)[]
  inboxEntries: (typeof inboxEntries.$inferInsert)[]
}

/** What colleagues note about the first application under review: a pinned question, and its answer. */
export function planNotes(
  { dice, ago }: World,
  staff: readonly DemoPerson[],
  applications: readonly Application[],
): NotePlan {
  const application = applications.find(({ row }) => row.status === 'under_review')
  const manager = staff.find(({ row }) => row.role === 'manager' && row.status === 'active')
  const admin = staff.find(({ row }) => row.role === 'admin' && row.status === 'active')
  if (!application || !manager || !admin) return { notes: [], noteMentions: [], inboxEntries: [] }
  const target = { organizationId: application.organization.id, verificationId: application.row.id }
  const question = {
    ...target,
    id: dice.uuid(),
    authorId: manager.row.id,
    text: `@${admin.row.username} Адрес в договоре аренды не совпадает с заявленным. Звонила в офис: переезжают в мае.`,
    createdAt: ago(5 * HOUR_MS),
    pinnedAt: ago(4 * HOUR_MS),
  }
  const answer = {
    ...target,
    id: dice.uuid(),
    authorId: admin.row.id,
    text: '请对方补充新的租赁合同，收到后再审批。',
    createdAt: ago(4 * HOUR_MS + 20 * MINUTE_MS),
  }
  return {
    notes: [question, answer],
    noteMentions: [{ noteId: question.id, userId: admin.row.id }],
    inboxEntries: [
      {
        ...target,
        id: dice.uuid(),
        userId: admin.row.id,
        kind: 'mention',
        actorId: manager.row.id,
        noteId: question.id,
        at: question.createdAt,
        readAt: answer.createdAt,
      },
    ],
  }
}
