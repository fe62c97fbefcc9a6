import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { dataRequests } from '../../../app/db/schema/personal-data'
import { passkeys, trustedDevices } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import Detail, * as detail from '../../../app/routes/users/detail'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { pageHtml } from '../../support/render'
import { testServices, type TestServices } from '../../support/services'
import { organization, partner, staff } from '../../support/verifications'
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

const { call, post, act, acts, openSessions, sent, signIn } = userPages(db, () => ({ services }))

describe('the page of a user', () => {
  const read = (id: string, actor = admin) => call(detail.loader, `/users/${id}?status=active`, actor, { id })
  const pageOf = async (id: string, actor = admin) => {
    const { body } = await read(id, actor)
    return pageHtml(Detail, { loaderData: body })
  }

  it('calls the history a manager’s own and hides the link to acts they may not see', async () => {
    const byThem = `/audit?actor=${cashier.id}`
    const seen = await pageOf(cashier.id, manager)
    for (const text of ['Your activity', 'You have not done anything here yet.']) expect(seen).toContain(text)
    expect(seen).not.toContain(byThem)
    expect(await pageOf(manager.id, manager)).toContain(`/audit?actor=${manager.id}`)
    const seenByAdmin = await pageOf(cashier.id, admin)
    for (const text of ['>History<', 'Nothing yet.', byThem]) expect(seenByAdmin).toContain(text)
  })

  it('links to the audit log of acts on the user and of acts by the user', async () => {
    const html = await pageOf(cashier.id)
    expect(html).toContain(`href="/audit?object=${cashier.id}"`)
    expect(html).toContain(`href="/audit?actor=${cashier.id}"`)
  })

  it('names the object of each act in the history, with a link where it may be opened', async () => {
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

  it('shows a manager only their own acts in the history, and an admin all of them', async () => {
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
    // The page itself names the user whom the acts were done to.
    expect((await read(cashier.id)).body).toMatchObject({
      history: [{ object: null }, { object: null }, { object: null }],
    })
    expect(await actorsFor(admin)).toEqual(['Daniel Brooks', '李伟', 'Ольга Кузнецова'])
    const html = await pageOf(cashier.id, manager)
    expect(html).toContain('Ольга Кузнецова')
    expect(html).not.toContain('李伟')
  })

  it('shows the 20 newest acts in the history', async () => {
    for (let n = 0; n <= 20; n++)
      await recordAudit(db, {
        at: new Date(services.now().getTime() + n),
        actor: n === 0 ? superadmin : admin,
        action: 'user.showPhone',
        objectType: 'user',
        objectId: cashier.id,
        requestId: 'REFERENCE0',
      })
    const { body } = await read(cashier.id)
    const actors = (body as { history: { actorName: string | null }[] }).history.map(({ actorName }) => actorName)
    expect(actors).toEqual(Array<string>(20).fill(admin.username))
  })

  it('forgets the trusted browsers even of a user without an open session', async () => {
    const at = services.now()
    await db
      .insert(trustedDevices)
      .values({ userId: cashier.id, tokenHash: 'hash', userAgent: 'Firefox', createdAt: at, lastUsedAt: at })
    expect((await act(cashier.id, admin, { intent: 'end-others' })).status).toBe(302)
    expect(await db.select().from(trustedDevices)).toMatchObject([{ revokedAt: at }])
    expect(await acts()).toEqual(['session.endAll'])
  })

  it('masks the phone, offers the permitted actions and links back to the list with its filters', async () => {
    const html = await pageOf(cashier.id)
    expect(html).not.toContain(cashier.phone)
    expect(html).toContain(`/users/${cashier.id}/suspend?status=active`)
    expect(html).toContain('href="/users/?status=active"')
    expect(await pageOf(cashier.id, manager)).not.toContain('/suspend')
    expect(await pageOf(admin.id)).toContain('This is you')
  })

  it('says that an invitation has lapsed, and offers to invite again only to those who may', async () => {
    await db
      .update(users)
      .set({ status: 'invited', createdAt: new Date(services.now().getTime() - 31 * 86_400_000) })
      .where(eq(users.id, admin.id))
    const again = `/users/${admin.id}/invite?status=active`
    expect(await pageOf(admin.id, superadmin)).toContain(again)
    const html = await pageOf(admin.id, manager)
    expect(html).toContain('No longer valid')
    expect(html).not.toContain(again)
  })

  it('sends an invitation again, at most five times a day to one person', async () => {
    await db.update(users).set({ status: 'invited' }).where(eq(users.id, cashier.id))
    expect((await post(cashier.id, 'invite', manager)).status).toBe(302)
    expect((await sent()).map(({ to }) => to)).toEqual([cashier.phone])
    expect(await acts()).toEqual(['user.invite'])
    for (let n = 2; n <= 5; n++) await post(cashier.id, 'invite', admin, { version: String(n) })
    expect((await post(cashier.id, 'invite', admin, { version: '6' })).status).toBe(429)
    expect(await sent()).toHaveLength(5)
  })

  it('shows the reason of a suspension and who changed the status, even to those without that history', async () => {
    expect(await pageOf(cashier.id, manager)).not.toContain('Status changed')
    await post(cashier.id, 'suspend', admin, { reason: 'Lost the terminal' })
    const html = await pageOf(cashier.id, manager)
    expect(html).toContain('Lost the terminal')
    expect(html).toMatch(/Status changed<\/dt><dd[^>]*><time[^>]*>[^<]*2026[^<]*<\/time> · <bdi[^>]*>李伟</)
  })

  it('shows the whole number only on request, with an audit entry', async () => {
    // Digits that no date on the page contains in this order.
    await db.update(users).set({ phone: '+77019876543' }).where(eq(users.id, cashier.id))
    expect((await pageOf(cashier.id, manager)).replaceAll(/[^\d<]/g, '')).not.toContain('9876543')
    const answer = await act(cashier.id, manager, { intent: 'show-phone' })
    expect(String((answer.body as { phone: string }).phone).replaceAll(/\D/g, '')).toBe('77019876543')
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

  it('shows the number of passkeys and the newest date, not names, only to those who may end sessions', async () => {
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

  it('shows an admin no sessions of an equal or higher role, and refuses to end them with 403', async () => {
    for (const { id } of [superadmin, await staff(db, 'admin', '王建国')]) {
      await signIn(id)
      expect((await read(id)).body).toMatchObject({ sessions: null, passkeys: null })
      expect((await act(id, admin, { intent: 'end-others' })).status).toBe(403)
      expect(await openSessions(id)).toBe(1)
    }
  })

  it('says until when the file of an agreed export can be downloaded', async () => {
    const at = services.now()
    await db.insert(dataRequests).values({
      id: randomUUID(),
      userId: cashier.id,
      kind: 'export',
      reason: 'Asked',
      proposedBy: superadmin.id,
      proposedAt: at,
      agreedBy: (await staff(db, 'superadmin', '王建国')).id,
      agreedAt: at,
    })
    expect(await pageOf(cashier.id, superadmin)).toContain('The file can be downloaded until Mar 3, 2026')
  })

  it('links a partner to the organization', async () => {
    const { id: organizationId } = await organization(db)
    const { id } = await partner(db, organizationId)
    expect(await pageOf(id)).toContain(`/organizations/${organizationId}`)
  })

  it('is 404 with a link back to the list for an unknown user', async () => {
    const { status, body } = await read(randomUUID())
    expect([status, body]).toMatchObject([404, { kind: 'missing' }])
    expect(await pageHtml(Detail, { loaderData: body })).toContain('href="/users/?status=active"')
  })

  it('replaces the mask and its button with the number once it was asked for', async () => {
    const { body } = await read(cashier.id)
    const asked = await pageHtml(Detail, { loaderData: body })
    const told = await pageHtml(Detail, { loaderData: body, actionData: { phone: '+7 701 987 65 43' } })
    expect([asked, told].map((html) => html.includes('value="show-phone"'))).toEqual([true, false])
    expect(told).toContain('+7 701 987 65 43')
  })

  it('links to the invite code that the user joined with where it may be opened, or else only names it', async () => {
    const { body } = await read(cashier.id)
    const drawn = (isOpen: boolean) => {
      const { user, ...rest } = body as { user: object }
      const invite = { id: 'code-1', code: 'INV-••••-••••-2B8D', isOpen }
      return pageHtml(Detail, { loaderData: { ...rest, user: { ...user, invite } } })
    }
    expect(await drawn(true)).toContain('href="/invites/code-1"')
    const closed = await drawn(false)
    expect(closed).toContain('INV-••••-••••-2B8D')
    expect(closed).not.toContain('/invites/code-1')
  })

  it('shows Never for a user who has not signed in, and otherwise the time of the last sign-in', async () => {
    const shown = async () => /Last sign-in<\/dt><dd[^>]*>(.*?)<\/dd>/.exec(await pageOf(cashier.id))?.[1]
    expect(await shown()).toBe('Never')
    await db.update(users).set({ lastSignInAt: services.now() }).where(eq(users.id, cashier.id))
    expect(await shown()).toContain('<time')
  })

  it('runs at most three statements', async () =>
    expect(await statementsDuring(() => read(cashier.id))).toBeLessThanOrEqual(3))
})
