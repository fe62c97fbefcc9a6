import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../app/db/schema/messages'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { completeNumberChanges } from '../../../app/domain/users/numbers/number-changes.server'
import List from '../../../app/routes/users/recovery/list'
import Request from '../../../app/routes/users/recovery/request'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { staff } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'
import { recovery, recoveryPeople } from '../../support/recovery'

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

const { file, read, namesIn, show, press, phoneOf, acts, sent } = recovery(db, () => ({
  services,
  manager,
  first,
  second,
}))

describe('the list of recovery requests', () => {
  it('ranks matching number and name first, then number alone, then blocked user, then unknown number', async () => {
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

  it('shows the genuine request first among 105 from strangers, and is split into pages', async () => {
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

  it('puts open requests first, the oldest on top, then handled ones, the newest on top', async () => {
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

  it('starts on the first page when it is filtered, keeping the order and the page size', async () => {
    for (let n = 0; n < 26; n += 1) await file()
    const html = await pageHtml(List, { loaderData: await read('?state=waiting&sort=newest&page=2&pageSize=20') })
    const filters = /<form[^>]*role="search".*?<\/form>/s.exec(html)?.[0] ?? ''
    const kept = [...filters.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)]
    expect(kept.map(([, name, value]) => `${name}=${value}`)).toEqual(['sort=newest', 'pageSize=20'])
  })

  it('contains no whole number and no field that it does not show', async () => {
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

it('whole numbers are shown only to those who may decide on the request, and to nobody after the change', async () => {
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

it('the warning to the old number shows the best delivery status of its messages', async () => {
  const id = await file({ oldPhone: lost.phone })
  await press(id, 'propose', first)
  await press(id, 'agree', second)
  const sent = await db.select().from(messages).where(eq(messages.to, lost.phone))
  expect(sent.map(({ channel }) => channel).toSorted()).toEqual(['sms', 'whatsapp'])
  expect(await show(id, first)).toMatchObject({ warning: 'queued' })
  for (const [status, told] of [
    ['failed', 'queued'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
  ] as const) {
    await db
      .update(messages)
      .set({ status })
      .where(eq(messages.id, sent[0]?.id ?? ''))
    expect(await show(id, first)).toMatchObject({ warning: told })
  }
})

it('a handled request shows neither its likelihood, nor passkeys, nor an obstacle', async () => {
  const id = await file({ oldPhone: manager.phone })
  expect(await show(id, admin)).toMatchObject({ passkeys: { total: 0 }, obstacle: null })
  expect((await press(id, 'change', admin)).status).toBe(302)
  expect(await show(id, admin)).toMatchObject({ state: 'number_changed', passkeys: null, obstacle: null, buttons: [] })
  expect((await read()).rows).toMatchObject([{ id, likelihood: null, handledByName: admin.username }])
})

it('an admin can neither change nor decline a request for the number of another admin', async () => {
  const other = await staff(db, 'admin', 'Айгүл Сәрсенбаева')
  const id = await file({ oldPhone: other.phone })
  const loaderData = await show(id, admin)
  expect(loaderData).toMatchObject({ obstacle: 'notYours', buttons: [] })
  const told = 'Your role cannot change this user. Ask a superadmin.'
  expect(await pageHtml(Request, { loaderData })).toContain(told)
  for (const intent of ['change', 'decline']) expect((await press(id, intent, admin)).status).toBe(403)
  expect([await phoneOf(other), await acts()]).toEqual([other.phone, []])
})

it.each(['admin', 'superadmin'] as const)(
  'a request for one’s own number can be declined, but not carried out: %s',
  async (role) => {
    const own = await staff(db, role, 'Айгүл Сәрсенбаева')
    const id = await file({ oldPhone: own.phone })
    const loaderData = await show(id, own)
    expect(loaderData).toMatchObject({ obstacle: 'own', buttons: ['decline'] })
    expect(await pageHtml(Request, { loaderData })).toContain('decline it if you did not send it')
    for (const intent of ['change', 'propose']) expect((await press(id, intent, own)).status).toBe(403)
    expect((await press(id, 'decline', own)).status).toBe(302)
    expect(await phoneOf(own)).toBe(own.phone)
  },
)

it('requests are deleted after 180 days, except an agreed one that is still to be carried out', async () => {
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

it('a number change is kept past 180 days while a request from before it is open for that number', async () => {
  const [before, after] = ['+77051112201', '+77051112202']
  const handledAt = new Date(services.now().getTime() + 100 * DAY_MS)
  for (const oldPhone of [before, after]) await file({ oldPhone, outcome: 'number_changed', handledAt })
  services.clock.advance(50 * DAY_MS)
  await file({ oldPhone: before })
  services.clock.advance(100 * DAY_MS)
  await file({ oldPhone: after })
  services.clock.advance(31 * DAY_MS)
  await tidyUp(services)
  const kept = await db.select().from(recoveryRequests).where(eq(recoveryRequests.outcome, 'number_changed'))
  expect(kept.map(({ oldPhone }) => oldPhone)).toEqual([before])
})

describe('a new number that gets no codes', () => {
  const FRENCH = '+33612345678'

  it('is refused with 409 and an explanation, and the old number stays', async () => {
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

  it('is accepted where codes are sent to its country', async () => {
    services = await testServices({ env: testEnv({ CODE_COUNTRIES: 'KZ,FR' }) })
    const id = await file({ oldPhone: manager.phone, newPhone: FRENCH })
    expect((await press(id, 'change', admin)).status).toBe(302)
    expect(await phoneOf(manager)).toBe(FRENCH)
  })
})

describe('a changed number that belongs to somebody else by now', () => {
  it('matches no user in a request filed before the change, which moves nobody', async () => {
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

  it('matches its new owner in a request filed later', async () => {
    const cashier = await staff(db, 'cashier', 'Айгүл Сәрсенбаева')
    expect((await press(await file({ oldPhone: manager.phone }), 'change', admin)).status).toBe(302)
    await db.update(users).set({ phone: manager.phone }).where(eq(users.id, cashier.id))
    services.clock.advance(HOUR_MS)
    const theirs = await file({ oldPhone: manager.phone, newPhone: '+77019990001' })
    expect((await press(theirs, 'change', admin)).status).toBe(302)
    expect(await phoneOf(cashier)).toBe('+77019990001')
  })
})
