import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertRecoveryRequest } from '../../../app/db/users/recovery'
import { auditLog } from '../../../app/db/schema/audit'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import RecoveryList, * as recovery from '../../../app/routes/users/recovery/list'
import * as request from '../../../app/routes/users/recovery/request'
import { emptyTables, openTestDatabase } from '../../support/database'
import { takenMeanwhile } from '../../support/race'
import { pageHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { testServices, TEST_START, type TestServices } from '../../support/services'
import { staffOfEachRole, userPages } from '../../support/user-pages'

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

const { call, stored, acts, openSessions, signIn, sent } = userPages(db, () => ({ services }))

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
  const handle = (intent: string, actor = admin) =>
    call(request.action, `/users/recovery/${id}`, actor, { requestId: id }, { intent })
  const handled = async () => (await db.select().from(recoveryRequests))[0]

  const drawn = async (actor: Actor) => {
    const at = `/users/recovery/${id}`
    const args = visit(services, at, { actor, params: { requestId: id } })
    const loaderData = await request.loader(args as unknown as Parameters<typeof request.loader>[0])
    return pageHtml(request.default, { loaderData }, { at })
  }

  it('tells a manager that only administrators decide on it', async () => {
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

  it('shows whole numbers only to those who may decide on it', async () => {
    const numbersFor = async (actor: typeof admin) => {
      const args = visit(services, `/users/recovery/${id}`, { actor, params: { requestId: id } })
      const view = await request.loader(args as unknown as Parameters<typeof request.loader>[0])
      return JSON.stringify(view).replaceAll(/[ ()-]/g, '')
    }
    expect(await numbersFor(admin)).toContain('+77019990000')
    expect(await numbersFor(manager)).not.toMatch(/\+7\d{10}/)
  })

  it('changes the number, ends the sessions and notifies both numbers', async () => {
    await signIn(cashier.id)
    expect((await handle('change')).status).toBe(302)
    expect(await stored(cashier.id)).toMatchObject({ phone: '+77019990000' })
    expect(await openSessions(cashier.id)).toBe(0)
    expect((await sent()).map(({ to }) => to).toSorted()).toEqual(['+77019990000', cashier.phone].toSorted())
    expect(await handled()).toMatchObject({ outcome: 'number_changed', handledBy: admin.id })
    const [row] = await db.select().from(auditLog)
    expect(row).toMatchObject({ action: 'user.phone', actorId: admin.id, role: 'admin', objectId: cashier.id })
    expect(JSON.stringify(row)).not.toContain('+77019990000')
  })

  it('can be declined without changing the number', async () => {
    expect((await handle('decline')).status).toBe(302)
    expect(await stored(cashier.id)).toMatchObject({ phone: cashier.phone })
    expect(await acts()).toEqual(['recovery.decline'])
  })

  it('shows when it was filed and, once handled, when and by whom', async () => {
    expect(await drawn(admin)).toContain('Mar 2, 2026, 2:00 PM')
    services.clock.advance(300_000)
    await handle('decline')
    const seen = await drawn(manager)
    expect(seen).toContain('Already handled: Declined')
    expect(seen).toContain('Mar 2, 2026, 2:05 PM')
    expect(seen).toContain(admin.username)
    expect(seen).not.toContain('If one is urgent')
  })

  it('links to the user it changed until the new number belongs to somebody else', async () => {
    await handle('change')
    expect(await drawn(manager)).toContain(`/users/${cashier.id}`)
    services.clock.advance(60_000)
    const onward = { oldPhone: '+77019990000', newPhone: '+77019990001', name: 'Daniel Brooks', message: '' }
    const next = { id: randomUUID(), createdAt: services.now(), handledAt: services.now() }
    await insertRecoveryRequest(db, { ...next, ...onward, outcome: 'number_changed' })
    await db.update(users).set({ phone: '+77019990001' }).where(eq(users.id, cashier.id))
    await db.update(users).set({ phone: '+77019990000' }).where(eq(users.id, manager.id))
    const seen = await drawn(admin)
    for (const person of [cashier, manager]) expect(seen).not.toContain(`/users/${person.id}`)
  })

  it('handled again in the same way changes nothing; in another way it is 409', async () => {
    await handle('decline')
    expect((await handle('decline')).status).toBe(302)
    expect((await handle('change')).status).toBe(409)
    expect(await acts()).toHaveLength(1)
  })

  it('for a new number that is taken is 409', async () => {
    await db.update(users).set({ phone: '+77019990000' }).where(eq(users.id, manager.id))
    expect((await handle('change')).status).toBe(409)
    expect((await handled())?.outcome).toBeNull()
  })

  it.each(['suspended', 'inactive'] as const)(
    'for a user who is %s is 409, and the number stays the same',
    async (status) => {
      await db.update(users).set({ status }).where(eq(users.id, cashier.id))
      expect(await handle('change')).toMatchObject({ status: 409, body: { now: 'blocked' } })
      expect(await stored(cashier.id)).toMatchObject({ phone: cashier.phone })
      expect((await handled())?.outcome).toBeNull()
    },
  )

  it('for a new number that is taken while the request is being handled is 409', async () => {
    await takenMeanwhile(db, 'recovery_requests', '+77019990000')
    const answer = await handle('change')
    expect(answer).toMatchObject({ status: 409, body: { now: 'taken' } })
    expect(await stored(cashier.id)).toMatchObject({ phone: cashier.phone })
    expect((await handled())?.outcome).toBeNull()
  })

  it('for a superadmin is 403 to an admin and a manager', async () => {
    await db.update(recoveryRequests).set({ oldPhone: superadmin.phone })
    expect((await handle('change')).status).toBe(403)
    expect((await handle('change', manager)).status).toBe(403)
  })

  it('is 403 to an admin who has just been suspended', async () => {
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, admin.id))
    expect((await handle('change')).status).toBe(403)
    expect(await stored(cashier.id)).toMatchObject({ phone: cashier.phone })
  })
})
