import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { brands, organizations } from '../../../app/db/schema/organizations'
import { preparedDecisions, requestedItems, reviewPeople, submissions } from '../../../app/db/schema/reviews'
import { timelineEvents, verifications } from '../../../app/db/schema/verifications'
import { findForSetup } from '../../../app/db/organizations/stored-setup'
import type { Actor } from '../../../app/domain/access'
import { fieldsOf, ORGANIZATION_FIELDS, type FormStep } from '../../../app/domain/organizations/organization-fields'
import { answerRequest } from '../../../app/domain/setup/answers/answer-request.server'
import { answersInput } from '../../../app/domain/setup/answers/answers-input.server'
import { formatPhone } from '../../../app/domain/phones/phone.server'
import { storedFields } from '../../../app/domain/setup/stored-fields.server'
import { findVerificationStatus } from '../../../app/domain/setup/verification-status.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
  startReview,
} from '../../../app/domain/verifications/decisions/decide.server'
import {
  fieldTarget,
  FIELD_TARGETS,
  mayPointAt,
  readTarget,
} from '../../../app/domain/verifications/requested-items/items'
import { fieldLabel } from '../../../app/domain/verifications/comparison/field-labels.server'
import { targetChoices } from '../../../app/domain/verifications/requested-items/target-labels.server'
import { findDecisionTemplates } from '../../../app/domain/verifications/decisions/decision-templates.server'
import { saveDueDate } from '../../../app/domain/verifications/due-dates/due-dates.server'
import { returnPrepared } from '../../../app/domain/verifications/second-person/second-person.server'
import { translateEvent, type NewItem } from '../../../app/domain/verifications/requested-items/requested-items.server'
import { selectRequestedItems } from '../../../app/db/verifications/requested-items'
import { DOCUMENT_TYPES, type Language, type VerificationType } from '../../../app/vocabulary'
import { searchKey } from '../../../app/domain/names/search-key.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices } from '../../support/services'
import {
  addBrand,
  addDocument,
  organization,
  partner,
  permitOf,
  staff,
  verification,
} from '../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let dana: Actor
let person: Actor
let own: Awaited<ReturnType<typeof organization>>
let application: Awaited<ReturnType<typeof verification>>

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  dana = await staff(db, 'manager', 'Дана Оспанова')
  own = await organization(db, { pickupHours: '09:00–18:00', deliveryHours: '09:00–18:00' })
  person = await partner(db, own.id, { language: 'en' })
  application = await verification(db, { organizationId: own.id, status: 'under_review', reviewer: dana })
})

async function ask(items: NewItem[]) {
  const target = { id: application.id, version: application.version, requestId: 'req' }
  const outcome = await requestMoreInfo(services, permitOf(dana, 'verifications.review'), { ...target, items })
  if (outcome.kind !== 'done') throw new Error(outcome.kind)
  services.clock.advance(60_000)
  return outcome.value.version
}

type Typed = Record<string, unknown>

async function judge(typed: Typed) {
  const found = await findVerificationStatus(services, permitOf(person, 'setup.own'), own.id)
  const places = (found?.application?.asked ?? []).map(({ place, documents }) => ({
    ...place,
    hasCome: documents.length > 0,
  }))
  return answersInput(places, { language: 'en', country: 'KZ' }).safeParse({
    application: application.id,
    organizationVersion: String(own.version),
    ...typed,
  })
}

async function answer(typed: Typed) {
  const judged = await judge(typed)
  if (!judged.success) throw judged.error
  const target = { organizationId: own.id, requestId: 'req' }
  return answerRequest(services, permitOf(person, 'setup.own'), target, judged.data)
}

const items = () => db.select().from(requestedItems).orderBy(asc(requestedItems.position))
const stored = async () => {
  const found = await findForSetup(db, own.id)
  if (!found) throw new Error('no organization')
  return found
}

describe('an address change that staff ask to correct', () => {
  const PROPOSED = 'Abay 1, Almaty'
  const sent = async () => {
    const rows = await db.select().from(submissions).orderBy(asc(submissions.version))
    return rows.map(({ fields }) => fields['basic.address'])
  }

  beforeEach(async () => {
    await db.update(verifications).set({ type: 'address_change' })
    const [verificationId, submittedAt] = [application.id, services.clock.now()]
    const fields = { 'basic.address': PROPOSED }
    await db.insert(submissions).values({ verificationId, version: 1, submittedAt, fields, documents: [] })
  })

  it('takes the answer into the proposal, and changes the address of the organization only on approval', async () => {
    const version = await ask([
      { text: 'The street is missing', target: 'field:basic.address' },
      { text: 'Check the name', target: 'field:basic.name' },
    ])
    const shown = await findVerificationStatus(services, permitOf(person, 'setup.own'), own.id)
    expect(shown?.stored.organization).toMatchObject({ address: PROPOSED, name: own.name })
    const outcome = await answer({
      version: String(version),
      address: 'Abay 1A, Almaty',
      name: 'Steppe & Sons',
      answers: [],
    })
    expect(outcome.kind).toBe('done')
    expect((await stored()).organization).toMatchObject({ address: own.address, name: 'Steppe & Sons' })
    expect(await items()).toMatchObject([
      { answer: { before: { 'basic.address': PROPOSED }, after: { 'basic.address': 'Abay 1A, Almaty' } } },
      { answer: { before: { 'basic.name': own.name }, after: { 'basic.name': 'Steppe & Sons' } } },
    ])
    expect(await sent()).toEqual([PROPOSED, 'Abay 1A, Almaty'])

    const reviewing = permitOf(dana, 'verifications.review')
    const target = { id: application.id, requestId: 'req' }
    await startReview(services, reviewing, { ...target, version: version + 1 })
    await approveVerification(services, reviewing, { ...target, version: version + 2, notes: null })
    expect((await stored()).organization.address).toBe('Abay 1A, Almaty')
  })

  it('leaves the version of the organization alone, and keeps the proposal when a later answer is in words', async () => {
    const version = await ask([{ text: 'The street is missing', target: 'field:basic.address' }])
    await answer({ version: String(version), address: 'Abay 1A, Almaty', answers: [] })
    expect((await stored()).organization.version).toBe(own.version)
    const target = { id: application.id, requestId: 'req', version: version + 1 }
    await startReview(services, permitOf(dana, 'verifications.review'), target)
    application = { ...application, version: version + 2 }
    const again = await ask([{ text: 'What is there?' }])
    await answer({ version: String(again), answers: ['A warehouse'] })
    expect(await sent()).toEqual([PROPOSED, 'Abay 1A, Almaty', 'Abay 1A, Almaty'])
  })
})

describe.each([
  [
    'bank_account_update',
    { 'bank.name': 'Halyk', 'bank.account': 'KZ86 O' },
    { bankName: 'Kaspi', bankAccount: 'KZ11' },
    { bankAccount: 'bank.account', value: 'KZ86 0' },
  ],
  [
    'legal_representative_change',
    { 'representative.name': 'Дана Сейт' },
    { representativeName: 'Ерлан Омар', representativeDocument: 'N 1' },
    { representativeDocument: 'representative.document', value: 'N 2' },
  ],
  [
    'legal_representative_change',
    { 'representative.name': 'Дана Сейт' },
    { representativeName: 'Ерлан Омар', representativeDocument: 'N 1' },
    { representativeName: 'representative.name', value: 'Дана Сейіт' },
  ],
] as const)('a %s with proposal %j that staff ask to correct', (type, proposal, record, asking) => {
  const { value, ...named } = asking
  const [[name = '', key = ''] = []] = Object.entries(named)
  const target = `field:${key.split('.')[0]}.${name}`
  const was = (proposal as Record<string, string>)[key] ?? null
  const recordOf = ({ organization }: Awaited<ReturnType<typeof stored>>) => organization

  beforeEach(async () => {
    dana = await staff(db, 'admin', 'Ольга Ким')
    await db.update(verifications).set({ type, reviewerId: dana.id })
    await db.update(organizations).set(record)
    const [verificationId, submittedAt] = [application.id, services.clock.now()]
    await db.insert(submissions).values({ verificationId, version: 1, submittedAt, fields: proposal, documents: [] })
  })

  it('takes the answer into the proposal, and changes the organization only on approval', async () => {
    const version = await ask([
      { text: 'One sign is wrong', target },
      { text: 'Check the name', target: 'field:basic.name' },
    ])
    const shown = await findVerificationStatus(services, permitOf(person, 'setup.own'), own.id)
    expect(shown?.application?.asked[0]?.place).toMatchObject({ kind: 'fields', names: [name] })
    expect(shown?.stored.organization).toMatchObject({ [name]: was })
    const empty = await judge({ version: String(version), [name]: ' ', name: own.name, answers: [] })
    expect(empty.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      [name, 'common:error.required'],
    ])
    const before = recordOf(await stored())
    const outcome = await answer({ version: String(version), [name]: ` ${value} `, name: own.name, answers: [] })
    expect(outcome.kind).toBe('done')
    expect({ ...recordOf(await stored()), version: 0 }).toEqual({ ...before, version: 0 })
    expect((await items())[0]?.answer).toEqual({ before: { [key]: was }, after: { [key]: value } })
    const sent = await db.select().from(submissions).orderBy(asc(submissions.version))
    expect(sent.at(-1)?.fields).toMatchObject({ ...proposal, [key]: value })

    const reviewing = permitOf(dana, 'verifications.review')
    const at = { id: application.id, requestId: 'req' }
    await startReview(services, reviewing, { ...at, version: version + 1 })
    expect(await approveVerification(services, reviewing, { ...at, version: version + 2, notes: null })).toMatchObject({
      kind: 'done',
    })
    expect(recordOf(await stored())).toMatchObject({ [name]: value })
  })

  it('appears in the timeline by its label only, because not all readers may see its value', async () => {
    const version = await ask([{ text: 'One sign is wrong', target }])
    await answer({ version: String(version), [name]: value, answers: [] })
    const [event] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'resubmitted'))
    expect(event?.items).toEqual([fieldLabel(key, 'en')])
    expect(await linesIn('ru')).toEqual([fieldLabel(key, 'ru')])
  })

  it('is a target on its own type of application only; on another type the item is answered in words', async () => {
    const offered = (of: VerificationType) => targetChoices('en', { type: of, byTwo: [type] }).map((one) => one.value)
    expect(offered(type)).toContain(target)
    for (const other of ['initial_registration', 'address_change'] as const)
      expect(offered(other)).not.toContain(target)
    await db.update(verifications).set({ type: 'address_change' })
    await ask([{ text: 'One sign is wrong', target }])
    const found = await findVerificationStatus(services, permitOf(person, 'setup.own'), own.id)
    expect(found?.application?.asked).toMatchObject([{ place: { kind: 'words' } }])
  })
})

describe('an application that asks for three things', () => {
  const THREE = [
    { text: 'Correct the address', target: 'field:basic.address' },
    { text: 'A newer bank statement', target: 'document:bank_statement' },
    { text: 'What do you carry?' },
  ]

  it('takes a field, a document and words in one answer', async () => {
    const version = await ask(THREE)
    const document = await addDocument(db, application, 'pending', {
      type: 'bank_statement',
      uploadedAt: services.clock.now(),
    })
    services.clock.advance(60_000)
    const outcome = await answer({
      version: String(version),
      address: 'Dostyk 5, Almaty',
      answers: ['', '', 'Grain'],
      note: 'Thanks',
    })
    expect(outcome.kind).toBe('done')
    expect((await stored()).organization).toMatchObject({ address: 'Dostyk 5, Almaty', version: own.version + 1 })
    expect(await items()).toMatchObject([
      { answer: { before: { 'basic.address': own.address }, after: { 'basic.address': 'Dostyk 5, Almaty' } } },
      { answer: { documentIds: [document.id] } },
      { answer: { words: 'Grain' } },
    ])
    const [event] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'resubmitted'))
    expect(event).toMatchObject({ note: 'Thanks', items: ['Address: Dostyk 5, Almaty', '1 document sent', 'Grain'] })
    const [sent] = await db.select().from(submissions)
    expect(sent).toMatchObject({
      version: version + 1,
      fields: { 'basic.address': 'Dostyk 5, Almaty', 'basic.name': own.name, 'contact.branches': [] },
      documents: [{ id: document.id, type: 'bank_statement', fileName: document.fileName }],
    })
    const acts = (await db.select().from(auditLog).orderBy(asc(auditLog.position))).map(({ action }) => action)
    expect(acts).toEqual(['verification.request-info', 'organization.edit', 'verification.resubmit'])
  })

  it('moves the due dates of all open applications to the time zone given in the answer', async () => {
    const other = await verification(db, { organizationId: own.id, type: 'address_change' })
    for (const { id } of [application, other]) await saveDueDate(db, id, services.now())
    const version = await ask([{ text: 'Where is it?', target: 'field:basic.timeZone' }])
    const outcome = await answer({ version: String(version), timeZone: 'Asia/Vladivostok', answers: [] })
    expect(outcome.kind).toBe('done')
    const rows = await db.select().from(verifications)
    const due = (id: string) => rows.find((row) => row.id === id)?.dueAt
    // Eleven working hours were left; in the new zone they start on Tuesday.
    expect(due(application.id)).toEqual(new Date('2026-03-04T01:00:00Z'))
    expect(due(other.id)).toEqual(new Date('2026-03-02T07:00:00Z'))
  })

  it('reports errors at the field, the document and the words', async () => {
    const version = await ask(THREE)
    const { error } = await judge({ version: String(version), address: ' ', answers: ['', '', ''] })
    expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
      'address common:error.required',
      'answers.1 setup:error.documentOrWords',
      'answers.2 common:error.required',
    ])
  })

  it('takes words in place of a missing document', async () => {
    const version = await ask(THREE)
    await answer({ version: String(version), address: own.address, answers: ['', 'The bank is closed', 'Grain'] })
    expect((await items())[1]?.answer).toEqual({ words: 'The bank is closed' })
  })

  it('records an unchanged field value as answered, with the same before and after', async () => {
    const version = await ask(THREE)
    await answer({ version: String(version), address: own.address, answers: ['', 'No', 'Grain'] })
    expect((await items())[0]?.answer).toEqual({
      before: { 'basic.address': own.address },
      after: { 'basic.address': own.address },
    })
  })

  it('rejects the answer when staff changed the organization meanwhile, and names the new version', async () => {
    const version = await ask(THREE)
    await db.update(organizations).set({ version: 7, legalName: 'Renamed' })
    const outcome = await answer({ version: String(version), address: 'Elsewhere 1', answers: ['', 'No', 'Grain'] })
    expect(outcome).toEqual({ kind: 'conflict', now: { because: 'organization', version: 7 } })
    expect((await stored()).organization).toMatchObject({ address: own.address, version: 7 })
    expect(await db.select().from(verifications)).toMatchObject([{ status: 'need_more_info', version }])
    expect(await db.select().from(submissions)).toEqual([])
  })

  it('rejects an answer from an older version of the application', async () => {
    const version = await ask(THREE)
    const outcome = await answer({ version: String(version - 1), address: 'New 1', answers: ['', 'No', 'Grain'] })
    expect(outcome.kind).toBe('conflict')
    expect((await stored()).organization.address).toBe(own.address)
  })

  it.each([
    ['prepare a rejection', false],
    ['give a prepared rejection back', true],
  ])('accepts an answer from a page opened before staff %s, and drops the prepared decision', async (_, isReturned) => {
    const version = await ask(THREE)
    await db.insert(reviewPeople).values({ type: application.type, people: 2 })
    const target = { id: application.id, requestId: 'req' }
    const reviewing = permitOf(dana, 'verifications.review')
    const seen = () => findVerificationStatus(services, permitOf(person, 'setup.own'), own.id)
    const drawn = await seen()
    const first = await rejectVerification(services, reviewing, { ...target, version, reason: 'Expired' })
    expect(first).toMatchObject({ kind: 'done', value: { isPrepared: true } })
    if (isReturned) {
      const second = permitOf(await staff(db, 'admin', 'Ерлан Сейітов'), 'verifications.review')
      const given = await returnPrepared(services, second, { ...target, version: version + 1, note: 'Wait for them' })
      expect(given.kind).toBe('done')
    }
    expect(await seen()).toEqual(drawn)
    const typed = { address: 'Dostyk 5', answers: ['', 'No', 'Grain'] }
    expect((await answer({ version: String(version), ...typed })).kind).toBe('done')
    expect(await db.select().from(verifications)).toMatchObject([{ status: 'pending' }])
    expect(await db.select().from(preparedDecisions)).toEqual([])
  })

  it('rejects an answer from a version that does not exist yet', async () => {
    const version = await ask(THREE)
    const outcome = await answer({ version: String(version + 1), address: 'New 1', answers: ['', 'No', 'Grain'] })
    expect(outcome).toMatchObject({ kind: 'conflict', now: { because: 'stale', version } })
  })

  it.each(['suspended', 'archived'] as const)('rejects an answer while the organization is %s', async (status) => {
    const version = await ask(THREE)
    await addDocument(db, application, 'pending', { type: 'bank_statement', uploadedAt: services.clock.now() })
    await db.update(organizations).set({ status })
    const outcome = await answer({ version: String(version), address: 'New 1', answers: ['', '', 'Grain'] })
    expect(outcome).toEqual({ kind: 'conflict', now: null })
    expect((await stored()).organization.address).toBe(own.address)
    expect(await db.select().from(verifications)).toMatchObject([{ status: 'need_more_info', version }])
  })

  it('never takes an answer that was written for another application of the organization', async () => {
    const version = await ask([{ text: 'Which goods?' }])
    const submittedAt = new Date(services.clock.now().getTime() + 60_000)
    const other = { organizationId: own.id, status: 'need_more_info', type: 'address_change', version } as const
    await verification(db, { ...other, reviewer: dana, submittedAt, requestedChanges: ['Which street?'] })
    const outcome = await answer({ version: String(version), answers: ['Grain'] })
    expect(outcome).toEqual({ kind: 'conflict', now: null })
    const waiting = await db.select().from(verifications)
    expect(waiting.map(({ status }) => status)).toEqual(['need_more_info', 'need_more_info'])
  })

  it('records an answer that staff take by phone for each item', async () => {
    const version = await ask(THREE)
    const target = { id: application.id, version, requestId: 'req' }
    await resubmitVerification(services, permitOf(dana, 'verifications.review'), { ...target, answer: 'By phone' })
    expect((await items()).map((item) => item.answer)).toEqual(Array.from(THREE, () => ({ words: 'By phone' })))
    expect(await db.select().from(submissions)).toHaveLength(1)
  })

  it('keeps an answer already given when staff record one by phone for the rest', async () => {
    const version = await ask(THREE)
    const given = { answer: { words: 'Grain' }, answeredAt: services.clock.now() }
    await db.update(requestedItems).set(given).where(eq(requestedItems.position, 2))
    const target = { id: application.id, version, requestId: 'req' }
    await resubmitVerification(services, permitOf(dana, 'verifications.review'), { ...target, answer: 'By phone' })
    expect((await items()).map((item) => item.answer?.words)).toEqual(['By phone', 'By phone', 'Grain'])
  })
})

it('an answer changes only the fields that were asked for, whatever else is posted', async () => {
  const version = await ask([{ text: 'Correct the address', target: 'field:basic.address' }])
  await answer({
    version: String(version),
    address: 'Dostyk 5',
    name: 'Somebody Else',
    legalName: 'Somebody Else LLP',
    email: 'a@b.kz',
    'branches[0].name': 'x',
    answers: [''],
  })
  const { organization: now } = await stored()
  expect(now).toEqual({ ...own, address: 'Dostyk 5', version: own.version + 1 })
})

describe('an address that two people decide on', () => {
  const renewal = async (type: VerificationType = 'business_license_renewal') => {
    await db.update(organizations).set({ status: 'active' })
    await db.update(verifications).set({ type })
  }
  const needTwo = () => db.insert(reviewPeople).values({ type: 'address_change', people: 2 })
  const asked = [{ text: 'Correct the address', target: 'field:basic.address' }]
  const offered = async () => {
    const target = { id: application.id, action: 'request-info', language: 'en' } as const
    const offer = await findDecisionTemplates(services, permitOf(dana, 'verifications.review'), target)
    return offer?.targets.map(({ value }) => value)
  }

  it('is not changed by an answer to another application, where it is asked about in words', async () => {
    await renewal()
    await needTwo()
    expect(await offered()).not.toContain('field:basic.address')
    const version = await ask(asked)
    await answer({ version: String(version), address: 'Elsewhere 1', answers: ['We have moved'] })
    expect(await items()).toMatchObject([{ answer: { words: 'We have moved' } }])
    expect((await stored()).organization).toMatchObject({ address: own.address, version: own.version })
  })

  it('is not changed by an answer from a page opened before two decided, while another field can be answered', async () => {
    await renewal()
    const version = await ask(asked)
    const judged = await judge({ version: String(version), address: 'Elsewhere 1', answers: [''] })
    if (!judged.success) throw judged.error
    await needTwo()
    const target = { organizationId: own.id, requestId: 'req' }
    const outcome = await answerRequest(services, permitOf(person, 'setup.own'), target, judged.data)
    expect(outcome).toEqual({ kind: 'conflict', now: { because: 'organization', version: own.version } })
    expect((await stored()).organization).toMatchObject({ address: own.address, version: own.version })
    await db.update(requestedItems).set({ target: 'field:basic.legalName' })
    expect((await answer({ version: String(version), legalName: 'Renamed LLP', answers: [''] })).kind).toBe('done')
    expect((await stored()).organization).toMatchObject({ legalName: 'Renamed LLP', address: own.address })
  })

  it('is offered as a target where one decides, and an answer to the registration itself changes it', async () => {
    await renewal()
    expect(await offered()).toContain('field:basic.address')
    const version = await ask(asked)
    await renewal('initial_registration')
    await needTwo()
    await answer({ version: String(version), address: 'Dostyk 5', answers: [''] })
    expect((await stored()).organization.address).toBe('Dostyk 5')
  })
})

it('a field that two items ask for belongs to the first, and the second is answered in words', async () => {
  const target = 'field:basic.address'
  const version = await ask([
    { text: 'Correct it', target },
    { text: 'And why', target },
  ])
  await answer({ version: String(version), address: 'Dostyk 5', answers: ['', 'We moved'] })
  expect((await items())[1]?.answer).toEqual({ words: 'We moved' })
})

it('an item for a field that no longer exists is answered in words', async () => {
  const version = await ask([{ text: 'Correct the fax', target: 'field:basic.address' }])
  await db.update(requestedItems).set({ target: 'field:basic.fax' })
  const found = await findVerificationStatus(services, permitOf(person, 'setup.own'), own.id)
  expect(found?.application?.asked).toMatchObject([{ place: { kind: 'words', isGone: true } }])
  expect((await answer({ version: String(version), answers: ['We have none'] })).kind).toBe('done')
})

it('the timeline shows answered values in the words of the page', async () => {
  const version = await ask([
    { text: 'Which?', target: 'field:coverage.serviceTypes' },
    { text: 'The name?', target: 'field:basic.name' },
    { text: 'How heavy?', target: 'field:orders.maxWeightKg' },
  ])
  const typed = { serviceTypes: ['cold_chain', 'express'], name: 'KZ', maxWeightKg: '40', answers: ['', '', ''] }
  expect((await answer({ version: String(version), ...typed })).kind).toBe('done')
  const [event] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'resubmitted'))
  expect(event?.items).toEqual([
    'Service types: Express delivery and cold chain',
    'Organization name: KZ',
    'Max weight: 40 kg',
  ])
})

it('each reader sees answers to form fields in their own language', async () => {
  person = { ...person, language: 'kk' }
  const version = await ask([
    { text: 'Which?', target: 'field:coverage.serviceTypes' },
    { text: 'When?', target: 'field:hours' },
    { text: 'A newer one', target: 'document:bank_statement' },
    { text: 'Who?' },
  ])
  await addDocument(db, application, 'pending', { type: 'bank_statement', uploadedAt: services.clock.now() })
  const hours = { pickupFrom: '09:00', pickupTo: '18:00', deliveryFrom: '09:00', deliveryTo: '18:00' }
  const typed = { serviceTypes: ['cold_chain'], ...hours, workingDays: ['mon'], answers: ['', '', '', 'Айгерім'] }
  expect((await answer({ version: String(version), ...typed })).kind).toBe('done')
  expect(await linesIn('en')).toEqual(['Service types: Cold chain', 'Service hours', '1 document sent', 'Айгерім'])
  expect((await linesIn('zh'))?.[0]).toMatch(/^服务类型/)
})

it('the timeline shows an answer to a field that no longer exists as it was recorded', async () => {
  const version = await ask([{ text: 'The name?', target: 'field:basic.name' }])
  await answer({ version: String(version), name: 'Steppe', answers: [''] })
  await db.update(requestedItems).set({ target: 'field:basic.nickname' })
  expect(await linesIn('zh')).toEqual(['Organization name: Steppe'])
})

/** The answers as the timeline shows them to a reader of that language. */
async function linesIn(language: Language) {
  const [event] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'resubmitted'))
  return event && translateEvent(language, event, await selectRequestedItems(db, application.id)).items
}

it('the timeline shows neither a phone number nor an e-mail', async () => {
  const version = await ask([
    { text: 'Nobody answers', target: 'field:basic.phone' },
    { text: 'It came back', target: 'field:basic.email' },
  ])
  const typed = { phone: '+7 701 555 44 33', email: 'new@steppe.example' }
  await answer({ version: String(version), ...typed, answers: ['', ''] })
  const [event] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'resubmitted'))
  expect(event?.items).toEqual(['Phone', 'Email'])
  expect(await linesIn('zh')).toEqual(['电话', '邮箱'])
  expect((await stored()).organization).toMatchObject({ phone: '+77015554433', email: 'new@steppe.example' })
})

it('a legal name given in an answer enters the search key of the organization', async () => {
  const version = await ask([{ text: 'As registered?', target: 'field:basic.legalName' }])
  await answer({ version: String(version), legalName: 'Zhetysu Cargo LLP', answers: [''] })
  expect((await stored()).organization.searchKey).toBe(searchKey(own.name, 'Zhetysu Cargo LLP'))
})

it('an answer to more or fewer items than were asked is rejected', async () => {
  const version = await ask([{ text: 'Which goods?' }, { text: 'From where?' }])
  const words = { text: 'Grain', fields: null }
  for (const answers of [[words], [words, words, words]]) {
    const seen = { application: application.id, version, organizationVersion: own.version, note: null, answers }
    const target = { organizationId: own.id, requestId: 'req' }
    expect(await answerRequest(services, permitOf(person, 'setup.own'), target, seen)).toEqual({
      kind: 'conflict',
      now: null,
    })
  }
  expect(await db.select().from(verifications)).toMatchObject([{ status: 'need_more_info', version }])
})

const TARGETS = FIELD_TARGETS.flatMap(({ step, fields }) => fields.map((field) => fieldTarget(step, field)))

it('a stored phone number fills its field in readable form', async () => {
  const { phone } = storedFields('basic', await stored())
  expect(phone).toBe(formatPhone((await stored()).organization.phone))
  expect(phone).toContain(' ')
})

describe.each(TARGETS)('an item for %s', (target) => {
  it('takes its stored value back without changing the organization', async () => {
    const read = readTarget(target)
    if (read?.kind !== 'field') throw new Error(target)
    await addBrand(db, own.id)
    const version = await ask([{ text: 'Look again', target }])
    const before = await stored()
    const values = storedFields(read.step, before)
    const typed =
      read.step === 'contact'
        ? { branches: [{ ...(values.branches as object[])[0], name: 'Depot', person: 'Asel' }], primary: '0' }
        : values
    const outcome = await answer({ version: String(version), answers: [''], ...typed })
    expect(outcome.kind).toBe('done')
    const after = await stored()
    expect({ ...after.organization, version: 0 }).toEqual({ ...before.organization, version: 0 })
    expect(after.brand).toMatchObject({ name: before.brand?.name, slogan: before.brand?.slogan })
  })
})

describe('an item about the brand of an organization with two brands', () => {
  const ASKED = { text: 'Correct the name', target: 'field:brand' }
  const namesNow = async () => (await db.select().from(brands).orderBy(brands.name)).map(({ name }) => name)
  beforeEach(async () => {
    await addBrand(db, own.id, { id: '10000000-0000-4000-8000-000000000000', name: 'Alpha' })
    await addBrand(db, own.id, { id: '20000000-0000-4000-8000-000000000000', name: 'Beta' })
  })

  it('renames the brand it asks about and leaves the other one', async () => {
    const version = await ask([ASKED])
    const values = storedFields('brand', await stored())
    await answer({ version: String(version), answers: [''], ...values, brandName: 'Zeta' })
    expect(await items()).toMatchObject([
      { answer: { before: { 'brand.name': 'Alpha' }, after: { 'brand.name': 'Zeta' } } },
    ])
    expect((await stored()).brand?.name).toBe('Zeta')
    expect(await namesNow()).toEqual(['Beta', 'Zeta'])
  })

  it('removes that brand and logs it when the answer leaves the name empty', async () => {
    const version = await ask([ASKED])
    await answer({ version: String(version), answers: [''], brandName: '' })
    expect(await items()).toMatchObject([{ answer: { after: { 'brand.name': null } } }])
    const [edit] = await db.select().from(auditLog).where(eq(auditLog.action, 'organization.edit'))
    expect(edit).toMatchObject({ before: { brand: 'Alpha' }, after: { brand: null } })
    expect(await namesNow()).toEqual(['Beta'])
  })
})

it('every organization field and document type can be asked for, and nothing else', () => {
  for (const step of Object.keys(ORGANIZATION_FIELDS) as FormStep[])
    for (const [name] of fieldsOf(step)) expect(readTarget(`field:${step}.${name}`)).toMatchObject({ step })
  for (const type of DOCUMENT_TYPES) expect(readTarget(`document:${type}`)).toEqual({ kind: 'document', type })
  for (const gone of ['field:basic.fax', 'field:basic', 'field:nowhere.name', 'document:fax', 'fax', 'field:', ''])
    expect(readTarget(gone)).toBeNull()
})

it('the operation mode can be asked for on an initial registration, but not on an address change', () => {
  const target = readTarget('field:basic.operationMode')
  expect(target && mayPointAt(target, 'initial_registration', [])).toBe(true)
  expect(target && mayPointAt(target, 'address_change', [])).toBe(false)
})
