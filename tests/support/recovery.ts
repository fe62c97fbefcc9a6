import type { Database } from '../../app/db/engine/database'
import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { insertRecoveryRequest } from '../../app/db/users/recovery'
import { messages } from '../../app/db/schema/messages'
import { recoveryRequests, users } from '../../app/db/schema/users'
import type { Actor } from '../../app/domain/access'
import { searchKey } from '../../app/domain/names/search-key.server'
import { openText } from '../../app/domain/sealing.server'
import * as list from '../../app/routes/users/recovery/list'
import * as request from '../../app/routes/users/recovery/request'
import { auditActions } from './audit'
import { answerOf, visit } from './requests'
import type { TestServices } from './services'
import { staff } from './verifications'

export const NEW_PHONE = '+77019990000'

/** Three superadmins, the first of whom lost their number, and two who are none. */
export const recoveryPeople = async (db: Database) => ({
  lost: await staff(db, 'superadmin', 'Ержан Төлеген'),
  first: await staff(db, 'superadmin', 'Сәуле Ахметова'),
  second: await staff(db, 'superadmin', '王建国'),
  admin: await staff(db, 'admin', '李伟'),
  manager: await staff(db, 'manager', 'Ольга Кузнецова'),
})

/** Requests to change a number as the manager of the test reads them, and what comes of them. */
export function recovery(
  db: Database,
  test: () => { services: TestServices; manager: Actor; first: Actor; second: Actor },
) {
  let filed = 0
  async function file(more: Partial<typeof recoveryRequests.$inferInsert> = {}): Promise<string> {
    const id = randomUUID()
    const name = more.name ?? 'Somebody'
    await insertRecoveryRequest(db, {
      id,
      name,
      nameKey: searchKey(name),
      oldPhone: `+7705${1_000_000 + ++filed}`,
      newPhone: NEW_PHONE,
      message: 'Lost my SIM card',
      createdAt: test().services.now(),
      ...more,
    })
    return id
  }
  const read = (search = '', actor = test().manager) =>
    list.loader(
      visit(test().services, `/users/recovery${search}`, { actor }) as unknown as Parameters<typeof list.loader>[0],
    )
  const namesIn = async (search = '') => (await read(search)).rows.map(({ name }) => name)
  const show = (id: string, actor: Actor) =>
    request.loader(
      visit(test().services, `/users/recovery/${id}`, { actor, params: { requestId: id } }) as unknown as Parameters<
        typeof request.loader
      >[0],
    )
  /** Pressed by somebody whose proof is fresh. */
  const press = (id: string, intent: string, person: Actor, actor = { ...person, provenAt: test().services.now() }) =>
    answerOf(() =>
      request.action(
        visit(test().services, `/users/recovery/${id}`, {
          actor,
          params: { requestId: id },
          form: { intent },
        }) as never,
      ),
    )
  const agreeByTwo = async (id: string) => {
    expect((await press(id, 'propose', test().first)).status).toBe(302)
    expect((await press(id, 'agree', test().second)).status).toBe(302)
  }
  const stored = async (id: string) => (await db.select().from(recoveryRequests).where(eq(recoveryRequests.id, id)))[0]
  const phoneOf = async ({ id }: Actor) => (await db.select().from(users).where(eq(users.id, id)))[0]?.phone
  const acts = () => auditActions(db)
  const sent = async () =>
    (await db.select().from(messages).orderBy(asc(messages.createdAt))).map(({ to, kind, text }) => ({
      to,
      kind,
      text: openText(test().services.env.sessionSecrets, 'outbox', text) ?? '',
    }))

  return { file, read, namesIn, show, press, agreeByTwo, stored, phoneOf, acts, sent }
}
