import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchOrganizations } from '../../../app/db/search'
import { auditLog } from '../../../app/db/schema/audit'
import type { Actor } from '../../../app/domain/access'
import { listJoinable } from '../../../app/domain/invites/joinable.server'
import { organizationSearch } from '../../../app/domain/organizations/organization-search'
import { searchKey } from '../../../app/domain/names/search-key.server'
import { loader as takeOrganizations } from '../../../app/routes/organizations/export'
import { loader as takeUsers } from '../../../app/routes/users/export'
import InviteList, { loader as invites } from '../../../app/routes/invites/list'
import OrganizationList, { loader as organizations } from '../../../app/routes/organizations/list'
import UserList, { loader as users } from '../../../app/routes/users/list'
import Queue, { loader as verifications } from '../../../app/routes/verifications/list'
import { insertBulkOrganizations } from '../../../app/demo/bulk/bulk-organizations'
import { emptyTables, openTestDatabase, ownerOf } from '../../support/database'
import { addUser } from '../../support/people'
import { pageHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { organization, permitOf, staff } from '../../support/verifications'

/** A search by words counts up to this many. */
const COUNTED = 1000
/** This many more match the words. */
const MORE = 12

const db = await openTestDatabase()
let services: TestServices
let admin: Actor

beforeAll(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '李伟')
  const rows = COUNTED + MORE
  const made = sql`timestamptz '2026-01-01' + n * interval '1 minute'`
  await insertBulkOrganizations({ db: ownerOf(db), seed: 1, now: services.now() }, { from: 1, to: rows })
  await db.execute(sql`update organizations set name = 'Good Cargo ' || n, search_key = ${searchKey('Good Cargo')},
    country = case when n <= 3 then 'CN' else 'KZ' end, created_at = ${made}
    from (select id, row_number() over (order by id)::int as n from organizations) placed where placed.id = organizations.id`)
  await organization(db, { name: 'Cargo', legalName: 'Cargo', createdAt: new Date('2025-01-01') })
  await db.execute(sql`insert into users (username, search_key, phone, status, organization_id, created_at)
    select 'Aigerim ' || n, ${searchKey('Aigerim')}, '+' || 77030000000 + n, 'active', o.id, ${made}
    from generate_series(1, ${rows}::int) n, (select id from organizations limit 1) o`)
  await addUser(db, { username: 'Aigerim', phone: '+77010000099', role: 'cashier' })
  await db.execute(sql`insert into invites (code, type, maximum_uses, notes, created_at)
    select 'CODE-' || n, 'invite_to_user', 1, 'Spring fair' || case when n <= ${COUNTED}::int then ' hall' else '' end, ${made}
    from generate_series(1, ${rows}::int) n`)
  await db.execute(sql`insert into verifications (organization_id, type, status, submitted_at)
    select id, 'initial_registration', 'pending', created_at from organizations`)
})

const lists = {
  organizations: { load: organizations, Page: OrganizationList, path: '/organizations/' },
  users: { load: users, Page: UserList, path: '/users/' },
  invites: { load: invites, Page: InviteList, path: '/invites/' },
  verifications: { load: verifications, Page: Queue, path: '/verifications/' },
}

const NOTHING_ELSE = { phones: [], ids: null, code: null, codeStart: null, codesByPart: null }

type Shown = { html: string; rows: Record<string, unknown>[] }

async function read(name: keyof typeof lists, search: string): Promise<Shown> {
  const { load, Page, path } = lists[name]
  const loaderData = await load(visit(services, path + search, { actor: admin }) as never)
  return { ...loaderData, html: await pageHtml(Page as never, { loaderData } as never) }
}

describe.each([
  ['organizations', '?q=cargo', '?q=cargo&country=CN', 3],
  ['users', '?username=aigerim', '?username=aigerim&who=staff', 1],
  ['invites', '?q=fair', '?q=hall', COUNTED],
  ['verifications', '?q=cargo', '?q=cargo&country=CN', 3],
] as const)('a search that finds more than 1,000 %s', (name, many, few, fewFound) => {
  it('shows 1,000+, and the exact number once it is narrowed', async () => {
    expect((await read(name, many)).html).toContain('>1,000+ found<')
    expect((await read(name, few)).html).toContain(`>${fewFound.toLocaleString('en')} found<`)
  })

  it('has only as many pages as it counts', async () => {
    const first = await read(name, many)
    const last = await read(name, `${many}&page=100`)
    expect(last.rows).toHaveLength(10)
    expect((await read(name, `${many}&page=101`)).rows).toEqual(last.rows)
    const ids = (rows: Shown['rows']) => rows.map(({ id }) => id)
    expect(ids(last.rows).some((id) => ids(first.rows).includes(id))).toBe(false)
  })
})

it('a search puts the organization of exactly that name first, though it is the oldest', async () => {
  expect((await read('organizations', '?q=cargo')).rows.map(({ name }) => name)[0]).toBe('Cargo')
})

it('a search without words of a name puts the newest first', async () => {
  await db.execute(sql`update organizations set email = 'office@cargo.kz'`)
  const newest = Array.from({ length: 10 }, (_, n) => `Good Cargo ${COUNTED + MORE - n}`)
  expect((await read('organizations', '?q=%40')).rows.map(({ name }) => name)).toEqual(newest)
  const asked = organizationSearch('@', true)
  const found = asked && (await searchOrganizations(db, { ...NOTHING_ELSE, organization: asked }, 10))
  expect(found?.map(({ name }) => name)).toEqual(newest)
})

it('the organizations offered for an invite begin with the one of exactly that name', async () => {
  const permit = permitOf(admin, 'invites.create')
  const found = await listJoinable(services, permit, { words: 'cargo', chosenId: '' })
  expect(found.map(({ name }) => name)[0]).toBe('Cargo')
})

it.each([
  ['organizations', '?q=cargo&sort=oldest&page=100', 'name', 'Good Cargo 990'],
  ['users', '?username=aigerim&sort=oldest&page=100', 'username', 'Aigerim 991'],
] as const)(
  'pages in the oldest order end with what is counted, not with all that is found: %s',
  async (name, search, field, first) => {
    expect((await read(name, search)).rows.map((row) => row[field])[0]).toBe(first)
  },
)

it('a search that finds more than 1,000 shows no counts beside tabs and filters', async () => {
  for (const search of ['?username=aigerim', '?username=aigerim&who=staff'])
    expect(await read('users', search)).toMatchObject({ tabs: Array.from({ length: 3 }, () => ({ count: undefined })) })
  expect(await read('users', '?username=李')).toMatchObject({ tabs: [{ count: '1' }, { count: '1' }, { count: '0' }] })
  expect(await read('organizations', '?q=cargo&country=CN')).toMatchObject({ counts: { status: {}, country: {} } })
  expect(await read('organizations', '')).toMatchObject({ counts: { country: { CN: '3' } } })
})

it('deleting all codes of a search is offered for 1,000+', async () => {
  expect(await read('invites', '?q=fair')).toMatchObject({ selection: { total: COUNTED, totalText: '1,000+' } })
})

it.each([
  ['organizations', takeOrganizations, '?q=cargo', COUNTED + MORE + 1],
  ['users', takeUsers, '?username=aigerim', COUNTED + MORE + 1],
] as const)('an export takes all that is found and records the exact number: %s', async (name, take, search, all) => {
  const answer = await take(visit(services, `/${name}/export${search}`, { actor: admin }) as never)
  expect((await answer.text()).trim().split('\r\n')).toHaveLength(all + 1)
  const noted = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(sql`${auditLog.objectId} = ${name}`)
  expect(noted.at(-1)?.after).toMatchObject({ total: all })
})
