import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../app/db/schema/messages'
import { inboxEntries } from '../../../app/db/schema/notes'
import { sessions } from '../../../app/db/schema/sessions'
import { passkeys, trustedDevices } from '../../../app/db/schema/sign-in'
import { users } from '../../../app/db/schema/users'
import { grant, type Actor } from '../../../app/domain/access'
import { dateProof } from '../../../app/domain/fresh-proof'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { openSession } from '../../../app/domain/sessions/sessions.server'
import { makeStaff } from '../../../app/domain/users/operator.server'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { completeNumberChanges } from '../../../app/domain/users/numbers/number-changes.server'
import { countOpenRecovery } from '../../../app/domain/users/recovery/recovery.server'
import { DeliveryFailure } from '../../../app/gateways/messages/delivery-failure'
import { formatExactTime } from '../../../app/i18n/format'
import * as inbox from '../../../app/routes/inbox/list'
import Request from '../../../app/routes/users/recovery/request'
import { emptyTables, openTestDatabase } from '../../support/database'
import { takenMeanwhile } from '../../support/race'
import { pageHtml } from '../../support/render'
import { answerOf, toastOf, visit } from '../../support/requests'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { signInAndKeep } from '../../support/sign-in'
import { before, permitOf, staff } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'
import { NEW_PHONE, recovery, recoveryPeople } from '../../support/recovery'

const db = await openTestDatabase()
let services: TestServices
/** Superadmins: the one whose number changed, and two others. */
let lost: Actor
let first: Actor
let second: Actor
let admin: Actor
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ lost, first, second, admin, manager } = await recoveryPeople(db))
})

const { file, read, show, press, agreeByTwo, stored, phoneOf, acts, sent } = recovery(db, () => ({
  services,
  manager,
  first,
  second,
}))

describe('the number of a superadmin', () => {
  let id: string
  beforeEach(async () => {
    id = await file({ name: 'Ержан Төлеген', oldPhone: lost.phone })
  })
  const openSessions = async () => (await db.select().from(sessions)).filter(({ endedAt }) => endedAt === null).length

  it('cannot be changed by one person', async () => {
    for (const actor of [first, admin, lost]) expect((await press(id, 'change', actor)).status).toBe(403)
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await acts()).toEqual([])
  })

  it('cannot be changed by one person for 30 days after they took the role away', async () => {
    const taken = { role: 'admin' as const, id: lost.id, version: 1, requestId: 'request' }
    const reading = grant({ ...first, provenAt: services.now() }, 'users.read')
    if (!reading) throw new Error('no permit')
    expect((await applyUserAction(services, dateProof(reading, services.now()), 'role', taken)).kind).toBe('done')
    services.clock.advance(30 * DAY_MS - 1000)
    for (const actor of [first, admin]) expect((await press(id, 'change', actor)).status).toBe(403)
    expect((await show(id, first)).buttons).toEqual(['propose', 'decline'])
    expect((await show(id, admin)).buttons).toEqual([])
    expect(await phoneOf(lost)).toBe(lost.phone)
    services.clock.advance(1000)
    expect((await press(id, 'change', first)).status).toBe(302)
  })

  it('cannot be changed by one person for 30 days after the operator took the role away', async () => {
    expect(await makeStaff(services, { phone: lost.phone, username: lost.username, role: 'manager' })).toBe('changed')
    expect((await press(id, 'change', first)).status).toBe(403)
    services.clock.advance(30 * DAY_MS)
    expect((await press(id, 'change', first)).status).toBe(302)
  })

  it('cannot be declined by an admin', async () => {
    expect((await press(id, 'decline', admin)).status).toBe(403)
    expect((await show(id, admin)).buttons).toEqual([])
    expect(await stored(id)).toMatchObject({ outcome: null })
    expect((await press(id, 'decline', first)).status).toBe(302)
  })

  it('cannot be declined by a suspended superadmin, who is still told that their earlier decline is done', async () => {
    const other = await file()
    expect((await press(id, 'decline', first)).status).toBe(302)
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, first.id))
    expect(toastOf((await press(id, 'decline', first)).headers)).toContain('common:toast.notModified')
    expect((await press(other, 'decline', first)).status).toBe(403)
    expect([(await stored(id))?.outcome, (await stored(other))?.outcome]).toEqual(['declined', null])
  })

  it('is masked for an admin even while that superadmin is suspended', async () => {
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, lost.id))
    expect(JSON.stringify(await show(id, admin)).replaceAll(/[ ()-]/g, '')).not.toMatch(/\+7\d{10}/)
  })

  it('is proposed and agreed to by two superadmins other than its owner', async () => {
    const open = () => countOpenRecovery(services, permitOf(second, 'recovery.read'))
    expect((await press(id, 'agree', second)).status).toBe(409)
    for (const actor of [lost, admin, manager]) expect((await press(id, 'propose', actor)).status).toBe(403)
    expect((await press(id, 'propose', first)).status).toBe(302)
    for (const actor of [first, lost, admin]) expect((await press(id, 'agree', actor)).status).toBe(403)
    expect(await open()).toBe(1)
    expect((await press(id, 'agree', second)).status).toBe(302)
    expect(await open()).toBe(0)
    expect(await stored(id)).toMatchObject({ proposedBy: first.id, agreedBy: second.id, outcome: null })
    expect(await acts()).toEqual(['recovery.propose', 'recovery.agree'])
  })

  describe('in the inbox', () => {
    const entries = async () =>
      (await db.select().from(inboxEntries).orderBy(asc(inboxEntries.at))).map(({ userId, kind, actorId, readAt }) => ({
        userId,
        kind,
        actorId,
        isRead: readAt !== null,
      }))
    const called = (isRead: boolean) => ({ userId: second.id, kind: 'number_proposed', actorId: lost.id, isRead })

    it.each(['agree', 'decline'])('calls the other superadmins until somebody presses %s', async (intent) => {
      await press(id, 'propose', first)
      expect(await entries()).toEqual([called(false)])
      await press(id, 'propose', first)
      expect(await entries()).toEqual([called(false)])
      await press(id, intent, second)
      expect(await entries()).toEqual([called(true)])
    })

    it('links to the proposed requests', async () => {
      await press(id, 'propose', first)
      const [entry] = await db.select().from(inboxEntries)
      const address = visit(services, '/inbox', { actor: second, form: { intent: 'open', id: entry?.id ?? '' } })
      expect((await answerOf(() => inbox.action(address as never))).location).toBe('/users/recovery?state=proposed')
    })

    it('calls again those who could agree when somebody else proposes', async () => {
      await press(id, 'propose', first)
      await db.update(users).set({ status: 'suspended' }).where(eq(users.id, first.id))
      const third = await staff(db, 'superadmin', 'Айгүл Сәрсенбаева')
      services.clock.advance(HOUR_MS)
      await press(id, 'propose', third)
      expect(await entries()).toEqual([called(true), called(false)])
    })
  })

  it.each([
    ['blocked', { status: 'suspended' }],
    ['an admin', { role: 'admin' }],
  ] as const)('must be proposed anew once its proposer is %s', async (_, change) => {
    expect((await press(id, 'propose', first)).status).toBe(302)
    await db.update(users).set(change).where(eq(users.id, first.id))
    expect((await show(id, second)).buttons).toEqual(['propose', 'decline'])
    expect((await read('?state=proposed')).total).toBe(0)
    expect((await read('?state=waiting')).rows).toMatchObject([{ id, state: 'waiting' }])
    expect((await press(id, 'agree', second)).status).toBe(409)
    expect(await sent()).toEqual([])
    const third = await staff(db, 'superadmin', 'Айгүл Сәрсенбаева')
    expect((await press(id, 'propose', third)).status).toBe(302)
    expect((await press(id, 'agree', second)).status).toBe(302)
    services.clock.advance(24 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(1)
    expect(await phoneOf(lost)).toBe(NEW_PHONE)
  })

  it('says that earlier passkeys keep working, to those who decide and in the message to the new number', async () => {
    const told = async (actor = first) => {
      const loaderData = await show(id, actor)
      return pageHtml(Request, { loaderData })
    }
    const STAY = 'Passkeys keep working after the number changes'
    expect(await told()).not.toContain(STAY)
    const passkey = { userId: lost.id, publicKey: 'key', counter: 0, transports: [], name: 'Stolen phone' }
    for (const [credentialId, daysAgo] of [
      ['own', 40],
      ['other', 1],
    ] as const)
      await db.insert(passkeys).values({ ...passkey, credentialId, createdAt: before(daysAgo * DAY_MS) })
    const html = await told()
    expect(html).toContain(STAY)
    expect(html).toMatch(/2, last added on[^<]*Mar 1, 2026/)
    expect(html).not.toContain('Stolen phone')
    expect(await told(admin)).not.toContain('last added')
    await agreeByTwo(id)
    expect(await told()).toContain(STAY)
    services.clock.advance(24 * HOUR_MS)
    await completeNumberChanges(services)
    expect(await told()).not.toContain(STAY)
    expect((await sent()).find(({ to }) => to === NEW_PHONE)?.text).toContain('Check the passkeys')
  })

  it('offers each person only what they may press now', async () => {
    const buttons = async (actor: Actor) => (await show(id, actor)).buttons
    expect(await buttons(first)).toEqual(['propose', 'decline'])
    expect(await buttons(lost)).toEqual(['decline'])
    expect(await buttons(manager)).toEqual([])
    await press(id, 'propose', first)
    expect(await buttons(first)).toEqual(['decline'])
    expect(await buttons(second)).toEqual(['agree', 'decline'])
    await press(id, 'agree', second)
    for (const actor of [first, second, lost]) expect(await buttons(actor)).toEqual(['cancel'])
    expect(await buttons(admin)).toEqual([])
    const html = await pageHtml(Request, { loaderData: await show(id, first) })
    expect(html).toContain('Cancel the change')
  })

  it('cannot be agreed to by a person who owes their role to the proposer, and the page says why', async () => {
    await press(id, 'propose', first)
    const given = { action: 'user.role', objectType: 'user', objectId: second.id, requestId: 'req' } as const
    await recordAudit(db, { ...given, at: services.now(), actor: first })
    const html = await pageHtml(Request, { loaderData: await show(id, second) })
    expect(html).toContain('gave you access or changed it in the last 7 days. Someone else has to agree.')
    expect(html).not.toContain('value="agree"')
    expect((await press(id, 'agree', second)).status).toBe(409)
    expect(await stored(id)).toMatchObject({ agreedAt: null })
  })

  it('shows in each state what has been done and what comes next', async () => {
    const TOLD = {
      check: 'Before changing anything, confirm who this is',
      isGuarded: 'One superadmin proposes the change',
      proposed: `${first.username}</bdi> proposes this change`,
      agreed: `${second.username}</bdi>. The number changes on`,
      handled: 'Already handled',
    }
    const told = async () => {
      const loaderData = await show(id, first)
      const html = await pageHtml(Request, { loaderData })
      return Object.entries(TOLD).flatMap(([what, text]) => (html.includes(text) ? [what] : []))
    }
    expect(await told()).toEqual(['check', 'isGuarded'])
    await press(id, 'propose', first)
    expect(await told()).toEqual(['check', 'proposed'])
    await press(id, 'agree', second)
    expect(await told()).toEqual(['agreed'])
    await press(id, 'cancel', second)
    expect(await told()).toEqual(['handled'])
  })

  it('is announced to the old number by SMS when WhatsApp fails, with the time and a link to stop it', async () => {
    services.messages.whatsapp = {
      deliver: () => Promise.reject(new DeliveryFailure('No WhatsApp there', { isFinal: true })),
    }
    await agreeByTwo(id)
    const changesAt = formatExactTime(new Date(services.now().getTime() + 24 * HOUR_MS), 'en', 'Asia/Almaty')
    expect((await show(id, first)).warning).toBe('queued')
    services.clock.advance(3 * HOUR_MS)
    for (let round = 0; round < 2; round++) await deliverDue(services)
    expect(services.delivered).toMatchObject([{ channel: 'sms', to: lost.phone }])
    const [warning] = services.delivered
    expect(warning?.text).toContain(`On ${changesAt} your Gatehouse sign-in moves`)
    expect(warning?.text).toContain('http://localhost:3000/keep-number?request=')
    expect((await show(id, first)).warning).toBe('sent')
  })

  it('is not announced to the old number once the change is due, however late the first attempt was', async () => {
    const { sms, whatsapp } = services.messages
    const away = { deliver: () => Promise.reject(new Error('away')) }
    Object.assign(services.messages, { sms: away, whatsapp: away })
    await agreeByTwo(id)
    services.clock.advance(20 * HOUR_MS)
    await deliverDue(services)
    Object.assign(services.messages, { sms, whatsapp })
    services.clock.advance(5 * HOUR_MS)
    await deliverDue(services)
    expect(services.delivered).toEqual([])
    expect(await completeNumberChanges(services)).toBe(1)
    services.clock.advance(HOUR_MS)
    await deliverDue(services)
    expect(services.delivered.map(({ text }) => /moves|was changed|now sign in/.exec(text)?.[0]).toSorted()).toEqual([
      'now sign in',
      'was changed',
    ])
  })

  it('says when the warning was not delivered, and what to do then', async () => {
    await agreeByTwo(id)
    await db.update(messages).set({ status: 'failed' })
    const loaderData = await show(id, first)
    const html = await pageHtml(Request, { loaderData })
    expect(html).toContain('The warning to the old number was not delivered. Confirm with the person another way')
    await press(id, 'cancel', first)
    expect(await show(id, first)).toMatchObject({ warning: null, because: null })
  })

  it('is announced by SMS alone when there is no WhatsApp gateway', async () => {
    services.env = testEnv({ WHATSAPP_GATEWAY: 'none' })
    await agreeByTwo(id)
    expect(await db.select().from(messages)).toMatchObject([{ channel: 'sms' }])
  })

  it('changes 24 hours after the agreement, ends its sessions and notifies both numbers', async () => {
    await openSession(db, services, lost.id, { deviceId: 'd', userAgent: 'Firefox', address: '198.51.100.7' })
    await agreeByTwo(id)
    services.clock.advance(24 * HOUR_MS - 1000)
    expect(await completeNumberChanges(services)).toBe(0)
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await openSessions()).toBe(1)
    services.clock.advance(1000)
    const changed = await Promise.all([completeNumberChanges(services), completeNumberChanges(services)])
    expect(changed.toSorted()).toEqual([0, 1])
    expect(await phoneOf(lost)).toBe(NEW_PHONE)
    expect(await openSessions()).toBe(0)
    const told = (await sent()).map(({ to, kind }) => `${kind} ${to}`)
    const expected = [`phone_changed ${NEW_PHONE}`, `phone_changed ${lost.phone}`, `phone_will_change ${lost.phone}`]
    expect([...new Set(told)].toSorted()).toEqual(expected.toSorted())
    const words = (await sent()).map(({ kind, to, text }) => [`${kind} ${to}`, text])
    expect(Object.fromEntries(words)).toMatchObject({
      [`phone_changed ${lost.phone}`]: expect.stringContaining('sign-in number was changed'),
      [`phone_changed ${NEW_PHONE}`]: expect.stringContaining('You can now sign in'),
    })
    expect(await stored(id)).toMatchObject({ outcome: 'number_changed', handledBy: null })
    expect(await acts()).toEqual(['recovery.propose', 'recovery.agree', 'user.phone'])
  })

  it('changes and forgets the browsers trusted under the old number', async () => {
    await signInAndKeep(services, { phone: lost.phone })
    await agreeByTwo(id)
    services.clock.advance(24 * HOUR_MS)
    const forgotten = () => db.select({ at: trustedDevices.revokedAt }).from(trustedDevices)
    expect(await forgotten()).toEqual([{ at: null }])
    expect(await completeNumberChanges(services)).toBe(1)
    expect(await forgotten()).toEqual([{ at: services.now() }])
  })

  it.each([
    ['its owner', () => lost],
    ['who proposed', () => first],
    ['who agreed', () => second],
    ['any other superadmin', () => staff(db, 'superadmin', 'Айгүл Сәрсенбаева')],
  ])('is kept in the console by %s, but not by an admin', async (_, who) => {
    await agreeByTwo(id)
    expect((await press(id, 'cancel', admin)).status).toBe(403)
    expect((await press(id, 'cancel', await who())).status).toBe(302)
    services.clock.advance(48 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(0)
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await acts()).toEqual(['recovery.propose', 'recovery.agree', 'recovery.cancel'])
  })

  it.each([
    ['the proposer', () => first, 'One of the two who decided was no longer an active superadmin.'],
    ['the second', () => second, 'One of the two who decided was no longer an active superadmin.'],
    ['the person', () => lost, 'The user was suspended or inactive.'],
  ])('stays when %s was suspended meanwhile, and the page says so', async (_, who, why) => {
    await agreeByTwo(id)
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, who().id))
    services.clock.advance(24 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(0)
    expect(await stored(id)).toMatchObject({ outcome: 'cancelled' })
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await pageHtml(Request, { loaderData: await show(id, admin) })).toContain(why)
  })

  it('changes even before its owner has signed in for the first time', async () => {
    await db.update(users).set({ status: 'invited' }).where(eq(users.id, lost.id))
    await agreeByTwo(id)
    services.clock.advance(24 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(1)
    expect(await phoneOf(lost)).toBe(NEW_PHONE)
  })

  it('changes once when two requests were agreed to, and the next owner of the old number keeps it', async () => {
    const other = await file({ name: 'Ержан Төлеген', oldPhone: lost.phone, newPhone: '+77019990001' })
    await agreeByTwo(id)
    services.clock.advance(HOUR_MS)
    expect((await press(other, 'propose', second)).status).toBe(302)
    expect((await press(other, 'agree', first)).status).toBe(302)
    expect((await sent()).filter(({ to, kind }) => to === lost.phone && kind === 'phone_will_change')).toHaveLength(4)
    services.clock.advance(23 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(1)
    const next = await staff(db, 'superadmin', 'Айгүл Сәрсенбаева')
    await db.update(users).set({ phone: lost.phone }).where(eq(users.id, next.id))
    services.clock.advance(HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(0)
    expect([await phoneOf(lost), await phoneOf(next)]).toEqual([NEW_PHONE, lost.phone])
    expect(await stored(other)).toMatchObject({ outcome: 'cancelled' })
    expect((await show(other, first)).because).toBe('nobody')
  })

  it('changes once when two requests are agreed to and fall due at the same moment', async () => {
    const other = await file({ oldPhone: lost.phone, newPhone: '+77019990001' })
    for (const one of [id, other]) expect((await press(one, 'propose', first)).status).toBe(302)
    const agreed = await Promise.all([id, other, id, other].map((one) => press(one, 'agree', second)))
    expect(agreed.map(({ status }) => status)).toEqual([302, 302, 302, 302])
    // Each request sends a warning by SMS and another by WhatsApp.
    expect(await sent()).toHaveLength(4)
    services.clock.advance(24 * HOUR_MS)
    const changed = await Promise.all(Array.from({ length: 4 }, () => completeNumberChanges(services)))
    expect(changed.reduce((sum, count) => sum + count)).toBe(1)
    expect([(await stored(id))?.outcome, (await stored(other))?.outcome].toSorted()).toEqual([
      'cancelled',
      'number_changed',
    ])
  })

  it('stays when the new number gets an owner, even in the very moment of the change', async () => {
    await agreeByTwo(id)
    services.clock.advance(24 * HOUR_MS)
    await takenMeanwhile(db, 'recovery_requests', NEW_PHONE)
    expect(await completeNumberChanges(services)).toBe(0)
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await stored(id)).toMatchObject({ outcome: 'cancelled' })
    expect((await show(id, first)).because).toBe('taken')
  })
})
