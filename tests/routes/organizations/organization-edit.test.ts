import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { branches, brands, organizations } from '../../../app/db/schema/organizations'
import { reviewPeople } from '../../../app/db/schema/reviews'
import type { Actor } from '../../../app/domain/access'
import { keepDraft } from '../../../app/domain/drafts/drafts.server'
import { editSection } from '../../../app/domain/setup/edit-section.server'
import * as removeBrand from '../../../app/routes/organizations/edit/remove-brand'
import * as sectionDialog from '../../../app/routes/organizations/edit/section'
import type { VerificationType } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { addBrand, organization, permitOf } from '../../support/verifications'
import { BASIC, organizationDialogs, type Form } from '../../support/organization-dialogs'
import { reviewers } from '../../support/reviews'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ admin, manager } = await reviewers(db))
})

const { at, post, get, stored, acts, basic } = organizationDialogs(db, () => ({ services }))

describe('a section', () => {
  it('is saved from the version that was seen, with an audit row of what changed', async () => {
    const { id } = await organization(db)
    const saved = await basic(id, manager, { version: '1', legalName: 'Steppe Freight JSC', phone: '+7 727 200 00 09' })
    expect([saved.status, saved.location]).toEqual([302, `/organizations/${id}?status=active`])
    expect(await stored(id)).toMatchObject({ legalName: 'Steppe Freight JSC', phone: '+77272000009', version: 2 })
    const [entry] = await db.select().from(auditLog)
    expect(entry).toMatchObject({
      action: 'organization.edit',
      actorId: manager.id,
      before: { legalName: 'Steppe Freight LLP', phone: '+7 ••• 0001', version: 1 },
      after: { legalName: 'Steppe Freight JSC', phone: '+7 ••• 0009', version: 2 },
    })
  })

  it('saved by somebody else first answers 409 with their change, and can be sent again with what was typed', async () => {
    const { id } = await organization(db)
    await basic(id, manager, { version: '1', name: 'Steppe Trade' })
    services.clock.advance(1000)
    await basic(id, admin, { version: '2', name: 'Steppe Cargo' })
    const late = await basic(id, manager, { version: '1', legalName: 'Steppe JSC' })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      seen: { version: '3' },
      result: { initialValue: { legalName: 'Steppe JSC' } },
      conflict: { because: 'stale', latest: { actorName: '李伟' } },
    })
    expect((late.body as { conflict: { fields: unknown } }).conflict.fields).toEqual([
      { name: 'name', value: 'Steppe Cargo' },
      { name: 'legalName', value: 'Steppe Freight LLP' },
    ])
    expect((await basic(id, manager, { version: '3', legalName: 'Steppe JSC' })).status).toBe(302)
  })

  it('saved by somebody else first shows values that can be read as they are, and only names other fields', async () => {
    const { id } = await organization(db)
    await basic(id, admin, { version: '1', timeZone: 'Asia/Aqtobe', country: 'RU' })
    const late = await basic(id, manager, { version: '1' })
    expect((late.body as { conflict: { fields: unknown } }).conflict.fields).toEqual([
      { name: 'country', value: null },
      { name: 'timeZone', value: 'Asia/Aqtobe' },
    ])
  })

  it('from a manager, who may not change the mode, answers 409 and names the admin who changed it meanwhile', async () => {
    const { id } = await organization(db)
    await basic(id, admin, { version: '1', operationMode: 'hybrid' })
    const late = await basic(id, manager, { version: '1', address: 'Abay Avenue 12, Almaty' })
    expect([late.status, late.body]).toMatchObject([
      409,
      { seen: { version: '2' }, conflict: { because: 'stale', latest: { actorName: '李伟' } } },
    ])
  })

  it('kept as a draft says what somebody else has saved since, and nothing when nobody has', async () => {
    const { id } = await organization(db)
    const opened = async () => {
      const { body } = await get(sectionDialog, id, 'edit/basic', manager, { section: 'basic' })
      return (body as { restored: { refusal: { conflict?: object; seen?: object } } | null }).restored?.refusal
    }
    const typed = new FormData()
    for (const [name, value] of Object.entries({ ...BASIC, version: '1', name: 'Steppe Trade' })) typed.set(name, value)
    await keepDraft(services, manager, `/organizations/${id}/edit/basic`, typed)
    expect(await opened()).toMatchObject({ seen: { version: '1' } })
    expect(await opened()).not.toHaveProperty('conflict')
    await basic(id, admin, { version: '1', address: 'Abay Avenue 12, Almaty' })
    expect(await opened()).toMatchObject({ seen: { version: '2' }, conflict: { because: 'stale' } })
  })

  it('saved without a change keeps its version and leaves no audit row', async () => {
    const { id } = await organization(db)
    expect((await basic(id, manager, { version: '1' })).status).toBe(302)
    expect((await stored(id)).version).toBe(1)
    expect(await acts()).toEqual([])
  })

  it('names each wrong field and keeps what was typed', async () => {
    const { id } = await organization(db)
    const wrong = await basic(id, manager, { version: '1', name: ' ', phone: '12' })
    expect(wrong.status).toBe(422)
    expect(wrong.body).toMatchObject({
      result: {
        initialValue: { phone: '12' },
        error: { name: ['This field is required'], phone: ['Enter a valid phone number'] },
      },
    })
    expect((await stored(id)).version).toBe(1)
  })

  it('changes the operation mode only for those who decide mode changes', async () => {
    const { id } = await organization(db)
    const refused = await basic(id, manager, { version: '1', operationMode: 'hybrid' })
    expect([refused.status, (await stored(id)).operationMode]).toEqual([422, 'self_operated'])
    expect((await basic(id, admin, { version: '1', operationMode: 'hybrid' })).status).toBe(302)
    expect((await stored(id)).operationMode).toBe('hybrid')
  })

  describe('where two people decide', () => {
    const CHANGES = [
      ['operationMode', 'operation_mode_change', 'hybrid'],
      ['address', 'address_change', 'Abay Avenue 12, Almaty'],
    ] as const
    const TEXT =
      'This change needs an application that two people decide. The stored value is shown again. Save to keep the rest.'
    const askTwo = (type: VerificationType) => db.insert(reviewPeople).values({ type, people: 2 })
    const read = (id: string) =>
      sectionDialog.loader(
        visit(services, at(id, 'edit/basic'), { actor: admin, params: { id, section: 'basic' } }) as never,
      )

    const APPROVED = ['approved', 'active', 'suspended'] as const
    it.each(CHANGES.flatMap(([field, type, value]) => APPROVED.map((status) => [field, type, value, status] as const)))(
      'refuses a new %s, which needs an application of type %s, and keeps what was typed',
      async (field, type, value, status) => {
        await askTwo(type)
        const { id } = await organization(db, { status })
        const typed = { version: '1', name: 'Steppe Trade', [field]: value }
        for (const actor of [admin, manager]) {
          const refused = await basic(id, actor, typed)
          const { version: _, ...kept } = typed
          expect(refused.status).toBe(422)
          expect(refused.body).toMatchObject({
            result: { initialValue: kept, error: { [field]: [TEXT] } },
            locked: { values: { [field]: BASIC[field] }, refused: { [field]: value } },
          })
        }
        expect([await stored(id), await acts()]).toMatchObject([{ version: 1, name: 'Steppe Freight' }, []])
        expect((await basic(id, admin, { version: '1', name: 'Steppe Trade' })).status).toBe(302)
      },
    )

    it.each(CHANGES)('says of %s before it is sent that an application changes it', async (field, type) => {
      const { id } = await organization(db, { status: 'active' })
      expect(await read(id)).toMatchObject({ decidedByTwo: [] })
      await askTwo(type)
      expect(await read(id)).toMatchObject({ decidedByTwo: [field] })
    })

    it('shows a refused address from a draft beside the stored one', async () => {
      await askTwo('address_change')
      const { id } = await organization(db, { status: 'active' })
      const typed = new FormData()
      const fields = { ...BASIC, version: '1', address: 'Abay Avenue 12, Almaty' }
      for (const [name, value] of Object.entries(fields)) typed.set(name, value)
      await keepDraft(services, admin, `/organizations/${id}/edit/basic`, typed)
      expect((await read(id)).restored?.refusal.locked).toEqual({
        values: { address: BASIC.address },
        refused: { address: 'Abay Avenue 12, Almaty' },
      })
    })

    it('shows and accepts the address that an application has changed meanwhile', async () => {
      await askTwo('address_change')
      const { id } = await organization(db, { status: 'active' })
      await db.update(organizations).set({ address: 'Dostyk 5', version: 2 }).where(eq(organizations.id, id))
      const late = await basic(id, admin, { version: '1', name: 'Steppe Trade' })
      expect(late).toMatchObject({ status: 409, body: { locked: { values: { address: 'Dostyk 5' } } } })
      const wrong = await basic(id, admin, { version: '2', name: 'Steppe Trade', phone: '12', address: 'Dostyk 5' })
      expect(wrong).toMatchObject({ status: 422, body: { locked: { values: { address: 'Dostyk 5' }, refused: {} } } })
      expect((await basic(id, admin, { version: '2', name: 'Steppe Trade', address: 'Dostyk 5' })).status).toBe(302)
    })

    it.each(CHANGES)('allows %s to be changed here again once one person decides %s', async (field, type, value) => {
      await db.insert(reviewPeople).values({ type, people: 1 })
      const { id } = await organization(db, { status: 'active' })
      expect(await read(id)).toMatchObject({ decidedByTwo: [] })
      expect((await basic(id, admin, { version: '1', [field]: value })).status).toBe(302)
      expect(await stored(id)).toMatchObject({ [field]: value })
    })

    it.each(CHANGES)('applies the rule that is made while %s is sent', async (field, type, value) => {
      const { id } = await organization(db, { status: 'active' })
      const typed = { ...BASIC, [field]: value } as never
      const target = { organizationId: id, brandId: null, version: 1, requestId: 'req' }
      await askTwo(type)
      const edited = await editSection(services, permitOf(admin, 'organizations.edit'), target, {
        step: 'basic',
        input: typed,
      })
      expect(edited).toMatchObject({ kind: 'conflict', now: { because: 'decided-by-two', fields: [field] } })
      expect((await stored(id)).version).toBe(1)
    })

    it.each(['draft', 'pending', 'rejected'] as const)(
      'allows one person to fill in what was never approved: %s',
      async (status) => {
        await Promise.all(CHANGES.map(([, type]) => askTwo(type)))
        const { id } = await organization(db, { status })
        const changed = { operationMode: 'hybrid', address: 'Abay Avenue 12, Almaty' }
        expect(await read(id)).toMatchObject({ decidedByTwo: [] })
        expect((await basic(id, admin, { version: '1', ...changed })).status).toBe(302)
        expect(await stored(id)).toMatchObject(changed)
      },
    )

    it('does not take an address stored in several lines for a changed one', async () => {
      await askTwo('address_change')
      const { id } = await organization(db, { status: 'active', address: 'Abay Avenue 10,\nAlmaty' })
      expect((await basic(id, admin, { version: '1', phone: '12' })).body).toMatchObject({ locked: { refused: {} } })
      expect((await basic(id, admin, { version: '1', name: 'Steppe Trade' })).status).toBe(302)
      expect((await stored(id)).name).toBe('Steppe Trade')
    })
  })

  it.each<[string, Form, object]>([
    [
      'coverage',
      [
        ['pickupCountries', 'CN'],
        ['deliveryCountries', 'KZ'],
        ['serviceTypes', 'freight'],
      ],
      { pickupCountries: ['CN'] },
    ],
    [
      'orders',
      { orderTimeoutMinutes: '45', maxWeightKg: '9', maxSizeCm: '8', allowCod: 'on' },
      { orderTimeoutMinutes: 45, allowCod: true },
    ],
    ['hours', { is247Service: 'on' }, { is247Service: true, pickupHours: '00:00–24:00' }],
    [
      'settings',
      { autoDispatch: 'on', defaultLocale: 'kk', defaultCurrency: 'USD' },
      { autoDispatch: true, defaultCurrency: 'USD' },
    ],
  ])('of %s is saved', async (section, form, expected) => {
    const { id } = await organization(db)
    const fields = [...(Array.isArray(form) ? form : Object.entries(form)), ['version', '1']] as [string, string][]
    expect((await post(sectionDialog, id, `edit/${section}`, manager, fields, { section })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ ...expected, setupSteps: [] })
  })

  it('of contacts adds and removes a row for a branch, and saves the branches with the primary one', async () => {
    const { id } = await organization(db)
    const row = (index: number, name: string): [string, string][] =>
      Object.entries({
        name,
        person: 'Ерлан Жүнісов',
        phone: '+77272000002',
        email: 'post@steppe.example',
        address: 'Abay Avenue 10',
      }).map(([field, value]) => [`branches[${index}].${field}`, value])
    const form: [string, string][] = [
      ...row(0, 'Head office'),
      ...row(1, 'Customs post'),
      ['primary', '1'],
      ['version', '1'],
    ]
    const add = JSON.stringify({ type: 'insert', payload: { name: 'branches', defaultValue: { row: '2' } } })
    const added = await post(sectionDialog, id, 'edit/contact', manager, [...form, ['__intent__', add]], {
      section: 'contact',
    })
    expect(added.body).toMatchObject({
      result: { initialValue: { branches: [{ name: 'Head office' }, { name: 'Customs post' }, { row: '2' }] } },
    })
    expect((await post(sectionDialog, id, 'edit/contact', manager, form, { section: 'contact' })).location).toBe(
      `/organizations/${id}?tab=contacts`,
    )
    const rows = await db.select().from(branches).orderBy(branches.name)
    expect(rows.map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
      ['Customs post', true],
      ['Head office', false],
    ])
    const remove = JSON.stringify({ type: 'remove', payload: { name: 'branches', index: 0 } })
    const removed = await post(sectionDialog, id, 'edit/contact', manager, [...form, ['__intent__', remove]], {
      section: 'contact',
    })
    expect((removed.body as { result: { initialValue: object } }).result.initialValue).toMatchObject({
      branches: [{ name: 'Customs post' }],
    })
    expect(await db.$count(branches)).toBe(2)
    const left: [string, string][] = [...row(0, 'Customs post'), ['primary', '0'], ['version', '2']]
    expect((await post(sectionDialog, id, 'edit/contact', manager, left, { section: 'contact' })).status).toBe(302)
    expect(await db.select().from(branches)).toMatchObject([{ name: 'Customs post', isPrimary: true }])
  })

  it('of contacts saved by somebody else first names only columns that differ, however a phone is spelled', async () => {
    const { id } = await organization(db, { version: 2 })
    const [person, phone, email, address] = ['Ерлан Жүнісов', '+77272000002', 'post@steppe.example', 'Abay Avenue 10']
    const kept = { organizationId: id, name: 'Head office', isPrimary: true, person, phone, email, address }
    const typed = { name: 'Customs post', person, phone: '8 (727) 200-00-02', email, address }
    const form: [string, string][] = [
      ...Object.entries(typed).map(([name, value]): [string, string] => [`branches[0].${name}`, value]),
      ['primary', '0'],
      ['version', '1'],
    ]
    const save = () => post(sectionDialog, id, 'edit/contact', manager, form, { section: 'contact' })
    const names = ['name', 'person', 'phone', 'email', 'address'].map((name) => `branches.${name}`)
    const others = async () =>
      ((await save()).body as { conflict: { fields: { name: string }[] } }).conflict.fields.map(({ name }) => name)
    expect(await others()).toEqual(expect.arrayContaining(names))
    await db.insert(branches).values(kept)
    expect(await others()).toEqual(['branches.name'])
  })

  it('of an archived organization answers 409 and stays as it is', async () => {
    const { id } = await organization(db, { status: 'archived' })
    expect((await basic(id, admin, { version: '1', name: 'Other' })).status).toBe(409)
    expect((await stored(id)).name).toBe('Steppe Freight')
  })

  it.each(['documents', 'brand', 'nonsense'])('called %s answers 404', async (section) => {
    const { id } = await organization(db)
    expect((await get(sectionDialog, id, `edit/${section}`, manager, { section })).status).toBe(404)
  })
})

describe('a brand', () => {
  const BRAND: [string, string][] = [
    ['brandName', 'Caspian Go'],
    ['localName', ''],
    ['slogan', ''],
    ['primaryColor', '#1d4ed8'],
    ['secondaryColor', '#facc15'],
    ['countries', 'KZ'],
  ]

  it('is added, edited and deleted, each with one audit row', async () => {
    const { id } = await organization(db)
    const other = await addBrand(db, id, { name: 'Zhol' })
    expect((await post(sectionDialog, id, 'brands/new', manager, [...BRAND, ['version', '1']])).status).toBe(302)
    const [added] = await db.select().from(brands).where(eq(brands.name, 'Caspian Go'))
    const brandId = added?.id ?? ''
    const renamed = BRAND.map(([name, value]) => [name, name === 'slogan' ? 'On time' : value] as [string, string])
    await post(sectionDialog, id, `brands/${brandId}/edit`, manager, [...renamed, ['version', '2']], { brandId })
    const [edited] = await db.select().from(brands).where(eq(brands.id, brandId))
    expect(edited).toMatchObject({ slogan: 'On time', localName: 'Caspian Go' })
    const gone = { brandId }
    expect((await post(removeBrand, id, `brands/${brandId}/remove`, manager, { version: '2' }, gone)).status).toBe(409)
    const remove = (organizationId = id) =>
      post(removeBrand, organizationId, `brands/${brandId}/remove`, manager, { version: '3' }, gone)
    expect((await remove()).status).toBe(302)
    expect((await remove()).status).toBe(302)
    expect((await acts()).filter((act) => act === 'organization.edit')).toHaveLength(3)
    expect((await remove(brandId)).status).toBe(404)
    expect((await db.select().from(brands)).map((row) => row.id)).toEqual([other.id])
  })

  it('is named before it is deleted, and answers 404 under another organization', async () => {
    const [{ id }, other] = [await organization(db), await organization(db)]
    const { id: brandId } = await addBrand(db, id, { name: 'Zhol' })
    const params = { id, brandId }
    const asked = visit(services, at(id, `brands/${brandId}/remove`), { actor: manager, params })
    expect(await removeBrand.loader(asked as never)).toMatchObject({
      name: 'Zhol',
      isOpen: true,
      closeTo: `/organizations/${id}?tab=brands`,
    })
    expect((await get(removeBrand, other.id, `brands/${brandId}/remove`, manager, { brandId })).status).toBe(404)
  })

  it('is one of at most 20, which can still be edited at that limit', async () => {
    const { id } = await organization(db)
    const other = await organization(db)
    await addBrand(db, other.id)
    for (let n = 1; n < 20; n += 1) await addBrand(db, id, { name: `Brand ${n}` })
    const add = (version: number, name: string) => {
      const form = BRAND.map(([field, value]) => [field, field === 'brandName' ? name : value] as [string, string])
      return post(sectionDialog, id, 'brands/new', manager, [...form, ['version', String(version)]])
    }
    expect((await add(1, 'The twentieth')).status).toBe(302)
    const refused = await add(2, 'One too many')
    expect(refused).toMatchObject({ status: 409, body: { conflict: { because: 'too-many' } } })
    expect(await db.$count(brands, eq(brands.organizationId, id))).toBe(20)
    expect(await stored(id)).toMatchObject({ version: 2 })
    const [last] = await db.select().from(brands).where(eq(brands.name, 'The twentieth'))
    const params = { brandId: last?.id ?? '' }
    const renamed = [...BRAND, ['version', '2']] as [string, string][]
    expect((await post(sectionDialog, id, `brands/${params.brandId}/edit`, manager, renamed, params)).status).toBe(302)
  })

  it.each(['primaryColor', 'secondaryColor'])('with an invalid %s is refused with 422 beside it', async (field) => {
    const { id } = await organization(db)
    for (const color of ['red', '#12345', '#12345g', 'url(x)']) {
      const form = BRAND.map(([name, value]): [string, string] => [name, name === field ? color : value])
      const { status, body } = await post(sectionDialog, id, 'brands/new', manager, [...form, ['version', '1']])
      const { error } = (body as { result: { error: Record<string, string[]> } }).result
      expect([color, status, error]).toEqual([color, 422, { [field]: [expect.any(String)] }])
    }
    expect(await db.select().from(brands)).toEqual([])
  })

  it('without a name is refused with 422', async () => {
    const { id } = await organization(db)
    const nameless = BRAND.filter(([name]) => name !== 'brandName' && name !== 'countries')
    const empty = await post(sectionDialog, id, 'brands/new', manager, [...nameless, ['version', '1']])
    expect(empty.body).toMatchObject({ result: { error: { brandName: ['This field is required'] } } })
    expect([empty.status, await db.select().from(brands)]).toEqual([422, []])
  })

  it('of another organization answers 404', async () => {
    const { id } = await organization(db)
    const brand = await addBrand(db, (await organization(db)).id)
    const params = { brandId: brand.id }
    expect((await get(sectionDialog, id, `brands/${brand.id}/edit`, manager, params)).status).toBe(404)
    expect((await post(sectionDialog, id, `brands/${brand.id}/edit`, manager, BRAND, params)).status).toBe(404)
  })
})
