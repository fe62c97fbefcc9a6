import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { trustedDevices } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { grant } from '../../../app/domain/access'
import { keepDraft } from '../../../app/domain/drafts/drafts.server'
import { dateProof } from '../../../app/domain/fresh-proof'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { action as saveAccount } from '../../../app/routes/settings/account'
import { action as saveDisplay } from '../../../app/routes/settings/display'
import * as change from '../../../app/routes/users/change'
import type { Role, UserStatus } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { testServices, TEST_START, type TestServices } from '../../support/services'
import { staff } from '../../support/verifications'
import { staffOfEachRole, userPages, type Form } from '../../support/user-pages'

const db = await openTestDatabase()
let services: TestServices
let superadmin: Actor
let admin: Actor
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ superadmin, admin, manager, cashier } = await staffOfEachRole(db))
})

const { call, post, stored, acts, openSessions, signIn } = userPages(db, () => ({ services }))

describe('a change to a user', () => {
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

  it('of the role is logged with the old and the new role', async () => {
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

  it.each(['deactivate', 'suspend', 'role'])('%s forgets every trusted browser', async (name) => {
    const seen = { lastUsedAt: services.now(), createdAt: services.now() }
    await db.insert(trustedDevices).values({ userId: cashier.id, tokenHash: 'x', userAgent: 'Firefox', ...seen })
    await post(cashier.id, name, admin, { reason: 'Left', role: 'manager' })
    expect(await db.select().from(trustedDevices)).toMatchObject([{ revokedAt: services.now() }])
  })

  it('without a required reason or role is 422 with an error beside the field', async () => {
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

  it('made twice is logged once', async () => {
    await post(cashier.id, 'deactivate', admin)
    expect((await post(cashier.id, 'deactivate', admin)).status).toBe(302)
    expect(await acts()).toHaveLength(1)
  })

  it('made again with another reason is 409 and keeps the reason', async () => {
    await post(cashier.id, 'suspend', admin, { reason: 'Left' })
    expect((await post(cashier.id, 'suspend', admin, { reason: 'Left' })).status).toBe(302)
    const answer = await post(cashier.id, 'suspend', admin, { reason: 'Took money' })
    expect(answer).toMatchObject({
      status: 409,
      body: { result: { initialValue: { reason: 'Took money' } }, conflict: { because: 'state' } },
    })
    expect(await acts()).toHaveLength(1)
  })

  it('to a user who was changed meanwhile is 409 and keeps the reason', async () => {
    await post(cashier.id, 'role', superadmin, { role: 'manager' })
    const answer = await post(cashier.id, 'suspend', admin, { reason: 'Left' })
    expect(answer).toMatchObject({
      status: 409,
      body: { seen: { version: '2' }, result: { initialValue: { reason: 'Left' } }, conflict: { because: 'stale' } },
    })
  })

  it('restored from a draft is a conflict only once somebody else has changed the user', async () => {
    const path = `/users/${cashier.id}/suspend`
    const typed = new FormData()
    for (const [name, value] of Object.entries({ version: '1', reason: 'Left' })) typed.set(name, value)
    await keepDraft(services, admin, path, typed)
    const opened = async () => (await call(change.loader, path, admin, { id: cashier.id })).body
    const kept = { seen: { version: '1' }, result: { initialValue: { reason: 'Left' } } }
    expect(await opened()).toMatchObject({ restored: { refusal: kept } })
    expect(await opened()).not.toHaveProperty('restored.refusal.conflict')
    await post(cashier.id, 'role', superadmin, { role: 'manager' })
    expect(await opened()).toMatchObject({
      restored: { refusal: { ...kept, seen: { version: '2' }, conflict: { because: 'stale', version: 2 } } },
    })
  })

  it('is not blocked by what the person saves in their own settings meanwhile', async () => {
    const display = { pageSize: '50', density: 'compact', startPage: 'dashboard', hasShortcuts: 'on' }
    const account = { username: 'Dan', email: '', language: 'ru', timeZone: 'Europe/Moscow' }
    const own = (action: unknown, path: string, form: Form) => call(action, path, cashier, {}, form)
    expect((await own(saveDisplay, '/settings/display', { version: '1', ...display })).status).toBe(302)
    expect((await own(saveAccount, '/settings/account', { version: '2', ...account })).status).toBe(302)
    expect((await post(cashier.id, 'suspend', admin, { reason: 'Left' })).status).toBe(302)
    expect(await stored(cashier.id)).toMatchObject({ status: 'suspended', username: 'Dan', density: 'compact' })
  })

  it('that the status does not allow is 409', async () => {
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, cashier.id))
    const answer = await post(cashier.id, 'deactivate', admin)
    expect(answer).toMatchObject({ status: 409, body: { conflict: { because: 'state', status: 'suspended' } } })
    expect((await call(change.loader, `/users/${cashier.id}/deactivate`, admin, { id: cashier.id })).status).toBe(409)
  })

  it('that the status does not allow links back to the user', async () => {
    await post(cashier.id, 'suspend', admin, { reason: 'Shared the code' })
    const at = `/users/${cashier.id}/deactivate`
    const { body } = await call(change.loader, at, admin, { id: cashier.id })
    const props = { loaderData: body, params: { id: cashier.id } }
    expect(await pageHtml(change.default, props, { at })).toMatch(
      new RegExp(`href="/users/${cashier.id}"[^>]*>Back to the user<`),
    )
  })

  it('to oneself, or to a user of the same or a higher role, is 403 and logs nothing', async () => {
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

  it('by a person who has just lost their role is 403', async () => {
    await db.update(users).set({ role: 'manager' }).where(eq(users.id, admin.id))
    expect((await post(cashier.id, 'suspend', admin, { reason: 'Left' })).status).toBe(403)
    expect(await stored(cashier.id)).toMatchObject({ status: 'active' })
  })

  it('to a role above one’s own is refused in the form (422) and in the command', async () => {
    expect((await post(cashier.id, 'role', admin, { role: 'superadmin' })).status).toBe(422)
    const permit = grant(admin, 'users.read')
    if (!permit) throw new Error('no permit')
    const forged = { id: cashier.id, version: 1, requestId: 'x', role: 'superadmin' as Role }
    expect((await applyUserAction(services, dateProof(permit, admin.provenAt), 'role', forged)).kind).toBe('forbidden')
  })

  it('to an unknown user is 404', async () => {
    expect((await post(randomUUID(), 'suspend', admin, { reason: 'x' })).status).toBe(404)
    expect((await post('none', 'suspend', admin, { reason: 'x' })).status).toBe(404)
  })

  it('leaves one active superadmin when two suspend each other at once, 50 times over', async () => {
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
