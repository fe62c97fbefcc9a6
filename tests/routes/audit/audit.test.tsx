import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import { AUDIT_ACTIONS } from '../../../app/audit-actions'
import { recordAudit, type AuditEntry } from '../../../app/domain/audit/audit.server'
import { auditList } from '../../../app/domain/audit/audit-list'
import { exportAudit, type AuditFound } from '../../../app/domain/audit/list-audit.server'
import { erasePerson } from '../../../app/domain/users/personal-data/erase-person.server'
import type { Fresh } from '../../../app/domain/fresh-proof'
import { searchKey } from '../../../app/domain/names/search-key.server'
import { auditObject } from '../../../app/http/views/audit-object.server'
import { translate } from '../../../app/i18n/texts.server'
import List, { loader } from '../../../app/routes/audit/list'
import { translateValue } from '../../../app/routes/audit/translate-value.server'
import { LANGUAGES, type Role } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { addInvite } from '../../support/invites'
import { pageHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, before, organization, partner, permitOf, staff, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'
import { ERASED } from '../../../app/pseudonyms'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', 'Сәуле Ахметова')
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
})

const read = (search = '', actor = admin) =>
  loader(visit(services, `/audit${search}`, { actor }) as unknown as Parameters<typeof loader>[0])
const actsIn = async (search: string, actor = admin) => (await read(search, actor)).rows.map(({ action }) => action)
const pageOf = async (search = '', actor = admin) => pageHtml(List, { loaderData: await read(search, actor) })
const record = (entry: Partial<AuditEntry>) =>
  recordAudit(db, {
    at: before(DAY_MS),
    actor: manager,
    action: 'verification.start',
    objectType: 'verification',
    objectId: 'x',
    requestId: 'REFERENCE0',
    ...entry,
  })

async function fill() {
  const { id } = await organization(db, { name: 'Жібек Жолы' })
  const application = await verification(db, { organizationId: id })
  await record({ objectId: application.id, at: before(5 * DAY_MS), requestId: 'AAAA1111' })
  await record({
    action: 'organization.suspend',
    objectType: 'organization',
    objectId: id,
    actor: admin,
    reason: 'Documents expired',
    before: { status: 'active' },
    after: { status: 'suspended' },
    at: before(2 * DAY_MS),
    requestId: 'BBBB2222',
  })
  await record({ action: 'user.join', objectType: 'user', objectId: manager.id, actor: null, at: before(DAY_MS) })
  return { id, application }
}

it('the log names the reviewers of a takeover only to readers who may see people, without unchanged fields', async () => {
  const { id: organizationId } = await organization(db)
  const application = await verification(db, { organizationId })
  await record({
    action: 'verification.take_over',
    objectId: application.id,
    before: { reviewer: manager.id, status: 'under_review', version: 3 },
    after: { reviewer: admin.id, status: 'under_review', version: 4 },
  })
  const { rows } = await read()
  expect(rows[0]?.changes).toEqual([{ name: 'Reviewer', before: 'Ольга Кузнецова', after: 'Сәуле Ахметова' }])
  const { rows: toCashier } = await read('', { ...manager, role: 'cashier' })
  expect(toCashier).toHaveLength(1)
  expect(JSON.stringify(toCashier)).not.toContain('Сәуле Ахметова')
})

it.each([
  ['verification.take_over', 'reviewer'],
  ['verification.approve', 'preparedBy'],
  ['user.export', 'proposedBy'],
  ['user.phone', 'agreedBy'],
  ['note.add', 'mentions'],
] as const)('the log names for %s the person in %s only to readers who may see people', async (action, field) => {
  await record({ action, after: { [field]: admin.id } })
  const told = async (actor: Actor) => (await read('', actor)).rows.map(({ changes }) => changes[0]?.after)
  expect(await told(admin)).toEqual(['Сәуле Ахметова'])
  expect(await told({ ...manager, role: 'cashier' })).not.toEqual(['Сәуле Ахметова'])
})

it('the log names the organization a user joined and, except to cashiers, documents approved unopened', async () => {
  const { id: organizationId } = await organization(db, { name: 'Tengri Cargo' })
  const application = await verification(db, { organizationId })
  const { id: documentId } = await addDocument(db, application, 'verified', { fileName: 'lease.pdf' })
  const after = { status: 'approved', unopened: [documentId], version: 2 }
  await record({ action: 'verification.approve', objectId: application.id, before: { version: 1 }, after })
  await record({ action: 'user.join', objectType: 'user', objectId: manager.id, after: { organizationId } })
  const told = async (actor: Actor) => (await read('', actor)).rows.flatMap(({ changes }) => changes)
  for (const actor of [admin, manager])
    expect(await told(actor)).toMatchObject([
      { name: 'Organization', after: 'Tengri Cargo' },
      { name: 'Status', after: 'Approved' },
      { name: 'Approved without opening', after: 'lease.pdf' },
    ])
  const toCashier = await told({ ...manager, role: 'cashier' })
  expect(toCashier).toMatchObject([{ after: 'Tengri Cargo' }, {}, { name: 'Approved without opening' }])
  expect(JSON.stringify(toCashier)).not.toContain('lease.pdf')
})

it.each([
  ['en', 'Approve', 'Reject'],
  ['ru', 'Одобрить', 'Отклонить'],
] as const)(
  'the log names a prepared decision in the language of the page, in %s',
  async (language, approve, reject) => {
    for (const decision of ['approve', 'reject'])
      await record({ action: 'verification.prepare', before: { version: 1 }, after: { decision, version: 2 } })
    const args = visit(services, '/audit', { actor: admin, language })
    const { rows } = await loader(args as unknown as Parameters<typeof loader>[0])
    expect(rows.map(({ changes }) => changes[0]?.after)).toEqual([reject, approve])
  },
)

it('the log lists who did what to what, newest first, with the values before and after in words', async () => {
  const { id } = await fill()
  expect(await actsIn('')).toEqual(['User joined', 'Organization suspended', 'Review started'])
  const html = await pageOf()
  expect(html).toContain(`href="/organizations/${id}"`)
  expect(html).toContain('<bdi>Active</bdi> → <bdi>Suspended</bdi>')
  expect(html).toContain('Documents expired')
  expect(html).toContain('BBBB2222')
  expect(html).toContain('System or not signed in')
})

it.each([
  ['the name of who acted, in any script', '?text=saule', ['Organization suspended']],
  ['a reason', '?text=expired', ['Organization suspended']],
  ['one letter that begins a word of a reason', '?text=D', ['Organization suspended']],
  ['no two letters within a word of a reason', '?text=xp', []],
  ['a reference number', '?text=aaaa1111', ['Review started']],
  ['an area', '?area=user', ['User joined']],
  ['one of two areas', '?area=user&area=organization', ['User joined', 'Organization suspended']],
  ['an area by its former name', '?room=user', ['User joined']],
  ['an action', '?action=verification.start', ['Review started']],
  ['an action of an area', '?area=verification&action=verification.start', ['Review started']],
  ['no action of another area', '?area=user&action=verification.start', []],
  ['an action by its former name', '?act=verification.start', ['Review started']],
  ['a role', '?role=admin', ['Organization suspended']],
  ['a first day', '?from=2026-02-27', ['User joined', 'Organization suspended']],
  ['one’s own acts', '?whose=own', ['Organization suspended']],
  ['nothing that is so', '?text=%25', []],
])('the log finds entries by %s', async (_, search, acts) => {
  await fill()
  const from = before(3 * DAY_MS)
    .toISOString()
    .slice(0, 10)
  expect(await actsIn(search.replace('2026-02-27', from))).toEqual(acts)
})

it('the log finds the acts of a staff member even when 2,000 partners share the name', async () => {
  const { id } = await organization(db)
  const partners = (first: number) =>
    db.execute(sql`insert into users (username, search_key, phone, status, organization_id, created_at)
      select 'Айгерим', ${searchKey('Айгерим')}, '+' || n, 'active', ${id}, now()
      from generate_series(${first}::bigint, ${first}::bigint + 1000) n`)
  await partners(77_030_000_000)
  const actor = await staff(db, 'manager', 'Айгерим')
  await partners(77_040_000_000)
  await record({ actor })
  expect(await actsIn('?text=айгерим')).toEqual(['Review started'])
})

describe('a search of the log for the name of what was acted on', () => {
  async function suspendEmily() {
    const { id: organizationId } = await organization(db)
    const username = 'Emily Carter'
    const { id } = await partner(db, organizationId, { username, searchKey: searchKey(username), status: 'suspended' })
    await record({ action: 'user.suspend', objectType: 'user', objectId: id, reason: 'Left' })
    return id
  }

  it('finds a person however the name is spelled', async () => {
    await suspendEmily()
    await record({ action: 'user.suspend', objectType: 'user', objectId: admin.id })
    for (const words of ['Emily', 'emily carter', 'Эмили'])
      expect(
        (await read(`?text=${words}`)).rows.map(({ object }) => object.name),
        words,
      ).toEqual(['Emily Carter'])
    expect(await actsIn('?text=Emily', manager)).toEqual(['User suspended'])
    expect(await actsIn('?text=Emily&whose=own')).toEqual([])
  })

  it('finds an organization and its applications by the organization’s name', async () => {
    await fill()
    const other = await organization(db, { name: 'Other' })
    await record({ action: 'organization.edit', objectType: 'organization', objectId: other.id })
    for (const words of ['Жібек Жолы', 'zhibek'])
      expect(await actsIn(`?text=${words}`)).toEqual(['Organization suspended', 'Review started'])
    expect(await actsIn('?text=zhibek', manager)).toEqual(['Review started'])
  })

  it('finds an invite by its whole code in any spelling, even when shown masked, and never by part of the code', async () => {
    const id = await addInvite(db, { code: 'INV-ABCD-EFGH-0001', role: 'superadmin' })
    await addInvite(db, { code: 'INV-ABCD-EFGH-0002' })
    await record({ action: 'invite.create', objectType: 'invite', objectId: id })
    for (const typed of ['INV-ABCD-EFGH-0001', 'inv abcd efgh ooo1', 'ABCDEFGH0001'])
      expect((await read(`?text=${typed}`)).rows.map(({ object }) => object.name)).toEqual(['INV-••••-••••-0001'])
    for (const typed of ['INV-ABCD-EFGH-0002', 'INV-ABCD-EFGH', 'INV-ABCD-EFGH-000'])
      expect(await actsIn(`?text=${typed}`)).toEqual([])
  })

  it('does not find a person who was erased', async () => {
    const id = await suspendEmily()
    expect(await actsIn('?text=Emily')).toEqual(['User suspended'])
    await db.transaction((tx) => erasePerson(tx, services, { id, actor: null, requestId: 'R' }))
    expect(await actsIn('?text=Emily')).toEqual([])
  })

  it('works in the exported file too, whose audit row keeps no code', async () => {
    await fill()
    const id = await addInvite(db, { code: 'INV-ABCD-EFGH-0001' })
    await record({ action: 'invite.create', objectType: 'invite', objectId: id })
    const taking = { ...permitOf(admin, 'audit.read'), isFresh: true } as Fresh<'audit.read'>
    const taken = async (text: string) => {
      const noted = { search: auditList.search({ ...auditList.empty, text }), requestId: 'R' }
      const blocks = await exportAudit(services, taking, { ...auditList.empty, text }, noted)
      const acts: string[] = []
      for await (const rows of blocks) acts.push(...rows.map(({ action }) => action))
      return acts
    }
    expect(await taken('zhibek')).toEqual(['organization.suspend', 'verification.start'])
    for (const typed of ['INV-ABCD-EFGH-0001', 'inv abcd efgh ooo1', 'ABCDEFGH0001'])
      expect(await taken(typed)).toEqual(['invite.create'])
    const notes = (await read('?action=list.export')).rows.map(({ changes }) => changes)
    expect(notes).toHaveLength(4)
    expect(JSON.stringify(notes)).not.toMatch(/abcd|efgh/i)
  })

  it('says when more than 100 names match, even when no entry of theirs is found', async () => {
    const said = 'Very many names match'
    const many = (rows: number) =>
      Promise.all(Array.from({ length: rows }, (_, n) => organization(db, { name: `Tengri Cargo ${n}` })))
    const [first] = await many(100)
    await record({ action: 'organization.edit', objectType: 'organization', objectId: first?.id ?? '' })
    expect(await actsIn('?text=tengri')).toEqual(['Organization edited'])
    expect(await pageOf('?text=tengri')).not.toContain(said)
    await many(1)
    for (const search of ['?text=tengri', '?text=tengri&area=user']) expect(await pageOf(search)).toContain(said)
    expect(await pageOf('?text=tengri&area=user')).not.toContain('No entry matches')
    expect(await pageOf('?text=tengri cargo 0')).not.toContain(said)
  })
})

it('the log counts up to 10,000 entries and says when there are more, also in the row of an export', async () => {
  const many = (rows: number) =>
    db.execute(sql`insert into audit_log (at, act, object_type, request_id, object_id)
      select now(), 'verification.start', 'verification', 'R', 'x' from generate_series(1, ${rows}::int)`)
  await many(10_000)
  expect(await pageOf()).toContain('>10,000 found<')
  await many(1)
  expect(await pageOf()).toContain('>10,000+ found<')
  const taking = { ...permitOf(admin, 'audit.read'), isFresh: true } as Fresh<'audit.read'>
  await exportAudit(services, taking, auditList.empty, { search: '', requestId: 'R' })
  expect((await read('?action=list.export')).rows[0]?.changes).toMatchObject([
    { name: 'Number', after: '10,000' },
    { name: 'There are more', after: 'Yes' },
  ])
})

it('the log shows by which filters codes were deleted, and how many', async () => {
  const deleted = { action: 'invite.deleteMatching', objectType: 'invites', after: { total: 9480 } } as const
  await record({ ...deleted, objectId: 'all', at: before(2 * DAY_MS) })
  await record({ ...deleted, objectId: '?status=expired' })
  expect((await read()).rows.map(({ changes }) => changes.map(({ name, after }) => `${name}: ${after}`))).toEqual([
    ['Filters: ?status=expired', 'Number: 9,480'],
    ['Filters: —', 'Number: 9,480'],
  ])
})

it('the log names changed fields and their values in words', async () => {
  await record({
    action: 'organization.edit',
    objectType: 'organization',
    before: { serviceTypes: ['standard'], allowCod: false, country: 'KZ', version: 1 },
    after: { serviceTypes: ['standard', 'cold_chain'], allowCod: true, country: 'CN', version: 2 },
  })
  const [row] = (await read()).rows
  expect(row?.changes).toEqual([
    { name: 'Country', before: 'Kazakhstan', after: 'China' },
    { name: 'Cash on delivery', before: 'No', after: 'Yes' },
    { name: 'Service types', before: 'Standard delivery', after: 'Standard delivery and cold chain' },
  ])
})

it.each([
  ['en', 'Holidays: Kazakhstan'],
  ['ru', 'Праздники: Казахстан'],
  ['kk', 'Мерекелер: Қазақстан'],
  ['zh', '节假日：哈萨克斯坦'],
] as const)('the log names the country whose holidays changed, in %s', async (language, name) => {
  const holidays = { before: { KZ: ['2026-12-16 Day'] }, after: { KZ: ['2026-12-16 Republic Day'] } }
  await record({ action: 'dueDates.edit', objectType: 'settings', objectId: 'due-dates', ...holidays })
  const args = visit(services, '/audit', { actor: admin, language })
  const { rows } = await loader(args as unknown as Parameters<typeof loader>[0])
  expect(rows[0]?.changes).toEqual([{ name, before: '2026-12-16 Day', after: '2026-12-16 Republic Day' }])
})

it.each([
  ['constructor', 'toString'],
  ['KZ', 'CN'],
])('the log shows a name unchanged even when it equals a country code or an object key: %s', async (before, after) => {
  const change = { before: { name: before }, after: { name: after } }
  await record({ action: 'organization.edit', objectType: 'organization', ...change })
  expect((await read()).rows[0]?.changes).toMatchObject([{ before, after }])
})

it('the log shows a name as written even when it looks like an invalid timestamp', async () => {
  const change = { before: { username: manager.username }, after: { username: '2026-99-99T9Z' } }
  await record({ action: 'user.settings', objectType: 'user', objectId: manager.id, ...change })
  expect(await pageOf()).toContain('2026-99-99T9Z')
})

it('the log names the organization status that a decision led to', async () => {
  const change = { before: { status: 'under_review' }, after: { status: 'approved', organizationStatus: 'archived' } }
  await record({ action: 'verification.approve', objectType: 'verification', ...change })
  expect((await read()).rows[0]?.changes).toMatchObject([
    { before: 'Under review', after: 'Approved' },
    { after: 'Archived' },
  ])
})

it('the log shows no raw id when filtered by an object and an actor', async () => {
  const { id } = await fill()
  const html = await pageOf(`?object=${id}&actor=${admin.id}`)
  expect(html).not.toContain(`>${id}<`)
  expect(html).not.toContain(`>${admin.id}<`)
})

it('the object filter finds all acts on one object', async () => {
  const { application } = await fill()
  expect(await actsIn(`?object=${application.id}`)).toEqual(['Review started'])
})

it('the organization filter finds the acts on the organization, its applications and its documents', async () => {
  const { id, application } = await fill()
  const paper = await addDocument(db, application, 'pending', { fileName: 'lease.pdf' })
  await record({ action: 'document.read', objectType: 'document', objectId: paper.id })
  const other = await organization(db, { name: 'Other' })
  await record({ action: 'organization.edit', objectType: 'organization', objectId: other.id })
  const acts = ['Document opened', 'Organization suspended', 'Review started']
  expect((await actsIn(`?organization=${id}`)).toSorted()).toEqual(acts)
  expect((await read('?objectType=document')).rows[0]?.object).toMatchObject({
    name: 'lease.pdf',
    href: `/organizations/${id}?tab=documents`,
  })
  expect(await actsIn(`?organization=${id}&object=${application.id}`)).toEqual(['Review started'])
  const html = await pageOf(`?organization=${id}`)
  expect(html).not.toContain(`>${id}<`)
  const chips = html.match(/<a[^>]*class="chip".*?<\/a>/gs) ?? []
  expect(chips.map((chip) => chip.replaceAll(/<[^>]*>/g, ''))).toEqual(['Organization:Жібек Жолы'])
})

it('filter chips name the organization and the actor even when nothing is found, but no actor to a cashier', async () => {
  const { id } = await organization(db, { name: 'Жібек Жолы' })
  const search = `?organization=${id}&actor=${manager.id}&area=setup&from=2020-01-01&to=2020-01-02`
  expect((await read(search)).rows).toEqual([])
  const chips = (await pageOf(search)).match(/<a[^>]*class="chip".*?<\/a>/gs) ?? []
  const words = chips.map((chip) => chip.replaceAll(/<[^>]*>/g, ''))
  expect(words).toContain('Organization:Жібек Жолы')
  expect(words.join()).toContain(manager.username)
  const cashier = await staff(db, 'cashier', 'Daniel Brooks')
  expect(JSON.stringify(await read(search, cashier))).not.toContain(manager.username)
})

it.each([
  ['en', 'Dec 1, 2026', 'Dec 2, 2026'],
  ['ru', '1 дек. 2026 г.', '2 дек. 2026 г.'],
  ['kk', '2026 ж. 1 жел.', '2026 ж. 2 жел.'],
  ['zh', '2026年12月1日', '2026年12月2日'],
] as const)('filter chips show the same first and last day in every time zone, in %s', async (language, from, to) => {
  for (const timeZone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
    const args = visit(services, '/audit?from=2026-12-01&to=2026-12-02', { actor: { ...admin, timeZone }, language })
    const loaderData = await loader(args as unknown as Parameters<typeof loader>[0])
    const chips = (await pageHtml(List, { loaderData }, { language })).match(/<a[^>]*class="chip".*?<\/a>/gs) ?? []
    const words = chips.map((chip) => chip.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' '))
    expect(words).toEqual([expect.stringMatching(`${from}$`), expect.stringMatching(`${to}$`)])
  }
})

it('the details of a row are headed by its act and object, without the reference number', async () => {
  await fill()
  const summary = /<summary.*?<\/summary>/s.exec(await pageOf('?action=organization.suspend'))?.[0] ?? ''
  const words = summary.replaceAll(/<[^>]*>/g, '')
  expect(words).toContain('Organization suspended')
  expect(words).toContain('Жібек Жолы')
  expect(words).not.toContain('BBBB2222')
})

it('a search for the id of an object finds the acts on it', async () => {
  const { id, application } = await fill()
  expect(await actsIn(`?text=${application.id}`)).toEqual(['Review started'])
  expect(await actsIn(`?text=${id}`)).toEqual(['Organization suspended'])
})

it.each([
  ['Asia/Almaty', '2026-02-19T18:59:59.999Z', '2026-02-19T19:00:00.000Z'],
  ['America/New_York', '2026-02-20T04:59:59.999Z', '2026-02-20T05:00:00.000Z'],
])('`from` starts at midnight for a reader in %s', async (timeZone, late, early) => {
  await record({ action: 'user.join', at: new Date(late) })
  await record({ action: 'organization.edit', at: new Date(early) })
  expect(await actsIn('?from=2026-02-20', { ...admin, timeZone })).toEqual(['Organization edited'])
})

it.each([
  ['Asia/Almaty', '2026-02-20T18:59:59.999Z', '2026-02-20T19:00:00.000Z'],
  ['America/New_York', '2026-02-21T04:59:59.999Z', '2026-02-21T05:00:00.000Z'],
])('`to` ends at the next midnight for a reader in %s', async (timeZone, last, next) => {
  await record({ action: 'user.join', at: new Date(last) })
  await record({ action: 'organization.edit', at: new Date(next) })
  expect(await actsIn('?from=2026-02-20&to=2026-02-20', { ...admin, timeZone })).toEqual(['User joined'])
})

it.each([
  '?area=nothing',
  '?from=yesterday',
  '?from=2026-02-31',
  '?to=2026-02-31',
  '?object=1',
  '?page=x',
  '?whose=theirs',
])('the log ignores the invalid filter in %s', async (search) => {
  await fill()
  expect(await actsIn(search)).toHaveLength(3)
})

describe('visibility in the log', () => {
  it('a manager sees only their own acts, whatever filter is asked for', async () => {
    await fill()
    for (const search of ['', '?whose=all', '?role=admin'])
      expect((await read(search, manager)).rows.every(({ actorName }) => actorName === 'Ольга Кузнецова')).toBe(true)
    for (const search of [`?actor=${admin.id}`, `?whose=own&actor=${admin.id}`])
      expect((await read(search, manager)).rows).toEqual([])
    expect(await actsIn('', manager)).toEqual(['Review started'])
  })

  it('a template links to its page only for a reader who may open it', async () => {
    const id = randomUUID()
    await record({ action: 'template.archive', objectType: 'template', objectId: id, actor: manager })
    const hrefFor = async (actor: Actor) => (await read('', actor)).rows[0]?.object.href
    expect(await hrefFor(admin)).toBe(`/settings/templates/${id}`)
    expect(await hrefFor(manager)).toBeNull()
  })

  it('a user links to their page only for a reader who may open it', async () => {
    for (const actor of [admin, manager, await staff(db, 'cashier', 'Daniel Brooks')])
      await record({ action: 'user.settings', objectType: 'user', objectId: admin.id, actor })
    const hrefs = async (actor: Actor) => (await read('?whose=own', actor)).rows.map(({ object }) => object.href)
    const [cashier] = (await read('', admin)).rows.filter(({ role }) => role === 'cashier')
    expect(await hrefs(manager)).toEqual([`/users/${admin.id}`])
    expect(await hrefs({ ...admin, id: cashier?.actorId ?? '', role: 'cashier' })).toEqual([null])
  })
})

it('the list takes 2 statements, and 3 with search words', async () => {
  await fill()
  expect(await statementsDuring(() => read('?pageSize=100'))).toBe(2)
  expect(await statementsDuring(() => read('?text=saule'))).toBe(3)
})

/** The names of the hidden fields in the filter form. */
const keptBy = (html: string) =>
  [...(/<form[^>]*role="search".*?<\/form>/s.exec(html)?.[0] ?? '').matchAll(/type="hidden" name="(\w+)"/g)].map(
    ([, name]) => name,
  )

it('filters by role and by whose acts are offered only where acts of others are shown', async () => {
  await fill()
  const [all, own] = [await pageOf(), await pageOf('', manager)]
  const filters = (html: string) => ['area', 'role', 'whose'].filter((name) => html.includes(`name="${name}"`))
  expect([filters(all), filters(own)]).toEqual([['area', 'role', 'whose'], ['area']])
  expect([all.includes('Who did what and when.'), own.includes('Your own actions.')]).toEqual([true, true])
})

it('the filter form carries as hidden fields only the filters it has no input for', async () => {
  const { id } = await fill()
  expect(keptBy(await pageOf(`?whose=own&role=admin&area=organization&from=2020-01-01&object=${id}`))).toEqual([
    'object',
  ])
})

it('objects of one name are told apart by id for screen readers, and each actor is shown with their role', async () => {
  for (const name of ['Altai', 'Altai', 'Volga']) {
    const { id } = await organization(db, { name })
    await record({ action: 'organization.edit', objectType: 'organization', objectId: id, actor: admin })
  }
  const html = await pageOf()
  const heard = [...html.matchAll(/<bdi>(\w+)<\/bdi><span class="sr-only">, ([0-9a-f]{8})<\/span><\/a>/g)]
  expect(heard.map(([, name]) => name)).toEqual(['Altai', 'Altai'])
  expect(new Set(heard.map(([, , mark]) => mark)).size).toBe(2)
  expect(html).toMatch(/Сәуле Ахметова<\/bdi><span[^>]*> · Admin</)
})

it('an empty log says that every change appears here', async () =>
  expect(await pageOf()).toContain('Every change appears here.'))

it.each(LANGUAGES)('every audit action has a name in %s', (language) => {
  for (const act of AUDIT_ACTIONS) expect(translate(language, { key: `audit:action.${act}` })).not.toContain(act)
})

it.each<[area: string, field: string, value: unknown, words: string]>([
  ['verification', 'status', 'need_more_info', 'More info needed'],
  ['document', 'status', 'verified', 'Verified'],
  ['user', 'status', 'invited', 'Invited'],
  ['organization', 'status', 'archived', 'Archived'],
  ['setup', 'status', 'submitted', 'Submitted'],
  ['user', 'role', 'superadmin', 'Superadmin'],
  ['organization', 'access', 'trial', 'Trial'],
  ['organization', 'operationMode', 'hybrid', 'Hybrid'],
  ['invite', 'type', 'invite_to_user', 'Staff'],
  ['document', 'type', 'lease_agreement', 'Lease agreement'],
  ['invite', 'channel', 'whatsapp', 'WhatsApp'],
  ['user', 'proof', 'passkey', 'Passkey'],
  ['session', 'way', 'code', 'By code'],
  ['setup', 'step', 'hours', 'Service hours'],
  ['organization', 'workingDays', ['mon', 'tue'], 'Mon and Tue'],
  ['organization', 'pickupCountries', ['KZ', 'CN'], 'Kazakhstan and China'],
  ['user', 'density', 'compact', 'Compact'],
  ['user', 'startPage', 'invites', 'Invite codes'],
  ['template', 'use', 'item', 'Requesting more info'],
  ['template', 'types', ['address_change', 'bank_account_update'], 'Address change and bank account update'],
  ['template', 'documentTypes', ['tax_certificate'], 'Tax certificate'],
  ['settings', 'mustOpen', ['initial_registration'], 'Initial registration'],
  ['user', 'language', 'kk', 'Қазақша'],
  ['organization', 'defaultLocale', 'zh', '中文'],
  ['user', 'username', 'kk', 'kk'],
  ['user', 'notifications', ['mention.email'], 'They are mentioned in an internal note (Email)'],
  ['user', 'notifications', ['recovery_request.whatsapp'], 'New recovery request (WhatsApp)'],
  ['user', 'username', 'mention.email', 'mention.email'],
  ['invite', 'maximumUses', 1200, '1,200'],
  ['invite', 'expiresAt', '2026-03-05T19:00:00.000Z', 'Mar 5, 2026, 11:59 PM'],
  ['invite', 'createdUpTo', '2026-03-02T09:00:00.000Z', 'Mar 2, 2026, 2:00 PM'],
  ['audit', 'olderThan', '2026-03-02T09:00:00.000Z', 'Mar 2, 2026, 2:00 PM'],
  ['recovery', 'changesAt', '2026-03-02T09:00:00.000Z', 'Mar 2, 2026, 2:00 PM'],
  ['user', 'changesAt', ERASED, ERASED],
  ['user', 'username', '2026-03-02T09:00:00.000Z', '2026-03-02T09:00:00.000Z'],
  ['user', 'username', '2026-99-99T9Z', '2026-99-99T9Z'],
  ['organization', 'brand', '', '—'],
  ['organization', 'brand', null, '—'],
  ['organization', 'serviceTypes', [], '—'],
  [
    'list',
    'search',
    '?q=%D0%90%D0%BB%D0%BC%D0%B0%D1%82%D1%8B+%D0%B6%D2%AF%D0%BA&status=active',
    '?q=Алматы жүк&status=active',
  ],
  ['list', 'search', '?q=INV-%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2', '?q=INV-••••'],
  ['list', 'search', '?q=100%', '?q=100%'],
])('a change in %s shows %s %j as “%s”', (area, field, value, words) =>
  expect(translateValue(area, field, value, { language: 'en', timeZone: 'Asia/Almaty' })).toBe(words),
)

it('the log shows the last day of a code in the code’s time zone, and the time of the act in the reader’s', async () => {
  const id = await addInvite(db, { code: 'INV-AAAA-AAAA-AAAA', timeZone: 'Asia/Almaty' })
  const after = { expiresAt: '2026-03-05T19:00:00.000Z' }
  const at = new Date('2026-03-01T19:00:00.000Z')
  await record({ action: 'invite.edit', objectType: 'invite', objectId: id, before: { expiresAt: null }, after, at })
  const [row] = (await read('', { ...admin, timeZone: 'Asia/Tokyo' })).rows
  expect(row?.at.text.replaceAll('\u00a0', ' ')).toContain('Mar 2, 2026')
  expect(row?.changes[0]?.after).toContain('Mar 5, 2026, 11:59')
})

it.each<[objectType: string, id: string, role: Role, name: string, href: string | null]>([
  ['verification', '1', 'cashier', 'Tengri Cargo', '/verifications/1'],
  ['organization', '1', 'cashier', 'Tengri Cargo', '/organizations/1'],
  ['invite', '1', 'cashier', 'INV-AAAA-AAAA-AAAA', '/invites/1'],
  ['user', '1', 'manager', 'Grace', '/users/1'],
  ['user', '1', 'cashier', 'Grace', null],
  ['user', 'unknown', 'admin', 'Unknown number', null],
  ['recoveryRequest', '1', 'manager', 'Recovery request', '/users/recovery/1'],
  ['recoveryRequest', '1', 'cashier', 'Recovery request', null],
  ['document', '1', 'manager', 'lease.pdf', null],
  ['document', '1', 'cashier', '1', null],
  ['device', '1', 'admin', 'Trusted browser', null],
  ['passkey', '1', 'admin', 'Passkey', null],
  ['list', 'users', 'admin', 'Users', null],
  ['list', 'toString', 'admin', 'toString', null],
])('%s %s appears to the role %s as “%s” with the link %s', (objectType, objectId, role, name, href) => {
  const names = { organizationName: 'Tengri Cargo', inviteCode: 'INV-AAAA-AAAA-AAAA', documentName: 'lease.pdf' }
  const row = { objectType, objectId, ...names, objectUser: 'Grace' } as AuditFound
  expect(auditObject(row, { language: 'en', actor: { role } })).toEqual({ name, href })
  const nameless = { ...row, organizationName: null, inviteCode: null, objectUser: null, documentName: null }
  expect(auditObject(nameless, { language: 'en', actor: { role } }).name).toBe(
    ['verification', 'organization', 'invite', 'document'].includes(objectType) || name === 'Grace' ? objectId : name,
  )
})
