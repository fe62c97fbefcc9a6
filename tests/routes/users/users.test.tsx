import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { insertRecoveryRequest } from '../../../app/db/users/recovery'
import type { Actor } from '../../../app/domain/access'
import { userList } from '../../../app/domain/users/user-list'
import { listUsers } from '../../../app/domain/users/users.server'
import * as organizationPage from '../../../app/routes/organizations/detail'
import { loader as detail } from '../../../app/routes/users/detail'
import List, { loader } from '../../../app/routes/users/list'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { addUser } from '../../support/people'
import { pageHtml, tagWith } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { before, organization, partner, permitOf, staff } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  const { id } = await organization(db)
  await partner(db, id, { username: 'Grace O’Connor', status: 'suspended', createdAt: before(3 * DAY_MS) })
  await addUser(db, { username: '李秀英', phone: '+8613912345678', role: 'admin', createdAt: before(2 * DAY_MS) })
  await addUser(db, {
    username: 'Сәуле_100%',
    phone: '+77010000099',
    role: 'cashier',
    status: 'invited',
    createdAt: before(1 * DAY_MS),
  })
})

const read = (search = '', actor = manager) =>
  loader(visit(services, `/users/${search}`, { actor }) as unknown as Parameters<typeof loader>[0])
const namesIn = async (search: string) => (await read(search)).rows.map(({ username }) => username)
const pageOf = async (search = '') => pageHtml(List, { loaderData: await read(search) })

it('a search made by holding one letter down finds no similar names', async () => {
  expect(await namesIn('?username=kuz')).toEqual(['Ольга Кузнецова'])
  for (const held of ['zzzzzz', 'Hhhhh', 'kuznezzzz', 'ааааа']) expect(await namesIn(`?username=${held}`)).toEqual([])
})

it('shows similar names, labelled as such, only when no name contains the search words', async () => {
  const isSaid = async (search: string) => (await pageOf(search)).includes('Similar names:')
  expect([await namesIn('?username=cfekt'), await isSaid('?username=cfekt')]).toEqual([['Сәуле_100%'], true])
  expect([await namesIn('?username=saule'), await isSaid('?username=saule')]).toEqual([['Сәуле_100%'], false])
  await addUser(db, { username: 'Саула Ким', phone: '+77010000098', role: 'admin' })
  expect([await namesIn('?username=saule&role=admin'), await isSaid('?username=saule&role=admin')]).toEqual([[], false])
})

it('sorts similar names in the chosen order, or by likeness when none was chosen', async () => {
  await addUser(db, { username: 'Анна Кузнецоф', phone: '+77010000098' })
  const near = (sort: string) => namesIn(`?username=kuznetsofa&sort=${sort}`)
  expect(await near('name')).toEqual(['Анна Кузнецоф', 'Ольга Кузнецова'])
  expect(await near('name-last')).toEqual(['Ольга Кузнецова', 'Анна Кузнецоф'])
  const [closest, newest] = ['Анна Кузнецоф', 'Ольга Кузнецова']
  await addUser(db, { username: newest, phone: '+77010000097', createdAt: new Date('2030-01-01') })
  expect((await near(''))[0]).toBe(closest)
  expect((await near('newest'))[0]).toBe(newest)
})

it('marks no column as sorted while similar names are sorted by likeness, until an order is chosen', async () => {
  await addUser(db, { username: 'Анна Кузнецоф', phone: '+77010000098' })
  const created = async (search: string) =>
    /<th([^>]*)><a[^>]*href="([^"]*)"[^>]*>Created</.exec(await pageOf(search))?.slice(1)
  const near = '?username=kuznetsofa'
  expect(await pageOf(near)).not.toContain('aria-sort')
  expect((await created(near))?.[1]).toContain('sort=newest')
  const chosen = await created(`${near}&sort=newest`)
  expect(chosen?.[0]).toContain('aria-sort="descending"')
  expect(chosen?.[1]).toContain('sort=oldest')
  for (const search of ['', '?sort=newest', '?username=kuz', '?username=kuz&sort=newest']) {
    const [head, href] = (await created(search)) ?? []
    expect(head).toContain('aria-sort="descending"')
    expect(href).toContain('sort=oldest')
  }
  expect((await created('?username=kuz&sort=oldest'))?.[1]).toBe('/users/?username=kuz')
})

it('shows everybody, the newest first', async () => {
  expect(await namesIn('')).toEqual(['Сәуле_100%', '李秀英', 'Grace O’Connor', 'Ольга Кузнецова'])
})

it('says what will appear here while there are no users', async () => {
  await emptyTables(db)
  const html = await pageOf()
  for (const words of ['Nothing yet', 'Users appear here when they are invited.']) expect(html).toContain(words)
})

it.each([
  ['part of a username', '?username=秀', ['李秀英']],
  ['any case', '?username=СӘУЛЕ', ['Сәуле_100%']],
  ['another script', '?username=xiuying', ['李秀英']],
  ['another spelling', '?username=saule', ['Сәуле_100%']],
  ['signs alone', '?username=%25_', []],
  ['statuses', '?status=invited&status=suspended', ['Сәуле_100%', 'Grace O’Connor']],
  ['statuses as JSON', '?status=["invited"]', ['Сәуле_100%']],
  ['roles', '?role=admin,manager', ['李秀英', 'Ольга Кузнецова']],
])('finds by %s', async (_, search, names) => {
  expect(await namesIn(search)).toEqual(names)
})

it('finds a user by whole phone number in any spelling, only for roles that may see phones', async () => {
  for (const typed of [
    '+77010000099',
    '77010000099',
    '8 701 000 00 99',
    '701 000-00-99',
    '+7 (701) 000–00–99',
    '0077010000099',
  ])
    expect(await namesIn(`?username=${encodeURIComponent(typed)}`), typed).toEqual(['Сәуле_100%'])
  expect(await namesIn('?username=8613912345678')).toEqual(['李秀英'])
  expect(await namesIn('?username=%2B77010000099&role=admin')).toEqual([])
  for (const part of ['7701000009', '010000099', '0000099', '0099'])
    expect(await namesIn(`?username=${part}`)).toEqual([])
  const blind: Actor = { ...manager, role: 'cashier' }
  const permit = { ...permitOf(manager, 'users.read'), actor: blind }
  const asked = userList.read(new URLSearchParams({ username: '+77010000099' }))
  expect((await listUsers(services, permit, asked)).rows).toEqual([])
})

it.each([
  ['?who=staff', ['Сәуле_100%', '李秀英', 'Ольга Кузнецова'], ['4', '3', '1']],
  ['?who=partners', ['Grace O’Connor'], ['4', '3', '1']],
  ['?who=partners&status=invited', [], ['1', '1', '0']],
  ['?who=nobody', ['Сәуле_100%', '李秀英', 'Grace O’Connor', 'Ольга Кузнецова'], ['4', '3', '1']],
])(
  'has tabs for everybody, staff and partners, with the numbers that the filters leave: %s',
  async (search, names, counts) => {
    const { rows, tabs } = await read(search)
    expect(rows.map(({ username }) => username)).toEqual(names)
    expect(tabs.map(({ count }) => count)).toEqual(counts)
  },
)

it('keeps its filters in the link for inviting a user', async () => {
  const admin = await staff(db, 'admin', 'Марат Ли')
  const html = await pageHtml(List, { loaderData: await read('?status=invited&role=cashier', admin) })
  expect(html).toContain('href="/users/invite?status=invited&amp;role=cashier"')
})

it('offers recovery requests, with the number of open ones, and inviting only to those who may', async () => {
  const offered = async (actor: Actor) => {
    const html = await pageHtml(List, { loaderData: await read('', actor) })
    return ['/users/recovery', '/users/invite'].filter((address) => html.includes(`href="${address}"`))
  }
  expect(await offered(manager)).toEqual(['/users/recovery', '/users/invite'])
  const html = await pageHtml(List, { loaderData: { ...(await read()), openRecovery: null, mayInvite: false } })
  expect(html).not.toMatch(/href="\/users\/(recovery|invite)"/)
  await insertRecoveryRequest(db, {
    id: randomUUID(),
    name: 'Ольга',
    nameKey: '',
    oldPhone: manager.phone,
    newPhone: '+77019990000',
    message: 'Lost my SIM card',
    createdAt: services.now(),
  })
  expect(await pageOf()).toMatch(/Recovery requests <span[^>]*>1</)
})

it('tells users of the same name apart for screen readers by their masked numbers', async () => {
  await addUser(db, { username: '李秀英', phone: '+77010000055' })
  const page = await pageOf()
  const menus = [...page.matchAll(/aria-label="Actions: (李秀英[^"]*)"/g)].map(([, name]) => name)
  expect([menus.length, new Set(menus).size]).toEqual([2, 2])
  const heard = [...page.matchAll(/<span class="sr-only">, ([^<]*)<\/span><\/span><\/a>/g)]
  expect(heard.map(([, mark]) => mark?.slice(-2)).toSorted()).toEqual(['55', '78'])
})

it('keeps the open tab and the order when it is filtered', async () => {
  const form = /<form[^>]*role="search".*?<\/form>/s.exec(await pageOf('?who=partners&sort=name&status=active'))?.[0]
  expect([...(form ?? '').matchAll(/type="hidden" name="(\w+)" value="(\w+)"/g)].map(([, ...of]) => of)).toEqual([
    ['who', 'partners'],
    ['sort', 'name'],
  ])
})

it('replaces invalid parameters with the defaults, without an error', async () => {
  const { state } = await read('?page=-1&pageSize=13&status=gone&role=root&username=a&username=b')
  expect(state).toEqual({
    page: 1,
    pageSize: 10,
    usualPageSize: 10,
    who: 'all',
    status: [],
    role: [],
    organization: [],
    sort: 'closest',
    username: '',
  })
})

it('shows the last page for a page past the end', async () => {
  for (let n = 10; n < 20; n += 1) await addUser(db, { phone: `+770800001${n}` })
  for (const past of ['3', '1000000', '1000001', '99999999999999999999']) {
    const page = await read(`?page=${past}`)
    expect([page.state.page, page.total, page.rows.length]).toEqual([2, 14, 4])
  }
})

it('filters by organization, whose page links here with the number once it cannot show all its users', async () => {
  const { id } = await organization(db, { name: 'Tengri Cargo' })
  const linkOf = async () => {
    const at = visit(services, `/organizations/${id}`, { actor: manager, params: { id } })
    const { body } = await answerOf(() => organizationPage.loader(at as never))
    return /<a[^>]*href="([^"]*)"[^>]*>All partner users: 11</.exec(
      await pageHtml(organizationPage.default, { loaderData: body }),
    )?.[1]
  }
  for (let n = 0; n < 10; n += 1) await partner(db, id, { username: `Partner ${n}` })
  expect(await linkOf()).toBeUndefined()
  await partner(db, id, { username: 'Last to come', status: 'inactive' })
  expect(await linkOf()).toBe(`/users/?organization=${id}`)
  const { total, tabs } = await read(`?organization=${id}`)
  expect([total, ...tabs.map(({ count }) => count)]).toEqual([11, '11', '0', '11'])
  const found = `?organization=${id}&status=inactive`
  expect(await namesIn(found)).toEqual(['Last to come'])
  const html = await pageOf(found)
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('Organization:Tengri Cargo')
  expect(tagWith(html, 'type="hidden"', 'name="organization"')).toContain(id)
  expect(await pageOf(`?organization=${id}&username=nobody`)).toContain('Tengri Cargo')
})

it('keeps its page size on the way back from a user, even for a reader who usually has more rows', async () => {
  const actor = { ...manager, pageSize: 50 } as const
  const asked = '?page=1&status=active&pageSize=10'
  const { state } = await read(asked, actor)
  const { location, body } = await answerOf(() =>
    detail(visit(services, `/users/x${userList.search(state)}`, { actor, params: { id: 'x' } }) as never),
  )
  expect([location, body]).toEqual([null, { kind: 'missing', listSearch: '?status=active&pageSize=10' }])
})

it('runs three statements, including the one for recovery requests', async () => {
  expect(await statementsDuring(() => read('?pageSize=100'))).toBe(3)
})

it('contains no whole phone number', async () => {
  expect(JSON.stringify(await read())).not.toMatch(/\+\d{6}/)
})

it('shows statuses in colour and word, roles by label and icon, and partners by their organization', async () => {
  const html = await pageOf()
  expect(html).toMatch(/tone-teal">[^<]*Active/)
  expect(html).toMatch(/tone-sky">[^<]*Invited/)
  expect(html).toMatch(/tone-red">[^<]*Suspended/)
  expect(html).toMatch(/#briefcase.*?Manager/)
  expect(html).toContain('Steppe Freight')
  await addUser(db, { phone: '+77080000177', status: 'inactive' })
  expect(await pageOf()).toMatch(/tone-grey">[^<]*Inactive/)
})

it('says No results and links to the list without the search words when nothing matches', async () => {
  const html = await pageOf('?username=nobody&status=active')
  expect(html).toContain('No results')
  expect(html).toContain('href="/users/?status=active"')
})

it.each(['superadmin', 'admin', 'manager'] as const)('is open to a %s', async (role) => {
  expect((await read('', await staff(db, role, 'Reader'))).total).toBe(5)
})
