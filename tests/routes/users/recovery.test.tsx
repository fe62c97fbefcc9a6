import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertRecoveryRequest } from '../../../app/db/users/recovery'
import { messages } from '../../../app/db/schema/messages'
import { sessions } from '../../../app/db/schema/sessions'
import { passkeys, trustedDevices } from '../../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import { grant, type Actor } from '../../../app/domain/access'
import { dateProof } from '../../../app/domain/fresh-proof'
import { searchKey } from '../../../app/domain/names/search-key.server'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { openText } from '../../../app/domain/sealing.server'
import { openSession } from '../../../app/domain/sessions/sessions.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { makeStaff } from '../../../app/domain/users/operator.server'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { completeNumberChanges } from '../../../app/domain/users/numbers/number-changes.server'
import { agreeByOperator } from '../../../app/domain/users/numbers/operator-number.server'
import { DeliveryFailure } from '../../../app/gateways/messages/delivery-failure'
import { formatExactTime } from '../../../app/i18n/format'
import * as keep from '../../../app/routes/access/keep-number'
import List, * as list from '../../../app/routes/users/recovery/list'
import Request, * as request from '../../../app/routes/users/recovery/request'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { takenMeanwhile } from '../../support/race'
import { pageHtml } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { signInAndKeep } from '../../support/sign-in'
import { before, staff } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
/** Superadmins: the one whose number changed, and two others. */
let lost: Actor
let first: Actor
let second: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  lost = await staff(db, 'superadmin', 'Ержан Төлеген')
  first = await staff(db, 'superadmin', 'Сәуле Ахметова')
  second = await staff(db, 'superadmin', '王建国')
  admin = await staff(db, 'admin', '李伟')
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
})

const NEW_PHONE = '+77019990000'
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
    createdAt: services.now(),
    ...more,
  })
  return id
}
const read = (search = '', actor = manager) =>
  list.loader(visit(services, `/users/recovery${search}`, { actor }) as unknown as Parameters<typeof list.loader>[0])
const namesIn = async (search = '') => (await read(search)).rows.map(({ name }) => name)
const show = (id: string, actor: Actor) =>
  request.loader(
    visit(services, `/users/recovery/${id}`, { actor, params: { requestId: id } }) as unknown as Parameters<
      typeof request.loader
    >[0],
  )
/** Pressed by somebody whose proof is fresh. */
const press = (id: string, action: string, person: Actor, actor = { ...person, provenAt: services.now() }) =>
  answerOf(() =>
    request.action(
      visit(services, `/users/recovery/${id}`, { actor, params: { requestId: id }, form: { action } }) as never,
    ),
  )
const stored = async (id: string) => (await db.select().from(recoveryRequests).where(eq(recoveryRequests.id, id)))[0]
const phoneOf = async ({ id }: Actor) => (await db.select().from(users).where(eq(users.id, id)))[0]?.phone
const acts = () => auditActions(db)
const sent = async () =>
  (await db.select().from(messages).orderBy(asc(messages.createdAt))).map(({ to, kind, text }) => ({
    to,
    kind,
    text: openText(services.env.sessionSecrets, 'outbox', text) ?? '',
  }))

describe('the list', () => {
  it('begins with the likeliest: a known number and a like name, a known number, a user who is blocked, nobody’s', async () => {
    await file({ name: 'Nobody' })
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, admin.id))
    await file({ name: 'Li Wei', oldPhone: admin.phone })
    await file({ name: 'Daniel Brooks', oldPhone: lost.phone })
    services.clock.advance(HOUR_MS)
    await file({ name: 'Wang Jianguo', oldPhone: second.phone })
    await file({ name: 'Olga Kuznetsova', oldPhone: manager.phone })
    const { rows } = await read()
    expect(rows.map(({ name, likelihood }) => [name, likelihood])).toEqual([
      ...rows.slice(0, 2).map(({ name }) => [name, 'knownAndNamed']),
      ['Daniel Brooks', 'known'],
      ['Li Wei', 'blocked'],
      ['Nobody', 'unknown'],
    ])
    expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Wang Jianguo', 'Olga Kuznetsova']),
    )
  })

  it('shows the true one first among a hundred from strangers, and has pages', async () => {
    for (let n = 0; n < 105; n += 1) await file({ name: `Flood ${n}` })
    services.clock.advance(HOUR_MS)
    await file({ name: 'Olga Kuznetsova', oldPhone: manager.phone })
    const { rows, total } = await read()
    expect(total).toBe(106)
    expect(rows).toHaveLength(10)
    expect(rows[0]?.name).toBe('Olga Kuznetsova')
    expect((await read('?page=2&pageSize=50')).rows).toHaveLength(50)
    expect((await read('?page=99&pageSize=50')).state.page).toBe(3)
    expect(await read('?state=number_changed')).toMatchObject({ total: 0, rows: [] })
    const html = await pageHtml(List, { loaderData: await read() })
    expect(html).toContain('page=2')
  })

  it('puts the oldest first within the same likelihood, and what is handled behind, the newest first', async () => {
    for (const name of ['A', 'B', 'C', 'D']) {
      const id = await file({ name })
      if (name < 'C') await press(id, 'decline', admin)
      services.clock.advance(HOUR_MS)
    }
    expect(await namesIn()).toEqual(['C', 'D', 'B', 'A'])
    expect(await namesIn('?state=declined')).toEqual(['B', 'A'])
    expect(await namesIn('?state=waiting')).toEqual(['C', 'D'])
    expect(await namesIn('?state=nonsense')).toHaveLength(4)
  })

  it('carries no whole number and no more than it shows', async () => {
    await file({ oldPhone: manager.phone })
    const { rows } = await read('', lost)
    expect(JSON.stringify(rows).replaceAll(/[ ()-]/g, '')).not.toMatch(/\+7\d{6}/)
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      'createdAt',
      'handledByName',
      'id',
      'likelihood',
      'name',
      'newPhone',
      'oldPhone',
      'state',
    ])
  })
})

it('whole numbers of a request are for those who may decide that one', async () => {
  const id = await file({ oldPhone: lost.phone })
  const hasWhole = async (actor: Actor) =>
    /\+7\d{10}/.test(JSON.stringify(await show(id, actor)).replaceAll(/[ ()-]/g, ''))
  expect(await hasWhole(first)).toBe(true)
  expect(await hasWhole(admin)).toBe(false)
  expect(await hasWhole(manager)).toBe(false)
  await press(id, 'propose', first)
  await press(id, 'agree', second)
  expect(await hasWhole(second)).toBe(true)
  services.clock.advance(24 * HOUR_MS)
  expect(await completeNumberChanges(services)).toBe(1)
  for (const actor of [first, admin, manager]) expect(await hasWhole(actor)).toBe(false)
})

it('requests are kept for 180 days, one about to be carried out until it is', async () => {
  const agreed = await file({ oldPhone: lost.phone, proposedAt: services.now(), agreedAt: services.now() })
  await file()
  await file({ outcome: 'declined', handledAt: services.now() })
  services.clock.advance(180 * DAY_MS)
  await tidyUp(services)
  expect(await db.$count(recoveryRequests)).toBe(3)
  services.clock.advance(1000)
  await tidyUp(services)
  expect((await db.select().from(recoveryRequests)).map(({ id }) => id)).toEqual([agreed])
})

describe('a new number to which no code is ever sent', () => {
  const FRENCH = '+33612345678'

  it('is an obstacle that is said, and the old one stays', async () => {
    const id = await file({ oldPhone: manager.phone, newPhone: FRENCH })
    expect(await show(id, admin)).toMatchObject({ obstacle: 'unreachable', buttons: ['decline'] })
    expect((await press(id, 'change', admin)).status).toBe(409)
    const ofSuperadmin = await file({ oldPhone: lost.phone, newPhone: FRENCH })
    expect((await press(ofSuperadmin, 'propose', first)).status).toBe(409)
    expect([await phoneOf(manager), await phoneOf(lost)]).toEqual([manager.phone, lost.phone])
    expect([await sent(), await acts()]).toEqual([[], []])
    const html = await pageHtml(Request, { loaderData: await show(id, admin) })
    expect(html).toContain('Codes cannot be sent to the new number')
  })

  it('is none where codes go to its country', async () => {
    services = await testServices({ env: testEnv({ CODE_COUNTRIES: 'KZ,FR' }) })
    const id = await file({ oldPhone: manager.phone, newPhone: FRENCH })
    expect((await press(id, 'change', admin)).status).toBe(302)
    expect(await phoneOf(manager)).toBe(FRENCH)
  })
})

describe('a number that was changed and is somebody else’s by now', () => {
  it('is nobody’s to a request from before that, which moves nothing', async () => {
    const cashier = await staff(db, 'cashier', 'Айгүл Сәрсенбаева')
    const [id, again] = [
      await file({ oldPhone: manager.phone }),
      await file({ oldPhone: manager.phone, newPhone: '+77019990001' }),
    ]
    const root = await file({ oldPhone: manager.phone, newPhone: '+77019990002' })
    services.clock.advance(HOUR_MS)
    expect((await press(id, 'change', admin)).status).toBe(302)
    await db.update(users).set({ phone: manager.phone }).where(eq(users.id, cashier.id))
    expect(await show(again, admin)).toMatchObject({ user: null, obstacle: 'unknown', buttons: ['decline'] })
    expect((await read('?state=waiting')).rows.map(({ likelihood }) => likelihood)).toEqual(['unknown', 'unknown'])
    expect((await press(again, 'change', admin)).status).toBe(409)
    await db.update(users).set({ role: 'superadmin' }).where(eq(users.id, cashier.id))
    expect((await press(root, 'propose', first)).status).toBe(409)
    expect(await phoneOf(cashier)).toBe(manager.phone)
    expect((await press(again, 'decline', admin)).status).toBe(302)
  })

  it('is theirs to a request that came later', async () => {
    const cashier = await staff(db, 'cashier', 'Айгүл Сәрсенбаева')
    expect((await press(await file({ oldPhone: manager.phone }), 'change', admin)).status).toBe(302)
    await db.update(users).set({ phone: manager.phone }).where(eq(users.id, cashier.id))
    services.clock.advance(HOUR_MS)
    const theirs = await file({ oldPhone: manager.phone, newPhone: '+77019990001' })
    expect((await press(theirs, 'change', admin)).status).toBe(302)
    expect(await phoneOf(cashier)).toBe('+77019990001')
  })
})

describe('the number of a superadmin', () => {
  let id: string
  beforeEach(async () => {
    id = await file({ name: 'Ержан Төлеген', oldPhone: lost.phone })
  })
  const agreeByTwo = async () => {
    expect((await press(id, 'propose', first)).status).toBe(302)
    expect((await press(id, 'agree', second)).status).toBe(302)
  }
  const openSessions = async () => (await db.select().from(sessions)).filter(({ endedAt }) => endedAt === null).length

  it('cannot be changed by one person', async () => {
    for (const actor of [first, admin, lost]) expect((await press(id, 'change', actor)).status).toBe(403)
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await acts()).toEqual([])
  })

  it('cannot be changed by one person who takes the role away before and gives it back after, for 30 days', async () => {
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

  it('cannot be changed by one person after the operator took the role, either', async () => {
    expect(await makeStaff(services, { phone: lost.phone, username: lost.username, role: 'manager' })).toBe('changed')
    expect((await press(id, 'change', first)).status).toBe(403)
    services.clock.advance(30 * DAY_MS)
    expect((await press(id, 'change', first)).status).toBe(302)
  })

  it('is not declined by an admin', async () => {
    expect((await press(id, 'decline', admin)).status).toBe(403)
    expect((await show(id, admin)).buttons).toEqual([])
    expect(await stored(id)).toMatchObject({ outcome: null })
    expect((await press(id, 'decline', first)).status).toBe(302)
  })

  it('is masked for an admin also while that superadmin is blocked', async () => {
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, lost.id))
    expect(JSON.stringify(await show(id, admin)).replaceAll(/[ ()-]/g, '')).not.toMatch(/\+7\d{10}/)
  })

  it('is proposed and agreed to by two superadmins, neither of them the person', async () => {
    expect((await press(id, 'agree', second)).status).toBe(409)
    for (const actor of [lost, admin, manager]) expect((await press(id, 'propose', actor)).status).toBe(403)
    expect((await press(id, 'propose', first)).status).toBe(302)
    for (const actor of [first, lost, admin]) expect((await press(id, 'agree', actor)).status).toBe(403)
    expect((await press(id, 'agree', second)).status).toBe(302)
    expect(await stored(id)).toMatchObject({ proposedBy: first.id, agreedBy: second.id, outcome: null })
    expect(await acts()).toEqual(['recovery.propose', 'recovery.agree'])
  })

  it.each([
    ['blocked', { status: 'suspended' }],
    ['an admin', { role: 'admin' }],
  ] as const)('is proposed anew once its proposer is %s', async (_, change) => {
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

  it('names the passkeys from before, which stay, to who decides and to the new number', async () => {
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
    await agreeByTwo()
    expect(await told()).toContain(STAY)
    services.clock.advance(24 * HOUR_MS)
    await completeNumberChanges(services)
    expect(await told()).not.toContain(STAY)
    expect((await sent()).find(({ to }) => to === NEW_PHONE)?.text).toContain('Check the passkeys')
  })

  it('offers each person what they may press now', async () => {
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

  it('says in each state what has been done and what is next', async () => {
    const TOLD = {
      check: 'Before changing anything, confirm who this is',
      isGuarded: 'One superadmin proposes the change',
      proposed: `${first.username}</bdi> proposes this change`,
      agreed: `${second.username}</bdi>. The number changes at`,
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

  it('is told to the old number by SMS too, which needs no WhatsApp, with when it changes and how to stop it', async () => {
    services.messages.whatsapp = {
      deliver: () => Promise.reject(new DeliveryFailure('No WhatsApp there', { isFinal: true })),
    }
    await agreeByTwo()
    const changesAt = formatExactTime(new Date(services.now().getTime() + 24 * HOUR_MS), 'en', 'Asia/Almaty')
    expect((await show(id, first)).warning).toBe('queued')
    services.clock.advance(3 * HOUR_MS)
    await deliverDue(services)
    expect(services.delivered).toMatchObject([{ channel: 'sms', to: lost.phone }])
    const [warning] = services.delivered
    expect(warning?.text).toContain(`On ${changesAt} your Gatehouse sign-in moves`)
    expect(warning?.text).toContain('http://localhost:3000/keep-number?request=')
    expect((await show(id, first)).warning).toBe('sent')
  })

  it('warns the old number no more once it has changed, however late the first attempt came', async () => {
    const { sms, whatsapp } = services.messages
    const away = { deliver: () => Promise.reject(new Error('away')) }
    Object.assign(services.messages, { sms: away, whatsapp: away })
    await agreeByTwo()
    services.clock.advance(20 * HOUR_MS)
    await deliverDue(services)
    Object.assign(services.messages, { sms, whatsapp })
    services.clock.advance(5 * HOUR_MS)
    await deliverDue(services)
    expect(services.delivered).toEqual([])
  })

  it('says how far the warning came, and what to do where it came nowhere', async () => {
    await agreeByTwo()
    await db.update(messages).set({ status: 'failed' })
    const loaderData = await show(id, first)
    const html = await pageHtml(Request, { loaderData })
    expect(html).toContain('The warning to the old number was not delivered. Confirm with the person another way')
    await press(id, 'cancel', first)
    expect(await show(id, first)).toMatchObject({ warning: null, because: null })
  })

  it('goes by SMS alone where there is no WhatsApp', async () => {
    services.env = testEnv({ WHATSAPP_GATEWAY: 'none' })
    await agreeByTwo()
    expect(await db.select().from(messages)).toMatchObject([{ channel: 'sms' }])
  })

  it('changes a day after the second yes, with its sessions ended and both numbers told', async () => {
    await openSession(db, services, lost.id, { deviceId: 'd', userAgent: 'Firefox', address: '198.51.100.7' })
    await agreeByTwo()
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

  it('changes, and no browser is trusted any more that was under the old one', async () => {
    await signInAndKeep(services, { phone: lost.phone })
    await agreeByTwo()
    services.clock.advance(24 * HOUR_MS)
    const forgotten = () => db.select({ at: trustedDevices.revokedAt }).from(trustedDevices)
    expect(await forgotten()).toEqual([{ at: null }])
    expect(await completeNumberChanges(services)).toBe(1)
    expect(await forgotten()).toEqual([{ at: services.now() }])
  })

  it('is kept by any superadmin in the console', async () => {
    await agreeByTwo()
    expect((await press(id, 'cancel', admin)).status).toBe(403)
    expect((await press(id, 'cancel', lost)).status).toBe(302)
    services.clock.advance(48 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(0)
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await acts()).toEqual(['recovery.propose', 'recovery.agree', 'recovery.cancel'])
  })

  it.each([
    ['the proposer', () => first, 'One of the two who decided was no longer an active superadmin.'],
    ['the second', () => second, 'One of the two who decided was no longer an active superadmin.'],
    ['the person', () => lost, 'The user was suspended or inactive.'],
  ])('stays when %s was blocked meanwhile, and says so', async (_, who, why) => {
    await agreeByTwo()
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, who().id))
    services.clock.advance(24 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(0)
    expect(await stored(id)).toMatchObject({ outcome: 'cancelled' })
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await pageHtml(Request, { loaderData: await show(id, admin) })).toContain(why)
  })

  it('changes also before its owner has signed in for the first time', async () => {
    await db.update(users).set({ status: 'invited' }).where(eq(users.id, lost.id))
    await agreeByTwo()
    services.clock.advance(24 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(1)
    expect(await phoneOf(lost)).toBe(NEW_PHONE)
  })

  it('changes once where two requests were agreed to, and whoever gets the old number next keeps it', async () => {
    const other = await file({ name: 'Ержан Төлеген', oldPhone: lost.phone, newPhone: '+77019990001' })
    await agreeByTwo()
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

  it('changes once where two requests are agreed to and come due at once', async () => {
    const other = await file({ oldPhone: lost.phone, newPhone: '+77019990001' })
    for (const one of [id, other]) expect((await press(one, 'propose', first)).status).toBe(302)
    const agreed = await Promise.all([id, other, id, other].map((one) => press(one, 'agree', second)))
    expect(agreed.map(({ status }) => status)).toEqual([302, 302, 302, 302])
    // A warning of each by SMS and by WhatsApp.
    expect(await sent()).toHaveLength(4)
    services.clock.advance(24 * HOUR_MS)
    const changed = await Promise.all(Array.from({ length: 4 }, () => completeNumberChanges(services)))
    expect(changed.reduce((sum, count) => sum + count)).toBe(1)
    expect([(await stored(id))?.outcome, (await stored(other))?.outcome].toSorted()).toEqual([
      'cancelled',
      'number_changed',
    ])
  })

  it('stays when the new number got an owner, even in the very instant', async () => {
    await agreeByTwo()
    services.clock.advance(24 * HOUR_MS)
    await takenMeanwhile(db, 'recovery_requests', NEW_PHONE)
    expect(await completeNumberChanges(services)).toBe(0)
    expect(await phoneOf(lost)).toBe(lost.phone)
    expect(await stored(id)).toMatchObject({ outcome: 'cancelled' })
    expect((await show(id, first)).because).toBe('taken')
  })

  describe('by the link in the message to the old number', () => {
    const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '')
    const open = (url: URL) => answerOf(() => keep.loader(visit(services, url.pathname + url.search) as never))
    const confirm = (url: URL) =>
      answerOf(() =>
        keep.action(
          visit(services, url.pathname + url.search, { form: Object.fromEntries(url.searchParams) }) as never,
        ),
      )

    it('is kept without signing in, by a button: previews of links change nothing', async () => {
      await agreeByTwo()
      const [warning] = await sent()
      expect(warning).toMatchObject({ to: lost.phone, kind: 'phone_will_change' })
      const link = linkIn(warning?.text ?? '')
      for (let n = 0; n < 3; n += 1)
        expect(await open(link)).toMatchObject({ status: 200, body: { phone: '+7 ••• 0000' } })
      expect(await stored(id)).toMatchObject({ outcome: null })
      expect(await confirm(link)).toMatchObject({ status: 200, body: { isKept: true } })
      expect(await stored(id)).toMatchObject({ outcome: 'cancelled', handledBy: null })
      expect((await show(id, first)).because).toBe('oldNumber')
      expect((await open(link)).status).toBe(404)
      expect(await confirm(link)).toMatchObject({ status: 404, body: { isKept: false } })
      services.clock.advance(48 * HOUR_MS)
      await completeNumberChanges(services)
      expect(await phoneOf(lost)).toBe(lost.phone)
    })

    it('is kept once, by whoever holds the message, until the number changes and while the person is blocked', async () => {
      await agreeByTwo()
      const link = linkIn((await sent())[0]?.text ?? '')
      await db.update(users).set({ status: 'suspended' }).where(eq(users.id, lost.id))
      services.clock.advance(25 * HOUR_MS)
      const answers = await Promise.all([confirm(link), confirm(link), confirm(link), completeNumberChanges(services)])
      const statuses = answers.slice(0, 3).map((answer) => (answer as { status: number }).status)
      const isKept = statuses.includes(200)
      expect(statuses.toSorted()).toEqual(isKept ? [200, 404, 404] : [404, 404, 404])
      expect(await stored(id)).toMatchObject({ outcome: 'cancelled' })
      expect((await acts()).filter((act) => act === 'recovery.cancel')).toHaveLength(1)
      expect(await phoneOf(lost)).toBe(lost.phone)
    })

    it('keeps nothing once the number has changed, also after somebody has signed in with the new one', async () => {
      await agreeByTwo()
      const link = linkIn((await sent())[0]?.text ?? '')
      services.clock.advance(24 * HOUR_MS)
      expect(await completeNumberChanges(services)).toBe(1)
      expect(await confirm(link)).toMatchObject({ status: 404, body: { isKept: false } })
      await signInAndKeep(services, { phone: NEW_PHONE })
      expect(await open(link)).toMatchObject({ status: 404, body: { phone: null } })
      expect((await confirm(link)).status).toBe(404)
      expect(await phoneOf(lost)).toBe(NEW_PHONE)
      expect(await stored(id)).toMatchObject({ outcome: 'number_changed' })
    })

    it('of one request keeps the number from that one alone', async () => {
      const other = await file({ oldPhone: lost.phone, newPhone: '+77019990001' })
      await agreeByTwo()
      const link = linkIn((await sent())[0]?.text ?? '')
      await press(other, 'propose', first)
      await press(other, 'agree', second)
      const forged = new URL(link)
      forged.searchParams.set('request', other)
      expect((await confirm(forged)).status).toBe(404)
      expect((await confirm(link)).status).toBe(200)
      expect([(await stored(id))?.outcome, (await stored(other))?.outcome]).toEqual(['cancelled', null])
    })

    it('is not kept by a link that is not ours, and tells it nothing', async () => {
      await agreeByTwo()
      const link = linkIn((await sent())[0]?.text ?? '')
      for (const [name, value] of [
        ['key', 'A'.repeat(43)],
        ['key', ''],
        ['request', randomUUID()],
        ['request', 'x'],
      ] as const) {
        const forged = new URL(link)
        forged.searchParams.set(name, value)
        expect(await open(forged)).toMatchObject({ status: 404, body: { phone: null } })
        expect((await confirm(forged)).status).toBe(404)
      }
      expect(await stored(id)).toMatchObject({ outcome: null })
    })
  })

  describe('with fewer than two others', () => {
    const numbers = () => ({ oldPhone: lost.phone, newPhone: NEW_PHONE })
    const block = (...people: Actor[]) =>
      Promise.all(people.map(({ id: who }) => db.update(users).set({ status: 'inactive' }).where(eq(users.id, who))))

    it('is agreed to by the operator, waits a day and is told to the old number all the same', async () => {
      await block(second)
      await press(id, 'propose', first)
      expect((await show(id, first)).nobodyElse).toBe(true)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
      expect(await agreeByOperator(services, numbers())).toBe('unchanged')
      const warning = { to: lost.phone, kind: 'phone_will_change' }
      expect(await sent()).toMatchObject([warning, warning])
      services.clock.advance(24 * HOUR_MS)
      expect(await completeNumberChanges(services)).toBe(1)
      expect(await phoneOf(lost)).toBe(NEW_PHONE)
    })

    it('is changed by the operator’s yes also where who proposed it was blocked before', async () => {
      await press(id, 'propose', first)
      await block(first, second)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
      services.clock.advance(24 * HOUR_MS)
      expect(await completeNumberChanges(services)).toBe(1)
      expect(await phoneOf(lost)).toBe(NEW_PHONE)
    })

    it('is agreed to by the operator also before its owner has signed in', async () => {
      await db.update(users).set({ status: 'invited' }).where(eq(users.id, lost.id))
      await block(second)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
    })

    it('needs no filed request where there is nobody left to propose', async () => {
      await db.delete(recoveryRequests)
      await block(first, second)
      expect(await agreeByOperator(services, numbers())).toBe('agreed')
      expect(await db.select().from(recoveryRequests)).toMatchObject([{ ...numbers(), agreedBy: null, outcome: null }])
    })

    it('is refused to the operator while two others could agree, for other people’s, for taken numbers and for those without codes', async () => {
      expect(await agreeByOperator(services, numbers())).toBe('othersMayAgree')
      await block(second)
      expect(await agreeByOperator(services, { ...numbers(), oldPhone: admin.phone })).toBe('notSuperadmin')
      expect(await agreeByOperator(services, { ...numbers(), newPhone: admin.phone })).toBe('taken')
      expect(await agreeByOperator(services, { ...numbers(), newPhone: '+33612345678' })).toBe('unreachable')
      expect(await sent()).toEqual([])
    })
  })
})
