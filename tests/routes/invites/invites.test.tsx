import { beforeEach, describe, expect, it } from 'vitest'
import { invites, redemptions } from '../../../app/db/schema/invites'
import type { Actor } from '../../../app/domain/access'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { loader as takeOut } from '../../../app/routes/invites/export'
import * as card from '../../../app/routes/invites/invite/card'
import * as detail from '../../../app/routes/invites/invite/detail'
import { readDetail } from '../../../app/routes/invites/invite/detail.server'
import { InviteFacts } from '../../../app/routes/invites/invite/invite-facts'
import List, { loader } from '../../../app/routes/invites/list'
import { Recipient } from '../../../app/routes/invites/recipient'
import * as organizationPage from '../../../app/routes/organizations/detail'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { inviteDialogs } from '../../support/invite-dialogs'
import { addInvite, sealed } from '../../support/invites'
import { pageHtml, serverHtml, tagWith } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, TEST_START, type TestServices } from '../../support/services'
import { before, organization, partner, permitOf, staff } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let cashier: Actor

const code = (last: string) => `INV-AAAA-BBBB-${last}`
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
  const invite = { type: 'invite_to_user', maximumUses: 4, createdBy: cashier.id } as const
  await db.insert(invites).values([
    { ...invite, code: sealed(code('OPEN')), createdAt: before(1 * DAY_MS), notes: 'For the 50%_fair', usedCount: 3 },
    {
      ...invite,
      code: sealed(code('LAST')),
      createdAt: before(2 * DAY_MS),
      expiresAt: new Date(TEST_START),
      role: 'cashier',
    },
    {
      ...invite,
      code: sealed(code('SOON')),
      createdAt: before(3 * DAY_MS),
      expiresAt: before(-1),
      type: 'invite_logistic_provider',
      notes: 'For a 50% fee',
    },
    {
      ...invite,
      code: sealed(code('DONE')),
      createdAt: before(4 * DAY_MS),
      expiresAt: before(DAY_MS),
      usedCount: 4,
      notes: 'Ярмарка 春季展会',
    },
    { ...invite, code: sealed(code('GONE')), createdAt: before(0), deletedAt: before(0) },
  ])
})

const read = (search = '', actor = cashier) =>
  loader(visit(services, `/invites/${search}`, { actor }) as unknown as Parameters<typeof loader>[0])
const codesIn = async (search: string) => (await read(search)).rows.map((row) => row.code.slice(-4))
const pageOf = async (search = '', actor = cashier) => pageHtml(List, { loaderData: await read(search, actor) })

it('the list shows the newest code first and no deleted code', async () => {
  expect(await codesIn('')).toEqual(['OPEN', 'LAST', 'SOON', 'DONE'])
})

it('an empty list says what it is for, and offers the first code to those who may create one', async () => {
  await emptyTables(db)
  const html = await pageOf()
  for (const words of ['Nothing yet', 'Create a code or send an invitation; both appear here.'])
    expect(html).toContain(words)
  const first = html.slice(html.indexOf('class="empty-actions"'))
  expect(first).toMatch(/<a [^>]*href="\/invites\/new"[^>]*>.*?Create code/)
})

it('the list derives the status of each code at the moment of reading', async () => {
  expect((await read()).rows.map(({ status }) => status)).toEqual(['active', 'expired', 'active', 'used'])
})

it.each([
  ['active codes', '?status=active', ['OPEN', 'SOON']],
  ['expired codes, without the used-up ones', '?status=expired', ['LAST']],
  ['used codes', '?status=used', ['DONE']],
  ['two statuses', '?status=used&status=expired', ['LAST', 'DONE']],
  ['a type', '?type=invite_logistic_provider', ['SOON']],
  ['part of a code', '?q=bbbb-la', ['LAST']],
  ['part of a note, signs as they are', '?q=0%25_f', ['OPEN']],
  ['two letters that begin a word of a note', '?q=FE', ['SOON']],
  ['nothing by two letters within a word', '?q=ee', []],
  ['two Chinese signs within a note', '?q=季展', ['DONE']],
  ['one Chinese sign within a note', '?q=会', ['DONE']],
  ['nothing by Chinese signs that do not stand together', '?q=春会', []],
  ['a type and a status', '?type=invite_to_user&status=active', ['OPEN']],
])('the list finds %s', async (_, search, codes) => {
  expect(await codesIn(search)).toEqual(codes)
})

it.each([
  ['', 'an option', /<input(?=[^>]* type="radio")(?=[^>]* name="type")(?=[^>]* value="")[^>]*>(<[^>]*>)*All types/],
  [
    '?type=invite_to_user&type=invite_logistic_provider',
    'a link',
    /<a class="menu-item" href="\/invites\/"[^>]*>All types/,
  ],
])('the type filter offers “All types” at /invites/%s, as %s', async (search, _, option) => {
  expect(await pageOf(search)).toMatch(option)
})

it('the words searched for appear among the filters as a search', async () => {
  expect((await pageOf('?q=0%25_f')).replaceAll(/<[^>]*>/g, '')).toContain('Search:0%_f')
})

it('a phone number in any spelling finds its code, for those who may see the number', async () => {
  const manager = await staff(db, 'manager', 'Ольга Кузнецова')
  await addInvite(db, { code: code('SENT'), channel: 'whatsapp', recipient: '+77015550001' })
  const [sent] = (await read('?q=SENT', manager)).rows
  expect(sent?.recipient).toBe('+7 701 555 0001')
  for (const q of ['+7 701 555 0001', '8 (701) 555-00-01', '+7 701–555–00–01', '555 00 01']) {
    const search = `?q=${encodeURIComponent(q)}`
    expect(
      (await read(search, manager)).rows.map(({ id }) => id),
      q,
    ).toEqual([sent?.id])
    expect((await read(search)).rows, q).toEqual([])
  }
})

it('the filter form keeps the order that was chosen', async () => {
  expect(await pageOf('?sort=expires-first')).toMatch(
    /<form[^>]*role="search".*?<input type="hidden" name="sort" value="expires-first".*?<\/form>/s,
  )
})

it('a code expires as the clock runs, without being stored anew', async () => {
  services.clock.advance(1)
  expect(await codesIn('?status=expired')).toEqual(['LAST', 'SOON'])
})

it('invalid params fall back silently to the defaults', async () => {
  const { state } = await read('?page=1e3&pageSize=1000&type=gift&status=deleted')
  const empty = { type: [], status: [], organization: [], q: '', sort: 'newest' }
  expect(state).toEqual({ page: 1, pageSize: 10, usualPageSize: 10, ...empty })
})

it('an organization page links to the list of all its codes', async () => {
  const { id } = await organization(db, { name: 'Tengri Cargo' })
  for (let n = 10; n < 21; n += 1)
    await addInvite(db, { code: code(`00${n}`), organizationId: id, createdAt: before(n * DAY_MS) })
  const at = visit(services, `/organizations/${id}`, { actor: cashier, params: { id } })
  const { body } = await answerOf(() => organizationPage.loader(at as never))
  const page = await pageHtml(organizationPage.default, { loaderData: body })
  const link = /<a[^>]*href="\/invites\/([^"]*)"[^>]*>All invites: 11</.exec(page)?.[1] ?? ''
  expect(link).toBe(`?organization=${id}`)
  expect((await read(link)).total).toBe(11)
  expect(await codesIn(`${link}&page=2`)).toEqual(['0020'])
  const html = await pageOf(link)
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('Organization:Tengri Cargo')
  expect(tagWith(html, 'type="hidden"', 'name="organization"')).toContain(id)
})

it('the list takes 2 statements', async () => {
  expect(await statementsDuring(() => read('?pageSize=100'))).toBe(2)
})

it('the list shows usage as numbers and a bar, and Never for a code without expiry', async () => {
  const html = await pageOf('?q=OPEN')
  expect(html).toContain('3 / 4')
  expect(html).toContain('<rect width="75"')
  expect(html).toContain('Never')
  expect(html).not.toContain('style=')
})

it('the list shows the last usable day of a code in the time zone of its creator', async () => {
  const endOfMarch2InAlmaty = new Date('2026-03-02T19:00:00Z')
  await db.insert(invites).values({
    code: sealed(code('ZONE')),
    type: 'invite_to_user',
    maximumUses: 1,
    createdBy: cashier.id,
    createdAt: before(0),
    expiresAt: endOfMarch2InAlmaty,
  })
  const [row] = (await read('?q=ZONE', { ...cashier, timeZone: 'Pacific/Auckland' })).rows
  expect(row?.expiresAt?.text).toBe('Mar 2, 2026')
})

it.each([
  ['newest', ['OPEN', 'LAST', 'SOON', 'DONE']],
  ['oldest', ['DONE', 'SOON', 'LAST', 'OPEN']],
  ['expires-first', ['DONE', 'LAST', 'SOON', 'OPEN']],
  ['expires-last', ['OPEN', 'SOON', 'LAST', 'DONE']],
])('the list sorts by %s', async (sort, codes) => {
  expect(await codesIn(`?sort=${sort}`)).toEqual(codes)
})

it.each(['', '?select=page', '?select=all'])(
  'the selection at /invites/%s has no live region of its own',
  async (search) => {
    const html = await pageOf(search, await staff(db, 'admin', 'Айгүл Сәрсенбаева'))
    expect(html).toContain('selection-bar')
    expect(html).not.toMatch(/role="status"|aria-live/)
  },
)

it('choosing all codes is announced together with what the list found', async () => {
  const html = await pageOf('?select=all', await staff(db, 'admin', 'Айгүл Сәрсенбаева'))
  expect(html).toMatch(/<span data-said="">All codes[^<]*</)
})

it('sending to a list is offered only to those who may create codes of every type', async () => {
  const ways = (html: string) =>
    [...html.matchAll(/href="\/invites\/(email|whatsapp|bulk|new)"/g)].map(([, way]) => way)
  expect(ways(await pageOf())).toEqual(['email', 'whatsapp', 'new'])
  expect(ways(await pageOf('', await staff(db, 'manager', 'Анна Соколова')))).toEqual([
    'email',
    'whatsapp',
    'bulk',
    'new',
  ])
})

it('selecting all is offered as all that match when the list is filtered', async () => {
  const admin = await staff(db, 'admin', 'Айгүл Сәрсенбаева')
  for (let n = 10; n < 20; n += 1) await addInvite(db, { code: code(`00${n}`) })
  expect(await pageOf('', admin)).toContain('>Select all 14<')
  expect(await pageOf('?status=active', admin)).toContain('>Select all 12 that match<')
})

it('a recipient is shown with how the message stands, and why it failed', async () => {
  const sent = { recipient: 'aset@example.kz', channel: 'email' } as const
  const failed = { delivery: 'failed', failure: 'The address does not exist' } as const
  const words = async (more: { delivery: 'sent' | 'failed' | null; failure: string | null }) =>
    (await serverHtml(<Recipient {...sent} {...more} />)).replaceAll(/<[^>]*>/g, '')
  expect(await words(failed)).toBe('aset@example.kz· Failed. The address does not exist')
  expect(await words({ delivery: 'sent', failure: null })).toBe('aset@example.kz· Sent')
  expect(await words({ delivery: null, failure: null })).toBe('aset@example.kz')
})

it('a status is shown with its cause', async () => {
  const html = await pageOf()
  expect(html).toContain('Used: 4 of 4')
  expect(html).toContain('Expired Mar 2')
})

it.each([
  ['en', 'Erased'],
  ['ru', 'Удалено'],
  ['kk', 'Жойылған'],
  ['zh', '已删除'],
] as const)(
  'an erased recipient is shown as erased in the list, on the page of the code and in the file: %s',
  async (language, erased) => {
    const manager = await staff(db, 'manager', 'Айгерім')
    const id = await addInvite(db, {
      channel: 'email',
      language: 'ru',
      recipient: null,
      expiresAt: before(200 * DAY_MS),
    })
    const at = (path: string, params = {}) => visit(services, path, { actor: manager, language, params })
    const list = await loader(at('/invites/') as never)
    const html = await pageHtml(
      List,
      { loaderData: list },
      {
        language,
      },
    )
    expect(html.split(erased)).toHaveLength(2)
    const { view } = await readDetail(at(`/invites/${id}`, { id }) as never, permitOf(manager, 'invites.read'))
    expect(await serverHtml(<InviteFacts invite={view} replacedBy={null} />, { language })).toContain(erased)
    const file = await takeOut(at('/invites/export') as never)
    expect((await (file as Response).text()).split(erased)).toHaveLength(2)
    expect((await loader(at('/invites/?q=example.kz') as never)).rows).toEqual([])
  },
)

it('recipients are searched only for those who may see all of them', async () => {
  const sent = { channel: 'email', recipient: 'aset@example.kz', language: 'ru' } as const
  const manager = await staff(db, 'manager', 'Анна Соколова')
  await db.insert(invites).values({
    ...sent,
    code: sealed(code('MAIL')),
    type: 'invite_to_user',
    maximumUses: 1,
    createdBy: manager.id,
    createdAt: before(0),
  })
  expect((await read('?q=aset', manager)).rows.map(({ recipient }) => recipient)).toEqual(['aset@example.kz'])
  expect((await read('?q=aset', cashier)).rows).toEqual([])
})

it('a cashier can select no codes, a manager their own, an admin all', async () => {
  const manager = await staff(db, 'manager', 'Анна Соколова')
  const admin = await staff(db, 'admin', 'Айгүл Сәрсенбаева')
  await db.insert(invites).values({
    code: sealed(code('MINE')),
    type: 'invite_to_user',
    maximumUses: 1,
    createdBy: manager.id,
    createdAt: before(0),
  })
  const seenBy = async (actor: Actor) => {
    const { selection, rows } = await read('', actor)
    return [selection.deletes, selection.total, rows.filter((row) => row.mayDelete).length]
  }
  expect(await seenBy(cashier)).toEqual(['none', 0, 0])
  expect(await seenBy(manager)).toEqual(['own', 1, 1])
  expect(await seenBy(admin)).toEqual(['any', 5, 5])
  expect((await pageOf('', manager)).match(/class="check row-check"/g)).toHaveLength(1)
})

it('selecting all is offered when some of the codes one may delete are on another page', async () => {
  const manager = await staff(db, 'manager', 'Анна Соколова')
  const fromNewest = [manager, cashier, cashier, cashier, cashier, cashier, manager]
  for (const [days, { id: createdBy }] of fromNewest.entries())
    await addInvite(db, { code: code(`DAY${days}`), createdBy, createdAt: before(days * DAY_MS) })
  expect(await pageOf('', manager)).toContain('>Select all 2<')
  expect(await pageOf('?pageSize=20', manager)).not.toContain('>Select all 2<')
})

it('select=all selects something only for those who may delete some', async () => {
  const chosenBy = async (actor: Actor) => (await read('?select=all', actor)).selection.chosen
  expect(await chosenBy(cashier)).toBeNull()
  expect(await chosenBy(await staff(db, 'admin', '李伟'))).toBe('all')
})

describe('a code', () => {
  let admin: Actor
  let manager: Actor
  beforeEach(async () => {
    admin = await staff(db, 'admin', 'Айгүл Сәрсенбаева')
    manager = await staff(db, 'manager', 'Анна Соколова')
  })
  const { invite, read, shown, all, emailWith } = inviteDialogs(db, () => ({ services, manager }))

  it('has a card with the address for entering it, which answers 403 to those who may not see the code', async () => {
    const { id } = await invite()
    expect(await shown(card, `/invites/${id}/card?status=active&page=2`, manager, id)).toMatchObject({
      address: expect.stringMatching(/^[^/]+\/use-invite$/),
      backTo: '/invites/?status=active&page=2',
    })
    expect((await read(card, `/invites/${id}/card`, cashier, id)).status).toBe(403)
  })

  it('has its last day on its card, if it has one', async () => {
    const drawn = async (more: Parameters<typeof invite>[0]) => {
      const { id } = await invite(more)
      return pageHtml(card.default, { loaderData: await shown(card, `/invites/${id}/card`, manager, id) })
    }
    expect(await drawn({ expiresAt: new Date('2026-03-05T19:00:00Z'), timeZone: 'Asia/Almaty' })).toContain(
      'Valid until Mar 5, 2026',
    )
    expect(await drawn({})).not.toContain('Valid until')
  })

  it('shows when its message was sent, and until then when it was created', async () => {
    await emailWith({})
    const made = (await all()).find(({ channel }) => channel === 'email')
    const madeAt = services.now().toISOString()
    const deliveryOf = async () =>
      ((await shown(detail, '/', manager, made?.id)) as { delivery: { status: string; at: { at: string } } }).delivery
    expect(await deliveryOf()).toMatchObject({ status: 'queued', at: { at: madeAt } })
    services.clock.advance(60_000)
    await deliverDue(services)
    expect(await deliveryOf()).toMatchObject({ status: 'sent', at: { at: services.now().toISOString() } })
  })

  it('lists every redemption with person, time and organization', async () => {
    const { id: organizationId } = await organization(db, { name: 'Steppe Freight' })
    const row = await invite({ usedCount: 1 })
    const joined = await partner(db, organizationId)
    await db.insert(redemptions).values({ inviteId: row.id, userId: joined.id, organizationId, at: before(3_600_000) })
    const seen = await shown(detail, `/invites/${row.id}`, cashier, row.id)
    expect(seen).toMatchObject({
      redemptions: [{ username: 'Айгүл Серікқызы', organizationName: 'Steppe Freight', at: { text: '1 hour ago' } }],
      hasMoreRedemptions: false,
    })
  })

  it('shows the recipient in full to its creator and to those who may see contacts, masked to others', async () => {
    const row = await invite({ channel: 'email', recipient: 'aset@example.kz', language: 'ru' })
    const seenBy = async (actor: Actor) =>
      ((await shown(detail, '/', actor, row.id)) as { recipient: string }).recipient
    expect(await seenBy(admin)).toBe('aset@example.kz')
    expect(await seenBy(cashier)).toBe('••• @example.kz')
    await db.update(invites).set({ createdBy: cashier.id })
    expect(await seenBy(cashier)).toBe('aset@example.kz')
  })
})
