import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import { searchTerms } from '../../../app/domain/search/search-terms'
import Search, { loader } from '../../../app/routes/search/page'
import { loader as inviteCodes } from '../../../app/routes/invites/list'
import { loader as queue } from '../../../app/routes/verifications/list'
import { shortcutOf } from '../../../app/ui/frame/shortcuts'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { addInvite } from '../../support/invites'
import { pageHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { before, organization, partner, staff, verification } from '../../support/verifications'
import type { VerificationType } from '../../../app/vocabulary'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

const read = (q: string, actor = manager) =>
  loader(visit(services, `/search?q=${encodeURIComponent(q)}`, { actor }) as unknown as Parameters<typeof loader>[0])
const found = async (q: string, actor = manager) =>
  Object.fromEntries(
    ((await read(q, actor)).groups ?? []).map(({ kind, items }) => [kind, items.map(({ title }) => title)]),
  )

describe('search', () => {
  it('finds an organization and its applications by name typed in another script', async () => {
    const { id } = await organization(db, { name: 'Жібек Жолы' })
    await verification(db, { organizationId: id })
    await partner(db, id, { username: 'Жібек Омарова' })
    expect(await found('zhibek')).toMatchObject({ organizations: ['Жібек Жолы'], verifications: ['Жібек Жолы'] })
  })

  it('finds records by id, whole or by its first 8 characters', async () => {
    const { id } = await organization(db, { name: 'Steppe Freight' })
    const application = await verification(db, { organizationId: id })
    expect(await found(id)).toMatchObject({ organizations: ['Steppe Freight'] })
    expect(await found(id.slice(0, 8))).toMatchObject({ organizations: ['Steppe Freight'] })
    expect(await found(application.id.slice(0, 13).toUpperCase())).toMatchObject({ verifications: ['Steppe Freight'] })
    expect(await found(manager.id)).toMatchObject({ users: ['Ольга Кузнецова'] })
  })

  it('finds an invite code in any spelling, whole or by its beginning', async () => {
    await addInvite(db, { code: 'INV-ABCD-EFGH-0001', createdBy: manager.id })
    for (const q of ['inv abcd efgh ooo1', 'ABCDEFGH0001', 'inv-abcd', 'invabcdef', 'INV ABCD EFGH oo'])
      expect(await found(q), q).toEqual({ invites: ['INV-ABCD-EFGH-0001'] })
    expect(await found('INV-ABCD-EFGH-0002')).toEqual({})
  })

  it('does not mistake a plain word such as “invest” for the beginning of an invite code', async () => {
    await organization(db, { name: 'Invest Group' })
    await addInvite(db, { code: 'INV-EST0-0000-0001', createdBy: manager.id })
    expect(await found('invest')).toEqual({ organizations: ['Invest Group'] })
    expect((await found('invset')).organizations).toEqual(['Invest Group'])
    expect((await found('inv-est')).invites).toEqual(['INV-EST0-0000-0001'])
  })

  it.each(['invabcdef', 'inv abcd ef'])(
    'links from invite codes that begin with %s to the list of all 6',
    async (q) => {
      for (let n = 0; n < 6; n += 1) await addInvite(db, { code: `INV-ABCD-EF00-000${n}`, createdBy: manager.id })
      const group = (await read(q)).groups?.find(({ kind }) => kind === 'invites')
      const at = visit(services, group?.moreHref ?? '', { actor: manager })
      expect((await inviteCodes(at as unknown as Parameters<typeof inviteCodes>[0])).total).toBe(6)
    },
  )

  it('does not find a deleted invite code', async () => {
    await addInvite(db, { code: 'INV-ABCD-EFGH-0001', createdBy: manager.id, deletedAt: services.now() })
    for (const q of ['INV-ABCD-EFGH-0001', 'inv-abcd']) expect(await found(q), q).toEqual({})
  })

  it('lists pending applications before decided ones, the oldest first', async () => {
    const { id } = await organization(db, { name: 'Жібек Жолы' })
    const of = (days: number) => ({ organizationId: id, submittedAt: before(days * DAY_MS) })
    await verification(db, { ...of(9), status: 'approved' })
    await verification(db, { ...of(3), type: 'address_change' })
    await verification(db, { ...of(5), type: 'business_license_renewal' })
    const groups = (await read('zhibek')).groups ?? []
    const items = groups.find(({ kind }) => kind === 'verifications')?.items
    expect(items?.map(({ detail, status }) => `${detail}: ${status}`)).toEqual([
      'Business license renewal: Pending',
      'Address change: Pending',
      'Initial registration: Approved',
    ])
  })

  it('finds people and organizations by their whole phone number, only for roles that may see phones', async () => {
    await organization(db, { name: 'Steppe Freight', phone: '+77272987654' })
    expect(await found('8 727 298 76 54')).toMatchObject({ organizations: ['Steppe Freight'] })
    expect(await found('8 727 298 76 54', cashier)).toEqual({})
    const national = cashier.phone.slice(2)
    const spelled = national.replace(/(...)(...)(..)(..)/, '+7 $1–$2–$3—$4')
    for (const q of [cashier.phone, cashier.phone.slice(1), `8${national}`, national, spelled]) {
      expect(await found(q), q).toMatchObject({ users: ['Daniel Brooks'] })
      expect(await found(q, cashier), q).toEqual({})
    }
    expect(await found('+7 727–298–76–54')).toMatchObject({ organizations: ['Steppe Freight'] })
    // Lists show only the last digits of a phone: if a part of it were found, the rest could be guessed.
    expect(await found(cashier.phone.slice(1, -1))).toEqual({})
    expect(await found(cashier.phone.slice(-7))).toEqual({})
  })

  it('ignores invisible characters pasted with the search words', async () => {
    const contacts = { phone: '+79830002048', email: 'office@kama-trans.example' }
    await organization(db, { name: 'Kama Trans', ...contacts })
    for (const q of ['\u202a+79830002048\u202c', `${contacts.email}\u200b`, `\u200e${contacts.email}`, 'Ka\u00adma'])
      expect(await found(q), q).toMatchObject({ organizations: ['Kama Trans'] })
  })

  it('shows a cashier no users', async () => {
    expect(await found('daniel')).toEqual({ users: ['Daniel Brooks'] })
    expect(await found('daniel', cashier)).toEqual({})
  })

  it('shows five results of each kind and links to the list for more', async () => {
    const terminals = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) await organization(db, { name: `Depot ${n}` })
      const [group] = (await read('depot')).groups ?? []
      return group
    }
    const five = await terminals(0, 5)
    expect([five?.kind, five?.items.length, five?.moreHref]).toEqual(['organizations', 5, null])
    const seven = await terminals(5, 7)
    expect([seven?.items.length, seven?.moreHref]).toEqual([5, '/organizations/?q=depot'])
    for (let n = 0; n < 6; n += 1) await staff(db, 'cashier', `Zarina ${n}`)
    const people = (await read('zarina')).groups?.find(({ kind }) => kind === 'users')
    expect(people?.moreHref).toMatch(/^\/users\/?\?\w+=zarina$/)
  })

  it.each([
    ['of one tab', 6, 0, '/verifications/?'],
    ['of the other', 0, 6, '/verifications/?tab=mode-changes&'],
    ['of both', 4, 2, '/verifications/?q='],
  ])('links from applications %s, found by phone, to a list with the same 6', async (_, others, modeChanges, start) => {
    const { id: organizationId } = await organization(db, { phone: '+77272987654' })
    const apply = (type: VerificationType) => verification(db, { organizationId, type, status: 'approved' })
    for (let n = 0; n < others; n += 1) await apply('address_change')
    for (let n = 0; n < modeChanges; n += 1) await apply('operation_mode_change')
    const group = (await read('+7 727 298-76-54')).groups?.find(({ kind }) => kind === 'verifications')
    expect(group?.moreHref).toContain(start)
    const at = visit(services, group?.moreHref ?? '', { actor: manager })
    expect((await queue(at as unknown as Parameters<typeof queue>[0])).total).toBe(6)
  })

  it('puts names that begin with the search word first, even when 210 others contain it', async () => {
    for (let n = 0; n < 210; n += 1) await organization(db, { name: `North Cargo ${n}` })
    for (const name of ['Cargo of the Upper Irtysh Valley', 'Cargo']) await organization(db, { name })
    expect((await found('cargo')).organizations?.slice(0, 2)).toEqual(['Cargo', 'Cargo of the Upper Irtysh Valley'])
  })

  it('falls back to similar names, labelled as such, when no name contains the search words', async () => {
    await organization(db, { name: 'Алатау' })
    await staff(db, 'manager', 'Айда Алатауова')
    const titles = async (q: string) => (await read(q)).groups?.map(({ title, items }) => [title, items[0]?.title])
    expect(await titles('алатау')).toEqual([
      ['Organizations', 'Алатау'],
      ['Users', 'Айда Алатауова'],
    ])
    expect(await titles('fkfnfe')).toEqual([
      ['Organizations: similar names', 'Алатау'],
      ['Users: similar names', 'Айда Алатауова'],
    ])
  })

  it('shows no similar names when the search finds an invite code', async () => {
    await organization(db, { name: 'Invabcdeg' })
    expect((await found('invabcdef')).organizations).toEqual(['Invabcdeg'])
    await addInvite(db, { code: 'INV-ABCD-EFGH-0001', createdBy: manager.id })
    expect(await found('invabcdef')).toEqual({ invites: ['INV-ABCD-EFGH-0001'] })
  })

  it('lists the newest of the matching invite codes first', async () => {
    for (const [n, days] of [3, 1, 2].entries())
      await addInvite(db, { code: `INV-ABCD-EFGH-000${n}`, createdBy: manager.id, createdAt: before(days * DAY_MS) })
    expect((await found('inv-abcd')).invites?.map((code) => code.slice(-1))).toEqual(['1', '2', '0'])
  })

  it('reads full-width letters and digits like ordinary ones', async () => {
    expect(await found('Ｄａｎｉｅｌ')).toEqual({ users: ['Daniel Brooks'] })
    expect(await found(manager.id.replaceAll(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''))).toEqual({
      users: ['Ольга Кузнецова'],
    })
  })

  it('runs 4 statements, and 2 more for similar names when nothing matches', async () => {
    expect(await statementsDuring(() => read('terminal'))).toBe(6)
    await organization(db, { name: 'Terminal' })
    expect(await statementsDuring(() => read('terminal'))).toBe(4)
  })

  it.each(['', ' ', '\0', '%', '—'])(
    'finds nothing for %j, and says No results only when there was something to search for',
    async (q) => {
      const page = await read(q)
      expect(page.groups ?? []).toEqual([])
      const html = await pageHtml(Search, { loaderData: page })
      expect(html.includes('No results')).toBe(page.groups !== null)
    },
  )
})

it('the first 8 characters of an id are searched as a range of ids; 7 are not', () => {
  expect(searchTerms('0aB4c6d8', true)?.ids).toEqual({
    from: '0ab4c6d8-0000-0000-0000-000000000000',
    to: '0ab4c6d8-ffff-ffff-ffff-ffffffffffff',
  })
  expect(searchTerms('deadbee', true)?.ids).toBeNull()
})

describe('keyboard shortcuts', () => {
  const pressed = (key: string, code: string, more = {}) =>
    ({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...more }) as KeyboardEvent
  const plain = { afterLeader: false, single: true }

  it('Ctrl+K and Cmd+K open the palette even when single-key shortcuts are off', () => {
    for (const modifier of [{ ctrlKey: true }, { metaKey: true }])
      expect(shortcutOf(pressed('k', 'KeyK', modifier), { afterLeader: false, single: false })).toEqual({
        kind: 'palette',
      })
  })

  it('a character typed with AltGr (Ctrl+Alt) or Alt triggers no shortcut', () => {
    for (const [key, code] of [
      ['ĸ', 'KeyK'],
      ['/', 'Slash'],
      ['g', 'KeyG'],
    ] as const)
      expect(shortcutOf(pressed(key, code, { ctrlKey: true, altKey: true }), plain), code).toBeNull()
    expect(shortcutOf(pressed('?', 'Slash', { altKey: true }), plain)).toBeNull()
  })

  it('G then a letter opens a page, by key position, so that other layouts work too', () => {
    expect(shortcutOf(pressed('п', 'KeyG'), plain)).toEqual({ kind: 'leader' })
    expect(shortcutOf(pressed('м', 'KeyV'), { ...plain, afterLeader: true })).toEqual({
      kind: 'go',
      to: '/verifications/',
    })
    expect(shortcutOf(pressed('v', 'KeyV'), plain)).toBeNull()
  })

  it('a letter after G that leads nowhere is swallowed instead of acting on its own', () => {
    for (const letter of ['s', 'r', 'x', 'g'])
      expect(shortcutOf(pressed(letter, `Key${letter.toUpperCase()}`), { ...plain, afterLeader: true })).toEqual({
        kind: 'go',
        to: '',
      })
    expect(shortcutOf(pressed('Escape', 'Escape'), { ...plain, afterLeader: true })).toBeNull()
  })

  it.each([
    ['?', 'Slash', 'sheet'],
    ['/', 'Slash', 'search'],
  ])('%s works as a plain key, but not with Ctrl or when single-key shortcuts are off', (key, code, kind) => {
    expect(shortcutOf(pressed(key, code), plain)).toEqual({ kind })
    expect(shortcutOf(pressed(key, code), { ...plain, single: false })).toBeNull()
    expect(shortcutOf(pressed(key, code, { ctrlKey: true }), plain)).toBeNull()
  })
})
