import { randomUUID } from 'node:crypto'
import type { Database } from '../../app/db/engine/database'
import { invites } from '../../app/db/schema/invites'
import type { Actor } from '../../app/domain/access'
import { newInviteCode } from '../../app/domain/invite-codes/invite-code'
import * as create from '../../app/routes/invites/create/new'
import * as send from '../../app/routes/invites/create/send-to-one'
import { auditActions } from './audit'
import { sealed } from './invites'
import { answerOf, visit } from './requests'
import type { TestServices } from './services'
import { before, staff } from './verifications'
import { DAY_MS } from '../../app/durations'

type Dialog = { loader: (args: never) => unknown; action?: (args: never) => unknown }
export type Form = Record<string, string>

const NEW = { type: 'invite_logistic_provider', maximumUses: '10', lastDay: '', notes: '' }
const EMAIL = { type: 'invite_logistic_provider', recipient: 'aset@example.kz', language: 'ru', customMessage: '' }

type Reply = { alert: string; result: { error: Record<string, string[]>; initialValue: Form } }
export const replyOf = (answer: { body: unknown }) => answer.body as Reply
/** The sentence next to each wrong field. */
export const errorsOf = (answer: { body: unknown }): Partial<Form> =>
  Object.fromEntries(Object.entries(replyOf(answer).result.error).map(([name, [sentence = '']]) => [name, sentence]))

/** Staff who make invite codes. */
export const inviteStaff = async (db: Database) => ({
  admin: await staff(db, 'admin', 'Айгүл Сәрсенбаева'),
  manager: await staff(db, 'manager', 'Анна Соколова'),
  cashier: await staff(db, 'cashier', 'Daniel Brooks'),
})

/** The dialogs of invite codes, used by the manager of the test unless said otherwise. */
export function inviteDialogs(db: Database, test: () => { services: TestServices; manager: Actor }) {
  const post = (dialog: Dialog, path: string, form: Form, actor = test().manager, id = '') =>
    answerOf(() => dialog.action?.(visit(test().services, path, { form, actor, params: { id } }) as never))
  const read = (dialog: Dialog, path: string, actor = test().manager, id = '') =>
    answerOf(() => dialog.loader(visit(test().services, path, { actor, params: { id } }) as never))
  const shown = async (dialog: Dialog, path: string, actor = test().manager, id = '') =>
    dialog.loader(visit(test().services, path, { actor, params: { id } }) as never)
  const all = () => db.select().from(invites)
  const acts = () => auditActions(db)

  const createWith = (form: Form, actor = test().manager) =>
    post(create, '/invites/new', { id: randomUUID(), ...NEW, ...form }, actor)
  const emailWith = (form: Form, actor = test().manager) =>
    post(send, '/invites/email', { id: randomUUID(), ...EMAIL, ...form }, actor)
  const whatsappWith = (form: Form) =>
    post(send, '/invites/whatsapp', { id: randomUUID(), ...EMAIL, recipient: '+7 701 234 56 78', ...form })

  async function invite(more: Partial<typeof invites.$inferInsert> = {}) {
    const [row] = await db
      .insert(invites)
      .values({
        code: sealed(newInviteCode()),
        type: 'invite_logistic_provider',
        maximumUses: 10,
        createdBy: test().manager.id,
        createdAt: before(DAY_MS),
        ...more,
      })
      .returning()
    if (!row) throw new Error('no invite')
    return row
  }

  return { post, read, shown, all, acts, createWith, emailWith, whatsappWith, invite }
}
