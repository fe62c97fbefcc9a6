import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { requestInfoContext } from '../../../app/context'
import { auditLog } from '../../../app/db/schema/audit'
import { users as people } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { signOutEverywhere } from '../../../app/domain/sessions/sign-out-everywhere.server'
import { loader as audit } from '../../../app/routes/audit/export'
import { loader as invites } from '../../../app/routes/invites/export'
import { loader as organizations } from '../../../app/routes/organizations/export'
import { loader as users } from '../../../app/routes/users/export'
import { loader as verifications } from '../../../app/routes/verifications/export'
import { formatSpreadsheetTime } from '../../../app/i18n/format'
import { translateValue } from '../../../app/routes/audit/translate-value.server'
import type { Language } from '../../../app/vocabulary'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase, statementsOf } from '../../support/database'
import { addInvite } from '../../support/invites'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { signedInStaff } from '../../support/signed-in'
import { addPartners, before, organization, staff, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '李伟')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

const take = async (
  loader: (args: never) => Promise<Response>,
  path: string,
  actor = admin,
  language: Language = 'en',
  asked = services,
) => {
  const answer = await loader(visit(asked, path, { actor, language }) as never)
  return (await answer.text())
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
}

it('an export of organizations has the filtered rows in list order, in the reader’s language', async () => {
  await organization(db, { name: 'Дала Жүк', status: 'active', createdAt: before(2 * DAY_MS) })
  await organization(db, { name: '天山货运', status: 'active', country: 'CN', createdAt: before(DAY_MS) })
  await organization(db, { name: 'Left out', status: 'draft' })
  const [header, ...rows] = await take(organizations, '/organizations/export?status=active')
  expect(header).toMatch(/^Organization name,Legal name,/)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['天山货运', 'Дала Жүк'])
  expect(rows[0]).toContain('China')
})

it('an export has the near matches when nothing has the searched words, as the list does', async () => {
  await organization(db, { name: 'Steppe Freight' })
  const [, ...rows] = await take(organizations, '/organizations/export?q=Stepe+Frieght')
  expect(rows.map((row) => row.split(',')[0])).toEqual(['Steppe Freight'])
})

it('an export of several blocks has each row once and in order', async () => {
  const { id } = await organization(db)
  for (let n = 0; n < 3; n += 1)
    await verification(db, { organizationId: id, type: 'address_change', status: 'approved' })
  const partners = Array.from({ length: 2100 }, (_, n) => ({ username: `P${n}`, createdAt: before(n * 1000) }))
  await addPartners(db, id, partners)
  const [, ...rows] = await take(users, '/users/export')
  const names = rows.map((row) => row.split(',')[0]).filter((name) => name?.startsWith('P'))
  expect(names).toEqual(Array.from({ length: 2100 }, (_, n) => `P${n}`))
})

it('an export of several blocks has its rows and their order of one instant, whatever changes meanwhile', async () => {
  const { id } = await organization(db)
  const partners = Array.from({ length: 2100 }, (_, n) => ({ username: `P${n}`, createdAt: before(n * 1000) }))
  await addPartners(db, id, partners)
  const { body } = await users(visit(services, '/users/export', { actor: admin }) as never)
  const taken = (body as ReadableStream<Uint8Array>).getReader()
  const blocks = [await taken.read(), await taken.read()].map(({ value }) => value ?? new Uint8Array())
  const late = eq(people.username, 'P2000')
  await db
    .update(people)
    .set({ createdAt: before(-DAY_MS) })
    .where(late)
  await addPartners(db, id, [{ username: 'P-new', createdAt: before(DAY_MS) }])
  for (let block = await taken.read(); !block.done; block = await taken.read()) blocks.push(block.value)
  expect(blocks.length).toBeGreaterThan(4)
  const rows = Buffer.concat(blocks).toString().split('\r\n')
  const names = rows.map((row) => row.split(',')[0]).filter((name) => name?.startsWith('P'))
  expect(names).toEqual(Array.from({ length: 2100 }, (_, n) => `P${n}`))
})

it('an export also has the awaited step and the due time that the list shows', async () => {
  const cellsOf = async (loader: Parameters<typeof take>[0], path: string) => {
    const [header = '', row = ''] = await take(loader, path)
    const cells = row.split(',')
    return Object.fromEntries(header.split(',').map((name, place) => [name, cells[place]]))
  }
  const { id } = await organization(db, { name: 'Steppe Freight', status: 'pending' })
  const dueAt = new Date('2026-03-02T10:00:00Z')
  await verification(db, { organizationId: id, status: 'under_review', dueAt })
  expect(await cellsOf(organizations, '/organizations/export')).toMatchObject({ 'Waiting for': 'Decision' })
  expect(await cellsOf(verifications, '/verifications/export')).toMatchObject({
    Due: formatSpreadsheetTime(dueAt, admin.timeZone),
  })
})

it('an export gives every time in the reader’s time zone', async () => {
  const at = new Date('2026-03-01T20:30:00Z')
  const { id: organizationId } = await organization(db, { createdAt: at })
  await verification(db, { organizationId, status: 'approved', submittedAt: at, reviewedAt: at })
  await addInvite(db, { createdAt: at, createdBy: admin.id })
  await recordAudit(db, {
    at,
    actor: admin,
    action: 'user.settings',
    objectType: 'user',
    objectId: admin.id,
    requestId: 'R',
  })
  await addPartners(db, organizationId, [{ createdAt: at }])
  const lists = { organizations, verifications, invites, users, audit }
  const told = async (timeZone: string) => {
    const times: string[] = []
    for (const [name, loader] of Object.entries(lists)) {
      const text = (await take(loader, `/${name}/export`, { ...admin, timeZone })).join(' ')
      for (const [time] of text.matchAll(/\d{4}-\d\d-\d\d \d\d:30/g)) times.push(`${name} ${time}`)
    }
    return times
  }
  const allAt = (time: string) =>
    ['organizations', 'verifications', 'verifications', 'invites', 'users', 'audit'].map((name) => `${name} ${time}`)
  expect(await told('Asia/Almaty')).toEqual(allAt('2026-03-02 01:30'))
  expect(await told('America/Los_Angeles')).toEqual(allAt('2026-03-01 12:30'))
})

it('the invite export has the last day of a code and, beside it, when that day ends for the reader', async () => {
  const end = { expiresAt: new Date('2026-12-01T05:00:00Z'), timeZone: 'America/New_York' }
  await addInvite(db, { ...end, createdBy: admin.id })
  const [header = '', row] = await take(invites, '/invites/export', { ...admin, timeZone: 'Asia/Almaty' })
  expect(header).toContain(',Expires,Expires (your time),')
  expect(row).toContain(',2026-11-30,2026-12-01 09:59,')
  const headers = async (language: Language) => (await take(invites, '/invites/export', admin, language))[0]
  expect(await headers('ru')).toContain(',Действует до,Действует до (ваше время),')
  expect(await headers('kk')).toContain(',Жарамдылық мерзімі,Жарамдылық мерзімі (сіздің уақытыңыз),')
  expect(await headers('zh')).toContain(',有效期至,有效期至（您的时间）,')
})

it('an export masks what the list masks', async () => {
  await addInvite(db, { channel: 'email', recipient: 'aset@example.kz', createdBy: admin.id })
  expect((await take(users, '/users/export')).join()).not.toContain(cashier.phone)
  expect((await take(invites, '/invites/export')).join()).toContain('aset@example.kz')
  expect((await take(invites, '/invites/export', cashier)).join()).not.toContain('aset@example.kz')
})

it('verifications and the audit log are exported, the log without acts its reader may not see', async () => {
  const { id } = await organization(db, { name: 'Steppe Freight' })
  await verification(db, { organizationId: id })
  expect((await take(verifications, '/verifications/export?status=pending'))[1]).toMatch(/^Steppe Freight,Kazakhstan,/)
  const [submittedAt, reviewedAt] = [new Date('2026-02-20T03:00:00Z'), new Date('2026-02-23T04:30:00Z')]
  await verification(db, { organizationId: id, status: 'approved', submittedAt, reviewedAt })
  const [, decided] = await take(verifications, '/verifications/export?status=approved')
  expect(decided).toMatch(/,2026-02-20[^,]*,2026-02-23[^,]*,/)
  const [, first] = await take(audit, '/audit/export')
  expect(first).toContain('List exported')
  expect((await take(audit, '/audit/export', cashier)).slice(1)).toEqual([])
})

it('the audit export keeps a name that looks like a timestamp as it is', async () => {
  const entry = { action: 'user.settings', objectType: 'user', objectId: cashier.id } as const
  const after = { username: '2026-99-99T9Z' }
  await recordAudit(db, { ...entry, at: services.now(), actor: cashier, after, requestId: 'R' })
  expect((await take(audit, '/audit/export')).join()).toContain('2026-99-99T9Z')
})

it('the verification export says for whom an application is kept, until that ends', async () => {
  const { id } = await organization(db)
  await verification(db, { organizationId: id, reservedFor: cashier.id, reservedUntil: before(-DAY_MS) })
  expect((await take(verifications, '/verifications/export'))[1]).toContain(',Kept for Daniel Brooks,')
  services.clock.advance(DAY_MS)
  expect((await take(verifications, '/verifications/export'))[1]).not.toContain('Kept for')
})

it('the audit export separates changes with the punctuation of the reader’s language', async () => {
  await organization(db, { status: 'active' })
  await take(organizations, '/organizations/export?status=active')
  const details = async (language: Language) => (await take(audit, '/audit/export', admin, language)).at(-1)
  expect(await details('zh')).toContain('数量： → 1；筛选条件： → ?status=active')
  expect(await details('en')).toContain('Number:  → 1; Filters:  → ?status=active')
  const notices = (language: Language) =>
    translateValue('user', 'notifications', ['mention.email'], { language, timeZone: 'UTC' })
  expect(notices('en')).toMatch(/\w \(Email\)$/)
  expect(notices('zh')).toMatch(/（.+）$/)
})

it('an export leaves an audit row with its filters, without the page, and the number of rows', async () => {
  await organization(db, { status: 'active' })
  await take(organizations, '/organizations/export?status=active&page=4')
  const rows = await db.select().from(auditLog)
  expect(rows).toMatchObject([
    {
      action: 'list.export',
      objectId: 'organizations',
      actorId: admin.id,
      after: { search: '?status=active', total: 1 },
    },
  ])
})

it('an export leaves its audit row before its first row is read', async () => {
  await organization(db)
  const { body } = await organizations(visit(services, '/organizations/export', { actor: admin }) as never)
  expect(await auditActions(db)).toEqual(['list.export'])
  await body?.cancel()
})

it('an export leaves an audit row without the phone that was searched for', async () => {
  await take(organizations, '/organizations/export?q=%2B7+727+200+00+01')
  const [row] = await db.select().from(auditLog)
  expect(row?.after).toMatchObject({ search: '?q=***' })
})

it('a person may take two exports at once: a third gets 429, others are not held up, cancelling frees a place', async () => {
  await organization(db, { name: 'Дала Жүк' })
  const open = async (actor: Actor) =>
    (await organizations(visit(services, '/organizations/export', { actor }) as never)).body
  const refused = (actor: Actor) =>
    open(actor).then(
      () => null,
      (answer: Response) => [answer.status, Number(answer.headers.get('retry-after')) > 0],
    )
  const [first] = await Promise.all([open(admin), open(admin)])
  expect(await refused(admin)).toEqual([429, true])
  expect(await new Response(await open(cashier)).text()).toContain('Дала Жүк')
  expect(await new Response(first).text()).toContain('Дала Жүк')
  const third = await open(admin)
  expect(await refused(admin)).toEqual([429, true])
  await third?.cancel()
  await third?.cancel().catch(() => {})
  expect(await new Response(await open(admin)).text()).toContain('Дала Жүк')
})

it('an export frees its place when the client has gone', async () => {
  const open = (gone?: AbortSignal) => {
    const args = visit(services, '/invites/export', { actor: admin })
    args.context.set(requestInfoContext, { ...args.context.get(requestInfoContext), disconnectSignal: gone })
    return invites(args as never)
  }
  const leaves = new AbortController()
  await open(leaves.signal)
  await open(leaves.signal)
  leaves.abort()
  for (let n = 0; n < 3; n += 1) await open(AbortSignal.abort())
  expect((await (await open()).text()).split('\r\n')).toHaveLength(2)
})

it('an export reads no further block once the client has gone', async () => {
  const leaves = new AbortController()
  let blocks = 0
  async function* readInOrder() {
    while (blocks < 10) {
      blocks += 1
      if (blocks === 2) leaves.abort()
      yield []
    }
  }
  const args = visit({ ...services, readInOrder } as never, '/invites/export', { actor: admin })
  args.context.set(requestInfoContext, { ...args.context.get(requestInfoContext), disconnectSignal: leaves.signal })
  await (await invites(args as never)).text()
  expect(blocks).toBe(2)
})

it('an export frees its place when the list cannot be read', async () => {
  const taken = (db: TestServices['db']) =>
    take(organizations, '/organizations/export', admin, 'en', { ...services, db })
  const broken = {} as TestServices['db']
  for (let n = 0; n < 3; n += 1) await expect(taken(broken)).rejects.toThrow(TypeError)
  expect(await taken(db)).toHaveLength(1)
})

it('an export is cut off once the session of its reader ends, as by a suspension', async () => {
  const { id } = await organization(db)
  await addPartners(
    db,
    id,
    Array.from({ length: 1500 }, (_, n) => ({ username: `P${n}` })),
  )
  const actor = await signedInStaff(db, services, 'admin', 'Gulnara Abenova')
  const { body } = await users(visit(services, '/users/export', { actor }) as never)
  const taken = (body as ReadableStream<Uint8Array>).getReader()
  await taken.read()
  expect(Buffer.from((await taken.read()).value ?? []).toString()).toContain('P')
  await signOutEverywhere(db, actor.id, services.now())
  services.clock.advance(1000)
  await expect(readAll(taken)).rejects.toThrow('was ended')
})

it('an export checks the session once a second, not for each block', async () => {
  const { id } = await organization(db)
  await addPartners(
    db,
    id,
    Array.from({ length: 1500 }, (_, n) => ({ username: `P${n}` })),
  )
  const asked = async (...betweenMs: number[]) => {
    const statements = await statementsOf(async () => {
      const { body } = await users(visit(services, '/users/export', { actor: admin }) as never)
      const taken = (body as ReadableStream).getReader()
      while (!(await taken.read()).done) services.clock.advance(betweenMs.shift() ?? 0)
    })
    return statements.filter(({ text }) => text.includes('from "sessions"')).length
  }
  expect(await asked()).toBe(0)
  expect(await asked(0, 1000)).toBe(1)
  expect(await asked(0, 1000, 1000)).toBe(2)
})

async function readAll(reader: ReadableStreamDefaultReader): Promise<void> {
  while (!(await reader.read()).done);
}
