import type { Database } from '../../app/db/engine/database'
import { eq } from 'drizzle-orm'
import { messages } from '../../app/db/schema/messages'
import { sessions } from '../../app/db/schema/sessions'
import { users } from '../../app/db/schema/users'
import type { Actor } from '../../app/domain/access'
import { openText } from '../../app/domain/sealing.server'
import { openSession } from '../../app/domain/sessions/sessions.server'
import * as change from '../../app/routes/users/change'
import * as detail from '../../app/routes/users/detail'
import { auditActions } from './audit'
import { answerOf, visit } from './requests'
import type { TestServices } from './services'
import { staff } from './verifications'

export type Form = Record<string, string>

/** One of the staff for each role. */
export const staffOfEachRole = async (db: Database) => ({
  superadmin: await staff(db, 'superadmin', 'Ержан Төлеген'),
  admin: await staff(db, 'admin', '李伟'),
  manager: await staff(db, 'manager', 'Ольга Кузнецова'),
  cashier: await staff(db, 'cashier', 'Daniel Brooks'),
})

/** The pages about a user and what they leave in the database. */
export function userPages(db: Database, test: () => { services: TestServices }) {
  const call = (handler: unknown, path: string, actor: Actor, params: Record<string, string>, form?: Form) =>
    answerOf(() => (handler as (args: unknown) => unknown)(visit(test().services, path, { actor, params, form })))
  const post = (id: string, action: string, actor: Actor, form: Form = {}) =>
    call(change.action, `/users/${id}/${action}`, actor, { id }, { version: '1', ...form })
  const act = (id: string, actor: Actor, form: Form) => call(detail.action, `/users/${id}`, actor, { id }, form)
  const stored = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]
  const acts = () => auditActions(db)
  const openSessions = async (id: string) =>
    (await db.select().from(sessions).where(eq(sessions.userId, id))).filter(({ endedAt }) => endedAt === null).length
  const signIn = (userId: string) =>
    openSession(db, test().services, userId, { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' })
  const sent = async () =>
    (await db.select().from(messages).orderBy(messages.id)).map(({ to, text, language }) => ({
      to,
      language,
      text: openText(test().services.env.sessionSecrets, 'outbox', text ?? ''),
    }))

  return { call, post, act, stored, acts, openSessions, signIn, sent }
}
