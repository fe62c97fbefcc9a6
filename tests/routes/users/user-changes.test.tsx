import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertRecoveryRequest } from '../../../app/db/users/recovery'
import { auditLog } from '../../../app/db/schema/audit'
import { messages } from '../../../app/db/schema/messages'
import { sessions } from '../../../app/db/schema/sessions'
import { passkeys, trustedDevices } from '../../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { grant } from '../../../app/domain/access'
import { dateProof } from '../../../app/domain/fresh-proof'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { openText } from '../../../app/domain/sealing.server'
import { openSession } from '../../../app/domain/sessions/sessions.server'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { action as saveAccount } from '../../../app/routes/settings/account'
import { action as saveDisplay } from '../../../app/routes/settings/display'
import * as change from '../../../app/routes/users/change'
import Detail, * as detail from '../../../app/routes/users/detail'
import * as invite from '../../../app/routes/users/invite'
import RecoveryList, * as recovery from '../../../app/routes/users/recovery/list'
import * as request from '../../../app/routes/users/recovery/request'
import type { Role, UserStatus } from '../../../app/vocabulary'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { takenMeanwhile } from '../../support/race'
import { pageHtml } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, TEST_START, type TestServices } from '../../support/services'
import { organization, partner, staff } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let superadmin: Actor
let admin: Actor
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  superadmin = await staff(db, 'superadmin', 'Ержан Төлеген')
  admin = await staff(db, 'admin', '李伟')
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

type Form = Record<string, string>
const call = (handler: unknown, path: string, actor: Actor, params: Record<string, string>, form?: Form) =>
  answerOf(() => (handler as (args: unknown) => unknown)(visit(services, path, { actor, params, form })))
const post = (id: string, action: string, actor: Actor, form: Form = {}) =>
  call(change.action, `/users/${id}/${action}`, actor, { id }, { version: '1', ...form })
const act = (id: string, actor: Actor, form: Form) => call(detail.action, `/users/${id}`, actor, { id }, form)
const stored = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]
const acts = () => auditActions(db)
const openSessions = async (id: string) =>
  (await db.select().from(sessions).where(eq(sessions.userId, id))).filter(({ endedAt }) => endedAt === null).length
const signIn = (userId: string) =>
  openSession(db, services, userId, { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' })
const sent = async () =>
  (await db.select().from(messages).orderBy(messages.id)).map(({ to, text, language }) => ({
    to,
    language,
    text: openText(services.env.sessionSecrets, 'outbox', text ?? ''),
  }))

describe('a change', () => {
  it.each([
    ['deactivate', 'active', 'inactive', {}],
    ['deactivate', 'invited', 'inactive', {}],
    ['reactivate', 'inactive', 'active', {}],
    ['suspend', 'invited', 'suspended', { reason: 'Left the company' }],
    ['restore', 'suspended', 'active', {}],
  ] as [string, UserStatus, UserStatus, Form][])(
    '%s takes %s to %s, with an audit entry',
    async (name, from, to, form) => {
      const before = { status: from, suspendedReason: 'Old', lastSignInAt: new Date(TEST_START) }
      await db.update(users).set(before).where(eq(users.id, cashier.id))
      expect((await post(cashier.id, name, admin, form)).status).toBe(302)
      expect(await stored(cashier.id)).toMatchObject({ status: to, version: 2, suspendedReason: form.reason ?? null })
      expect(await acts()).toEqual([`user.${name}`])
    },
  )

  it('of the role is told from which to which', async () => {
    expect((await post(cashier.id, 'role', admin, { role: 'manager' })).status).toBe(302)
    expect(await stored(cashier.id)).toMatchObject({ role: 'manager', status: 'active' })
    const [row] = await db.select().from(auditLog)
    expect(row).toMatchObject({ action: 'user.role', before: { role: 'cashier' }, after: { role: 'manager' } })
  })

  it.each(['deactivate', 'suspend', 'role'])('%s ends every session at once', async (name) => {
    await signIn(cashier.id)
    await signIn(cashier.id)
    await post(cashier.id, name, admin, { reason: 'Left', role: 'manager' })
    expect(await openSessions(cashier.id)).toBe(0)
  })

  it.each(['deactivate', 'suspend', 'role'])('%s forgets every browser that was trusted', async (name) => {
    const seen = { lastUsedAt: services.now(), createdAt: services.now() }
    await db.insert(trustedDevices).values({ userId: cashier.id, tokenHash: 'x', userAgent: 'Firefox', ...seen })
    await post(cashier.id, name, admin, { reason: 'Left', role: 'manager' })
    expect(await db.select().from(trustedDevices)).toMatchObject([{ revokedAt: services.now() }])
  })

  it('is refused without a reason or a role, next to the field', async () => {
    for (const [name, field] of [
      ['suspend', 'reason'],
      ['role', 'role'],
    ] as const)
      expect(await post(cashier.id, name, admin)).toMatchObject({
        status: 422,
        body: { result: { error: { [field]: ['This field is required'] } } },
      })
    expect(await acts()).toEqual([])
  })

  it('made twice changes nothing the second time', async () => {
    await post(cashier.id, 'deactivate', admin)
    expect((await post(cashier.id, 'deactivate', admin)).status).toBe(302)
    expect(await acts()).toHaveLength(1)
  })

  it('made twice with another reason is 409 and keeps the words', async () => {
    await post(cashier.id, 'suspend', admin, { reason: 'Left' })
    expect((await post(cashier.id, 'suspend', admin, { reason: 'Left' })).status).toBe(302)
    const answer = await post(cashier.id, 'suspend', admin, { reason: 'Took money' })
    expect(answer).toMatchObject({
      status: 409,
      body: { result: { initialValue: { reason: 'Took money' } }, conflict: { because: 'state' } },
    })
    expect(await acts()).toHaveLength(1)
  })

  it('of a user that somebody changed meanwhile is 409 with the text kept', async () => {
    await post(cashier.id, 'role', superadmin, { role: 'manager' })
    const answer = await post(cashier.id, 'suspend', admin, { reason: 'Left' })
    expect(answer).toMatchObject({
      status: 409,
      body: { seen: { version: '2' }, result: { initialValue: { reason: 'Left' } }, conflict: { because: 'stale' } },
    })
  })

  it('is not kept away by what the person saves of themselves meanwhile', async () => {
    const display = { pageSize: '50', density: 'compact', startPage: 'dashboard', hasShortcuts: 'on' }
    const account = { username: 'Dan', email: '', language: 'ru', timeZone: 'Europe/Moscow' }
    const own = (action: unknown, path: string, form: Form) => call(action, path, cashier, {}, form)
    expect((await own(saveDisplay, '/settings/display', { version: '1', ...display })).status).toBe(302)
    expect((await own(saveAccount, '/settings/account', { version: '2', ...account })).status).toBe(302)
    expect((await post(cashier.id, 'suspend', admin, { reason: 'Left' })).status).toBe(302)
    expect(await stored(cashier.id)).toMatchObject({ status: 'suspended', username: 'Dan', density: 'compact' })
  })

  it('from a status that does not allow it is 409', async () => {
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, cashier.id))
    const answer = await post(cashier.id, 'deactivate', admin)
    expect(answer).toMatchObject({ status: 409, body: { conflict: { because: 'state', status: 'suspended' } } })
    expect((await call(change.loader, `/users/${cashier.id}/deactivate`, admin, { id: cashier.id })).status).toBe(409)
  })

  it('from a status that does not allow it leads back to the user', async () => {
    await post(cashier.id, 'suspend', admin, { reason: 'Shared the code' })
    const at = `/users/${cashier.id}/deactivate`
    const { body } = await call(change.loader, at, admin, { id: cashier.id })
    const props = { loaderData: body, params: { id: cashier.id } }
    expect(await pageHtml(change.default, props, { at })).toMatch(
      new RegExp(`href="/users/${cashier.id}"[^>]*>Back to the user<`),
    )
  })

  it('is 403 towards oneself, the same role and above, and changes nothing', async () => {
    for (const [who, whom] of [
      [superadmin, superadmin],
      [admin, admin],
      [admin, superadmin],
      [manager, manager],
    ] as const)
      expect((await post(whom.id, 'suspend', who, { reason: 'x' })).status).toBe(403)
    expect((await post(manager.id, 'deactivate', await staff(db, 'manager', 'Other'))).status).toBe(403)
    expect(await acts()).toEqual([])
  })

  it('is 403 for who lost their role in the same instant', async () => {
    await db.update(users).set({ role: 'manager' }).where(eq(users.id, admin.id))
    expect((await post(cashier.id, 'suspend', admin, { reason: 'Left' })).status).toBe(403)
    expect(await stored(cashier.id)).toMatchObject({ status: 'active' })
  })

  it('to a role above one’s own is no choice', async () => {
    expect((await post(cashier.id, 'role', admin, { role: 'superadmin' })).status).toBe(422)
    const permit = grant(admin, 'users.read')
    if (!permit) throw new Error('no permit')
    const forged = { id: cashier.id, version: 1, requestId: 'x', role: 'superadmin' as Role }
    expect((await applyUserAction(services, dateProof(permit, admin.provenAt), 'role', forged)).kind).toBe('forbidden')
  })

  it('of nobody is 404', async () => {
    expect((await post(randomUUID(), 'suspend', admin, { reason: 'x' })).status).toBe(404)
    expect((await post('none', 'suspend', admin, { reason: 'x' })).status).toBe(404)
  })

  it('leaves one active superadmin when two shut each other out at once, 50 times over', async () => {
    const other = await staff(db, 'superadmin', 'Second')
    for (let round = 0; round < 50; round += 1) {
      await db.update(users).set({ status: 'active', version: 1 }).where(eq(users.role, 'superadmin'))
      const answers = await Promise.all([
        post(other.id, 'suspend', superadmin, { reason: 'x' }),
        post(superadmin.id, 'suspend', other, { reason: 'x' }),
      ])
      const left = await db
        .select()
        .from(users)
        .where(and(eq(users.role, 'superadmin'), eq(users.status, 'active')))
      expect(left).toHaveLength(1)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 403])
    }
  })
})

describe('the page of a user', () => {
  const read = (id: string, actor = admin) => call(detail.loader, `/users/${id}?status=active`, actor, { id })
  const pageOf = async (id: string, actor = admin) => {
    const { body } = await read(id, actor)
    return pageHtml(Detail, { loaderData: body })
  }

  it('says of the history that it is one’s own where one sees no other, and leads to no acts that one may not see', async () => {
    const byThem = `/audit?actor=${cashier.id}`
    const seen = await pageOf(cashier.id, manager)
    for (const text of ['Your activity', 'You have not done anything here yet.']) expect(seen).toContain(text)
    expect(seen).not.toContain(byThem)
    expect(await pageOf(manager.id, manager)).toContain(`/audit?actor=${manager.id}`)
    const seenByAdmin = await pageOf(cashier.id, admin)
    for (const text of ['>History<', 'Nothing yet.', byThem]) expect(seenByAdmin).toContain(text)
  })

  it('leads to the audit log: acts on the user, and acts by the user', async () => {
    const html = await pageOf(cashier.id)
    expect(html).toContain(`href="/audit?object=${cashier.id}"`)
    expect(html).toContain(`href="/audit?actor=${cashier.id}"`)
  })

  it('names what each act in the history was done to, with a link to what may be opened', async () => {
    const { id: organizationId } = await organization(db, { name: 'Жібек Жолы' })
    await recordAudit(db, {
      at: services.now(),
      actor: cashier,
      action: 'organization.edit',
      objectType: 'organization',
      objectId: organizationId,
      requestId: 'REFERENCE0',
    })
    const html = await pageOf(cashier.id)
    expect(html).toMatch(new RegExp(`href="/organizations/${organizationId}"[^>]*><bdi[^>]*>Жібек Жолы<`))
  })

  it('shows a manager of the history their own acts alone, an admin all of them', async () => {
    for (const actor of [manager, admin, cashier])
      await recordAudit(db, {
        at: services.now(),
        actor,
        action: 'user.showPhone',
        objectType: 'user',
        objectId: cashier.id,
        requestId: 'REFERENCE0',
      })
    const actorsFor = async (actor: Actor) => {
      const { body } = await read(cashier.id, actor)
      return (body as { history: { actorName: string | null }[] }).history.map(({ actorName }) => actorName)
    }
    expect(await actorsFor(manager)).toEqual(['Ольга Кузнецова'])
    expect(await actorsFor(admin)).toEqual(['Daniel Brooks', '李伟', 'Ольга Кузнецова'])
    const html = await pageOf(cashier.id, manager)
    expect(html).toContain('Ольга Кузнецова')
    expect(html).not.toContain('李伟')
  })

  it('masks the phone, offers what may be done, and leads back to the list as it was', async () => {
    const html = await pageOf(cashier.id)
    expect(html).not.toContain(cashier.phone)
    expect(html).toContain(`/users/${cashier.id}/suspend?status=active`)
    expect(html).toContain('href="/users/?status=active"')
    expect(await pageOf(cashier.id, manager)).not.toContain('/suspend')
    expect(await pageOf(admin.id)).toContain('This is you')
  })

  it('says that an invitation has lapsed, and offers to invite again to those who may', async () => {
    await db
      .update(users)
      .set({ status: 'invited', createdAt: new Date(services.now().getTime() - 31 * 86_400_000) })
      .where(eq(users.id, admin.id))
    const again = `/users/${admin.id}/invite?status=active`
    expect(await pageOf(admin.id, superadmin)).toContain(again)
    const html = await pageOf(admin.id, manager)
    expect(html).toContain('No longer valid.')
    expect(html).not.toContain(again)
  })

  it('sends an invitation again, five times a day to one person', async () => {
    await db.update(users).set({ status: 'invited' }).where(eq(users.id, cashier.id))
    expect((await post(cashier.id, 'invite', manager)).status).toBe(302)
    expect((await sent()).map(({ to }) => to)).toEqual([cashier.phone])
    expect(await acts()).toEqual(['user.invite'])
    for (let n = 2; n <= 5; n++) await post(cashier.id, 'invite', admin, { version: String(n) })
    expect((await post(cashier.id, 'invite', admin, { version: '6' })).status).toBe(429)
    expect(await sent()).toHaveLength(5)
  })

  it('says why somebody is suspended, and who changed the status when, also to whom the history is not shown', async () => {
    expect(await pageOf(cashier.id, manager)).not.toContain('Status changed')
    await post(cashier.id, 'suspend', admin, { reason: 'Lost the terminal' })
    const html = await pageOf(cashier.id, manager)
    expect(html).toContain('Lost the terminal')
    expect(html).toMatch(/Status changed<\/dt><dd[^>]*><time[^>]*>[^<]*2026[^<]*<\/time> · <bdi[^>]*>李伟</)
  })

  it('shows the whole number only when asked, with an audit entry', async () => {
    expect((await pageOf(cashier.id, manager)).replaceAll(/[^\d<]/g, '')).not.toContain(cashier.phone.slice(-7))
    const answer = await act(cashier.id, manager, { intent: 'show-phone' })
    expect(String((answer.body as { phone: string }).phone).replaceAll(/\D/g, '')).toBe(cashier.phone.slice(1))
    expect(await acts()).toEqual(['user.showPhone'])
  })

  it('lists the sessions and ends one or all of them', async () => {
    await signIn(cashier.id)
    await signIn(cashier.id)
    const { body } = await read(cashier.id)
    const [first] = (body as { sessions: { id: string }[] }).sessions
    expect((await act(cashier.id, admin, { intent: 'end', session: first?.id ?? '' })).status).toBe(302)
    expect(await openSessions(cashier.id)).toBe(1)
    await act(cashier.id, admin, { intent: 'end-others' })
    expect(await openSessions(cashier.id)).toBe(0)
    expect(await acts()).toEqual(['session.end', 'session.endAll'])
  })

  it('says to those who may end sessions how many passkeys there are and since when the newest, not their names', async () => {
    expect(await pageOf(cashier.id)).toMatch(/Passkeys<\/dt><dd[^>]*>None</)
    const passkey = { userId: cashier.id, publicKey: 'key', counter: 0, transports: [], name: 'My phone' }
    for (const [credentialId, createdAt] of [
      ['newer', services.now()],
      ['older', new Date(services.now().getTime() - 86_400_000)],
    ] as const)
      await db.insert(passkeys).values({ ...passkey, credentialId, createdAt })
    const html = await pageOf(cashier.id)
    expect(html).toMatch(/Passkeys<\/dt><dd[^>]*>2, last added on[^<]*Mar 2, 2026/)
    expect(html).not.toContain('My phone')
    expect(await pageOf(cashier.id, manager)).not.toContain('Passkeys')
  })

  it('shows no sessions to those who may not end them', async () => {
    await signIn(cashier.id)
    expect((await read(cashier.id, manager)).body).toMatchObject({ sessions: null })
    expect((await act(cashier.id, manager, { intent: 'end-others' })).status).toBe(403)
    expect(await openSessions(cashier.id)).toBe(1)
  })

  it('links a partner to the organization', async () => {
    const { id: organizationId } = await organization(db)
    const { id } = await partner(db, organizationId)
    expect(await pageOf(id)).toContain(`/organizations/${organizationId}`)
  })

  it('is 404 with a way back for nobody', async () => {
    const { status, body } = await read(randomUUID())
    expect([status, body]).toMatchObject([404, { kind: 'missing' }])
  })

  it('needs at most three statements', async () =>
    expect(await statementsDuring(() => read(cashier.id))).toBeLessThanOrEqual(3))
})

describe('an invitation', () => {
  const asked = { username: 'Жанар Мұқашева', phone: '+7 701 999 88 77', role: 'cashier', language: 'kk' }
  const send = (form: Form, actor = manager) => call(invite.action, '/users/invite', actor, {}, form)

  it('makes an invited user, sends word in their language, and becomes active at the first sign-in', async () => {
    const id = randomUUID()
    expect((await send({ id, ...asked })).status).toBe(302)
    expect(await stored(id)).toMatchObject({
      status: 'invited',
      role: 'cashier',
      phone: '+77019998877',
      language: 'kk',
    })
    const [message] = await sent()
    expect(message).toMatchObject({ to: '+77019998877', language: 'kk' })
    expect(message?.text).toContain('/sign-in')
    expect(await acts()).toEqual(['user.invite'])
  })

  it('sent twice makes one user and one message', async () => {
    const id = randomUUID()
    await send({ id, ...asked })
    expect((await send({ id, ...asked })).status).toBe(302)
    expect(await sent()).toHaveLength(1)
  })

  it('counts nothing where the number belongs to somebody, because nothing is sent', async () => {
    const once = () => send({ id: randomUUID(), ...asked, phone: '+7 701 999 1000' })
    expect((await once()).status).toBe(302)
    for (let n = 0; n < 7; n++) expect((await once()).status).toBe(422)
  })

  it('is one of fifty a day from one person; one more is told to wait and keeps what was typed', async () => {
    const one = (n: number) => ({ id: randomUUID(), ...asked, phone: `+7 701 999 ${1000 + n}` })
    for (let n = 0; n < 50; n++) expect((await send(one(n))).status).toBe(302)
    expect(await send(one(50))).toMatchObject({
      status: 429,
      body: { result: { initialValue: { username: asked.username } } },
    })
    expect(await sent()).toHaveLength(50)
    expect((await send(one(50), admin)).status).toBe(302)
    services.clock.advance(24 * 3_600_000)
    expect((await send(one(51))).status).toBe(302)
  })

  it('says next to the phone that it belongs to somebody, and keeps what was typed', async () => {
    const answer = await send({ id: randomUUID(), ...asked, phone: cashier.phone })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        result: {
          error: { phone: ['This phone number belongs to another user. Check it, or find that user in the list.'] },
          initialValue: { username: asked.username },
        },
      },
    })
  })

  it.each([
    ['username', ''],
    ['phone', '12'],
    ['phone', '+44 7911 123456'],
    ['phone', '+7 809 300 00 00'],
    // One of New Jersey to some, one of Kazakhstan to others.
    ['phone', '7012345678'],
    ['role', 'manager'],
    ['role', ''],
    ['language', 'fr'],
  ])('is refused for %s “%s”', async (field, value) => {
    const answer = await send({ id: randomUUID(), ...asked, [field]: value })
    expect(answer.status).toBe(422)
    expect(Object.keys((answer.body as { result: { error: object } }).result.error)).toEqual([field])
    expect(await sent()).toEqual([])
  })
})

describe('a recovery request', () => {
  let id: string
  beforeEach(async () => {
    id = randomUUID()
    await insertRecoveryRequest(db, {
      id,
      name: 'Daniel Brooks',
      oldPhone: cashier.phone,
      newPhone: '+77019990000',
      message: 'Lost my SIM card',
      createdAt: new Date(TEST_START),
    })
  })
  const handle = (action: string, actor = admin) =>
    call(request.action, `/users/recovery/${id}`, actor, { requestId: id }, { action })
  const handled = async () => (await db.select().from(recoveryRequests))[0]

  it('sends a manager, who decides about none, to administrators and not past them', async () => {
    const at = `/users/recovery/${id}`
    const drawn = async (actor: Actor) => {
      const args = visit(services, at, { actor, params: { requestId: id } })
      const loaderData = await request.loader(args as unknown as Parameters<typeof request.loader>[0])
      return pageHtml(
        request.default,
        { loaderData },
        {
          at,
        },
      )
    }
    const seen = await drawn(manager)
    expect(seen).toContain('Only administrators decide on these requests.')
    for (const text of ['Ask a superadmin', 'Before changing anything']) expect(seen).not.toContain(text)
    expect(await drawn(admin)).toContain('Before changing anything')
  })

  it('is listed with masked numbers', async () => {
    const args = visit(services, '/users/recovery', { actor: manager })
    const loaderData = await recovery.loader(args as unknown as Parameters<typeof recovery.loader>[0])
    const html = await pageHtml(RecoveryList, { loaderData })
    expect(html).toContain('Daniel Brooks')
    expect(html).not.toContain(cashier.phone)
  })

  it('shows whole numbers only to those who decide it', async () => {
    const numbersFor = async (actor: typeof admin) => {
      const args = visit(services, `/users/recovery/${id}`, { actor, params: { requestId: id } })
      const view = await request.loader(args as unknown as Parameters<typeof request.loader>[0])
      return JSON.stringify(view).replaceAll(/[ ()-]/g, '')
    }
    expect(await numbersFor(admin)).toContain('+77019990000')
    expect(await numbersFor(manager)).not.toMatch(/\+7\d{10}/)
  })

  it('changes the number, ends the sessions and tells both numbers', async () => {
    await signIn(cashier.id)
    expect((await handle('change')).status).toBe(302)
    expect(await stored(cashier.id)).toMatchObject({ phone: '+77019990000' })
    expect(await openSessions(cashier.id)).toBe(0)
    expect((await sent()).map(({ to }) => to).toSorted()).toEqual(['+77019990000', cashier.phone].toSorted())
    expect(await handled()).toMatchObject({ outcome: 'number_changed', handledBy: admin.id })
    const [row] = await db.select().from(auditLog)
    expect(JSON.stringify(row)).not.toContain('+77019990000')
  })

  it('is declined without a change', async () => {
    expect((await handle('decline')).status).toBe(302)
    expect(await stored(cashier.id)).toMatchObject({ phone: cashier.phone })
    expect(await acts()).toEqual(['recovery.decline'])
  })

  it('handled twice changes nothing; handled otherwise is 409', async () => {
    await handle('decline')
    expect((await handle('decline')).status).toBe(302)
    expect((await handle('change')).status).toBe(409)
    expect(await acts()).toHaveLength(1)
  })

  it('for a number that is taken, or a user who is blocked, is 409', async () => {
    await db.update(users).set({ phone: '+77019990000' }).where(eq(users.id, manager.id))
    expect((await handle('change')).status).toBe(409)
    await db.update(users).set({ phone: '+77019990001' }).where(eq(users.id, manager.id))
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, cashier.id))
    expect((await handle('change')).status).toBe(409)
    expect((await handled())?.outcome).toBeNull()
  })

  it('for a number that gets an owner between the look and the write is 409', async () => {
    await takenMeanwhile(db, 'recovery_requests', '+77019990000')
    const answer = await handle('change')
    expect(answer).toMatchObject({ status: 409, body: { now: 'taken' } })
    expect(await stored(cashier.id)).toMatchObject({ phone: cashier.phone })
    expect((await handled())?.outcome).toBeNull()
  })

  it('of somebody above is not for an admin', async () => {
    await db.update(recoveryRequests).set({ oldPhone: superadmin.phone })
    expect((await handle('change')).status).toBe(403)
    expect((await handle('change', manager)).status).toBe(403)
  })

  it('is not for an admin who was blocked a moment ago', async () => {
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, admin.id))
    expect((await handle('change')).status).toBe(403)
    expect(await stored(cashier.id)).toMatchObject({ phone: cashier.phone })
  })
})
