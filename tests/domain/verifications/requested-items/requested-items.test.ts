import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../app/db/schema/messages'
import { requestedItems } from '../../../../app/db/schema/reviews'
import { templates } from '../../../../app/db/schema/templates'
import { timelineEvents } from '../../../../app/db/schema/verifications'
import { listTemplatesById } from '../../../../app/db/verifications/templates'
import { selectRequestedItems } from '../../../../app/db/verifications/requested-items'
import { selectTimeline } from '../../../../app/db/verifications/verifications'
import { grant, type Actor } from '../../../../app/domain/access'
import { rejectVerification, requestMoreInfo } from '../../../../app/domain/verifications/decisions/decide.server'
import {
  findDecisionTemplates,
  findOrganizationDocumentTemplates,
  findApplicationDocumentTemplates,
} from '../../../../app/domain/verifications/decisions/decision-templates.server'
import { newsText } from '../../../../app/domain/verifications/decisions/decision-effects.server'
import { judgeOrganizationDocument } from '../../../../app/domain/verifications/documents/judge-document.server'
import { asNamedItem, readingOf, textToInsert } from '../../../../app/domain/verifications/templates/insert-template'
import { deliverDue } from '../../../../app/domain/messages/outbox.server'
import { targetChoices } from '../../../../app/domain/verifications/requested-items/target-labels.server'
import {
  slotsOf,
  translateAsked,
  translateEvent,
  type RequestedItems,
} from '../../../../app/domain/verifications/requested-items/requested-items.server'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import { findForReview } from '../../../../app/domain/verifications/verification-detail.server'
import { scriptOf } from '../../../../app/domain/verifications/templates/templates'
import { giveDefaultTemplates } from '../../../../app/domain/verifications/templates/templates.server'
import { templateText } from '../../../../app/domain/verifications/templates/template-text.server'
import { LANGUAGES, VERIFICATION_TYPES, type Language } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import { addDocument, organization, partner, permitOf, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let dana: Actor
beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  services.delivered.length = 0
  dana = await staff(db, 'manager', 'Дана Оспанова')
  await giveDefaultTemplates(services)
})

const reviewing = () => permitOf(dana, 'verifications.review')

async function applicationOf(language: Language) {
  const own = await organization(db, { name: '1520', defaultLocale: 'en' })
  await partner(db, own.id, { language })
  const found = await verification(db, { organizationId: own.id, status: 'under_review', reviewer: dana })
  const document = await addDocument(db, found, 'pending', { type: 'bank_statement' })
  return { own, found, document }
}

/** The last event of an application as its page says it. */
async function onTheDesk(id: string, reader: Language) {
  const state = verificationList.read(new URLSearchParams(), null)
  const desk = await findForReview(services, permitOf(dana, 'verifications.read'), { id, state })
  const [event] = desk?.timeline ?? []
  if (!desk || !event) throw new Error('no event')
  return translateEvent(reader, event, desk.items)
}

/** A decision can be undone for a minute; its message goes out after that. */
const UNDO_IS_OVER_MS = 61_000

/** The script of each language; only a link and a name may be in another. */
const SCRIPT = { en: 'Latin', ru: 'Cyrillic', kk: 'Cyrillic', zh: 'Han' } as const
const readable = (text: string) => text.replace(/https?:\S+/g, '')

describe.each(LANGUAGES)('a partner who reads %s', (language) => {
  it.each(LANGUAGES)(
    'is asked only in that language by a reviewer who reads %s and sees the request in theirs',
    async (reader) => {
      const { found, document } = await applicationOf(language)
      const offer = await findDecisionTemplates(services, reviewing(), {
        id: found.id,
        action: 'request-info',
        language: reader,
      })
      expect(offer?.reads).toBe(language)
      const items = (offer?.templates ?? []).map(({ id }) => id)
      const rows = await listTemplatesById(db, items)
      const own = slotsOf({ name: '1520', timeZone: 'Asia/Almaty', submittedAt: found.submittedAt }, document)
      const written = rows.map((row) => ({
        text: templateText(language, row, own),
        template: row.id,
        about: document.id,
        target: row.target,
      }))
      const outcome = await requestMoreInfo(services, reviewing(), {
        id: found.id,
        version: found.version,
        requestId: 'req',
        items: written,
      })
      expect(outcome.kind).toBe('done')
      services.clock.advance(UNDO_IS_OVER_MS)
      await deliverDue(services)
      const [told] = await db.select().from(messages).where(eq(messages.verificationId, found.id))
      expect(told?.language).toBe(language)
      const text = services.delivered.at(-1)?.text ?? ''
      for (const line of readable(text).split('\n')) expect([SCRIPT[language], null]).toContain(scriptOf(line))
      expect(text).toContain(`/organizations/${found.organizationId}/verification-status?application=${found.id}#asked`)
      expect(offer?.message.before).toBe(text.slice(0, text.indexOf('1. ')))
      expect(text.endsWith(offer?.message.after ?? '-')).toBe(true)

      const kept = await db.select().from(requestedItems).orderBy(requestedItems.position)
      expect(kept).toMatchObject(written.map(({ template }) => ({ templateId: template, slots: own })))
      const [asked] = await selectTimeline(db, found.id)
      if (!asked) throw new Error('no event')
      // A later edit of a template does not change what was sent.
      await db.update(templates).set({ en: 'A', ru: 'Б', kk: 'Ә', zh: '甲' })
      const spoken = translateEvent(reader, asked, await selectRequestedItems(db, found.id))
      expect(spoken.items).toEqual(rows.map((row) => templateText(reader, row, own)))
      expect(await onTheDesk(found.id, reader)).toMatchObject(spoken)
    },
  )

  it('is rejected wholly in that language, while each reader sees it in their own', async () => {
    const { found } = await applicationOf(language)
    const offer = await findDecisionTemplates(services, reviewing(), { id: found.id, action: 'reject', language: 'ru' })
    const [first] = offer?.templates ?? []
    const [row] = await listTemplatesById(db, [first?.id ?? ''])
    if (!row) throw new Error('no template')
    const slots = slotsOf({ name: '1520', timeZone: 'Asia/Almaty', submittedAt: found.submittedAt }, undefined)
    const reason = templateText(language, row, slots)
    const target = { id: found.id, version: found.version, requestId: 'req' }
    expect((await rejectVerification(services, reviewing(), { ...target, reason, template: row.id })).kind).toBe('done')
    const rejectedAt = services.now()
    services.clock.advance(UNDO_IS_OVER_MS)
    await deliverDue(services)
    const text = services.delivered.at(-1)?.text ?? ''
    expect(text).toContain(reason)
    for (const script of Object.values(SCRIPT).filter((one) => one !== SCRIPT[language]))
      expect(readable(text)).not.toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
    const told = { organizationName: '1520', type: found.type }
    for (const other of LANGUAGES.filter((one) => one !== language)) {
      const message = newsText(other, 'rejected', told, { note: templateText(other, row, slots), items: [] })
      for (const sentence of message.split(/[\n.。]/).filter((part) => scriptOf(part) !== null))
        expect(text).not.toContain(sentence.trim())
    }
    const [event] = await selectTimeline(db, found.id)
    if (!event) throw new Error('no event')
    expect(event).toMatchObject({ slots, note: reason })
    await db.update(templates).set({ en: 'A', ru: 'Б', kk: 'Ә', zh: '甲' })
    for (const reader of LANGUAGES)
      for (const said of [translateEvent(reader, event, []), await onTheDesk(found.id, reader)])
        expect(said.note).toBe(templateText(reader, row, slots))
    expect((await listTemplatesById(db, [row.id]))[0]).toMatchObject({ usedCount: 1, lastUsedAt: rejectedAt })
  })
})

describe('text written by hand', () => {
  it('is kept as written and without a template, even when a template is named with it', async () => {
    const { found } = await applicationOf('kk')
    const [template] = await db.select().from(templates).limit(1)
    await rejectVerification(services, reviewing(), {
      id: found.id,
      version: found.version,
      requestId: 'req',
      reason: 'Басқа себеп',
      template: template?.id,
    })
    const [event] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'rejected'))
    expect(event).toMatchObject({ note: 'Басқа себеп', templateId: null, slots: null })
  })
})

describe('a template', () => {
  it('is not offered when it is archived, lacks a language or is for other types', async () => {
    const { found } = await applicationOf('kk')
    const offered = async () =>
      (await findDecisionTemplates(services, reviewing(), { id: found.id, action: 'reject', language: 'en' }))
        ?.templates
    const [first, second, third] = (await offered()) ?? []
    await db
      .update(templates)
      .set({ isArchived: true })
      .where(eq(templates.id, first?.id ?? ''))
    await db
      .update(templates)
      .set({ zh: '' })
      .where(eq(templates.id, second?.id ?? ''))
    await db
      .update(templates)
      .set({ types: ['address_change'] })
      .where(eq(templates.id, third?.id ?? ''))
    const left = (await offered())?.map(({ id }) => id)
    expect(left).not.toContain(first?.id)
    expect(left).not.toContain(second?.id)
    expect(left).not.toContain(third?.id)
  })
})

it('the most used templates are offered first', async () => {
  const { found } = await applicationOf('kk')
  const offered = async () =>
    (await findDecisionTemplates(services, reviewing(), { id: found.id, action: 'reject', language: 'en' }))?.templates
  const last = (await offered())?.at(-1)?.id ?? ''
  await db.update(templates).set({ usedCount: 1 }).where(eq(templates.id, last))
  expect((await offered())?.[0]?.id).toBe(last)
})

it('an item about a document without another target asks for a document of the same type', async () => {
  const { found, document } = await applicationOf('kk')
  const target = { id: found.id, version: found.version, requestId: 'req' }
  const items = [
    { text: 'Page 2 is missing', about: document.id },
    { text: 'Whose is it?', about: document.id, target: 'field:basic.name' },
  ]
  expect((await requestMoreInfo(services, reviewing(), { ...target, items })).kind).toBe('done')
  expect(await db.select().from(requestedItems).orderBy(requestedItems.position)).toMatchObject([
    { target: 'document:bank_statement', documentId: document.id },
    { target: 'field:basic.name', documentId: document.id },
  ])
})

it.each(VERIFICATION_TYPES)(
  'the operation mode may be asked for in a registration and in no other type: %s',
  (type) => {
    const mode = 'field:basic.operationMode'
    const offered = targetChoices('en', { type, byTwo: [] }).map(({ value }) => value)
    expect(offered.includes(mode)).toBe(type === 'initial_registration')
  },
)

it('a rejected document is offered as an item that targets its type, with its reason', async () => {
  const { found, document } = await applicationOf('kk')
  await addDocument(db, found, 'rejected', { type: 'tax_certificate', rejectionReason: 'Мөрі жоқ' })
  const offer = await findDecisionTemplates(services, reviewing(), {
    id: found.id,
    action: 'request-info',
    language: 'ru',
  })
  expect(offer?.rejected).toMatchObject([{ target: 'document:tax_certificate' }])
  expect(offer?.rejected[0]?.text).toMatch(/: Мөрі жоқ$/)
  expect(offer?.subjects.map(({ id }) => id)).toContain(document.id)
})

it('the date in words about a document is its upload day, else the day of the submission', () => {
  const applicant = { name: '1520', timeZone: 'Asia/Almaty', submittedAt: new Date('2026-03-01T20:00:00Z') }
  const document = { type: 'bank_statement', uploadedAt: new Date('2026-03-05T10:00:00Z') }
  expect(slotsOf(applicant, document)).toEqual({ name: '1520', date: '2026-03-05', document: 'bank_statement' })
  expect(slotsOf(applicant, undefined)).toEqual({ name: '1520', date: '2026-03-02' })
})

it('a document rejected without a reason is offered as an item by its name', async () => {
  const { found } = await applicationOf('en')
  await addDocument(db, found, 'rejected', { type: 'tax_certificate' })
  const asked = { id: found.id, action: 'request-info', language: 'en' } as const
  expect((await findDecisionTemplates(services, reviewing(), asked))?.rejected).toMatchObject([
    { text: 'Tax certificate', target: 'document:tax_certificate' },
  ])
})

it('a reason that starts with its document’s kind gets the file name once; a longer word stays whole', () => {
  const naming = { kind: 'Lease', name: 'Lease “a.pdf”', before: 'Lease “a.pdf”: ' }
  expect(asNamedItem(naming, 'Lease: expired')).toBe('Lease “a.pdf”: expired')
  expect(asNamedItem(naming, 'Leaseholder is missing')).toBe('Lease “a.pdf”: Leaseholder is missing')
})

it('a section whose fields belong together is offered as one target', () => {
  const labels = new Map(targetChoices('en').map(({ value, label }) => [value, label]))
  expect(labels.get('field:hours')).toBe('Service hours')
  expect(labels.get('field:basic.address')).toMatch(/: Address$/)
})

it('the current request is translated by its words, also after a later request was undone', () => {
  const made = (version: number, text: string) => {
    const templateTexts = { en: `${text} en`, ru: `${text} ru`, kk: `${text} kk`, zh: `${text} zh` }
    return { version, text: `${text} kk`, templateTexts, slots: {} } as RequestedItems[number]
  }
  // The second request was undone.
  const items = [made(6, 'Charter'), made(3, 'Lease')]
  expect(translateAsked('ru', items, ['Lease kk'])).toEqual(['Lease ru'])
  expect(translateAsked('ru', items, ['Asked by phone'])).toEqual(['Asked by phone'])
})

it('a template without a slot for the document does not target the document it is about', () => {
  const sides = { reader: { document: 'Lease' }, applicant: { document: 'Lease' } }
  const words = (id: string, text: string) => ({ id, reader: text, applicant: text, target: null })
  const offer = {
    reads: 'en' as const,
    readsName: 'English',
    readsInWords: 'English',
    isReadersOwn: true,
    templates: [words('1', '{document}: expired'), words('2', 'What do you carry?')],
    base: { reader: {}, applicant: {} },
    subjects: [{ id: 'lease', label: 'Lease', target: 'document:lease_agreement', ...sides }],
    targets: [],
  }
  const targetOf = (template: string) => textToInsert(offer, { template, about: 'lease' })
  expect([targetOf('1'), targetOf('2')]).toMatchObject([{ target: 'document:lease_agreement' }, { target: '' }])
  // Who reads the applicant's language has no second wording to read.
  expect(readingOf(offer, { text: 'What do you carry?', template: '2' }).own).toBeNull()
})

describe('two documents of one kind', () => {
  const KINDS = {
    en: ['Bank statement “%s”: ', 'Tax certificate: '],
    ru: ['Выписка из банка «%s»: ', 'Свидетельство о налоговой регистрации: '],
    kk: ['Банктен үзінді көшірме «%s»: ', 'Салықтық тіркеу куәлігі: '],
    zh: ['银行对账单“%s”：', '税务登记证：'],
  } as const
  const LONG = 'Kaspi Bank, выписка за первый квартал 2026 года.pdf'
  const SHORT = 'Kaspi Bank, выписка …артал 2026 года.pdf'
  const editing = () => permitOf(dana, 'organizations.edit')

  async function twoAndOne(language: Language) {
    const { found, document } = await applicationOf(language)
    const more = { type: 'bank_statement', fileName: LONG } as const
    return [
      found,
      document,
      await addDocument(db, found, 'pending', more),
      await addDocument(db, found, 'pending', { type: 'tax_certificate' }),
    ] as const
  }
  const asking = (id: string, language: Language) =>
    findDecisionTemplates(services, reviewing(), { id, action: 'request-info', language })
  const unreadable = async () =>
    (await db.select().from(templates)).find(({ en }) => en.startsWith('{document}: it cannot be read'))

  it.each(LANGUAGES)(
    'are told apart by file name in the message, while the only one of its kind is not: %s',
    async (language) => {
      const [found, ...asked] = await twoAndOne(language)
      const [kind, only] = KINDS[language]
      const names = [kind.replace('%s', 'license.pdf'), kind.replace('%s', SHORT), only]
      for (const [at, { id, organizationId }] of asked.entries()) {
        const offer = await findApplicationDocumentTemplates(services, editing(), {
          id: found.id,
          documentId: id,
          language: 'en',
        })
        expect(asNamedItem(offer?.naming ?? { kind: '', name: '', before: '' }, 'Reason')).toBe(`${names[at]}Reason`)
        const target = { organizationId, documentId: id, seen: 'pending', requestId: 'req' } as const
        expect(
          await judgeOrganizationDocument(services, editing(), target, { status: 'rejected', reason: 'Reason' }),
        ).toMatchObject({
          kind: 'done',
        })
      }
      const offer = await asking(found.id, 'en')
      expect(offer?.rejected.map(({ text }) => text)).toEqual(names.map((name) => `${name}Reason`))
      const items = offer?.rejected ?? []
      const target = { id: found.id, version: found.version, requestId: 'req' }
      expect((await requestMoreInfo(services, reviewing(), { ...target, items })).kind).toBe('done')
      services.clock.advance(UNDO_IS_OVER_MS)
      await deliverDue(services)
      const text = services.delivered.at(-1)?.text ?? ''
      for (const [at, name] of names.entries()) expect(text).toContain(`\n${at + 1}. ${name}Reason`)
    },
  )

  it('keep their file names in the text of a template, which each reader sees in their own language', async () => {
    const [found, , second] = await twoAndOne('kk')
    const template = await unreadable()
    const offer = await asking(found.id, 'ru')
    const inserted =
      offer &&
      textToInsert(
        {
          ...offer,
          templates: [
            { id: template?.id ?? '', reader: template?.ru ?? '', applicant: template?.kk ?? '', target: null },
          ],
        },
        { template: template?.id ?? '', about: second.id },
      )
    if (!inserted || typeof inserted === 'string') throw new Error('nothing was inserted')
    expect(inserted.text).toBe(
      `${KINDS.kk[0].replace('%s', SHORT)}мәтіні оқылмайды. Анық әрі толық көшірмесін жүктеп салыңыз.`,
    )
    const target = { id: found.id, version: found.version, requestId: 'req' }
    await requestMoreInfo(services, reviewing(), { ...target, items: [inserted] })
    for (const reader of LANGUAGES)
      expect((await onTheDesk(found.id, reader)).items[0]).toMatch(KINDS[reader][0].replace('%s', SHORT))
  })

  it('are told apart when the first was rejected before the second was uploaded', async () => {
    const { found, document } = await applicationOf('kk')
    const template = await unreadable()
    const target = {
      organizationId: found.organizationId,
      documentId: document.id,
      seen: 'pending',
      requestId: 'req',
    } as const
    const reason = template?.kk.replace('{document}', 'Банктен үзінді көшірме') ?? ''
    await judgeOrganizationDocument(services, editing(), target, { status: 'rejected', reason, template: template?.id })
    expect((await asking(found.id, 'ru'))?.rejected).toMatchObject([{ text: reason }])
    await addDocument(db, found, 'rejected', {
      type: 'bank_statement',
      fileName: LONG,
      rejectionReason: 'Банктен емес',
    })
    const texts = (await asking(found.id, 'ru'))?.rejected.map(({ text }) => text)
    expect(texts).toEqual([
      reason.replace(/^[^:]*: /, KINDS.kk[0].replace('%s', 'license.pdf')),
      `${KINDS.kk[0].replace('%s', SHORT)}Банктен емес`,
    ])
  })

  it('lose the braces of a file name in a message, where they would be open slots', async () => {
    const { found } = await applicationOf('en')
    for (const fileName of ['{date}.pdf', 'b.pdf'])
      await addDocument(db, found, 'rejected', { type: 'lease_agreement', fileName, rejectionReason: 'Expired' })
    expect((await asking(found.id, 'en'))?.rejected[0]?.text).toBe('Lease agreement “date.pdf”: Expired')
  })

  it('whose file names use another script are not taken for text that the applicant cannot read', async () => {
    const { found, document } = await applicationOf('kk')
    await addDocument(db, found, 'pending', {
      type: 'bank_statement',
      fileName: 'a statement with a long Latin name.pdf',
    })
    const offer = await asking(found.id, 'ru')
    if (!offer) throw new Error('no words')
    const { id = '', applicant } = offer.subjects.find(({ id }) => id !== document.id) ?? {}
    expect(applicant?.document).toContain('Latin')
    expect(readingOf(offer, { text: `${applicant?.document}: ескі`, about: id }).foreignTo).toBeNull()
    expect(readingOf(offer, { text: `${applicant?.document}: expired`, about: id }).foreignTo).toBe('казахский')
  })
})

it('a cashier gets none of the permits with which templates are read', async () => {
  const cashier = await staff(db, 'cashier', 'Daniel')
  for (const ability of ['verifications.review', 'organizations.edit', 'templates.read'] as const)
    expect(grant(cashier, ability), ability).toBeNull()
})

it('no templates are offered for a document outside any application, where nobody would read them', async () => {
  const { own, found, document } = await applicationOf('kk')
  const alone = await addDocument(db, found, 'pending', { verificationId: null })
  const wordsFor = (documentId: string) =>
    findOrganizationDocumentTemplates(services, permitOf(dana, 'organizations.edit'), {
      organizationId: own.id,
      documentId,
      language: 'ru',
    })
  expect(await wordsFor(alone.id)).toBeNull()
  expect(await wordsFor(document.id)).toMatchObject({ reads: 'kk' })
})
