import { randomUUID } from 'node:crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { messages } from '../../../app/db/schema/messages'
import { organizations } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { findUserDetail } from '../../../app/domain/users/user-detail.server'
import * as deleteMany from '../../../app/routes/invites/delete-many'
import * as card from '../../../app/routes/invites/invite/card'
import * as detail from '../../../app/routes/invites/invite/detail'
import * as edit from '../../../app/routes/invites/invite/edit'
import * as replace from '../../../app/routes/invites/invite/replace'
import * as resend from '../../../app/routes/invites/invite/resend'
import { formatDate } from '../../../app/i18n/format'
import { emptyTables, openTestDatabase } from '../../support/database'
import { inviteDialogs, replyOf } from '../../support/invite-dialogs'
import { Redemptions } from '../../../app/routes/invites/invite/redemptions'
import { pageHtml, serverHtml } from '../../support/render'
import { testServices, type TestServices } from '../../support/services'
import { toastOf } from '../../support/requests'
import { organization, permitOf, staff } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor

beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', 'Айгүл Сәрсенбаева')
  manager = await staff(db, 'manager', 'Анна Соколова')
})

const { post, read, shown, all, invite } = inviteDialogs(db, () => ({ services, manager }))
const act = (dialog: Parameters<typeof post>[0], id: string, form = {}) => post(dialog, '/', form, admin, id)
const drawn = async (dialog: typeof detail | typeof resend | typeof replace, id: string) =>
  pageHtml(dialog.default, { loaderData: await shown(dialog, `/invites/${id}`, admin, id) })

const SENT = { channel: 'email', recipient: 'aset@example.kz', language: 'ru' } as const
const NOT_VOUCHED = 'whoever created it may no longer give this role'
const ARCHIVED = 'the organization is archived'

describe('a staff code whose creator may no longer give its role', () => {
  const ofSuspended = async () => {
    const made = await invite({ ...SENT, type: 'invite_to_user', role: 'cashier' })
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, manager.id))
    return made
  }

  it('says so on its page, and answers 409 to sending it again and to its card', async () => {
    const { id } = await ofSuspended()
    const html = await drawn(detail, id)
    expect(html).toContain(NOT_VOUCHED)
    expect(html).not.toMatch(/\/(resend|card)"/)
    expect(await drawn(resend, id)).toContain(NOT_VOUCHED)
    const refused = await act(resend, id, { id: randomUUID() })
    expect(refused.status).toBe(409)
    expect(replyOf(refused).alert).toContain(NOT_VOUCHED)
    expect(await db.select().from(messages)).toEqual([])
    expect((await read(card, '/', admin, id)).status).toBe(409)
  })

  it('can be replaced by someone who may give the role', async () => {
    const { id } = await ofSuspended()
    const newId = randomUUID()
    expect((await act(replace, id, { newId })).location).toBe(`/invites/${newId}`)
    expect(await drawn(detail, newId)).not.toContain(NOT_VOUCHED)
  })
})

describe('a code into a closed organization', () => {
  const into = async (status: 'active' | 'archived' | 'suspended') => {
    const { id: organizationId } = await organization(db)
    const made = await invite({ ...SENT, type: 'invite_to_organization', organizationId })
    await db.update(organizations).set({ status }).where(eq(organizations.id, organizationId))
    return made
  }

  it('says that the organization is archived, and answers 409 to sending it again', async () => {
    const { id } = await into('archived')
    const html = await drawn(detail, id)
    expect(html).toContain(ARCHIVED)
    expect(html).not.toMatch(/\/(resend|replace|card)"/)
    expect(await drawn(replace, id)).toContain(ARCHIVED)
    expect((await act(resend, id, { id: randomUUID() })).status).toBe(409)
    expect(await db.select().from(messages)).toEqual([])
  })

  it('could be replaced for the same person while the organization was active', async () => {
    const { id, organizationId } = await into('active')
    const newId = randomUUID()
    expect((await act(replace, id, { newId })).location).toBe(`/invites/${newId}`)
    expect((await all()).find((one) => one.id === newId)).toMatchObject({ ...SENT, organizationId })
  })

  it.each(['archived', 'suspended'] as const)(
    'answers 409 to replacing it while the organization is %s',
    async (status) => {
      const { id } = await into(status)
      const refused = await act(replace, id, { newId: randomUUID() })
      expect(refused.status).toBe(409)
      expect(replyOf(refused).alert).toContain('does not accept invitations now')
      expect(await all()).toHaveLength(1)
    },
  )
})

describe('a deleted code', () => {
  const joined = async () => {
    const made = await invite({ usedCount: 1 })
    const { id: userId } = await staff(db, 'cashier', 'Daniel Brooks')
    await db.insert(redemptions).values({ inviteId: made.id, userId, at: services.now() })
    return { ...made, userId }
  }
  const goneAt = () => db.update(invites).set({ deletedAt: services.now() })

  it('shows who joined with it and the code that replaced it, and offers no acts', async () => {
    const { id } = await joined()
    const newId = randomUUID()
    expect((await act(replace, id, { newId })).location).toBe(`/invites/${newId}`)
    const html = await drawn(detail, id)
    expect(html).toContain('Daniel Brooks')
    expect(html).toContain(`href="/invites/${newId}"`)
    expect(html).not.toMatch(/>Active<|use-invite|\/(edit|resend|replace|delete|card)"/)
    expect((await read(card, '/', admin, id)).status).toBe(302)
  })

  it('is shown to its creator and to those who may delete any code, and answers 404 to others', async () => {
    const { id, userId } = await joined()
    await goneAt()
    const other = await staff(db, 'manager', 'Olga')
    const statusFor = async (actor: Actor) => (await read(detail, `/invites/${id}`, actor, id)).status
    expect([await statusFor(admin), await statusFor(manager), await statusFor(other)]).toEqual([200, 200, 404])
    const isOpen = async (actor: Actor) =>
      (await findUserDetail(services, permitOf(actor, 'users.read'), userId))?.user.invite?.isOpen
    expect([await isOpen(admin), await isOpen(manager), await isOpen(other)]).toEqual([true, true, false])
  })
})

describe('the last day of a code', () => {
  const END = new Date('2026-03-05T19:00:00Z')

  it('keeps ending in the code’s own time zone, whoever changes it', async () => {
    const { id } = await invite({ expiresAt: END, timeZone: 'Asia/Almaty' })
    const abroad = { ...admin, timeZone: 'Asia/Tokyo' }
    expect(await shown(edit, '/', abroad, id)).toMatchObject({ lastDay: '2026-03-05', zone: 'GMT+5' })
    const seen = { seenMaximum: '10', seenExpiry: END.toISOString(), seenDay: '2026-03-05' }
    const form = { ...seen, maximumUses: '10', lastDay: '2026-03-06' }
    expect((await post(edit, '/', form, abroad, id)).status).toBe(302)
    expect(await all()).toMatchObject([{ expiresAt: new Date('2026-03-06T19:00:00Z'), timeZone: 'Asia/Almaty' }])
  })

  it('stays the same when someone in another time zone replaces a code that has no zone', async () => {
    const { id } = await invite({ expiresAt: END })
    const zone = { timeZone: 'Asia/Tokyo' }
    await db.update(users).set(zone).where(eq(users.id, admin.id))
    const newId = randomUUID()
    const toldOf = async (code: string) =>
      ((await shown(detail, '/', { ...admin, ...zone }, code)) as { expiresAt: { text: string } }).expiresAt.text
    const before = await toldOf(id)
    expect((await post(replace, '/', { newId }, { ...admin, ...zone }, id)).location).toBe(`/invites/${newId}`)
    expect(await toldOf(newId)).toBe(before)
    expect((await all()).find((row) => row.id === newId)).toMatchObject({ expiresAt: END, timeZone: 'Asia/Almaty' })
  })

  it('shows its zone only to readers whose day ends at another time', async () => {
    const { id } = await invite({ expiresAt: END, timeZone: 'Asia/Almaty' })
    const toldTo = async (timeZone: string) => {
      const loaderData = await shown(detail, '/', { ...admin, timeZone }, id)
      const html = await pageHtml(detail.default, { loaderData })
      const [, day = ''] = />Expires<\/dt>(.*?)<\/dd>/s.exec(html) ?? []
      return day.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')
    }
    expect(await toldTo('Asia/Almaty')).toBe('Mar 5, 2026')
    expect(await toldTo('Asia/Tashkent')).toBe('Mar 5, 2026')
    expect(await toldTo('America/New_York')).toBe('Mar 5, 2026 (GMT+5)')
  })

  it('is given in the creator’s time zone when the code has none', async () => {
    const { id } = await invite({ ...SENT, expiresAt: END })
    const abroad = { ...admin, timeZone: 'Asia/Tokyo' }
    expect((await post(resend, '/', { id: randomUUID() }, abroad, id)).status).toBe(302)
    await deliverDue(services)
    expect(services.delivered[0]?.text).toContain(formatDate(new Date(END.getTime() - 1), 'ru', 'Asia/Almaty'))
  })
})

it('deleting all matching codes says when time ran out before all were deleted', async () => {
  const { now } = services
  await invite()
  await db.execute(sql`insert into invites (id, code, type, maximum_uses, created_at)
    select gen_random_uuid(), 'INV-' || n, type, 1, created_at from invites, generate_series(1, 1000) as n`)
  let looks = 0
  services = { ...services, now: () => new Date(now().getTime() + 20_000 * looks++) }
  const deleteAll = async () => toastOf((await post(deleteMany, '/invites/delete?select=all', {}, admin)).headers)
  expect(await deleteAll()).toContain('invites:toast.deletedSome')
  expect(await deleteAll()).toContain('invites:toast.deletedMany')
  expect(await db.$count(invites, isNull(invites.deletedAt))).toBe(0)
})

it('the redemptions of a code say how many of them are shown', async () => {
  const invite = { redemptions: [], hasMoreRedemptions: true, redemptionsShown: '100', redemptionsTotal: '1,240' }
  expect(await serverHtml(<Redemptions invite={invite as never} />)).toContain('The newest 100 of 1,240')
})
