import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifications } from '../../../app/db/schema/verifications'
import { repeatableCast, type Person } from '../../support/access-cast'
import { openConsole } from '../../support/console'
import { openTestDatabase } from '../../support/database'
import type { TestServices } from '../../support/services'
import { addDocument, before, organization, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
const gatehouse = await openConsole()
let services: TestServices
/** Oldest first: one for admins only, one that the manager submitted, one for everybody, another for admins only. */
let ids: { bank: string; own: string; license: string; head: string }

const { cast, anew } = await repeatableCast(db, async (cast) => {
  const open = async (days: number, more: Partial<Parameters<typeof verification>[1]>) => {
    const { id: organizationId } = await organization(db)
    const { id } = await verification(db, { organizationId, submittedAt: before(days * DAY_MS), ...more })
    return id
  }
  ids = {
    bank: await open(40, { type: 'bank_account_update' }),
    own: await open(39, { type: 'address_change', submittedBy: cast.ids.manager }),
    license: await open(38, { type: 'business_license_renewal' }),
    head: await open(37, { type: 'legal_representative_change' }),
  }
})
beforeEach(async () => {
  services = await anew()
})

const read = (person: Person, address: string) => gatehouse.read(services, address, cast.cookies[person])
const dataOf = async <Data>(person: Person, address: string, route: string): Promise<Data> => {
  const { text } = await read(person, address)
  const [loaded] = JSON.parse(text.slice(text.indexOf(']]') + 2)) as [Record<string, unknown>]
  return loaded[route] as Data
}
type Action = { name: string; href: string; count: string }
type Home = { actions: { content: Action[] }; work: { startHref: string | null } | null }
const homeOf = (person: Person) => dataOf<Home>(person, '/', 'routes/dashboard/home')
const actionsOf = async (person: Person) => (await homeOf(person)).actions.content
type Review = {
  queue: { nextHref: string | null; previousHref: string | null }
  actions: string[]
  whyNoAction: string | null
  missing: { kind: string }[] | null
  changed: { newDocuments: unknown[] | null } | null
}
const reviewOf = (person: Person, id: string) =>
  dataOf<Review>(person, `/verifications/${id}`, 'routes/verifications/detail')

it('the start page sends a partner to their organization', async () => {
  const answer = await gatehouse.send(services, 'GET', '/', { cookie: cast.cookies.partner })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(/^\/organizations\/[0-9a-f-]{36}\//)
})

describe('nobody is led to an application they may not decide', () => {
  it('the start page begins with the oldest application that this person may decide', async () => {
    const oldest = async (person: Person) => (await homeOf(person)).work?.startHref
    expect(await oldest('manager')).toBe(`/verifications/${ids.license}`)
    expect(await oldest('admin')).toBe(`/verifications/${ids.bank}`)
    expect(await oldest('superadmin')).toBe(`/verifications/${ids.bank}`)
    expect(await oldest('cashier')).toBeUndefined()
  })

  it('each count on the start page equals the total of the list it opens', async () => {
    await db
      .update(verifications)
      .set({ status: 'under_review', reviewerId: cast.ids.manager })
      .where(eq(verifications.id, ids.head))
    for (const person of ['superadmin', 'admin', 'manager', 'cashier'] as const)
      for (const { name, href, count } of await actionsOf(person)) {
        if (!href.startsWith('/verifications/?')) continue
        const { totalText } = await dataOf<{ totalText: string }>(person, href, 'routes/verifications/list')
        expect(count, `${person} ${name}`).toBe(totalText)
      }
  })

  it('the review queue of a manager lists only types that managers decide', async () => {
    const queue = (await actionsOf('manager')).find(({ name }) => name === 'queue')
    const { rows } = await dataOf<{ rows: { type: string }[] }>(
      'manager',
      queue?.href ?? '',
      'routes/verifications/list',
    )
    const types = new Set(rows.map(({ type }) => type))
    for (const type of ['bank_account_update', 'legal_representative_change', 'operation_mode_change'])
      expect(types).not.toContain(type)
    expect(types).toContain('business_license_renewal')
  })

  it('the review queue in the palette is the one on the start page', async () => {
    for (const person of ['superadmin', 'admin', 'manager', 'cashier'] as const) {
      const { queueHref } = await dataOf<{ queueHref: string }>(person, '/', 'routes/signed-in')
      const queue = (await actionsOf(person)).find(({ name }) => name === 'queue')
      expect([person, queueHref]).toEqual([person, queue?.href])
    }
  })

  it('next and previous skip applications the reader may not decide', async () => {
    const of = async (person: Person, id: string) => (await reviewOf(person, id)).queue
    expect((await of('manager', ids.license)).previousHref).toBeNull()
    const after = (await of('manager', ids.license)).nextHref ?? ''
    expect(after).not.toBe(`/verifications/${ids.head}`)
    expect((await reviewOf('manager', after.split('/').at(-1) ?? '')).whyNoAction).toBeNull()
    expect((await of('manager', ids.bank)).nextHref).toBe(`/verifications/${ids.license}`)
    expect((await of('admin', ids.bank)).nextHref).toBe(`/verifications/${ids.own}`)
    expect((await of('cashier', ids.bank)).nextHref).toBe(`/verifications/${ids.own}`)
  })

  it('rejecting with the next one opened skips applications the manager may not decide', async () => {
    const form = 'version=2&reason=No&openNext=on'
    await db
      .update(verifications)
      .set({ submittedAt: before(41 * DAY_MS) })
      .where(eq(verifications.id, cast.ids.reviewed ?? ''))
    const reject = (person: Person) =>
      gatehouse.send(services, 'POST', `/verifications/${cast.ids.reviewed}/reject`, {
        cookie: cast.cookies[person],
        form,
      })
    const answer = await reject('manager')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`/verifications/${ids.license}`)
  })

  it('a manager who starts a review that only admins may decide gets 403', async () => {
    for (const id of [ids.bank, ids.head]) {
      expect((await read('manager', `/verifications/${id}/start`)).status).toBe(403)
      const posted = { cookie: cast.cookies.manager, form: 'version=1' }
      expect((await gatehouse.send(services, 'POST', `/verifications/${id}/start`, posted)).status).toBe(403)
      const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
      expect(row).toMatchObject({ status: 'pending', reviewerId: null })
    }
    const posted = { cookie: cast.cookies.admin, form: 'version=1' }
    expect((await gatehouse.send(services, 'POST', `/verifications/${ids.bank}/start`, posted)).status).toBe(302)
  })
})

describe('the review page says only what is true for its reader', () => {
  it('a manager reads that an admin has to decide a type reserved for admins', async () => {
    expect(await reviewOf('manager', ids.bank)).toMatchObject({
      actions: [],
      whyNoAction: 'admin',
      missing: [{ kind: 'admin' }],
    })
    expect(await reviewOf('manager', cast.ids.sensitive ?? '')).toMatchObject({ missing: [{ kind: 'admin' }] })
    expect(await reviewOf('admin', ids.bank)).toMatchObject({ actions: ['start'], missing: [{ kind: 'review' }] })
    expect(await reviewOf('admin', cast.ids.sensitive ?? '')).toMatchObject({ missing: [] })
  })

  it('a cashier is told nothing of missing items or new documents, rather than that there are none', async () => {
    const { id: organizationId } = await organization(db)
    const path = ['submitted', 'review_started', 'info_requested', 'resubmitted', 'review_started'] as const
    const again = await verification(db, { organizationId, status: 'under_review', path: [...path] })
    await addDocument(db, again, 'pending', { uploadedAt: before(0) })
    const seen = await reviewOf('cashier', again.id)
    expect(seen.missing).toBeNull()
    expect(seen.changed).toMatchObject({ newDocuments: null })
    expect((await reviewOf('admin', again.id)).changed).toMatchObject({ newDocuments: [expect.anything()] })
  })
})
