import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { savedViews } from '../../../app/db/schema/views'
import { listAddressOf } from '../../../app/domain/views/list-addresses'
import { viewList } from '../../../app/domain/views/view-list'
import { drawnFromView } from '../../../app/domain/views/views.server'
import { SavedViewsContext, ViewLinks } from '../../../app/ui/lists/view-links'
import * as viewsPage from '../../../app/routes/views/list'
import * as viewPage from '../../../app/routes/views/view'
import { ROLES } from '../../../app/vocabulary'
import { repeatableCast, type Person } from '../../support/access-cast'
import { openedAudit } from '../../support/audit'
import { openConsole } from '../../support/console'
import { openTestDatabase } from '../../support/database'
import { addUser } from '../../support/people'
import { attribute, pageHtml, serverHtml, tagWith } from '../../support/render'
import type { TestServices } from '../../support/services'
import { users } from '../../../app/db/schema/users'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, anew } = await repeatableCast(db, async () => void (await db.delete(savedViews)))
let services: TestServices
beforeEach(async () => {
  services = await anew()
})

const send = (person: Person, address: string, form: Record<string, string>) =>
  gatehouse.send(services, 'POST', address, {
    cookie: cast.cookies[person],
    form: new URLSearchParams(form).toString(),
  })
/** Everything that the loaders of a page return. */
const page = async (person: Person, address: string) =>
  (await gatehouse.read(services, address, cast.cookies[person])).text
const seenOf = (view: Parameters<typeof drawnFromView>[0] | undefined) => (view ? drawnFromView(view) : '')
const LATE = '/verifications/?view=overdue&country=KZ'

describe('a view of a list', () => {
  it('is kept once under its name, for its owner only, without the page and unknown params', async () => {
    const form = { name: '  Late in Kazakhstan ', address: `${LATE}&page=3&nonsense=1` }
    const answer = await send('manager', '/views/new', form)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, LATE])
    expect((await send('manager', '/views/new', form)).status).toBe(302)
    expect(await db.select().from(savedViews)).toMatchObject([
      { name: 'Late in Kazakhstan', path: '/verifications/', search: '?view=overdue&country=KZ', sharedWith: null },
    ])
    expect(await page('manager', '/')).toContain('Late in Kazakhstan')
    expect(await page('admin', '/')).not.toContain('Late in Kazakhstan')
  })

  it('is a link beside the presets, and a list that is no view yet can be kept as one', async () => {
    const kept = [
      { id: '1', name: 'Late in Kazakhstan', path: '/verifications/', search: '?view=overdue&country=KZ' },
      { id: '2', name: 'Elsewhere', path: '/users/', search: '?status=invited' },
    ]
    const presets = [{ to: '/verifications/?view=overdue', label: 'Overdue', current: true, count: 3 }]
    const linksAt = (search: string) =>
      serverHtml(
        <SavedViewsContext value={kept}>
          <ViewLinks path="/verifications/" search={search} presets={presets} />
        </SavedViewsContext>,
      )
    const own = await linksAt('?view=overdue&country=KZ')
    expect(own).toMatch(/<a[^>]*aria-current="page"[^>]*><bdi>Late in Kazakhstan/)
    expect(own.match(/aria-current="page"/g)).toHaveLength(1)
    expect(own).not.toMatch(/Elsewhere|Save this view/)
    for (const search of ['?view=overdue', '']) expect(await linksAt(search)).not.toContain('Save this view')
    const other = await linksAt('?country=CN')
    expect(attribute(tagWith(other, '/views/new'), 'href')).toBe(
      '/views/new?address=%2Fverifications%2F%3Fcountry%3DCN',
    )
  })

  it('closes to its list while new, and to the kept views once kept', async () => {
    const asked = `/views/new?${new URLSearchParams({ address: LATE })}`
    expect(await page('manager', asked)).toContain(`"closeTo":"${LATE}"`)
    expect(await page('manager', '/views/new?address=/nowhere')).toContain('"closeTo":"/views"')
    await send('manager', '/views/new', { name: 'Late', address: LATE })
    const [kept] = await db.select().from(savedViews)
    expect(await page('manager', `/views/${kept?.id}?sort=list`)).toContain('"closeTo":"/views?sort=list"')
  })

  it('may have the name of a view with another filter of the same list', async () => {
    await send('manager', '/views/new', { name: 'Mine', address: LATE })
    await send('manager', '/views/new', { name: 'Mine', address: '/verifications/?country=CN' })
    expect(await db.$count(savedViews)).toBe(2)
  })

  it('has a name of at most 60 characters, all of them storable', async () => {
    const keep = async (name: string) => (await send('manager', '/views/new', { name, address: LATE })).status
    expect([await keep('я'.repeat(60)), await keep('я'.repeat(61)), await keep('La\0te')]).toEqual([302, 422, 422])
    expect(await db.$count(savedViews)).toBe(1)
  })

  it('keeps all of a long filter', async () => {
    const reviewers = Array.from({ length: 50 }, () => randomUUID()).map((id) => `reviewer=${id}`)
    await send('manager', '/views/new', { name: 'Ours', address: `/verifications/?${reviewers.join('&')}` })
    expect(await db.select().from(savedViews)).toMatchObject([{ search: `?${reviewers.join('&')}` }])
  })

  it('is one of at most 30 per person', async () => {
    const view = {
      ownerId: cast.ids.manager ?? '',
      name: 'Mine',
      path: '/users/',
      search: '',
      createdAt: services.now(),
    }
    await db.insert(savedViews).values(Array.from({ length: 29 }, () => view))
    const keep = async (name: string) => (await send('manager', '/views/new', { name, address: LATE })).status
    expect([await keep('Last'), await keep('One more'), await keep('Last')]).toEqual([302, 422, 302])
    expect(await db.$count(savedViews)).toBe(30)
  })

  it('is shared with one’s own role or a lower one, which may open but not change it', async () => {
    await send('admin', '/views/new', {
      name: 'Drafts',
      address: '/organizations/?status=draft',
      sharedWith: 'manager',
    })
    expect(await page('manager', '/organizations/')).toContain('Drafts')
    expect(await page('manager', '/views')).toContain('"isOwn":false')
    expect(await page('cashier', '/organizations/')).not.toContain('Drafts')
    const [view] = await db.select().from(savedViews)
    expect((await send('manager', `/views/${view?.id}`, { name: 'Mine now' })).status).toBe(404)
    await send('manager', `/views/${view?.id}/delete`, {})
    expect(await db.$count(savedViews)).toBe(1)
    const above = { name: 'For the boss', address: '/organizations/', sharedWith: 'superadmin' }
    expect((await send('manager', '/views/new', above)).status).toBe(403)
    expect((await send('admin', `/views/${view?.id}`, { ...above, seen: seenOf(view) })).status).toBe(403)
    expect(await db.select().from(savedViews)).toMatchObject([{ name: 'Drafts', sharedWith: 'manager' }])
  })

  it('shared with managers is seen by another manager', async () => {
    const ownerId = await addUser(db, { role: 'manager' })
    const view = { name: 'Among us', path: '/organizations/', search: '?status=draft', sharedWith: 'manager' } as const
    await db.insert(savedViews).values({ ...view, ownerId, createdAt: services.now() })
    expect(await page('manager', '/views')).toContain('Among us')
  })

  it('offers changing and deleting to its owner only, even when shared', async () => {
    const actsFor = async (isOwn: boolean) => {
      const row = {
        id: '1',
        name: 'Drafts',
        listName: 'Organizations',
        href: '/organizations/',
        sharedWith: 'manager',
        isOwn,
      }
      const loaderData = { state: viewList.empty, rows: [row] }
      return (await pageHtml(viewsPage.default, { loaderData } as never)).match(/href="\/views\/1[^"]*"/g) ?? []
    }
    expect(await actsFor(true)).toHaveLength(2)
    expect(await actsFor(false)).toEqual([])
  })

  it('of one’s own is shared by keeping it again, and is there twice then', async () => {
    const form = { name: 'Late', address: LATE }
    await send('manager', '/views/new', form)
    for (let times = 0; times < 2; times += 1)
      expect((await send('manager', '/views/new', { ...form, sharedWith: 'cashier' })).status).toBe(302)
    const kept = (await db.select().from(savedViews)).map(({ sharedWith }) => sharedWith)
    expect(kept.toSorted()).toEqual(['cashier', null])
  })

  it.each([
    ['blocked', { status: 'suspended' }],
    ['below that role', { role: 'cashier' }],
  ] as const)('is not shared while its owner is %s', async (_, change) => {
    const ownerId = cast.ids.admin ?? ''
    const owner = { role: 'admin', status: 'active' } as const
    await send('admin', '/views/new', {
      name: 'Drafts',
      address: '/organizations/?status=draft',
      sharedWith: 'manager',
    })
    await db.update(users).set(change).where(eq(users.id, ownerId))
    expect(await page('manager', '/views')).not.toContain('Drafts')
    await db.update(users).set(owner).where(eq(users.id, ownerId))
    expect(await page('manager', '/views')).toContain('Drafts')
  })

  it('of one’s own is listed however many others share theirs', async () => {
    await send('manager', '/views/new', { name: 'Mine', address: LATE })
    const shared = Array.from({ length: 60 }, (_, n) => {
      const ownerId = (n % 2 ? cast.ids.admin : cast.ids.superadmin) ?? ''
      return { ownerId, name: `A ${n}`, path: '/verifications/', search: `?page=${n}`, sharedWith: 'manager' as const }
    })
    await db.insert(savedViews).values(shared.map((view) => ({ ...view, createdAt: services.now() })))
    expect(await page('manager', '/views')).toContain('"name":"Mine"')
  })

  it('kept under the former name of a filter is shown with the current one', async () => {
    await send('admin', '/views/new', { name: 'People', address: '/audit?area=user' })
    await db.update(savedViews).set({ search: '?room=user' })
    const views = await page('admin', '/views')
    expect(views).toContain('?area=user')
    expect(views).not.toContain('?room=user')
  })

  it('of a list that a role may not open is not shown to that role', async () => {
    await send('admin', '/views/new', { name: 'New people', address: '/users/?status=invited', sharedWith: 'cashier' })
    expect(await page('cashier', '/views')).not.toContain('New people')
  })

  it('can be shared only with roles that may open its list', async () => {
    const asked = (address: string) => page('admin', `/views/new?${new URLSearchParams({ address })}`)
    expect(await asked('/users/?status=invited')).toContain('"roles":["admin","manager"]')
    expect(await asked('/invites/?status=used')).toContain('"roles":["admin","manager","cashier"]')
    await send('admin', '/views/new', { name: 'New people', address: '/users/?status=invited' })
    const [kept] = await db.select().from(savedViews)
    expect(await page('admin', `/views/${kept?.id}`)).toContain('"roles":["admin","manager"]')
  })

  it('is renamed, shared and deleted by its owner, each with one entry in the audit log', async () => {
    await send('manager', '/views/new', { name: 'Late', address: LATE })
    const [view] = await db.select().from(savedViews)
    const renamed = { name: 'Too late', sharedWith: 'cashier', seen: seenOf(view) }
    expect((await send('manager', `/views/${view?.id}`, renamed)).status).toBe(302)
    expect(await db.select().from(savedViews)).toMatchObject([{ name: 'Too late', sharedWith: 'cashier' }])
    const [shared] = await db.select().from(savedViews)
    const again = { ...renamed, seen: seenOf(shared) }
    expect((await send('manager', `/views/${view?.id}`, again)).status).toBe(302)
    expect((await send('manager', `/views/${view?.id}`, { name: ' ' })).status).toBe(422)
    expect((await send('manager', `/views/${view?.id}/delete`, {})).status).toBe(302)
    expect((await send('manager', `/views/${view?.id}/delete`, {})).status).toBe(302)
    expect(await db.$count(savedViews)).toBe(0)
    const acts = (await openedAudit(db)).filter(({ objectType }) => objectType === 'view')
    const own = { name: 'Late', sharedWith: null }
    const theirs = { name: 'Too late', sharedWith: 'cashier' }
    expect(acts.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'view.add', before: null, after: own },
      { action: 'view.edit', before: own, after: theirs },
      { action: 'view.delete', before: theirs, after: null },
    ])
  })

  it('that was changed in another window answers 409, says what it is now, and keeps what was typed', async () => {
    await send('manager', '/views/new', { name: 'Late', address: LATE })
    const [view] = await db.select().from(savedViews)
    const [address, seen] = [`/views/${view?.id}`, seenOf(view)]
    expect(await page('manager', address)).toContain(`"seen":"${seen}"`)
    expect((await send('manager', address, { name: 'Too late', sharedWith: 'cashier', seen })).status).toBe(302)
    const late = await send('manager', address, { name: 'Later', seen })
    expect(late.status).toBe(409)
    const actionData: unknown = await late.json()
    expect(actionData).toMatchObject({
      seen: { seen: 'cashier:Too late' },
      result: { initialValue: { name: 'Later' } },
    })
    const loaderData = {
      isNew: false,
      name: 'Late',
      sharedWith: '',
      seen,
      address: null,
      closeTo: '/views',
      roles: ROLES,
    }
    const html = await pageHtml(viewPage.default, { loaderData, actionData }, { at: address })
    expect(html).toMatch(
      /This view changed in another window.*value="cashier:Too late"|value="cashier:Too late".*This view changed/s,
    )
    expect(html).toMatch(/Saved version: Too late.*value="Later".*Saved version: Cashier/s)
    expect(await db.select().from(savedViews)).toMatchObject([{ name: 'Too late', sharedWith: 'cashier' }])
    const [now] = await db.select().from(savedViews)
    expect((await send('manager', address, { name: 'Later', seen: seenOf(now) })).status).toBe(302)
    expect(await db.select().from(savedViews)).toMatchObject([{ name: 'Later', sharedWith: null }])
  })

  it.each([
    'https://elsewhere.example/verifications/',
    '//elsewhere.example/verifications/',
    '/\\elsewhere.example/verifications/',
    'javascript:alert(1)',
    '/settings/account',
    '/verifications/00000000-0000-4000-8000-000000000000',
    '',
    '/users/\0',
  ])('cannot be of the address %j', async (address) => {
    for (const role of ROLES) expect(listAddressOf({ role }, address)).toBeNull()
    const answer = await send('superadmin', '/views/new', { name: 'Strange', address })
    expect(answer.status).toBe(422)
    expect(await db.$count(savedViews)).toBe(0)
  })

  it('of users cannot be kept by a cashier', () =>
    expect(listAddressOf({ role: 'cashier' }, '/users/?status=active')).toBeNull())

  it('of invites keeps no invite code, however it is spelled', async () => {
    for (const code of ['INV-ADMN-4444-7K0M', 'admn44447k0m'])
      await send('superadmin', '/views/new', {
        name: code.length === 18 ? 'A' : 'B',
        address: `/invites/?q=${code}&status=active`,
      })
    const kept = await db.select().from(savedViews)
    expect(kept.map(({ search }) => search)).toEqual(['?status=active', '?status=active'])
  })

  it('of the audit log keeps no invite code, but keeps a reference number', async () => {
    for (const text of ['INV-ADMN-4444-7K0M', 'admn44447k0m', '7K0M1XQ9'])
      await send('superadmin', '/views/new', { name: text, address: `/audit?text=${text}&area=invite` })
    const kept = await db.select().from(savedViews)
    expect(kept.map(({ search }) => search).toSorted()).toEqual([
      '?area=invite',
      '?area=invite',
      '?text=7K0M1XQ9&area=invite',
    ])
  })

  it('of invites keeps no possible part of an invite code, but keeps words', async () => {
    for (const q of ['INV-ADMN-4444', 'ADMN-4444', 'Steppe Freight'])
      await send('superadmin', '/views/new', { name: q, address: `/invites/?q=${encodeURIComponent(q)}&status=active` })
    const kept = await db.select().from(savedViews)
    expect(kept.map(({ search }) => search).toSorted()).toEqual([
      '?q=Steppe+Freight&status=active',
      '?status=active',
      '?status=active',
    ])
  })

  it('that was once kept with a part of an invite code is shared without it', async () => {
    const [path, search] = ['/invites/', '?q=INV-ADMN-4444&status=active']
    const ownerId = cast.ids.superadmin ?? ''
    const old = { ownerId, name: 'Old one', path, search, sharedWith: 'admin', createdAt: services.now() } as const
    await db.insert(savedViews).values(old)
    const shown = await page('admin', '/')
    expect(shown).toContain('Old one')
    expect(shown).not.toContain('ADMN-4444')
  })

  it.each([
    ['manager', '/organizations/', 'q', 'office@dala-zhuk.example', ''],
    ['manager', '/organizations/', 'q', '＋7 (701) 000‑00‑03', '&status=active'],
    ['manager', '/organizations/', 'q', '701 000', ''],
    ['manager', '/verifications/', 'q', 'Tengri 8 701 000 00 03', '&country=KZ'],
    ['manager', '/verifications/', 'q', '@dala', ''],
    ['manager', '/invites/', 'q', '+79030001055', ''],
    ['superadmin', '/audit', 'text', '+77010000003', '&area=organization'],
    ['superadmin', '/audit', 'text', 'moved to office@dala-zhuk.example', ''],
  ] as const)('shared by a %s shows a cashier no contact: %s by %s “%s”', async (owner, path, field, words, rest) => {
    const search = `?${new URLSearchParams({ [field]: words })}${rest}`
    await send(owner, '/views/new', { name: 'Theirs', address: path + search, sharedWith: 'cashier' })
    const kept = `"path":"${path}","search":"${search}"`
    for (const address of ['/', '/views', '/invites/']) {
      const shown = await page('cashier', address)
      expect(shown).toContain(`"name":"Theirs","path":"${path}","search":"${rest.replace('&', '?')}"`)
      for (const told of [words, new URLSearchParams({ [field]: words }).toString()]) expect(shown).not.toContain(told)
      expect(await page(owner, address)).toContain(kept)
    }
  })

  it.each([
    ['/organizations/', '?q=Tengri'],
    ['/verifications/', '?q=Expo+2030+Freight&status=pending'],
    ['/invites/', '?q=spring+fair'],
    ['/audit', '?text=7K0M1XQ9'],
    ['/audit', '?text=0c5c4b7e-1111-4222-8333-444444444444'],
    ['/verifications/', '?reviewer=44444444-4444-4444-8444-444444444444'],
  ])('shared with a cashier shows words that are no contact: %s%s', async (path, search) => {
    await send('superadmin', '/views/new', { name: 'Theirs', address: path + search, sharedWith: 'cashier' })
    expect(await page('cashier', '/')).toContain(`"path":"${path}","search":"${search}"`)
  })

  it('with a contact shows it to a manager, and to its owner even after they became a cashier', async () => {
    const search = '?q=office%40dala-zhuk.example'
    const form = { name: 'Theirs', address: `/organizations/${search}` }
    await send('admin', '/views/new', { ...form, sharedWith: 'manager' })
    expect(await page('manager', '/')).toContain(`"search":"${search}"`)
    const asManager = eq(users.id, cast.ids.manager ?? '')
    await send('manager', '/views/new', { ...form, name: 'Mine', sharedWith: 'cashier' })
    await db.update(users).set({ role: 'cashier' }).where(asManager)
    const own = await page('manager', '/')
    const others = await page('cashier', '/')
    await db.update(users).set({ role: 'manager' }).where(asManager)
    expect(own).toContain(`"name":"Mine","path":"/organizations/","search":"${search}"`)
    expect(others).toContain('"name":"Mine","path":"/organizations/","search":""')
    expect(others).not.toContain('dala-zhuk')
  })
})
