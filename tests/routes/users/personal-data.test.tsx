import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { dataRequests } from '../../../app/db/schema/personal-data'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { erasePerson } from '../../../app/domain/users/personal-data/erase-person.server'
import Request, * as request from '../../../app/routes/users/personal-data/request'
import Detail, * as detail from '../../../app/routes/users/detail'
import { LANGUAGES } from '../../../app/vocabulary'
import { newCast, withIds } from '../../support/access-cast'
import { rows } from '../../support/access-table'
import { openConsole, type Method } from '../../support/console'
import { openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { answerOf, toastOf, visit } from '../../support/requests'
import type { TestServices } from '../../support/services'
import { staff } from '../../support/verifications'
import { PSEUDONYM_MARK, pseudonymOf } from '../../../app/pseudonyms'

const db = await openTestDatabase()
const gatehouse = await openConsole()

async function opened() {
  const { cast, services } = await newCast(db)
  const { paused = '', blocked = '' } = cast.ids
  const send = async (method: Method, path: string, form?: string) => {
    const answer = await gatehouse.send(services, method, path, { cookie: cast.cookies.superadmin, form })
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      headers: answer.headers,
      text: await answer.text(),
    }
  }
  const read = (path: string) => gatehouse.read(services, path, cast.cookies.superadmin)
  return { cast, services, paused, blocked, send, read }
}

describe('the personal data dialogs', () => {
  it('let the proposer of an erasure withdraw it, but not agree to it themselves (403)', async () => {
    const { paused, send, read } = await opened()
    expect((await read(`/users/${paused}/erase`)).text).toContain('"buttons":["propose"]')
    expect((await send('POST', `/users/${paused}/erase`, 'intent=propose')).status).toBe(422)
    const proposed = await send('POST', `/users/${paused}/erase`, 'intent=propose&reason=Asked')
    expect(proposed).toMatchObject({ status: 302, location: `/users/${paused}` })
    expect((await read(`/users/${paused}`)).text).toContain('"kind":"erase","state":"proposed"')
    expect((await read(`/users/${paused}/erase`)).text).toContain('"buttons":["withdraw"]')
    const [made] = await db.select().from(dataRequests).where(eq(dataRequests.userId, paused))
    expect((await send('POST', `/users/${paused}/erase`, `intent=agree&proposal=${made?.id}`)).status).toBe(403)
  })

  it('refuse a second proposal or a second hold with 409, and say that a hold prevents the erasure', async () => {
    const { paused, send, read } = await opened()
    await send('POST', `/users/${paused}/erase`, 'intent=propose&reason=Asked')
    expect((await send('POST', `/users/${paused}/erase`, 'intent=propose&reason=Me+too')).status).toBe(409)
    const held = await send('POST', `/users/${paused}/hold`, 'intent=set&reason=Court+case+12')
    expect(toastOf(held.headers)).toContain('users:toast.holdSet')
    expect((await send('POST', `/users/${paused}/hold`, 'intent=set&reason=Me+too')).status).toBe(409)
    expect((await read(`/users/${paused}`)).text).toContain('Court case 12')
    expect((await read(`/users/${paused}/erase`)).text).toContain('"obstacle":"held"')
    const lifted = await send('POST', `/users/${paused}/hold`, 'intent=lift&reason=Over')
    expect(toastOf(lifted.headers)).toContain('users:toast.holdLifted')
  })

  it('offer to set a hold with the draft that was written for lifting one', async () => {
    const { paused, send, read } = await opened()
    const begun = await send('POST', `/drafts?form=/users/${paused}/hold`, 'keep=on&intent=lift&reason=Case+12')
    expect(begun.status).toBe(204)
    const { text } = await read(`/users/${paused}/hold`)
    expect(text).toContain('Case 12')
    expect(text).toContain('"seen":{"intent":"set"}')
  })

  it('refuse to erase an active user with 409, and are 404 for an unknown user', async () => {
    const { cast, send, read } = await opened()
    const active = await read(`/users/${cast.ids.cashier}/erase`)
    expect([active.status, active.text.includes('"obstacle":"active"')]).toEqual([409, true])
    for (const word of ['erase', 'export', 'hold', 'data'])
      expect((await send('GET', `/users/${cast.ids.fresh}/${word}`)).status).toBe(404)
  })

  it('do not offer people the file of their own data', async () => {
    const { cast, services, read } = await opened()
    const own = cast.ids.superadmin ?? ''
    const [proposedBy, agreedBy] = [await staff(db, 'superadmin', 'First'), await staff(db, 'superadmin', 'Second')]
    const at = { proposedAt: services.now(), agreedAt: services.now() }
    await db.insert(dataRequests).values({
      id: randomUUID(),
      userId: own,
      kind: 'export',
      reason: 'Asked',
      proposedBy: proposedBy.id,
      agreedBy: agreedBy.id,
      ...at,
    })
    const { status, text } = await read(`/users/${own}/export`)
    expect([status, text.includes('"state":"agreed"'), text.includes('"file":null')]).toEqual([409, true, true])
  })

  const draw = async (
    services: TestServices,
    actor: Partial<Actor>,
    { id, form }: { id: string; form?: Record<string, string> },
  ) => {
    const args = visit(services, `/users/${id}/erase`, { actor: actor as Actor, params: { id }, form })
    const actionData = form && (await answerOf(() => request.action(args as never))).body
    const { data } = (await request.loader(args as never)) as { data: object }
    return pageHtml(Request, { loaderData: data, actionData })
  }

  it('show what prevents the erasure, or the proposal and the buttons one may press', async () => {
    const { cast, services, paused, send } = await opened()
    const [actor] = await db
      .select()
      .from(users)
      .where(eq(users.id, cast.ids.superadmin ?? ''))
    const drawn = (id: string) => draw(services, { ...actor, sessionId: id, provenAt: services.now() }, { id })
    const active = await drawn(cast.ids.cashier ?? '')
    expect(active).toContain('This user still has access.')
    expect(active).toContain('>Back to the user</a>')
    expect(await drawn(paused)).toContain('Propose the erasure')
    await send('POST', `/users/${paused}/erase`, 'intent=propose&reason=Asked')
    expect(await drawn(paused)).toMatch(/proposed the erasure[\s\S]*Asked[\s\S]*Withdraw the proposal/)
  })

  it('tell a person who owes their role to the proposer why somebody else has to agree', async () => {
    const { cast, services, paused, send } = await opened()
    const second = await staff(db, 'superadmin', 'Second')
    await send('POST', `/users/${paused}/erase`, 'intent=propose&reason=Asked')
    const [proposal] = await db.select().from(dataRequests)
    const given = { action: 'user.role', objectType: 'user', objectId: second.id, requestId: 'req' } as const
    const actor = { id: cast.ids.superadmin ?? '', role: 'superadmin' } as const
    await recordAudit(db, { ...given, at: services.now(), actor })
    const why = 'gave you access or changed it in the last 7 days. Someone else has to agree.'
    const read = await draw(services, second, { id: paused })
    expect(read).toContain(why)
    expect(read).not.toContain('value="agree"')
    expect(read).toContain('value="return"')
    const form = { intent: 'agree', proposal: proposal?.id ?? '' }
    const refused = await draw(services, second, { id: paused, form })
    expect(refused.split(why)).toHaveLength(2)
    expect(refused).not.toContain('name="intent"')
  })

  it('offer no button once somebody else has decided, and keep what was written', async () => {
    const { services, paused, send } = await opened()
    const second = await staff(db, 'superadmin', 'Second')
    await send('POST', `/users/${paused}/erase`, 'intent=propose&reason=Asked')
    expect(await draw(services, second, { id: paused })).toContain('Agree and erase')
    const html = await draw(services, second, { id: paused, form: { intent: 'propose', reason: 'Asked twice' } })
    expect(html).not.toContain('name="intent"')
    for (const text of ['role="alert"', 'Asked twice', '>Back to the user</a>']) expect(html).toContain(text)
  })
})

it('the data file is JSON that is never cached, and asks for fresh proof after 15 minutes', async () => {
  const { blocked, services, send, read } = await opened()
  const { status, headers, text } = await send('GET', `/users/${blocked}/data`)
  expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
    200,
    'no-store',
    'application/json; charset=utf-8',
  ])
  expect(headers.get('content-disposition')).toBe(`attachment; filename="user-${blocked}.json"`)
  expect(JSON.parse(text)).toMatchObject({ profile: { id: blocked, phone: '+77010000067' }, auditLog: { total: 0 } })
  services.clock.advance(15 * 60_000)
  const later = await send('GET', `/users/${blocked}/data`)
  expect(later).toMatchObject({ status: 302, location: `/users/${blocked}/data/confirm` })
  expect((await read(`/users/${blocked}/data/confirm`)).text).toContain(
    `"taken":"person","file":"/users/${blocked}/data"`,
  )
})

describe('an erased person', () => {
  let found: Awaited<ReturnType<typeof opened>>
  let manager: string
  beforeAll(async () => {
    found = await opened()
    manager = found.cast.ids.manager ?? ''
    const second = await staff(db, 'superadmin', 'Second')
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, manager))
    const asked = { id: manager, actor: second, requestId: 'r' }
    expect((await db.transaction((tx) => erasePerson(tx, found.services, asked))).kind).toBe('done')
  })
  const filled = (text: string) => withIds(found.cast, text)
  const addresses = rows.filter(({ method, layout }) => method === 'GET' && !layout).map(({ address }) => address)

  it.each([...new Set(addresses)])('is not named at %s', async (address) => {
    const { text } = await found.read(filled(address))
    expect(text).not.toMatch(/Ольга|Кузнецов/)
    if (address.endsWith('/export')) expect(text).not.toContain(PSEUDONYM_MARK)
  })

  it.each(LANGUAGES)(
    'is shown in %s as a former user, whose phone is 404 and whose reactivation is 409',
    async (language) => {
      const words = { en: 'Former user', zh: '前用户', ru: 'Бывший пользователь', kk: 'Бұрынғы пайдаланушы' }
      const [actor] = await db
        .select()
        .from(users)
        .where(eq(users.id, found.cast.ids.superadmin ?? ''))
      const args = visit(found.services, `/users/${manager}`, {
        actor: { ...actor, sessionId: manager, provenAt: found.services.now() } as never,
        params: { id: manager },
        language,
      })
      const loaderData = await detail.loader(args as never)
      const html = await pageHtml(Detail, { loaderData: (loaderData as { data: object }).data })
      expect(html).toContain(`${words[language]} ${pseudonymOf(manager).slice(-6)}`)
      expect(html).not.toContain(PSEUDONYM_MARK)
      expect(html).not.toContain('show-phone')
      expect((await found.read(`/users/${manager}/reactivate`)).status).toBe(409)
      expect((await found.send('POST', `/users/${manager}`, 'intent=show-phone')).status).toBe(404)
    },
  )
})
