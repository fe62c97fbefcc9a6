import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { organizations } from '../../../app/db/schema/organizations'
import { templates } from '../../../app/db/schema/templates'
import { verifications } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import type { DecisionTemplates } from '../../../app/domain/verifications/decisions/decision-templates.server'
import { requestMoreInfo } from '../../../app/domain/verifications/decisions/decide.server'
import { undoDecision } from '../../../app/domain/verifications/decisions/undo.server'
import { INSERT, textToInsert } from '../../../app/domain/verifications/templates/insert-template'
import * as verdict from '../../../app/routes/verifications/documents/verdict'
import { emptyTables, openTestDatabase } from '../../support/database'
import { answerOf, visit } from '../../support/requests'
import { openedReview, reviewers, type Reviewers } from '../../support/reviews'
import { testServices, type TestServices } from '../../support/services'
import { addTemplate } from '../../support/templates'
import { addDocument, organization, partner, permitOf, verification } from '../../support/verifications'
import { requestInfoInput } from '../../../app/domain/verifications/input'

const db = await openTestDatabase()
let services: TestServices
let people: Reviewers
let opened: Awaited<ReturnType<typeof verification>>
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  people = await reviewers(db)
  const { id } = await organization(db)
  opened = await verification(db, { organizationId: id, status: 'under_review', reviewer: people.manager })
})
const { page, storedDocument } = openedReview(db, () => ({ services, people, opened }))

type Sent = { search?: string; actor?: Actor }
const judge = (
  documentId: string,
  act: 'verify' | 'reject',
  form: [string, string][],
  { search = '', actor }: Sent = {},
) =>
  answerOf(() =>
    verdict.action(
      visit(services, `/verifications/${opened.id}/documents/${documentId}/${act}${search}`, {
        actor: actor ?? people.manager,
        params: { id: opened.id, documentId },
        form,
      }) as never,
    ),
  )

describe('a verdict on the review page', () => {
  it('verifies the document, is logged, and opens the next unjudged one with the same filters', async () => {
    const [first, second] = [await addDocument(db, opened, 'pending'), await addDocument(db, opened, 'pending')]
    const answer = await judge(first.id, 'verify', [['seen', 'pending']], { search: '?status=under_review' })
    expect([answer.status, answer.location]).toEqual([
      302,
      `/verifications/${opened.id}?status=under_review&document=${second.id}`,
    ])
    expect(await storedDocument(first.id)).toMatchObject({ status: 'verified', reviewedBy: people.manager.id })
    expect((await db.select().from(auditLog)).map(({ action }) => action)).toEqual(['document.verify'])
  })

  it('answers 200 instead of a redirect when the page stays open', async () => {
    const document = await addDocument(db, opened, 'pending')
    const answer = await judge(document.id, 'verify', [
      ['seen', 'pending'],
      ['stay', 'on'],
    ])
    expect(answer).toMatchObject({ status: 200, body: { isJudged: true } })
    expect(await storedDocument(document.id)).toMatchObject({ status: 'verified' })
  })

  it('that rejects needs a reason, which is stored', async () => {
    const document = await addDocument(db, opened, 'pending')
    expect(await judge(document.id, 'reject', [['seen', 'pending']])).toMatchObject({
      status: 422,
      body: { result: { error: { reason: ['This field is required'] } } },
    })
    const answer = await judge(document.id, 'reject', [
      ['seen', 'pending'],
      ['reason', 'Not readable'],
    ])
    expect([answer.status, answer.location]).toEqual([302, `/verifications/${opened.id}?document=${document.id}`])
    expect(await storedDocument(document.id)).toMatchObject({ status: 'rejected', rejectionReason: 'Not readable' })
  })

  it('that rejects takes 400 characters, which still fit into an item behind the longest document name', async () => {
    const names = { fileName: `${'скан-'.repeat(20)}.pdf`, type: 'representative_id' } as const
    const document = await addDocument(db, opened, 'pending', names)
    await addDocument(db, opened, 'pending', names)
    await partner(db, opened.organizationId, { language: 'ru' })
    const rejecting = (length: number) =>
      judge(document.id, 'reject', [
        ['seen', 'pending'],
        ['reason', 'я'.repeat(length)],
      ])
    expect(await rejecting(401)).toMatchObject({
      status: 422,
      body: { result: { error: { reason: ['At most 400 characters. Shorten this reason.'] } } },
    })
    expect(await rejecting(400)).toMatchObject({ status: 302 })
    const { data } = (await page('?decide=request-info')) as unknown as {
      data: { openForm: { offer: DecisionTemplates } }
    }
    const { rejected: items } = data.openForm.offer
    expect(items).toMatchObject([{ text: expect.stringMatching(/^Документ, удостоверяющий .*\.pdf.*: я{400}$/) }])
    expect(requestInfoInput.safeParse({ version: '1', items }).success).toBe(true)
  })

  it('from an outdated page is 409 and keeps the typed reason', async () => {
    const document = await addDocument(db, opened, 'verified')
    expect(
      await judge(document.id, 'reject', [
        ['seen', 'pending'],
        ['reason', 'Not readable'],
      ]),
    ).toMatchObject({
      status: 409,
      body: {
        conflict: { because: 'stale', status: 'verified' },
        result: { initialValue: { reason: 'Not readable' } },
      },
    })
    expect(await storedDocument(document.id)).toMatchObject({ status: 'verified' })
  })

  it('that rejects is 409 after the application was approved, and keeps the typed reason', async () => {
    const { id } = await addDocument(db, opened, 'verified')
    await db.update(verifications).set({ status: 'approved' }).where(eq(verifications.id, opened.id))
    const form: [string, string][] = [
      ['seen', 'pending'],
      ['reason', 'A page is missing'],
    ]
    expect(await judge(id, 'reject', form)).toMatchObject({
      status: 409,
      body: {
        result: { initialValue: { reason: 'A page is missing' } },
        conflict: { because: 'approved', status: 'verified' },
      },
    })
  })

  it('at a mode change address is 404 for an application of another type', async () => {
    const document = await addDocument(db, opened, 'pending')
    const path = `/verifications/mode-changes/${opened.id}/documents/${document.id}/verify`
    const options = {
      actor: people.manager,
      params: { id: opened.id, documentId: document.id },
      form: { seen: 'pending' },
    }
    expect((await answerOf(() => verdict.action(visit(services, path, options) as never))).status).toBe(404)
    expect(await storedDocument(document.id)).toMatchObject({ status: 'pending' })
  })

  it('is 403 for the person who submitted the application', async () => {
    const document = await addDocument(db, opened, 'pending')
    await db.update(verifications).set({ submittedBy: people.manager.id })
    for (const act of ['verify', 'reject'] as const) {
      for (const reason of ['Not readable', ''])
        expect(
          (
            await judge(document.id, act, [
              ['seen', 'pending'],
              ['reason', reason],
            ])
          ).status,
        ).toBe(403)
      const at = { actor: people.manager, params: { id: opened.id, documentId: document.id } }
      const path = `/verifications/${opened.id}/documents/${document.id}/${act}`
      expect((await answerOf(() => verdict.loader(visit(services, path, at) as never))).status).toBe(403)
    }
    expect(await storedDocument(document.id)).toMatchObject({ status: 'pending', reviewedBy: null })
    expect((await page('')).data).toMatchObject({ mayJudge: false })
    expect((await page('', people.admin)).data).toMatchObject({ mayJudge: true })
    expect((await judge(document.id, 'verify', [['seen', 'pending']], { actor: people.admin })).status).toBe(302)
  })

  it('is 403 for a cashier, and 404 for a document of another application', async () => {
    const other = await verification(db, { organizationId: opened.organizationId, type: 'address_change' })
    const [document, foreign] = [await addDocument(db, opened, 'pending'), await addDocument(db, other, 'pending')]
    expect((await judge(document.id, 'verify', [['seen', 'pending']], { actor: people.cashier })).status).toBe(403)
    expect((await judge(foreign.id, 'verify', [['seen', 'pending']])).status).toBe(404)
    expect([(await storedDocument(document.id))?.status, (await storedDocument(foreign.id))?.status]).toEqual([
      'pending',
      'pending',
    ])
  })

  it('has its rejection form in the page, for the open document and only for those who may judge', async () => {
    const document = await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    expect((await page(`?document=${document.id}&verdict=reject`)).data.rejection).toMatchObject({
      fileName: 'аренда.pdf',
    })
    expect((await page(`?document=${document.id}`)).data.rejection).toBeNull()
    expect((await page('?verdict=reject', people.cashier)).data.rejection).toBeNull()
  })
})

describe('the reason for rejecting a document', () => {
  const useOf = async (id: string) => (await db.select().from(templates).where(eq(templates.id, id)))[0]?.usedCount

  beforeEach(() => db.update(organizations).set({ defaultLocale: 'kk' }))

  it('is offered in the applicant’s language, filled in for the document, with the message around it', async () => {
    const document = await addDocument(db, opened, 'pending', { type: 'bank_statement' })
    await addTemplate(db, { use: 'rejection', en: 'The whole application' })
    await addTemplate(db, { use: 'document_rejection', documentTypes: ['business_license'], en: 'Another document' })
    const id = await addTemplate(db, { use: 'document_rejection' })
    const { data } = (await page(`?document=${document.id}&verdict=reject`)) as unknown as {
      data: { rejection: { offer: DecisionTemplates } }
    }
    const { offer } = data.rejection
    expect(offer.readsName).toBe('Қазақша')
    expect(offer.templates.map((one) => one.id)).toEqual([id])
    expect(textToInsert(offer, { template: id, about: '' })).toMatchObject({
      text: 'Банктен үзінді көшірме: мәтіні оқылмайды.',
    })
    expect(offer.message.before).toContain('1. ')
    expect(offer.message.after.trim()).not.toBe('')
  })

  it('is inserted by the server without scripts, and nothing is judged or counted yet', async () => {
    const document = await addDocument(db, opened, 'pending', { type: 'bank_statement' })
    const id = await addTemplate(db, { use: 'document_rejection' })
    const answer = await judge(document.id, 'reject', [
      ['seen', 'pending'],
      ['pick', id],
      ['intent', INSERT],
    ])
    expect(answer).toMatchObject({
      status: 200,
      body: { result: { initialValue: { reason: 'Банктен үзінді көшірме: мәтіні оқылмайды.', template: id } } },
    })
    expect(
      await judge(document.id, 'reject', [
        ['seen', 'pending'],
        ['reason', 'Typed'],
        ['pick', document.id],
        ['intent', INSERT],
      ]),
    ).toMatchObject({ status: 200, body: { pickFault: 'gone', result: { initialValue: { reason: 'Typed' } } } })
    expect([(await storedDocument(document.id))?.status, await useOf(id)]).toEqual(['pending', 0])
  })

  it('counts its template, is shown in the reader’s language, and goes into the request for more info', async () => {
    const document = await addDocument(db, opened, 'pending', { type: 'bank_statement' })
    const id = await addTemplate(db, { use: 'document_rejection' })
    const reason = 'Банктен үзінді көшірме: мәтіні оқылмайды.\nAlso page 2.'
    await judge(document.id, 'reject', [
      ['seen', 'pending'],
      ['reason', reason],
      ['template', id],
    ])
    expect(await storedDocument(document.id)).toMatchObject({ rejectionReason: reason, rejectionTemplateId: id })
    expect(await useOf(id)).toBe(1)
    const { data } = (await page('?decide=request-info')) as unknown as {
      data: { documents: { rejectionReason: string }[]; openForm: { offer: DecisionTemplates } }
    }
    expect(data.documents[0]?.rejectionReason).toBe('Bank statement: it cannot be read.\nAlso page 2.')
    expect(data.openForm.offer.rejected).toMatchObject([{ text: reason, template: id, about: document.id }])
  })

  it('counts its template once even when it is sent as an item later, and when that is undone', async () => {
    const document = await addDocument(db, opened, 'pending', { type: 'bank_statement' })
    const [id, other] = [
      await addTemplate(db, { use: 'document_rejection' }),
      await addTemplate(db, { use: 'item', en: 'Lease', ru: 'Аренда', kk: 'Жалға алу', zh: '租约' }),
    ]
    const reason = 'Банктен үзінді көшірме: мәтіні оқылмайды.'
    await judge(document.id, 'reject', [
      ['seen', 'pending'],
      ['reason', reason],
      ['template', id],
    ])
    const reviewing = permitOf(people.manager, 'verifications.review')
    const target = { id: opened.id, requestId: 'req' }
    const asked = await requestMoreInfo(services, reviewing, {
      ...target,
      version: opened.version,
      items: [
        { text: reason, template: id, about: document.id },
        { text: 'Жалға алу', template: other },
      ],
    })
    expect([await useOf(id), await useOf(other)]).toEqual([1, 1])
    if (asked.kind !== 'done') throw new Error(asked.kind)
    await undoDecision(services, reviewing, { ...target, version: asked.value.version })
    expect([await useOf(id), await useOf(other)]).toEqual([1, 0])
  })

  it('in one’s own words does not count the template that was chosen before', async () => {
    const document = await addDocument(db, opened, 'pending')
    const id = await addTemplate(db, { use: 'document_rejection' })
    await judge(document.id, 'reject', [
      ['seen', 'pending'],
      ['reason', 'Суретті қайта түсіріңіз'],
      ['template', id],
    ])
    expect(await storedDocument(document.id)).toMatchObject({ rejectionTemplateId: null, rejectionTexts: null })
    expect(await useOf(id)).toBe(0)
  })

  it('with an unfilled slot is 422', async () => {
    const document = await addDocument(db, opened, 'pending')
    const answer = await judge(document.id, 'reject', [
      ['seen', 'pending'],
      ['reason', '{document}: мәтіні оқылмайды.'],
    ])
    expect(answer.status).toBe(422)
    expect((await storedDocument(document.id))?.status).toBe('pending')
  })
})
