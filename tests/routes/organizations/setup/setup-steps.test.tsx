import { createHash } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../app/db/schema/audit'
import { branches, brands, organizations } from '../../../../app/db/schema/organizations'
import { findForSetup, type ForSetup } from '../../../../app/db/organizations/stored-setup'
import type { Actor } from '../../../../app/domain/access'
import { keepDraft } from '../../../../app/domain/drafts/drafts.server'
import type { FormStep } from '../../../../app/domain/organizations/organization-fields'
import { drawnFrom, storedFields } from '../../../../app/domain/setup/stored-fields.server'
import * as document from '../../../../app/routes/organizations/documents/document'
import * as documentsStep from '../../../../app/routes/organizations/setup/documents'
import * as moreDocuments from '../../../../app/routes/organizations/verification-status/documents'
import * as overview from '../../../../app/routes/organizations/setup/overview'
import * as status from '../../../../app/routes/organizations/verification-status/status'
import * as sectionDialog from '../../../../app/routes/organizations/edit/section'
import * as step from '../../../../app/routes/organizations/setup/step'
import { breakAfterCommit } from '../../../support/broken'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { ownSetup } from '../../../support/own-setup'
import { pageHtml, tagWith } from '../../../support/render'
import { toastOf } from '../../../support/requests'
import { testServices, type TestServices } from '../../../support/services'
import { organization, partner, staff } from '../../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let own: { id: string; version: number }
let person: Actor
let first: ForSetup
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  own = await organization(db, { status: 'draft' })
  person = await partner(db, own.id)
  first = await stored()
})

const { path, load, send, now } = ownSetup(db, () => ({ services, own, person }))

const COVERAGE: [string, string][] = [
  ['pickupCountries', 'KZ'],
  ['deliveryCountries', 'KZ'],
  ['deliveryCountries', 'CN'],
  ['serviceTypes', 'cold_chain'],
]
const stored = async () => {
  const found = await findForSetup(db, own.id)
  if (!found) throw new Error('no organization')
  return found
}
/** The mark of the stored values that the form of a step would be drawn from now. */
const seenNow = async (name: string) => drawnFrom(name as FormStep, await stored())
/** Saves a step as drawn from what was stored at first, unless told otherwise. */
const save = (name: string, form: [string, string][], seen = drawnFrom(name as FormStep, first)) =>
  send(step, path(`setup/${name}`), { params: { step: name }, form: [['seen', seen], ...form] })

const ORDERS: [string, string][] = [
  ['orderTimeoutMinutes', '45'],
  ['maxWeightKg', '20'],
  ['maxSizeCm', '240'],
]

describe('access to the setup', () => {
  const PAGES = [overview, documentsStep, status, moreDocuments]

  it('of another organization answers 404 on every page and form', async () => {
    const other = await organization(db, { status: 'draft' })
    const theirs = { params: { organizationId: other.id, step: 'basic', documentId: other.id } }
    for (const page of [...PAGES, step, document])
      expect((await load(page, `/organizations/${other.id}/setup`, theirs)).status).toBe(404)
    for (const page of [overview, step, documentsStep, moreDocuments, document])
      expect((await send(page, '/', { ...theirs, form: COVERAGE })).status).toBe(404)
    const answer = { version: '1', answers: 'x', note: '' }
    expect((await send(status, '/', { ...theirs, form: answer })).status).toBe(404)
    expect(await db.$count(auditLog)).toBe(0)
  })

  it('shows staff the progress and leads them to the sections they may edit, but takes nothing from them', async () => {
    const actor = await staff(db, 'superadmin', 'Ержан Төлеген')
    const seen = await load(overview, path('setup'), { actor })
    expect(seen.status).toBe(200)
    expect(seen.body).toMatchObject({ own: null, staff: { id: own.id, mayEdit: true } })
    const led = await load(step, path('setup/basic'), { actor, params: { step: 'basic' } })
    expect(led.headers.get('location')).toBe(`/organizations/${own.id}/edit/basic`)
    const cashier = await staff(db, 'cashier', 'Daniel Brooks')
    expect((await load(overview, path('setup'), { actor: cashier })).body).toMatchObject({
      staff: { mayEdit: false, readsDocuments: false },
    })
    for (const page of [documentsStep, moreDocuments, document])
      expect((await load(page, path('setup'), { actor, params: { step: 'basic' } })).status).toBe(403)
    for (const page of [...PAGES, step, document])
      expect((await send(page, path('setup'), { actor, params: { step: 'basic' }, form: {} })).status).toBe(403)
  })

  it('answers 404 for a step that does not exist', async () => {
    expect((await load(step, path('setup/other'), { params: { step: 'other' } })).status).toBe(404)
  })
})

describe('a step', () => {
  const pageWith = async (actionData: unknown) => {
    const { body } = await load(step, path('setup/contact'), { params: { step: 'contact' } })
    return pageHtml(step.default, { loaderData: body, actionData })
  }

  it('is saved on its own with a new version, and leads to the next one', async () => {
    const answer = await save('coverage', COVERAGE)
    expect(answer).toMatchObject({ status: 302, location: path('setup/orders') })
    expect(toastOf(answer.headers)).toContain('setup:toast.saved')
    expect(await now()).toMatchObject({
      pickupCountries: ['KZ'],
      deliveryCountries: ['KZ', 'CN'],
      serviceTypes: ['cold_chain'],
      setupSteps: ['coverage'],
      version: own.version + 1,
      name: 'Steppe Freight',
    })
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        action: 'organization.setup',
        actorId: person.id,
        objectId: own.id,
        before: { version: own.version },
        after: { step: 'coverage', version: own.version + 1 },
      },
    ])
  })

  it('is saved and says so even when the next one cannot be found', async () => {
    breakAfterCommit(services, Object.assign(new Error('too slow'), { code: '57014' }))
    const answer = await save('coverage', COVERAGE)
    expect([answer.status, answer.location]).toEqual([302, path('setup')])
    expect(toastOf(answer.headers)).toContain('setup:toast.saved')
    expect((await now())?.setupSteps).toEqual(['coverage'])
  })

  it('is refused with a message beside its field, and keeps the rest', async () => {
    const answer = await save('orders', [
      ['orderTimeoutMinutes', 'soon'],
      ['maxWeightKg', '20'],
    ])
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      result: {
        initialValue: { orderTimeoutMinutes: 'soon', maxWeightKg: '20' },
        error: { orderTimeoutMinutes: ['Enter a whole number'], maxSizeCm: ['This field is required'] },
      },
    })
    expect((await now())?.version).toBe(own.version)
  })

  it('saved by another window first answers 409, keeps what was typed and can be saved again', async () => {
    await save('coverage', COVERAGE)
    const late = await save('coverage', [...COVERAGE, ['serviceTypes', 'express']])
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      changed: [{ name: 'serviceTypes', value: null }],
      seen: { seen: await seenNow('coverage') },
      result: { initialValue: { serviceTypes: ['cold_chain', 'express'] } },
    })
    expect((await save('coverage', [...COVERAGE, ['serviceTypes', 'express']], await seenNow('coverage'))).status).toBe(
      302,
    )
    expect((await now())?.serviceTypes).toEqual(['express', 'cold_chain'])
  })

  it('is saved although another step was saved since it was drawn', async () => {
    expect((await save('orders', ORDERS)).status).toBe(302)
    expect((await save('coverage', COVERAGE)).status).toBe(302)
    expect(await now()).toMatchObject({
      orderTimeoutMinutes: 45,
      serviceTypes: ['cold_chain'],
      version: own.version + 2,
    })
  })

  it('saved by another window names only the fields changed there, not those typed here', async () => {
    await save('orders', ORDERS)
    const drawn = await seenNow('orders')
    const typed = (minutes: string, kilograms: string): [string, string][] => [
      ['orderTimeoutMinutes', minutes],
      ['maxWeightKg', kilograms],
      ['maxSizeCm', '240'],
    ]
    await save('orders', typed('50', '20'), drawn)
    const late = await save('orders', typed('45', '30'), drawn)
    expect(late).toMatchObject({ status: 409, body: { changed: [{ name: 'orderTimeoutMinutes', value: '50' }] } })
    const same = await save('orders', typed('50', '30'), drawn)
    expect(same).toMatchObject({ status: 409, body: { changed: [] } })
    const { body } = await load(step, path('setup/orders'), { params: { step: 'orders' } })
    const html = await pageHtml(step.default, { loaderData: body, actionData: same.body })
    expect(html).toContain('The setup was changed in another window')
  })

  it('kept as a draft says what was saved of it since, and nothing of other steps', async () => {
    const typed = new FormData()
    typed.set('seen', await seenNow('coverage'))
    for (const [name, value] of [...COVERAGE, ['serviceTypes', 'express']]) typed.append(name ?? '', value ?? '')
    await keepDraft(services, person, path('setup/coverage'), typed)
    const restored = async () => {
      const { body } = await load(step, path('setup/coverage'), { params: { step: 'coverage' } })
      return (body as { restored: { refusal: object } }).restored.refusal
    }
    await save('orders', ORDERS)
    expect(await restored()).toMatchObject({ changed: null })
    await save('coverage', COVERAGE)
    expect(await restored()).toMatchObject({ changed: [{ name: 'serviceTypes' }] })
  })

  it('drawn by the previous release is accepted until its stored values change', async () => {
    const formerSeen = createHash('sha256')
      .update(JSON.stringify(storedFields('orders', first)))
      .digest('base64url')
    const typed = new FormData()
    for (const [name, value] of [['seen', formerSeen], ...ORDERS]) typed.set(name ?? '', value ?? '')
    await keepDraft(services, person, path('setup/orders'), typed)
    const { body } = await load(step, path('setup/orders'), { params: { step: 'orders' } })
    expect(body).toMatchObject({ restored: { refusal: { changed: null } } })
    expect((await save('orders', ORDERS, formerSeen)).status).toBe(302)
    const late = await save('orders', [...ORDERS.slice(0, 2), ['maxSizeCm', '300']], formerSeen)
    expect(late).toMatchObject({ status: 409, body: { changed: [{ name: 'maxSizeCm', value: '240' }] } })
  })

  it('of contacts counts as unchanged when only the organization’s details it proposes change', async () => {
    const drawn = await seenNow('contact')
    await db.update(organizations).set({ phone: '+77272000009', email: 'new@steppe.example', address: 'Dostyk 5' })
    const { body } = await load(step, path('setup/contact'), { params: { step: 'contact' } })
    expect(body).toMatchObject({ values: { branches: [{ email: 'new@steppe.example', address: 'Dostyk 5' }] } })
    expect(await seenNow('contact')).toBe(drawn)
  })

  it.each([
    ['en', 'Monday', 'Mon'],
    ['zh', '星期一', '周一'],
    ['ru', 'Понедельник', 'пн'],
    ['kk', 'Дүйсенбі', 'дс'],
  ] as const)('names the working days in full beside their boxes: %s', async (language, name, short) => {
    const { body: loaderData } = await load(step, path('setup/hours'), { params: { step: 'hours' }, language })
    const html = await pageHtml(step.default, { loaderData }, { language })
    const label = /value="mon".*?<\/label>/s.exec(html)?.[0]
    expect(label).toContain(`>${name}<`)
    expect(label).not.toContain(`>${short}<`)
  })

  it('of hours has empty times when the organization is open around the clock', async () => {
    await save('hours', [['is247Service', 'on']])
    const { body } = await load(step, path('setup/hours'), { params: { step: 'hours' } })
    const none = { pickupFrom: '', pickupTo: '', deliveryFrom: '', deliveryTo: '' }
    expect(body).toMatchObject({ values: none })
    expect(await now()).toMatchObject({ is247Service: true, pickupHours: '00:00–24:00' })
  })

  it('of the brand begins with two default colours', async () => {
    const { body } = await load(step, path('setup/brand'), { params: { step: 'brand' } })
    expect(body).toMatchObject({ values: { primaryColor: '#0f766e', secondaryColor: '#334155' } })
  })

  it('accepts no fields but its own', async () => {
    await save('coverage', [...COVERAGE, ['status', 'approved'], ['isTrial', 'false'], ['name', 'Other']])
    expect(await now()).toMatchObject({ status: 'draft', isTrial: true, name: 'Steppe Freight' })
  })

  const BRANCHES = (...names: string[]) =>
    names.flatMap((name, index) =>
      Object.entries({
        name,
        person: 'Ерлан',
        phone: '+77011234567',
        email: 'a@dala.example',
        address: 'Алматы',
        row: String(index),
      }).map(([field, value]): [string, string] => [`branches[${index}].${field}`, value]),
    )

  it('of contacts replaces the branches with those sent, one of them primary', async () => {
    await save('contact', [...BRANCHES('One', 'Two'), ['primary', '1']])
    await save('contact', [...BRANCHES('Three', 'Four'), ['primary', '1']], await seenNow('contact'))
    const kept = await db.select().from(branches).orderBy(desc(branches.name))
    expect(kept.map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
      ['Three', false],
      ['Four', true],
    ])
  })

  it.each<[string, () => [string, string][]]>([
    ['coverage', () => COVERAGE],
    ['contact', () => [...BRANCHES('One', 'Two'), ['primary', '1']]],
    [
      'brand',
      () => [
        ['brandName', 'Dala'],
        ['primaryColor', '#0f766e'],
        ['secondaryColor', '#334155'],
        ['countries', 'KZ'],
      ],
    ],
  ])('sent twice is saved once, and both get the same answer: %s', async (name, form) => {
    const first = await save(name, form())
    expect(first.status).toBe(302)
    expect(await save(name, form())).toMatchObject({ status: 302, location: first.location })
    expect((await now())?.version).toBe(own.version + 1)
    expect(await db.$count(auditLog)).toBe(1)
  })

  it('that was never saved is no repeat, even when its values are stored already', async () => {
    await save('orders', ORDERS)
    await db.update(organizations).set({ setupSteps: [] })
    expect((await save('orders', ORDERS)).status).toBe(409)
  })

  it('of contacts adds and removes rows through the server, and keeps the primary branch', async () => {
    const rows = [...BRANCHES('One', 'Two', 'Three'), ['primary', '1']] as [string, string][]
    const change = (type: string, payload: object): [string, string] => [
      '__intent__',
      JSON.stringify({ type, payload }),
    ]
    const insert = change('insert', { name: 'branches', defaultValue: { row: '3' } })
    const added = await save('contact', [...rows, insert])
    expect(added).toMatchObject({
      status: 200,
      body: { result: { initialValue: { branches: [{ name: 'One' }, {}, {}, { row: '3' }], primary: '1' } } },
    })
    const html = await pageWith(added.body)
    expect(tagWith(html, '<input', 'name="branches[3].name"')).toContain('autofocus')
    const removed = await save('contact', [...rows, change('remove', { name: 'branches', index: 0 })])
    expect(removed.body).toMatchObject({
      result: {
        initialValue: {
          branches: [
            { name: 'Two', row: '1' },
            { name: 'Three', row: '2' },
          ],
          primary: '1',
        },
      },
    })
    expect(tagWith(await pageWith(removed.body), 'type="radio"', 'value="1"')).toContain('checked')
    const gone = await save('contact', [...rows, change('remove', { name: 'branches', index: 1 })])
    expect(tagWith(await pageWith(gone.body), 'type="radio"', 'value="0"')).toContain('checked')
    expect(await db.$count(branches)).toBe(0)
  })

  it('with one wrong field focuses it, and with two lists them with the numbers of their branches', async () => {
    const wrong = (...names: string[]) =>
      [...BRANCHES('One', 'Two'), ['primary', '0']].map(([name = '', value = '']): [string, string] => [
        name,
        names.includes(name) ? '' : value,
      ])
    const one = await pageWith((await save('contact', wrong('branches[1].person'))).body)
    expect(tagWith(one, '<input', 'name="branches[1].person"')).toContain('autofocus')
    expect(one).not.toContain('error-summary')
    const two = await pageWith((await save('contact', wrong('branches[0].name', 'branches[1].person'))).body)
    expect(two).toMatch(/Name of the branch 1: This field is required.*Contact person 2: This field is required/s)
  })

  it('of contacts states the limit of 10 branches once it is reached', async () => {
    const contacts = async (count: number) => {
      const body = { ...((await load(step, path('setup/contact'), { params: { step: 'contact' } })).body as object) }
      const rows = Array.from({ length: count }, (_, row) => ({ row: String(row) }))
      return pageHtml(step.default, { loaderData: { ...body, values: { branches: rows, primary: '0' } } })
    }
    expect(await contacts(9)).not.toContain('At most 10 branches')
    expect(await contacts(10)).toContain('At most 10 branches')
  })

  it('of the brand renames a local name that was only copied from the brand name', async () => {
    const brand = (brandName: string, localName = ''): [string, string][] =>
      Object.entries({ brandName, localName, primaryColor: '#000000', secondaryColor: '#ffffff', countries: 'KZ' })
    const shown = async () => {
      const { body } = await load(step, path('setup/brand'), { params: { step: 'brand' } })
      return (body as { values: Record<string, string> }).values.localName
    }
    await save('brand', brand('Dala'))
    expect(await shown()).toBe('')
    await save('brand', brand('Steppe', await shown()), await seenNow('brand'))
    expect(await db.select().from(brands)).toMatchObject([{ name: 'Steppe', localName: 'Steppe' }])
    await save('brand', brand('Steppe', 'Дала'), await seenNow('brand'))
    expect(await shown()).toBe('Дала')
  })

  it('of the brand can be emptied again', async () => {
    const brand: [string, string][] = [
      ['brandName', 'Dala'],
      ['primaryColor', '#000000'],
      ['secondaryColor', '#ffffff'],
      ['countries', 'KZ'],
    ]
    await save('brand', brand)
    expect(await db.select().from(brands)).toMatchObject([{ name: 'Dala', localName: 'Dala' }])
    await save('brand', [['brandName', '']], await seenNow('brand'))
    expect(await db.$count(brands)).toBe(0)
    expect((await now())?.setupSteps).toEqual(['brand'])
  })

  it('of the brand stays about the same brand when it is renamed and staff add others', async () => {
    const brand = (name: string): [string, string][] => [
      ['brandName', name],
      ['primaryColor', '#000000'],
      ['secondaryColor', '#ffffff'],
      ['countries', 'KZ'],
    ]
    await save('brand', brand('Alpha'))
    const actor = await staff(db, 'manager', 'Ольга Кузнецова')
    const id = own.id
    for (const [index, name] of ['Beta', 'Gamma', 'Delta'].entries()) {
      const form: [string, string][] = [...brand(name), ['version', String(own.version + 1 + index)]]
      const asked = { actor, params: { id, organizationId: id }, form }
      expect((await send(sectionDialog, `/organizations/${id}/brands/new`, asked)).status).toBe(302)
    }
    const drawn = await seenNow('brand')
    expect((await save('brand', brand('Zeta'), drawn)).status).toBe(302)
    expect((await save('brand', brand('Zeta'), drawn)).status).toBe(302)
    const { body } = await load(step, path('setup/brand'), { params: { step: 'brand' } })
    expect(body).toMatchObject({ values: { brandName: 'Zeta' } })
    const names = (await db.select().from(brands)).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['Beta', 'Delta', 'Gamma', 'Zeta'])
  })

  it('of an archived organization is closed, and the partner is told so', async () => {
    await db.update(organizations).set({ status: 'archived' })
    const late = await save('coverage', COVERAGE)
    expect(late).toMatchObject({ status: 302, location: path('verification-status') })
    expect(toastOf(late.headers)).toContain('setup:status.archived')
  })

  it('of a submitted organization is closed and changes nothing', async () => {
    await db.update(organizations).set({ status: 'pending' })
    const late = await save('coverage', COVERAGE)
    expect(late).toMatchObject({ status: 302, location: path('verification-status') })
    expect(toastOf(late.headers)).toContain('setup:toast.closed')
    expect(await load(overview, path('setup'))).toMatchObject({ status: 302, location: path('verification-status') })
    expect((await now())?.pickupCountries).toEqual(['KZ'])
    expect(await db.$count(auditLog)).toBe(0)
  })
})

it('the setup does not offer the name of its creator as that of the organization before it has a legal name', async () => {
  await db.update(organizations).set({ name: 'Дана Оспанова', legalName: '' })
  const nameShown = async () => {
    const { body } = await load(step, path('setup/basic'), { params: { step: 'basic' } })
    return (body as { values: { name: string } }).values.name
  }
  expect(await nameShown()).toBe('')
  await db.update(organizations).set({ legalName: 'Дана Оспанова' })
  expect(await nameShown()).toBe('Дана Оспанова')
})
