import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { documents } from '../../../app/db/schema/documents'
import { messages } from '../../../app/db/schema/messages'
import { branches, brands, organizations } from '../../../app/db/schema/organizations'
import { templates } from '../../../app/db/schema/templates'
import { verifications } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import { INSERT } from '../../../app/domain/verifications/templates/insert-template'
import { openText } from '../../../app/domain/sealing.server'
import * as documentDialog from '../../../app/routes/organizations/documents/verdict'
import * as removeBrand from '../../../app/routes/organizations/edit/remove-brand'
import * as accessDialog from '../../../app/routes/organizations/change-access'
import * as statusDialog from '../../../app/routes/organizations/change-status'
import Detail, { loader as detail } from '../../../app/routes/organizations/detail'
import * as sectionDialog from '../../../app/routes/organizations/edit/section'
import { action as answer, loader as partnerStatus } from '../../../app/routes/organizations/verification-status/status'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { addTemplate } from '../../support/templates'
import { addBrand, addDocument, organization, partner, staff, verification } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '李伟')
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

type Dialog = { loader: unknown; action: unknown }
type Form = Record<string, string> | [string, string][]
const call = (handler: unknown, path: string, actor: Actor, params: Record<string, string>, form?: Form) =>
  answerOf(() => (handler as (args: unknown) => unknown)(visit(services, path, { actor, params, form })))
const at = (id: string, rest: string) => `/organizations/${id}/${rest}`
const post = (dialog: Dialog, id: string, rest: string, actor: Actor, form: Form, params = {}) =>
  call(dialog.action, at(id, rest), actor, { id, ...params }, form)
const get = (dialog: Dialog, id: string, rest: string, actor: Actor, params = {}) =>
  call(dialog.loader, at(id, rest), actor, { id, ...params })

const stored = async (id: string) => {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id))
  if (!row) throw new Error('no organization')
  return row
}
const acts = () => auditActions(db)

const BASIC = {
  name: 'Steppe Freight',
  legalName: 'Steppe Freight LLP',
  registrationNumber: '180440012345',
  country: 'KZ',
  operationMode: 'self_operated',
  timeZone: 'Asia/Almaty',
  email: 'office@steppe.example',
  phone: '+77272000001',
  address: 'Abay Avenue 10, Almaty',
}
const basic = (id: string, actor: Actor, form: Record<string, string>) =>
  post(sectionDialog, id, 'edit/basic?status=active', actor, { ...BASIC, ...form }, { section: 'basic' })

describe('a section', () => {
  it('is saved from the version that was seen, with what changed on record', async () => {
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

  it('that somebody saved first is a conflict: what they did is told, the text is kept and can be sent again', async () => {
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

  it('of somebody who may not change the mode says who changed it meanwhile', async () => {
    const { id } = await organization(db)
    await basic(id, admin, { version: '1', operationMode: 'hybrid' })
    const late = await basic(id, manager, { version: '1', address: 'Abay Avenue 12, Almaty' })
    expect([late.status, late.body]).toMatchObject([
      409,
      { seen: { version: '2' }, conflict: { because: 'stale', latest: { actorName: '李伟' } } },
    ])
  })

  it('without a change changes nothing', async () => {
    const { id } = await organization(db)
    expect((await basic(id, manager, { version: '1' })).status).toBe(302)
    expect((await stored(id)).version).toBe(1)
    expect(await acts()).toEqual([])
  })

  it('tells each wrong field and keeps the text', async () => {
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

  it('leaves the operation mode to those who decide mode changes', async () => {
    const { id } = await organization(db)
    const refused = await basic(id, manager, { version: '1', operationMode: 'hybrid' })
    expect([refused.status, (await stored(id)).operationMode]).toEqual([422, 'self_operated'])
    expect((await basic(id, admin, { version: '1', operationMode: 'hybrid' })).status).toBe(302)
    expect((await stored(id)).operationMode).toBe('hybrid')
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
  ])('%s is saved', async (section, form, expected) => {
    const { id } = await organization(db)
    const fields = [...(Array.isArray(form) ? form : Object.entries(form)), ['version', '1']] as [string, string][]
    expect((await post(sectionDialog, id, `edit/${section}`, manager, fields, { section })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ ...expected, setupSteps: [] })
  })

  it('of contacts adds, removes and names the primary branch', async () => {
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
  })

  it('of contacts that somebody saved first names the columns that are others, however a phone is spelled', async () => {
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

  it('of an archived organization stays as it is', async () => {
    const { id } = await organization(db, { status: 'archived' })
    expect((await basic(id, admin, { version: '1', name: 'Other' })).status).toBe(409)
    expect((await stored(id)).name).toBe('Steppe Freight')
  })

  it.each(['documents', 'brand', 'nonsense'])('called %s is not there', async (section) => {
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

  it('is added, edited and deleted one by one', async () => {
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
    expect((await post(removeBrand, id, `brands/${brandId}/remove`, manager, { version: '3' }, gone)).status).toBe(302)
    expect((await db.select().from(brands)).map((row) => row.id)).toEqual([other.id])
  })

  it('is asked about by its name before it is deleted, and is not there in another organization', async () => {
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

  it('may be the twentieth and not the twenty-first', async () => {
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

  it('needs a name and colours', async () => {
    const { id } = await organization(db)
    const nameless = BRAND.filter(([name]) => name !== 'brandName' && name !== 'countries')
    const empty = await post(sectionDialog, id, 'brands/new', manager, [...nameless, ['version', '1']])
    expect(empty.body).toMatchObject({ result: { error: { brandName: ['This field is required'] } } })
    expect([empty.status, await db.select().from(brands)]).toEqual([422, []])
  })

  it('of another organization is not there', async () => {
    const { id } = await organization(db)
    const brand = await addBrand(db, (await organization(db)).id)
    const params = { brandId: brand.id }
    expect((await get(sectionDialog, id, `brands/${brand.id}/edit`, manager, params)).status).toBe(404)
    expect((await post(sectionDialog, id, `brands/${brand.id}/edit`, manager, BRAND, params)).status).toBe(404)
  })
})

describe('the status', () => {
  const change = (id: string, word: string, actor: Actor, form: Record<string, string>) =>
    post(statusDialog, id, word, actor, form)

  it.each([
    ['activate', 'approved', 'active', ''],
    ['suspend', 'active', 'suspended', 'Долг'],
    ['reactivate', 'suspended', 'active', ''],
    ['archive', 'draft', 'archived', ''],
  ] as const)('%s: from %s to %s, and the partner is told in their language', async (word, from, to, reason) => {
    const { id } = await organization(db, { status: from })
    await partner(db, id, { language: 'kk', phone: '+77010009999' })
    const done = await change(id, word, admin, { version: '1', ...(reason && { reason }) })
    expect([done.status, done.location]).toEqual([302, `/organizations/${id}`])
    expect(await stored(id)).toMatchObject({ status: to, statusReason: reason || null, version: 2 })
    const [message] = await db.select().from(messages)
    expect(message).toMatchObject({ to: '+77010009999', language: 'kk', kind: `organization_${word}` })
    const text = openText(services.env.sessionSecrets, 'outbox', message?.text ?? '')
    expect(text).toContain('Steppe Freight:')
    expect(text).toContain(`Ұйымыңыздың беті: http://localhost:3000/organizations/${id}/verification-status`)
    expect(await acts()).toEqual([`organization.${word}`])
  })

  it('is not suspended without a reason', async () => {
    const { id } = await organization(db, { status: 'active' })
    const refused = await change(id, 'suspend', admin, { version: '1', reason: ' ' })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { result: { error: { reason: ['This field is required'] } } },
    ])
    expect((await stored(id)).status).toBe('active')
  })

  it('changed once is not changed again', async () => {
    const { id } = await organization(db, { status: 'active' })
    await change(id, 'suspend', admin, { version: '1', reason: 'Debt' })
    expect((await change(id, 'suspend', admin, { version: '1', reason: 'Debt' })).status).toBe(302)
    expect(await acts()).toEqual(['organization.suspend'])
    expect(await db.select().from(messages)).toHaveLength(1)
  })

  it('cannot go where the transitions do not lead, nor from a version long past', async () => {
    const { id } = await organization(db, { status: 'active', version: 3 })
    expect((await change(id, 'archive', admin, { version: '3', reason: '' })).status).toBe(409)
    const stale = await change(id, 'suspend', admin, { version: '2', reason: 'Debt' })
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { result: { initialValue: { reason: 'Debt' } }, seen: { version: '3' }, conflict: { because: 'stale' } },
    ])
    expect(await stored(id)).toMatchObject({ status: 'active', version: 3 })
    expect((await get(statusDialog, id, 'archive', admin)).status).toBe(409)
  })

  it('is changed however often its partner saved meanwhile, while it is the one that was seen', async () => {
    for (const [status, seen, answered] of [
      ['draft', 'draft', 302],
      ['rejected', 'rejected', 302],
      ['draft', 'rejected', 409],
      ['suspended', 'suspended', 409],
    ] as const) {
      const { id } = await organization(db, { status, version: 5 })
      const sent = { version: '2', status: seen, reason: '' }
      expect((await change(id, 'archive', admin, sent)).status).toBe(answered)
      expect((await stored(id)).status).toBe(answered === 302 ? 'archived' : status)
    }
  })

  it.each(['suspend', 'reactivate', 'archive'])('is not for managers to %s', async (word) => {
    const { id } = await organization(db, { status: word === 'suspend' ? 'active' : 'suspended' })
    expect((await get(statusDialog, id, word, manager)).status).toBe(403)
    expect((await change(id, word, manager, { version: '1', reason: 'No' })).status).toBe(403)
    expect((await stored(id)).version).toBe(1)
  })

  it('suspended: its partner reads why, and can send nothing', async () => {
    const { id } = await organization(db, { status: 'active' })
    const own = await partner(db, id)
    const { version } = await verification(db, {
      organizationId: id,
      type: 'address_change',
      status: 'need_more_info',
      requestedChanges: ['A readable lease'],
    })
    await change(id, 'suspend', admin, { version: '1', reason: 'Debt' })
    const params = { organizationId: id }
    const view = await partnerStatus(visit(services, '/', { actor: own, params }) as never)
    expect(view).toMatchObject({ own: { frozen: 'suspended', statusReason: 'Debt', application: { asked: [] } } })
    const form = { version: String(version), answers: 'Here it is', note: '' }
    expect((await call(answer, '/', own, params, form)).status).toBe(409)
  })
})

describe('a document', () => {
  const open = async (
    more: Parameters<typeof addDocument>[2] = 'pending',
    status: 'under_review' | 'approved' = 'under_review',
  ) => {
    const { id } = await organization(db)
    const application = await verification(db, { organizationId: id, status, reviewer: manager })
    const document = await addDocument(db, application, more)
    return { id, params: { documentId: document.id }, documentId: document.id }
  }
  const judge = (word: string, of: Awaited<ReturnType<typeof open>>, actor: Actor, form: Record<string, string>) =>
    post(documentDialog, of.id, `documents/${of.documentId}/${word}`, actor, form, of.params)
  const rejecting = ({ id, documentId }: Awaited<ReturnType<typeof open>>) =>
    documentDialog.loader(
      visit(services, at(id, `documents/${documentId}/reject`), {
        actor: manager,
        params: { id, documentId },
      }) as never,
    )
  const now = async () => (await db.select().from(documents))[0]

  it('is verified, with who and when', async () => {
    const document = await open()
    const done = await judge('verify', document, manager, { seen: 'pending' })
    expect(done.location).toBe(`/organizations/${document.id}?tab=documents`)
    expect(await now()).toMatchObject({ status: 'verified', reviewedBy: manager.id, reviewedAt: services.now() })
    expect(await acts()).toEqual(['document.verify'])
  })

  it('of one’s own application is judged by somebody else, and so it is offered', async () => {
    const document = await open()
    await db.update(verifications).set({ submittedBy: manager.id })
    for (const word of ['verify', 'reject']) {
      for (const reason of ['Unreadable', ''])
        expect((await judge(word, document, manager, { seen: 'pending', reason })).status).toBe(403)
      expect(
        (await get(documentDialog, document.id, `documents/${document.documentId}/${word}`, manager, document.params))
          .status,
      ).toBe(403)
    }
    expect(await now()).toMatchObject({ status: 'pending', reviewedBy: null })
    expect(await acts()).toEqual([])
    const offered = async (actor: Actor) => {
      const { body } = await call(detail, `/organizations/${document.id}?tab=documents`, actor, { id: document.id })
      const html = await pageHtml(Detail, { loaderData: body })
      return ['verify', 'reject', 'file'].filter((word) => html.includes(`/documents/${document.documentId}/${word}`))
    }
    expect(await offered(manager)).toEqual(['file'])
    expect(await offered(admin)).toEqual(['verify', 'reject', 'file'])
    expect((await judge('verify', document, admin, { seen: 'pending' })).status).toBe(302)
  })

  it('is rejected only with a reason', async () => {
    const document = await open()
    expect((await judge('reject', document, manager, { seen: 'pending', reason: '' })).status).toBe(422)
    expect((await judge('reject', document, manager, { seen: 'pending', reason: 'Unreadable' })).status).toBe(302)
    expect(await now()).toMatchObject({ status: 'rejected', rejectionReason: 'Unreadable' })
  })

  it('is rejected in words that are ready, in the applicant’s language, which are counted', async () => {
    const document = await open()
    await db.update(organizations).set({ defaultLocale: 'kk' })
    const template = await addTemplate(db, { use: 'document_rejection' })
    expect(await rejecting(document)).toMatchObject({
      offer: { readsName: 'Қазақша', templates: [{ id: template, reader: '{document}: it cannot be read.' }] },
    })
    const inserted = await judge('reject', document, manager, { seen: 'pending', pick: template, intent: INSERT })
    const { initialValue } = (inserted.body as { result: { initialValue: { reason: string; template: string } } })
      .result
    expect([inserted.status, (await now())?.status]).toEqual([200, 'pending'])
    expect(initialValue).toMatchObject({ template })
    expect(initialValue.reason).toMatch(/: мәтіні оқылмайды\.$/)
    await judge('reject', document, manager, { seen: 'pending', ...initialValue })
    expect(await now()).toMatchObject({
      status: 'rejected',
      rejectionReason: initialValue.reason,
      rejectionTemplateId: template,
      rejectionTexts: { en: 'Business license: it cannot be read.' },
    })
    expect(await db.select().from(templates)).toMatchObject([{ usedCount: 1 }])
  })

  it('that no application has is rejected in words of one’s own', async () => {
    const document = await open()
    await db.update(documents).set({ verificationId: null })
    await addTemplate(db, { use: 'document_rejection' })
    expect(await rejecting(document)).toMatchObject({ offer: null })
    expect((await judge('reject', document, manager, { seen: 'pending', reason: 'Unreadable' })).status).toBe(302)
  })

  it('judged by somebody else meanwhile is a conflict, and the reason is kept', async () => {
    const document = await open('verified')
    const late = await judge('reject', document, manager, { seen: 'pending', reason: 'Unreadable' })
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        result: { initialValue: { reason: 'Unreadable' } },
        seen: { seen: 'verified' },
        conflict: { status: 'verified' },
      },
    ])
    expect(await now()).toMatchObject({ status: 'verified' })
  })

  it('of an approved application is not rejected any more', async () => {
    const document = await open('verified', 'approved')
    expect((await judge('reject', document, manager, { seen: 'verified', reason: 'No' })).status).toBe(409)
    expect(await now()).toMatchObject({ status: 'verified' })
  })

  it('is not for cashiers to judge, and not to be found in another organization', async () => {
    const document = await open()
    expect((await judge('verify', document, cashier, { seen: 'pending' })).status).toBe(403)
    const elsewhere = { ...document, id: (await organization(db)).id }
    expect((await judge('verify', elsewhere, manager, { seen: 'pending' })).status).toBe(404)
    expect(await now()).toMatchObject({ status: 'pending' })
  })
})

describe('what else the overview shows', () => {
  const related = async (id: string, actor: Actor) => {
    const { body } = await call(detail, `/organizations/${id}`, actor, { id })
    return (body as { content: { related: { people: unknown[] | null; activity: { action: string }[] } } }).content
      .related
  }

  it('the people only to those who may see users, and the acts of others only to administrators', async () => {
    const { id } = await organization(db)
    await partner(db, id)
    await basic(id, manager, { version: '1', name: 'Steppe Cargo' })
    expect((await related(id, admin)).activity.map(({ action }) => action)).toEqual(['Organization edited'])
    expect((await related(id, manager)).activity).toHaveLength(1)
    expect((await related(id, manager)).people).toMatchObject([{ username: 'Айгүл Серікқызы' }])
    expect(await related(id, cashier)).toMatchObject({ people: null, activity: [] })
  })
})

describe('the access of an organization (decisions, Trial)', () => {
  it('is made official and trial again by those who edit, each time once and with its audit row', async () => {
    const { id } = await organization(db, { isTrial: true })
    expect((await post(accessDialog, id, 'access', manager, { access: 'official' })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ isTrial: false, version: 2 })
    expect((await post(accessDialog, id, 'access', manager, { access: 'official' })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ isTrial: false, version: 2 })
    expect((await post(accessDialog, id, 'access', manager, { access: 'trial' })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ isTrial: true, version: 3 })
    const rows = await db.select().from(auditLog).orderBy(auditLog.id)
    expect(rows.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      {
        action: 'organization.access',
        before: { access: 'trial', version: 1 },
        after: { access: 'official', version: 2 },
      },
      {
        action: 'organization.access',
        before: { access: 'official', version: 2 },
        after: { access: 'trial', version: 3 },
      },
    ])
  })

  it('is changed though somebody saved something else meanwhile, and stays as it is in the archive', async () => {
    const { id } = await organization(db, { isTrial: true, status: 'draft' })
    expect(await get(accessDialog, id, 'access?status=active', manager)).toMatchObject({
      status: 200,
      body: { isTrial: true, closeTo: `/organizations/${id}?status=active` },
    })
    await db.update(organizations).set({ version: 2 }).where(eq(organizations.id, id))
    expect((await post(accessDialog, id, 'access', manager, { version: '1', access: 'official' })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ isTrial: false, version: 3 })
    const archived = await organization(db, { isTrial: true, status: 'archived' })
    const answer = await post(accessDialog, archived.id, 'access', manager, { access: 'official' })
    expect([answer.status, (await get(accessDialog, archived.id, 'access', manager)).status]).toEqual([409, 409])
    expect((await get(accessDialog, manager.id, 'access', manager)).status).toBe(404)
    expect(await stored(archived.id)).toMatchObject({ isTrial: true, version: 1 })
    expect(await acts()).toEqual(['organization.access'])
  })
})

describe('a suspension', () => {
  it('says who suspended the organization and when, and that its applications stay open', async () => {
    const { id } = await organization(db, { status: 'active' })
    await verification(db, { organizationId: id, type: 'address_change' })
    await verification(db, { organizationId: id, type: 'bank_account_update', status: 'approved' })
    const asked = await get(statusDialog, id, 'suspend', admin)
    expect(asked.body).toMatchObject({ openCount: 1 })
    await post(statusDialog, id, 'suspend', admin, { version: '1', reason: 'Debt' })
    const { body } = await call(detail, at(id, ''), manager, { id })
    expect(body).toMatchObject({
      organization: {
        statusReason: 'Debt',
        statusChange: { name: '李伟', at: { at: services.now().toISOString() } },
        openCount: 1,
      },
    })
    const STILL_OPEN = '1 application is still open.'
    const drawn = async () => {
      const { body: loaderData } = await call(detail, at(id, ''), manager, { id })
      return pageHtml(Detail, { loaderData })
    }
    expect(await drawn()).toContain(STILL_OPEN)
    await post(statusDialog, id, 'reactivate', admin, { version: '2' })
    expect((await stored(id)).status).toBe('active')
    expect(await drawn()).not.toContain(STILL_OPEN)
  })
})
