import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../app/db/schema/audit'
import { documents } from '../../app/db/schema/documents'
import { messages, notificationChoices } from '../../app/db/schema/messages'
import { branches, brands, organizations } from '../../app/db/schema/organizations'
import { requestedItems } from '../../app/db/schema/reviews'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import type { Actor } from '../../app/domain/access'
import { keepDraft } from '../../app/domain/drafts/drafts.server'
import * as reviewPage from '../../app/routes/verifications/detail'
import * as document from '../../app/routes/organizations/documents/document'
import * as documentsStep from '../../app/routes/organizations/setup/documents'
import * as moreDocuments from '../../app/routes/organizations/verification-status/documents'
import * as overview from '../../app/routes/organizations/setup/overview'
import * as status from '../../app/routes/organizations/verification-status/status'
import * as step from '../../app/routes/organizations/setup/step'
import { DOCUMENT_TYPES, SETUP_STEPS, type HistoryEvent } from '../../app/vocabulary'
import { auditActions } from '../support/audit'
import { emptyTables, openTestDatabase } from '../support/database'
import { exifSegment, jpegFile, JFIF, pdfFile, pngFile } from '../support/files'
import { serverHtml, tagWith } from '../support/render'
import { answerOf, toastOf, visit } from '../support/requests'
import { testServices, type TestServices } from '../support/services'
import { addDocument, before, organization, partner, staff, verification } from '../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let own: { id: string; version: number }
let person: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  own = await organization(db, { status: 'draft' })
  person = await partner(db, own.id)
})

type Options = NonNullable<Parameters<typeof visit>[2]>
const path = (rest = '') => `/organizations/${own.id}/${rest}`
const isData = (given: unknown) => typeof given === 'object' && given !== null && 'init' in given && 'data' in given
const args = (address: string, options: Options = {}) => {
  const { params, ...rest } = options
  return visit(services, address, { actor: person, params: { organizationId: own.id, ...params }, ...rest }) as never
}
const load = (module: { loader: (given: never) => unknown }, address: string, options: Options = {}) =>
  answerOf(async () => {
    const given = await module.loader(args(address, options))
    return given instanceof Response || isData(given) ? given : { data: given, init: null }
  })
const send = (module: { action: (given: never) => unknown }, address: string, options: Options) =>
  answerOf(() => module.action(args(address, options)))
const acts = () => auditActions(db)
const now = async () => (await db.select().from(organizations).where(eq(organizations.id, own.id)))[0]

const COVERAGE: [string, string][] = [
  ['pickupCountries', 'KZ'],
  ['deliveryCountries', 'KZ'],
  ['deliveryCountries', 'CN'],
  ['serviceTypes', 'cold_chain'],
]
const save = (name: string, form: [string, string][], version = own.version) =>
  send(step, path(`setup/${name}`), { params: { step: name }, form: [['version', String(version)], ...form] })

const ORDERS: [string, string][] = [
  ['orderTimeoutMinutes', '45'],
  ['maxWeightKg', '20'],
  ['maxSizeCm', '240'],
]

const NEEDED = ['business_license', 'tax_certificate', 'representative_id']
type File = { content: Uint8Array; name: string }
const PDF: File = { content: pdfFile(), name: 'licence.pdf' }

function upload(module: typeof documentsStep | typeof moreDocuments, file: File | null, type = 'business_license') {
  const form = new FormData()
  form.set('type', type)
  form.set('file', file ? new globalThis.File([new Uint8Array(file.content)], file.name) : new globalThis.File([], ''))
  const given = visit(services, path('setup/documents'), { actor: person, params: { organizationId: own.id } })
  const request = new Request(given.request.url, { method: 'POST', body: form })
  return answerOf(() => module.action({ ...given, request } as never))
}
const rows = () => db.select().from(documents)
const makeReady = async () => {
  await db.update(organizations).set({ setupSteps: [...SETUP_STEPS] })
  for (const type of NEEDED) await upload(documentsStep, PDF, type)
}
const submit = (version: number) => send(overview, path('setup'), { form: { version: String(version) } })

describe('whose setup it is', () => {
  const PAGES = [overview, documentsStep, status, moreDocuments]

  it('another organization is not there', async () => {
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

  it('staff have none: they see how far it has come, and each step leads to the same section (specification 2)', async () => {
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

  it('a step that does not exist is not there', async () => {
    expect((await load(step, path('setup/other'), { params: { step: 'other' } })).status).toBe(404)
  })
})

describe('a step', () => {
  const pageWith = async (actionData: unknown) => {
    const { body } = await load(step, path('setup/contact'), { params: { step: 'contact' } })
    return serverHtml(
      <step.default {...({ loaderData: body, actionData } as unknown as Parameters<typeof step.default>[0])} />,
    )
  }

  it('is saved on its own, with the version, and leads to the next one', async () => {
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
      { action: 'organization.setup', actorId: person.id, objectId: own.id, after: { step: 'coverage' } },
    ])
  })

  it('is refused with a message beside its field, the rest kept', async () => {
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

  it('that another window saved first is a conflict: the text is kept and can be saved again', async () => {
    await save('coverage', COVERAGE)
    const late = await save('coverage', [...COVERAGE, ['serviceTypes', 'express']])
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      isStale: true,
      seen: { version: String(own.version + 1) },
      result: { initialValue: { serviceTypes: ['cold_chain', 'express'] } },
    })
    expect((await save('coverage', [...COVERAGE, ['serviceTypes', 'express']], own.version + 1)).status).toBe(302)
    expect((await now())?.serviceTypes).toEqual(['express', 'cold_chain'])
  })

  it('takes no field but its own', async () => {
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

  it('of contacts keeps the branches as sent, one of them primary', async () => {
    await save('contact', [...BRANCHES('One', 'Two'), ['primary', '1']])
    await save('contact', [...BRANCHES('Three', 'Four'), ['primary', '1']], own.version + 1)
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
  ])('that is pressed twice is saved once, and both are told the same: %s', async (name, form) => {
    const first = await save(name, form())
    expect(first.status).toBe(302)
    expect(await save(name, form())).toMatchObject({ status: 302, location: first.location })
    expect((await now())?.version).toBe(own.version + 1)
    expect(await db.$count(auditLog)).toBe(1)
  })

  it('that was not saved yet is no repeat, though all of it is stored already', async () => {
    await save('orders', ORDERS)
    await db.update(organizations).set({ setupSteps: [] })
    expect((await save('orders', ORDERS)).status).toBe(409)
  })

  it('of contacts gets rows through the server, and the primary branch stays the primary one', async () => {
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

  it('with one wrong field puts the focus there, with two it names them above, with the number of the branch', async () => {
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

  it('of the brand can be emptied again', async () => {
    const brand: [string, string][] = [
      ['brandName', 'Dala'],
      ['primaryColor', '#000000'],
      ['secondaryColor', '#ffffff'],
      ['countries', 'KZ'],
    ]
    await save('brand', brand)
    expect(await db.select().from(brands)).toMatchObject([{ name: 'Dala', localName: 'Dala' }])
    await save('brand', [['brandName', '']], own.version + 1)
    expect(await db.$count(brands)).toBe(0)
    expect((await now())?.setupSteps).toEqual(['brand'])
  })

  it('of a submitted organization is closed', async () => {
    await db.update(organizations).set({ status: 'pending' })
    const late = await save('coverage', COVERAGE)
    expect(late).toMatchObject({ status: 302, location: path('verification-status') })
    expect(toastOf(late.headers)).toContain('setup:toast.closed')
    expect(await load(overview, path('setup'))).toMatchObject({ status: 302, location: path('verification-status') })
    expect((await now())?.pickupCountries).toEqual(['KZ'])
    expect(await db.$count(auditLog)).toBe(0)
  })
})

describe('a document', () => {
  it.each<[string, File, string]>([
    ['a PDF', PDF, 'application/pdf'],
    ['a PNG', { content: pngFile(), name: 'Скан №1.PNG' }, 'image/png'],
    ['a JPEG', { content: jpegFile(), name: '营业执照.jpeg' }, 'image/jpeg'],
  ])('is taken: %s', async (_name, file, mediaType) => {
    const answer = await upload(documentsStep, file)
    expect(answer).toMatchObject({ status: 302, location: path('setup/documents') })
    const [row] = await rows()
    expect(row).toMatchObject({
      mediaType,
      fileName: file.name,
      status: 'pending',
      verificationId: null,
      organizationId: own.id,
    })
    expect(row?.storageKey).not.toContain(file.name)
    expect([...(services.files.get(row?.storageKey ?? '') ?? [])]).toEqual([...file.content])
  })

  it('loses its place before it is kept', async () => {
    await upload(documentsStep, { content: jpegFile({ segments: [exifSegment(1), JFIF] }), name: 'photo.jpg' })
    const [row] = await rows()
    const kept = Buffer.from(services.files.get(row?.storageKey ?? '') ?? [])
    expect(kept.includes('43.2389N')).toBe(false)
    expect(row?.sizeBytes).toBe(kept.length)
  })

  it.each<[string, File | null, string]>([
    ['none', null, 'This field is required'],
    ['an empty one', { content: new Uint8Array(), name: 'a.pdf' }, 'The file is empty. Choose another one.'],
    [
      'a program',
      { content: Buffer.from('MZ...'), name: 'a.pdf' },
      'Only PDF, PNG and JPEG files are accepted. Save the file as one of these and upload it again.',
    ],
    [
      'a cut one',
      { content: pdfFile().subarray(0, -9), name: 'a.pdf' },
      'The file is damaged or incomplete. Save it again and upload the new copy.',
    ],
    [
      'a PNG named as a PDF',
      { content: pngFile(), name: 'a.pdf' },
      'The file extension does not match the content. Save the file as PDF, PNG or JPEG and upload it again.',
    ],
    [
      'a flood of pixels',
      { content: pngFile({ width: 50_000 }), name: 'a.png' },
      'The picture is larger than 10,000 pixels on a side. Reduce it and upload it again.',
    ],
    [
      'a large one',
      { content: pdfFile({ padBytes: 10 * 1024 * 1024 }), name: 'a.pdf' },
      'The file is larger than 10 MB. Reduce it and upload it again.',
    ],
  ])('is refused with words: %s', async (_name, file, message) => {
    const answer = await upload(documentsStep, file, 'tax_certificate')
    expect(answer).toMatchObject({
      status: 422,
      body: { result: { initialValue: { type: 'tax_certificate' }, error: { file: [message] } } },
    })
    expect(await rows()).toEqual([])
    expect(services.files.size).toBe(0)
  })

  it('needs its type', async () => {
    const answer = await upload(documentsStep, PDF, '')
    expect(answer).toMatchObject({ status: 422, body: { result: { error: { type: ['This field is required'] } } } })
    expect(services.files.size).toBe(0)
  })

  it('may be the twentieth and not the twenty-first, also when they come at once', async () => {
    for (let count = 0; count < 18; count++)
      await addDocument(db, { organizationId: own.id, id: '' }, 'pending', { verificationId: null })
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(documentsStep, PDF)))
    expect(answers.filter(({ status: answered }) => answered === 302)).toHaveLength(2)
    expect(await db.$count(documents)).toBe(20)
    expect(services.files.size).toBe(2)
    await db.delete(documents).where(eq(documents.id, (await rows())[0]?.id ?? ''))
    const two = await Promise.all([upload(documentsStep, PDF), upload(documentsStep, PDF)])
    expect(two.filter(({ status: answered }) => answered === 302)).toHaveLength(1)
    expect(await db.$count(documents)).toBe(20)
    expect(await upload(documentsStep, PDF)).toMatchObject({
      status: 409,
      body: { result: { error: { file: ['You already have 20 documents. Delete one to upload another.'] } } },
    })
  })

  it('may not fill more than 200 MB', async () => {
    await addDocument(db, { organizationId: own.id, id: '' }, 'pending', {
      verificationId: null,
      sizeBytes: 200 * 1024 * 1024 - 10,
    })
    expect(await upload(documentsStep, PDF)).toMatchObject({ status: 422 })
    expect(services.files.size).toBe(0)
  })

  it('leaves nothing behind when the disk is full, and says so once the form has been read', async () => {
    services.documents.receive = async (content) => {
      for await (const chunk of content)
        throw Object.assign(new Error(`no space for ${chunk.length}`), { code: 'ENOSPC' })
      return 'too-large'
    }
    const answer = await upload(documentsStep, { content: pdfFile({ padBytes: 3_000_000 }), name: 'a.pdf' })
    expect(answer).toMatchObject({
      status: 500,
      body: {
        result: {
          initialValue: { type: 'business_license' },
          error: { file: ['The file could not be stored. Try again later.'] },
        },
      },
    })
    expect(await rows()).toEqual([])
    expect(services.reported).toHaveLength(1)
  })

  it('leaves no file behind when its row cannot be added', async () => {
    const broken = {
      ...services,
      db: Object.create(db, {
        transaction: {
          value: (work: never) => (services.files.size > 0 ? Promise.reject(new Error('gone')) : db.transaction(work)),
        },
      }),
    }
    const healthy = services
    services = broken
    const answer = await upload(documentsStep, PDF)
    services = healthy
    expect(answer.status).toBe(500)
    expect(services.files.size).toBe(0)
  })

  it('is served to its organization alone, harmless', async () => {
    await upload(documentsStep, PDF)
    const [row] = await rows()
    const at = { params: { documentId: row?.id ?? '' } }
    const answer = await load(document, path('documents/x'), at)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const stranger = await partner(db, (await organization(db)).id)
    expect((await load(document, path('documents/x'), { ...at, actor: stranger })).status).toBe(404)
  })

  it('can be taken back with its file until somebody judged it', async () => {
    await upload(documentsStep, PDF)
    const [row] = await rows()
    const at = { params: { documentId: row?.id ?? '' }, form: {} }
    await db.update(documents).set({ status: 'verified' })
    await send(document, path('documents/x'), at)
    expect(await db.$count(documents)).toBe(1)
    await db.update(documents).set({ status: 'pending' })
    expect(await send(document, path('documents/x'), at)).toMatchObject({
      status: 302,
      location: path('setup/documents'),
    })
    expect(await rows()).toEqual([])
    expect(services.files.size).toBe(0)
    const taken = { document: row?.id, type: row?.type }
    expect(await db.select().from(auditLog).orderBy(auditLog.position)).toMatchObject([
      { action: 'document.add', after: taken },
      { action: 'document.remove', before: taken },
    ])
  })

  it('is not taken back once the application is under way, and that is said', async () => {
    await upload(documentsStep, PDF)
    await db.update(organizations).set({ status: 'pending' })
    const [row] = await rows()
    const late = await send(document, path('documents/x'), { params: { documentId: row?.id ?? '' }, form: {} })
    expect(late).toMatchObject({ status: 302, location: path('verification-status') })
    expect(toastOf(late.headers)).toContain('setup:toast.notRemoved')
    expect(await db.$count(documents)).toBe(1)
  })

  it('of another organization cannot be taken back through one’s own', async () => {
    await upload(documentsStep, PDF)
    const stranger = await organization(db, { status: 'draft' })
    await db.update(documents).set({ organizationId: stranger.id })
    const [row] = await db.select().from(documents)
    await send(document, path('documents/x'), { params: { documentId: row?.id ?? '' }, form: {} })
    expect(await db.$count(documents)).toBe(1)
    expect(services.files.size).toBe(1)
  })

  it('is not added while the application is under way', async () => {
    await db.update(organizations).set({ status: 'pending' })
    expect(await upload(documentsStep, PDF)).toMatchObject({
      status: 409,
      body: {
        result: {
          error: {
            file: [
              'Documents can no longer be added: the application has been submitted or decided. Check the application status.',
            ],
          },
        },
      },
    })
  })
})

describe('submitting', () => {
  it('opens the first application with its documents, in the queue at once', async () => {
    await makeReady()
    const answer = await submit(own.version)
    expect(answer).toMatchObject({ status: 302, location: path('verification-status') })
    expect((await now())?.status).toBe('pending')
    const [opened] = await db.select().from(verifications)
    expect(opened).toMatchObject({
      type: 'initial_registration',
      status: 'pending',
      submittedBy: person.id,
      version: 1,
    })
    expect((await rows()).map((row) => row.verificationId)).toEqual([opened?.id, opened?.id, opened?.id])
    expect(await db.select().from(timelineEvents)).toMatchObject([
      { event: 'submitted', actorId: person.id, version: 1 },
    ])
    const reviewer = await staff(db, 'manager', 'Ольга Кузнецова')
    const review = await load(reviewPage, '/', { actor: reviewer, params: { id: opened?.id ?? '' } })
    expect(review.body).toMatchObject({ documents: [{ fileName: 'licence.pdf' }, {}, {}] })
  })

  it('tells staff who asked to hear of new applications, once', async () => {
    const reader = await staff(db, 'manager', 'Ольга Кузнецова')
    await staff(db, 'manager', 'Дана Оспанова')
    await db.insert(notificationChoices).values({ userId: reader.id, event: 'new_verification', channel: 'whatsapp' })
    await makeReady()
    await submit(own.version + 5)
    expect(await db.$count(messages)).toBe(0)
    await submit(own.version)
    await submit(own.version)
    const told = await db.select().from(messages)
    expect(told).toMatchObject([{ kind: 'staff_new_verification', to: reader.phone }])
  })

  it('twice opens one application', async () => {
    await makeReady()
    const answers = await Promise.all([submit(own.version), submit(own.version), submit(own.version)])
    expect(answers.map(({ status: answered }) => answered)).toEqual([302, 302, 302])
    expect(await db.$count(verifications)).toBe(1)
    expect((await acts()).filter((action) => action === 'organization.submit')).toHaveLength(1)
  })

  it('with a step missing changes nothing', async () => {
    await makeReady()
    await db.update(organizations).set({ setupSteps: SETUP_STEPS.filter((name) => name !== 'hours') })
    expect(await submit(own.version)).toMatchObject({ status: 409, body: { conflict: { because: 'incomplete' } } })
    expect(await now()).toMatchObject({ status: 'draft', version: own.version })
    expect(await db.$count(verifications)).toBe(0)
  })

  const drawnWith = async (actionData: unknown) => {
    const { body: loaderData } = await load(overview, path('setup'))
    const props = { loaderData, actionData } as unknown as Parameters<typeof overview.default>[0]
    const html = await serverHtml(<overview.default {...props} />)
    tagWith(html, 'role="alert"')
    return html
  }

  it('with a step undone meanwhile says so, and which', async () => {
    await makeReady()
    await db.update(organizations).set({ setupSteps: SETUP_STEPS.filter((name) => name !== 'hours') })
    const html = await drawnWith((await submit(own.version)).body)
    expect(html).toContain('The application was not submitted')
    expect(html).toMatch(/finish these steps:.*Service hours/s)
    const after = { actionStatus: 409, defaultShouldRevalidate: false }
    expect(overview.shouldRevalidate(after as Parameters<typeof overview.shouldRevalidate>[0])).toBe(true)
  })

  it('what changed in another window is a conflict, which says what to do', async () => {
    await makeReady()
    const refused = await submit(own.version + 5)
    expect(refused).toMatchObject({ status: 409, body: { conflict: { because: 'stale' } } })
    expect(await db.$count(verifications)).toBe(0)
    expect(await drawnWith(refused.body)).toContain('Check what changed, then submit the application.')
  })

  it('again after a rejection opens another application', async () => {
    const rejectionReason = 'The lease has expired'
    expect((await load(overview, path('setup'))).body).toMatchObject({ own: { rejection: null } })
    await verification(db, { organizationId: own.id, status: 'rejected', rejectionReason })
    await db.update(organizations).set({ status: 'rejected' })
    await makeReady()
    expect((await load(overview, path('setup'))).body).toMatchObject({ own: { rejection: 'The lease has expired' } })
    await submit(own.version)
    expect((await now())?.status).toBe('pending')
    expect(await db.$count(verifications)).toBe(2)
  })

  it('again is asked for with the reason in the reader’s language, where it came from a template', async () => {
    const rejectionReason = 'Срок истёк.'
    await verification(db, { organizationId: own.id, status: 'rejected', rejectionReason })
    await db.update(organizations).set({ status: 'rejected' })
    const templateTexts = { en: 'Expired.', ru: 'Срок истёк.', kk: 'Мерзімі өткен.', zh: '已过期。' }
    await db
      .update(timelineEvents)
      .set({ note: rejectionReason, templateTexts, slots: {} })
      .where(eq(timelineEvents.event, 'rejected'))
    const read = async (language: 'kk' | 'ru') => (await load(overview, path('setup'), { language })).body
    expect(await read('kk')).toMatchObject({ own: { rejection: 'Мерзімі өткен.' } })
    expect(await read('ru')).toMatchObject({ own: { rejection: 'Срок истёк.' } })
  })
})

describe('the status of the application', () => {
  const waiting = async () => {
    const reviewer = await staff(db, 'manager', 'Ольга Кузнецова')
    await db.update(organizations).set({ status: 'pending' })
    const requestedChanges = ['A readable lease', 'Устав']
    return verification(db, {
      organizationId: own.id,
      status: 'need_more_info',
      reviewer,
      submittedBy: person.id,
      requestedChanges,
    })
  }
  const moved = async ({ id }: { id: string }, event: HistoryEvent, version: number) => {
    await db.update(verifications).set({ version })
    await db.insert(timelineEvents).values({ verificationId: id, event, version, at: services.now() })
  }
  const pageOf = async (options: Options = {}) => {
    const { body } = await load(status, path('verification-status'), options)
    return serverHtml(<status.default {...({ loaderData: body } as unknown as Parameters<typeof status.default>[0])} />)
  }
  const answer = async (version: number, ...answers: string[]) => {
    const [application] = await db.select().from(verifications)
    return send(status, path('verification-status'), {
      form: [
        ['application', application?.id ?? ''],
        ['version', String(version)],
        ['note', ''],
        ...answers.map((text, n): [string, string] => [`answers[${n}]`, text]),
      ],
    })
  }

  it('is that of the application that waits for them, whatever else is under way by now', async () => {
    await waiting()
    const submittedAt = services.now()
    await verification(db, { organizationId: own.id, type: 'address_change', submittedAt })
    expect(await pageOf()).toContain('A readable lease')
  })

  it.each([
    ['pending', 'The application is in the queue'],
    ['under_review', 'The application is being reviewed'],
    ['approved', 'The application is approved'],
    ['rejected', 'The application is rejected'],
  ] as const)('says %s in plain words, without naming staff', async (state, sentence) => {
    const reviewer = await staff(db, 'manager', 'Ольга Кузнецова')
    await verification(db, {
      organizationId: own.id,
      status: state,
      reviewer,
      submittedBy: person.id,
      reviewNotes: 'between us',
    })
    await db.update(timelineEvents).set({ note: 'between us' }).where(eq(timelineEvents.event, 'approved'))
    const html = await pageOf()
    expect(html).toContain(sentence)
    expect(html).not.toContain('Кузнецова')
    expect(html).not.toContain('between us')
  })

  it('staff see the page of the partner with nothing to fill in (specification 2)', async () => {
    const { id } = await waiting()
    const document = await addDocument(db, { organizationId: own.id, id }, 'pending', { fileName: 'lease.pdf' })
    const manager = await pageOf({ actor: await staff(db, 'manager', 'Emily Carter') })
    expect(manager).toContain('We need more information from you')
    expect(manager).toMatch(/A readable lease.*Устав/s)
    expect(manager).toContain(`href="/verifications/${id}"`)
    expect(manager).toMatch(/lease\.pdf/)
    expect(manager).toContain(`/documents/${document.id}/file"`)
    expect(manager).not.toMatch(/<(form|input|textarea)/)
    const cashier = await pageOf({ actor: await staff(db, 'cashier', 'Daniel Brooks') })
    expect(cashier).toContain('We need more information from you')
    expect(cashier).not.toContain('lease.pdf')
  })

  it('staff see it before it was submitted, and none of an organization that there is not', async () => {
    const actor = await staff(db, 'cashier', 'Daniel Brooks')
    expect(await pageOf({ actor })).toContain('The application has not been submitted')
    const gone = { actor, params: { organizationId: person.id } }
    expect((await load(status, path('verification-status'), gone)).status).toBe(404)
  })

  it('has a place to answer each item', async () => {
    await waiting()
    const html = await pageOf()
    expect(html).toContain('We need more information from you')
    expect(html).toMatch(/1\. A readable lease.*2\. Устав/s)
    expect(html.match(/name="answers\[\d\]"/g)).toHaveLength(2)
  })

  it('takes an answer for each item and sends the application back', async () => {
    const { id, version } = await waiting()
    expect(await answer(version, 'Attached', 'Приложен')).toMatchObject({
      status: 302,
      location: path('verification-status'),
    })
    const [row] = await db.select().from(verifications)
    expect(row).toMatchObject({ status: 'pending', reviewerId: null })
    const events = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'resubmitted'))
    expect(events).toMatchObject([
      { verificationId: id, actorId: person.id, items: ['Attached', 'Приложен'], note: null },
    ])
    const reviewer = await staff(db, 'manager', 'Emily Carter')
    const review = await load(reviewPage, '/', { actor: reviewer, params: { id } })
    expect(review.body).toMatchObject({ changed: { answers: ['Attached', 'Приложен'] } })
  })

  it('refuses an unanswered item beside it, the others kept', async () => {
    const { version } = await waiting()
    const refused = await answer(version, 'Attached', ' ')
    expect(refused).toMatchObject({
      status: 422,
      body: {
        result: { initialValue: { answers: ['Attached', ' '] }, error: { 'answers[1]': ['This field is required'] } },
      },
    })
  })

  it('tells of an application that has moved on, the text kept', async () => {
    const { version } = await waiting()
    expect(await answer(version - 1, 'Attached', 'Приложен')).toMatchObject({
      status: 409,
      body: { hasChanged: true, result: { initialValue: { answers: ['Attached', 'Приложен'] } } },
    })
  })

  it.each([
    ['resubmitted', true],
    ['prepared', false],
  ] as const)('says of kept words that the application has changed after %s: %s', async (event, isSaid) => {
    const application = await waiting()
    await moved(application, event, application.version + 1)
    const typed = new FormData()
    typed.append('application', application.id)
    typed.append('version', String(application.version))
    typed.append('answers[0]', 'Grain')
    await keepDraft(services, person, path('verification-status'), typed)
    const html = await pageOf()
    expect(html).toContain('Grain')
    expect(html.includes('The application has changed since you opened this page')).toBe(isSaid)
  })

  describe('documents that are asked for', () => {
    const asking = async (...targets: (string | null)[]) => {
      const application = await waiting()
      const item = (target: string | null, position: number) => ({ target, position, text: `Item ${position}` })
      const items = targets.map(item)
      const place = { verificationId: application.id, version: application.version }
      await db.insert(requestedItems).values(items.map((one) => ({ ...place, ...one })))
      await db.update(verifications).set({ requestedChanges: items.map(({ text }) => text) })
      return application
    }
    const page = async () => {
      const { status: code, location, body } = await load(moreDocuments, path('verification-status/documents'))
      if (code !== 200) return { code, location, types: null }
      const Page = moreDocuments.default
      const html = await serverHtml(<Page {...({ loaderData: body } as unknown as Parameters<typeof Page>[0])} />)
      return { code, location, types: [...html.matchAll(/<option value="(\w+)"/g)].map(([, type]) => type) }
    }
    const NOT_ASKED = 'This document was not requested. Choose one of the requested documents.'

    it('one: that is offered and taken, no other', async () => {
      const { id } = await asking('document:bank_statement', 'field:basic.address')
      expect((await page()).types).toEqual(['bank_statement'])
      expect(await upload(moreDocuments, PDF, 'tax_certificate')).toMatchObject({
        status: 422,
        body: { result: { error: { type: [NOT_ASKED] } } },
      })
      expect(services.files.size).toBe(0)
      expect(await rows()).toEqual([])
      expect((await upload(moreDocuments, PDF, 'bank_statement')).status).toBe(302)
      expect(await rows()).toMatchObject([{ type: 'bank_statement', verificationId: id }])
    })

    const asItems = (...answers: string[]) => answers.map((text, n): [string, string] => [`answers[${n}]`, text])
    const sendDrawn = (application: { id: string; version: number }, ...answers: string[]) =>
      send(status, path('verification-status'), {
        form: [
          ['application', application.id],
          ['version', String(application.version)],
          ['organizationVersion', String(own.version)],
          ['note', ''],
          ...asItems(...answers),
        ],
      })

    it('an answer by a document alone that is sent twice is taken once', async () => {
      const application = await asking('document:bank_statement')
      await upload(moreDocuments, PDF, 'bank_statement')
      expect((await sendDrawn(application, '')).status).toBe(302)
      const again = await sendDrawn(application, '')
      expect(again).toMatchObject({ status: 302, location: path('verification-status') })
      expect(toastOf(again.headers)).toContain('common:toast.notModified')
      expect(await db.$count(timelineEvents, eq(timelineEvents.event, 'resubmitted'))).toBe(1)
    })

    it('what was rejected meanwhile is a conflict, the words kept, whatever was asked for', async () => {
      const application = await asking('document:bank_statement', null)
      await db.update(verifications).set({ status: 'rejected', waitingSince: null })
      await moved(application, 'rejected', application.version + 1)
      expect(await sendDrawn(application, '', 'Grain')).toMatchObject({
        status: 409,
        body: { hasChanged: true, result: { initialValue: { answers: ['', 'Grain'] } } },
      })
    })

    it('asked for more while the page is open: the words stay, each new item has its place, and its fields what is stored', async () => {
      await db.update(organizations).set({ autoAcceptOrders: true, address: 'Abay 1' })
      const application = await asking(null)
      const items = [
        { target: null, position: 0, text: 'Item 0' },
        { target: 'field:basic.address', position: 1, text: 'Item 1' },
        { target: 'field:orders.autoAcceptOrders', position: 2, text: 'Item 2' },
      ]
      const version = application.version + 3
      await db.insert(requestedItems).values(items.map((one) => ({ verificationId: application.id, version, ...one })))
      await db.update(verifications).set({ requestedChanges: items.map(({ text }) => text) })
      await moved(application, 'info_requested', version)
      const refused = await sendDrawn(application, 'Grain')
      expect(refused).toMatchObject({ status: 409, body: { hasChanged: true } })
      const typed = new FormData()
      for (const [name, value] of [
        ['application', application.id],
        ['version', String(application.version)],
        ...asItems('Grain'),
      ])
        typed.append(name ?? '', value ?? '')
      const { body } = await load(status, path('verification-status'))
      await keepDraft(services, person, path('verification-status'), typed)
      const { body: restored } = await load(status, path('verification-status'))
      for (const props of [{ loaderData: body, actionData: refused.body }, { loaderData: restored }]) {
        const html = await serverHtml(
          <status.default {...(props as unknown as Parameters<typeof status.default>[0])} />,
        )
        expect(html.match(/name="answers\[\d\]"/g)).toHaveLength(3)
        expect(html).toMatch(/<textarea[^>]*name="answers\[0\]"[^>]*>Grain</)
        expect(html).toMatch(/<textarea[^>]*name="address"[^>]*>Abay 1</)
        expect(tagWith(html, 'name="autoAcceptOrders"')).toContain('checked')
      }
    })

    it('a document that a virus was found in, or that was rejected, is none', async () => {
      const application = await asking('document:bank_statement')
      const place = { organizationId: own.id, id: application.id }
      const since = { type: 'bank_statement' as const, uploadedAt: services.now() }
      await addDocument(db, place, 'rejected', { ...since, scanState: 'infected' })
      await addDocument(db, place, 'rejected', since)
      await addDocument(db, place, 'pending', { ...since, fileMissingSince: services.now() })
      const needed = { 'answers[0]': ['Upload the document, or say why it is missing'] }
      expect(await sendDrawn(application, '')).toMatchObject({ status: 422, body: { result: { error: needed } } })
    })

    it('as many may come for an answer as came with the application', async () => {
      const application = await asking('document:bank_statement')
      const place = { organizationId: own.id, id: application.id }
      for (let n = 0; n < 20; n++) await addDocument(db, place, 'verified', { uploadedAt: new Date(0) })
      expect((await upload(moreDocuments, PDF, 'bank_statement')).status).toBe(302)
    })

    it('and nothing else is taken back', async () => {
      const { id } = await asking('document:bank_statement')
      const at = { organizationId: own.id, id }
      const since = { uploadedAt: services.now() }
      const other = await addDocument(db, at, 'pending', { type: 'tax_certificate', ...since })
      const asked = await addDocument(db, at, 'pending', { type: 'bank_statement', ...since })
      const earlier = await addDocument(db, at, 'pending', { type: 'bank_statement' })
      const { body } = await load(moreDocuments, path('verification-status/documents'))
      const removable = (body as { documents: { id: string; isRemovable: boolean }[] }).documents
      expect(removable.filter(({ isRemovable }) => isRemovable).map((one) => one.id)).toEqual([asked.id])
      for (const documentId of [other.id, asked.id, earlier.id])
        await send(document, path('documents/x'), { params: { documentId }, form: {} })
      expect((await rows()).map((one) => one.id).toSorted()).toEqual([other.id, earlier.id].toSorted())
    })

    it('none, where fields are asked for alone', async () => {
      await asking('field:basic.address')
      expect(await page()).toMatchObject({ code: 302, location: path('verification-status') })
      expect((await upload(moreDocuments, PDF)).status).toBe(409)
    })

    it.each([null, 'document:of_another_time'])('any, where words are asked for (%s)', async (target) => {
      await asking('document:bank_statement', target)
      expect((await page()).types).toEqual(DOCUMENT_TYPES)
      expect((await upload(moreDocuments, PDF, 'tax_certificate')).status).toBe(302)
    })

    it.each(['infected', 'missing'])('a clean copy too, of one whose file is %s', async (state) => {
      const { id } = await asking('field:basic.address')
      const lost = state === 'infected' ? { scanState: 'infected' as const } : { fileMissingSince: services.now() }
      await addDocument(db, { organizationId: own.id, id }, 'rejected', { type: 'tax_certificate', ...lost })
      expect((await page()).types).toEqual(['tax_certificate'])
      expect(await pageOf()).toContain('Upload more documents')
      expect((await upload(moreDocuments, PDF, 'tax_certificate')).status).toBe(302)
    })
  })

  it.each([
    ['need_more_info', { scanState: 'infected' }, /Upload a clean copy/],
    ['under_review', { scanState: 'infected' }, /we will ask you for a clean copy/],
    ['need_more_info', { fileMissingSince: before(0) }, /Upload it again/],
    ['approved', { fileMissingSince: before(0) }, /we will ask you for it/],
  ] as const)('while it is %s, says of a lost file only what can be done', async (state, lost, words) => {
    const { id } = await waiting()
    await db.update(verifications).set({ status: state })
    await addDocument(db, { organizationId: own.id, id }, 'rejected', lost)
    const html = await pageOf()
    expect(html).toMatch(words)
    if (state !== 'need_more_info') expect(html).not.toMatch(/[Uu]pload/)
  })

  it('takes more documents for what is asked, and none otherwise', async () => {
    const { id } = await waiting()
    expect(await upload(moreDocuments, PDF)).toMatchObject({
      status: 302,
      location: path('verification-status/documents'),
    })
    expect((await rows())[0]?.verificationId).toBe(id)
    await db.update(verifications).set({ status: 'under_review' })
    expect((await upload(moreDocuments, PDF)).status).toBe(409)
  })
})

it('does not offer the name of who made the organization as its own, until they say so', async () => {
  await db.update(organizations).set({ name: person.username })
  const nameShown = async () => {
    const { body } = await load(step, path('setup/basic'), { params: { step: 'basic' } })
    return (body as { values: { name: string } }).values.name
  }
  expect(await nameShown()).toBe('')
  await db.update(organizations).set({ setupSteps: ['basic'] })
  expect(await nameShown()).toBe(person.username)
})
