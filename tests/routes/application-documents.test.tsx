import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../app/db/schema/audit'
import { documents } from '../../app/db/schema/documents'
import { organizations } from '../../app/db/schema/organizations'
import { reviewPeople, submissions } from '../../app/db/schema/reviews'
import { templates } from '../../app/db/schema/templates'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import type { Actor } from '../../app/domain/access'
import type { DecisionTemplates } from '../../app/domain/verifications/decisions/decision-templates.server'
import { requestMoreInfo } from '../../app/domain/verifications/decisions/decide.server'
import { undoDecision } from '../../app/domain/verifications/decisions/undo.server'
import { tidyUp } from '../../app/domain/tidy-up.server'
import { firstDocument, nextDocument } from '../../app/domain/verifications/documents/application-documents'
import * as decision from '../../app/routes/verifications/decisions/decision'
import * as detail from '../../app/routes/verifications/detail'
import * as file from '../../app/routes/verifications/documents/document'
import * as pages from '../../app/routes/verifications/documents/pages'
import { INSERT, textToInsert } from '../../app/domain/verifications/templates/insert-template'
import { DocumentStrip } from '../../app/routes/verifications/review/documents/documents-panel'
import { DecisionForm } from '../../app/routes/verifications/review/decision/decision-form'
import * as verdict from '../../app/routes/verifications/documents/verdict'
import type { DocumentStatus, DocumentType } from '../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../support/database'
import { pageHtml, serverHtml } from '../support/render'
import { answerOf, visit } from '../support/requests'
import { testServices, type TestServices } from '../support/services'
import { addTemplate } from '../support/templates'
import {
  addDocument,
  before,
  DAY_MS,
  HOUR_MS,
  organization,
  permitOf,
  staff,
  verification,
} from '../support/verifications'

/** A PDF of one empty page. */
const ONE_PAGE = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 210 297]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
)

const db = await openTestDatabase()
let services: TestServices
let people: Record<'admin' | 'manager' | 'cashier', Actor>
let opened: Awaited<ReturnType<typeof verification>>
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  people = {
    admin: await staff(db, 'admin', '李伟'),
    manager: await staff(db, 'manager', 'Ольга Кузнецова'),
    cashier: await staff(db, 'cashier', 'Daniel Brooks'),
  }
  const { id } = await organization(db)
  opened = await verification(db, { organizationId: id, status: 'under_review', reviewer: people.manager })
})

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
const storedDocument = async (id: string) => (await db.select().from(documents).where(eq(documents.id, id)))[0]
const page = async (search: string, actor = people.manager) =>
  (await detail.loader(
    visit(services, `/verifications/${opened.id}${search}`, { actor, params: { id: opened.id } }) as never,
  )) as { data: { firstDocumentId: string | null; rejection: { fileName: string } | null; openForm: object | null } }

describe('a verdict where the document is read', () => {
  it('verifies it, leads on to the next unjudged one of the same queue, and is in the audit log', async () => {
    const [first, second] = [await addDocument(db, opened, 'pending'), await addDocument(db, opened, 'pending')]
    const answer = await judge(first.id, 'verify', [['seen', 'pending']], { search: '?status=under_review' })
    expect([answer.status, answer.location]).toEqual([
      302,
      `/verifications/${opened.id}?status=under_review&document=${second.id}`,
    ])
    expect(await storedDocument(first.id)).toMatchObject({ status: 'verified', reviewedBy: people.manager.id })
    expect((await db.select().from(auditLog)).map(({ action }) => action)).toEqual(['document.verify'])
  })

  it('stays on the page that goes on by itself', async () => {
    const document = await addDocument(db, opened, 'pending')
    const answer = await judge(document.id, 'verify', [
      ['seen', 'pending'],
      ['stay', 'on'],
    ])
    expect(answer).toMatchObject({ status: 200, body: { isJudged: true } })
    expect(await storedDocument(document.id)).toMatchObject({ status: 'verified' })
  })

  it('rejects it with a reason, which must be given', async () => {
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

  it('from an older page is a conflict, and what was typed is still there', async () => {
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

  it('is not at an address of mode change requests when its application is none', async () => {
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

  it('is not by who submitted the application', async () => {
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

  it('is not a cashier’s, and not on a document of another application', async () => {
    const other = await verification(db, { organizationId: opened.organizationId, type: 'address_change' })
    const [document, foreign] = [await addDocument(db, opened, 'pending'), await addDocument(db, other, 'pending')]
    expect((await judge(document.id, 'verify', [['seen', 'pending']], { actor: people.cashier })).status).toBe(403)
    expect((await judge(foreign.id, 'verify', [['seen', 'pending']])).status).toBe(404)
    expect([(await storedDocument(document.id))?.status, (await storedDocument(foreign.id))?.status]).toEqual([
      'pending',
      'pending',
    ])
  })

  it('has its form in the page itself, for the document that is read', async () => {
    const document = await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    expect((await page(`?document=${document.id}&verdict=reject`)).data.rejection).toMatchObject({
      fileName: 'аренда.pdf',
    })
    expect((await page(`?document=${document.id}`)).data.rejection).toBeNull()
    expect((await page('?verdict=reject', people.cashier)).data.rejection).toBeNull()
  })
})

describe('the reason why a document is rejected', () => {
  const useOf = async (id: string) => (await db.select().from(templates).where(eq(templates.id, id)))[0]?.usedCount

  beforeEach(() => db.update(organizations).set({ defaultLocale: 'kk' }))

  it('is offered in the applicant’s language, filled in for the document, with the message that will carry it', async () => {
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

  it('is inserted by the server for who has no script, and nothing is judged yet', async () => {
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

  it('counts the template, speaks to each reader in their language, and goes into the item with it', async () => {
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

  it('counts its template once, though its words are sent as an item later; and once still when that is undone', async () => {
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
    const place = { id: opened.id, requestId: 'req' }
    const asked = await requestMoreInfo(services, reviewing, {
      ...place,
      version: opened.version,
      items: [
        { text: reason, template: id, about: document.id },
        { text: 'Жалға алу', template: other },
      ],
    })
    expect([await useOf(id), await useOf(other)]).toEqual([1, 1])
    if (asked.kind !== 'done') throw new Error(asked.kind)
    await undoDecision(services, reviewing, { ...place, version: asked.value.version })
    expect([await useOf(id), await useOf(other)]).toEqual([1, 0])
  })

  it('in words of one’s own is no use of the template that was chosen before', async () => {
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

  it('is not sent with a slot that nobody has filled in', async () => {
    const document = await addDocument(db, opened, 'pending')
    const answer = await judge(document.id, 'reject', [
      ['seen', 'pending'],
      ['reason', '{document}: мәтіні оқылмайды.'],
    ])
    expect(answer.status).toBe(422)
    expect((await storedDocument(document.id))?.status).toBe('pending')
  })
})

describe('who opened a document first', () => {
  const read = async (id: string, actor: Actor, search = '') => {
    const at = { actor, params: { id: opened.id, documentId: id } }
    services.files.set((await storedDocument(id))?.storageKey ?? '', new TextEncoder().encode('%PDF-1.7'))
    const answer = (await file.loader(
      visit(services, `/verifications/${opened.id}/documents/${id}${search}`, at) as never,
    )) as Response
    await answer.body?.cancel()
  }

  it('is noted when the file is read, once, and not for a thumbnail', async () => {
    const document = await addDocument(db, opened, 'pending')
    await read(document.id, people.admin, '?thumbnail')
    expect(await storedDocument(document.id)).toMatchObject({ openedAt: null, openedBy: null })
    await read(document.id, people.manager)
    await read(document.id, people.admin)
    expect(await storedDocument(document.id)).toMatchObject({ openedAt: services.now(), openedBy: people.manager.id })
  })

  it('is not noted for the small picture of a PDF, which an approval still names; its pages are an opening', async () => {
    const document = await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    services.files.set(document.storageKey, ONE_PAGE)
    const draw = async (search: string) => {
      const at = { actor: people.manager, params: { id: opened.id, documentId: document.id } }
      const path = `/verifications/${opened.id}/documents/${document.id}/pages${search}`
      const answer = (await pages.loader(visit(services, path, at) as never)) as Response
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
      await answer.body?.cancel()
    }
    const named = async () => {
      const { data } = (await page('?decide=approve')) as { data: { openForm: { unopened: string[] } } }
      return data.openForm.unopened
    }
    await draw('?thumbnail')
    expect(await storedDocument(document.id)).toMatchObject({ openedAt: null, openedBy: null })
    expect(await named()).toEqual(['аренда.pdf'])
    await draw('')
    expect(await storedDocument(document.id)).toMatchObject({ openedAt: services.now(), openedBy: people.manager.id })
    expect(await named()).toEqual([])
  })

  it('is noted for the pages further on, and not for what could not be read', async () => {
    const [far, infected] = [
      await addDocument(db, opened, 'pending'),
      await addDocument(db, opened, 'pending', { scanState: 'infected' }),
    ]
    for (const { storageKey } of [far, infected]) services.files.set(storageKey, ONE_PAGE)
    const at = (id: string) => ({ actor: people.manager, params: { id: opened.id, documentId: id } })
    const draw = (id: string, search: string) =>
      answerOf(() =>
        pages.loader(visit(services, `/verifications/${opened.id}/documents/${id}/pages${search}`, at(id)) as never),
      )
    await draw(far.id, '?from=0')
    expect((await draw(infected.id, '')).status).toBe(404)
    expect((await storedDocument(far.id))?.openedAt).toEqual(services.now())
    expect((await storedDocument(infected.id))?.openedAt).toBeNull()
  })
})

it('a session that has taken too much is told when it may take the next file, and the next picture', async () => {
  const document = await addDocument(db, opened, 'pending')
  services.files.set(document.storageKey, ONE_PAGE)
  services.env.limitsFactor = 0.001
  const take = (loader: (args: never) => unknown, act: string, sessionId: string) => {
    const at = { actor: { ...people.manager, sessionId }, params: { id: opened.id, documentId: document.id } }
    return answerOf(() =>
      loader(visit(services, `/verifications/${opened.id}/documents/${document.id}${act}`, at) as never),
    )
  }
  for (const [loader, act] of [
    [file.loader, ''],
    [pages.loader, '/pages'],
  ] as const) {
    const sessionId = randomUUID()
    expect((await take(loader, act, sessionId)).status).toBe(200)
    const refusal = await take(loader, act, sessionId)
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '25'])
  }
})

describe('the document that the desk opens', () => {
  const document = (id: string, status: DocumentStatus, isNew = false) => ({ id, status, isNew })

  it.each([
    ['the first unjudged', [document('a', 'verified'), document('b', 'pending'), document('c', 'pending')], 'b'],
    [
      'a new one before the others',
      [document('a', 'pending'), document('b', 'rejected'), document('c', 'pending', true)],
      'c',
    ],
    ['the rejected one when all are judged', [document('a', 'verified'), document('b', 'rejected')], 'b'],
    ['the first when all are verified', [document('a', 'verified'), document('b', 'verified')], 'a'],
  ])('is %s', (_, given, id) => expect(firstDocument(given)?.id).toBe(id))

  it('after a verdict is the next unjudged one, and then from the start', () => {
    const given = [document('a', 'pending'), document('b', 'verified'), document('c', 'pending')]
    expect([nextDocument(given, 'a')?.id, nextDocument(given, 'c')?.id]).toEqual(['c', 'a'])
    expect(nextDocument([document('a', 'pending')], 'a')).toBeNull()
  })
})

describe('a document that came in the place of another', () => {
  async function resubmitted() {
    opened = await verification(db, {
      organizationId: opened.organizationId,
      type: 'address_change',
      path: ['submitted', 'review_started', 'info_requested', 'resubmitted', 'review_started'],
      status: 'under_review',
      reviewer: people.manager,
    })
    const asked = opened.submittedAt.getTime() + 2 * HOUR_MS
    const send = (fileName: string, type: DocumentType, at: number, status: DocumentStatus = 'pending') =>
      addDocument(db, opened, status, { fileName, type, uploadedAt: new Date(at), mediaType: 'image/png' })
    const other = await send('licence.png', 'business_license', asked - 2)
    const old = await send('lease-1.png', 'lease_agreement', asked - 1, 'rejected')
    const now = await send('lease-2.png', 'lease_agreement', asked + 1)
    const more = await send('scheme.png', 'tax_certificate', asked + 2)
    return { other, old, now, more }
  }
  const drawn = async (search: string) => {
    const at = `/verifications/${opened.id}${search}`
    const { data } = await page(search)
    const html = await pageHtml(detail.default, { loaderData: data }, { at })
    return [...html.matchAll(/<img[^>]*class="desk-picture"[^>]*>/g)].map(
      ([img]) => /documents\/([0-9a-f-]+)/.exec(img)?.[1],
    )
  }

  it('is drawn beside it without a script, the present one first, until it is read alone', async () => {
    const { old, now } = await resubmitted()
    expect(await drawn(`?document=${now.id}`)).toEqual([now.id, old.id])
    expect(await drawn('')).toEqual([now.id, old.id])
    expect(await drawn(`?document=${now.id}&beside=none`)).toEqual([now.id])
  })

  it('and any other stands beside nothing, unless one of the same application is asked for', async () => {
    const { other, old, now, more } = await resubmitted()
    expect(await drawn(`?document=${other.id}`)).toEqual([other.id])
    expect(await drawn(`?document=${more.id}`)).toEqual([more.id])
    expect(await drawn(`?document=${old.id}&beside=${now.id}`)).toEqual([old.id, now.id])
    expect(await drawn(`?document=${old.id}&beside=${old.id}`)).toEqual([old.id])
    const { id } = await organization(db, { name: 'Another' })
    const foreign = await addDocument(db, await verification(db, { organizationId: id }))
    expect(await drawn(`?document=${more.id}&beside=${foreign.id}`)).toEqual([more.id])
  })
})

it.each([
  ['en', 'The documents were erased on'],
  ['ru', 'Документы удалены'],
  ['kk', 'Құжаттар жойылды ('],
  ['zh', '文件已清除（'],
] as const)(
  'the documents of an application rejected a year ago are gone, and the desk says when: %s',
  async (language, sentence) => {
    const { organizationId } = opened
    const rejected = await verification(db, {
      organizationId,
      type: 'address_change',
      status: 'rejected',
      reviewer: people.manager,
      submittedAt: before(366 * DAY_MS),
    })
    const strip = async () => {
      const { data: loaderData } = (await detail.loader(
        visit(services, `/verifications/${rejected.id}`, {
          actor: people.manager,
          language,
          params: { id: rejected.id },
        }) as never,
      )) as unknown as { data: Parameters<typeof DocumentStrip>[0] }
      return serverHtml(<DocumentStrip {...loaderData} open={{ document: null } as never} />, { language })
    }
    expect(await strip()).not.toContain(sentence)
    await addDocument(db, rejected, 'rejected')
    await tidyUp(services)
    expect(await strip()).toContain(sentence)
  },
)

it('what else was sent is folded under how much of it is unchanged, or under its own name where nothing is new', async () => {
  const { organizationId } = opened
  const folded = async ({ id }: { id: string }) => {
    const { data } = (await detail.loader(
      visit(services, `/verifications/${id}`, { actor: people.manager, params: { id } }) as never,
    )) as { data: unknown }
    const html = await pageHtml(detail.default, { loaderData: data }, { at: `/verifications/${id}` })
    return /<details class="desk-fold"><summary>([^<]*)/.exec(html)?.[1]
  }
  expect(await folded(opened)).toBe('Everything submitted')
  const moved = await verification(db, { organizationId, type: 'address_change' })
  const fields = { 'basic.address': 'Dostyk 5', 'basic.name': 'Steppe Freight' }
  const sent = { verificationId: moved.id, submittedAt: moved.submittedAt, fields, documents: [], version: 1 }
  await db.insert(submissions).values(sent)
  expect(await folded(moved)).toMatch(/^\d+ unchanged$/)
})

describe('an approval', () => {
  const approve = (more: [string, string][] = []) =>
    answerOf(() =>
      decision.action(
        visit(services, `/verifications/${opened.id}/approve`, {
          actor: people.manager,
          params: { id: opened.id },
          form: [['version', String(opened.version)], ...more],
        }) as never,
      ),
    )

  it('stands on what came in the place of a rejected document, and asks for it no more', async () => {
    const at = (minutes: number) => new Date(services.now().getTime() - minutes * 60_000)
    const lease = { type: 'lease_agreement', openedAt: services.now() } as const
    await addDocument(db, opened, 'pending', { ...lease, uploadedAt: at(60) })
    const judged = { reviewedAt: at(30), reviewedBy: people.manager.id }
    const old = await addDocument(db, opened, 'rejected', {
      ...lease,
      ...judged,
      fileName: 'old.pdf',
      uploadedAt: at(60),
    })
    await addDocument(db, opened, 'pending', { type: 'tax_certificate', openedAt: services.now(), uploadedAt: at(10) })
    type Drawn = { data: { missing: object[]; openForm: { offer: { rejected: { about: string }[] } } } }
    const asked = async () => (await page('?decide=request-info')) as unknown as Drawn
    expect(await approve()).toMatchObject({
      status: 409,
      body: { conflict: { because: 'document', files: ['old.pdf'] } },
    })
    expect((await asked()).data.missing).toMatchObject([{ kind: 'document', documentId: old.id }])
    expect((await asked()).data.openForm.offer.rejected).toMatchObject([{ about: old.id }])
    await addDocument(db, opened, 'pending', { ...lease, uploadedAt: at(10) })
    expect((await asked()).data).toMatchObject({ missing: [], openForm: { offer: { rejected: [] } } })
    expect((await approve()).status).toBe(302)
    expect((await storedDocument(old.id))?.status).toBe('rejected')
  })

  it.each([
    ['stands on what came after a request, though the one before is rejected last', 'resubmitted', 1, 302],
    ['waits where two of a kind came together and one is rejected', 'resubmitted', -1, 409],
    ['waits where what was asked for was undone before the second came', 'undone', 1, 409],
  ] as const)('%s', async (_, then, sinceMs, status) => {
    opened = await verification(db, {
      organizationId: opened.organizationId,
      type: 'address_change',
      path: ['submitted', 'review_started', 'info_requested', 'resubmitted', 'review_started'],
      status: 'under_review',
      reviewer: people.manager,
    })
    await db.update(timelineEvents).set({ event: then }).where(eq(timelineEvents.version, 4))
    const asked = opened.submittedAt.getTime() + 2 * HOUR_MS
    const send = (verdict: DocumentStatus, at: number) =>
      addDocument(db, opened, verdict, {
        type: 'lease_agreement',
        uploadedAt: new Date(at),
        openedAt: services.now(),
        reviewedAt: services.now(),
        reviewedBy: people.manager.id,
      })
    await send('rejected', asked - 2)
    await send('verified', asked + sinceMs)
    expect((await approve()).status).toBe(status)
  })

  it('names the documents that nobody has opened', async () => {
    await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    await addDocument(db, opened, 'pending', {
      fileName: 'устав.pdf',
      openedAt: services.now(),
      openedBy: people.admin.id,
    })
    const { data } = (await page('?decide=approve')) as { data: { openForm: { unopened: string[] } } }
    expect(data.openForm.unopened).toEqual(['аренда.pdf'])
  })

  it('says of those that nobody has judged, and of no others, that approving verifies them', async () => {
    await addDocument(db, opened, 'pending')
    await addDocument(db, opened, 'pending', { scanState: 'infected' })
    await addDocument(db, opened, 'verified', { reviewedBy: people.admin.id })
    const drawn = await page('?decide=approve')
    const html = await pageHtml(
      detail.default,
      { loaderData: drawn.data },
      { at: `/verifications/${opened.id}?decide=approve` },
    )
    expect(html).toContain('Nobody has opened 3 documents')
    expect(html.match(/[^<>]*approving verifies[^<>]*/g)).toEqual([
      '1 document is not verified yet: approving verifies it.',
    ])
  })

  it('where every document must be opened says so in its form, and refuses with what to do, in the text that stays', async () => {
    await db.insert(reviewPeople).values({ type: 'initial_registration', people: 1, mustOpen: true })
    const lease = await addDocument(db, opened, 'pending', { fileName: 'аренда.pdf' })
    const drawn = await page('?decide=approve')
    expect(drawn.data).toMatchObject({
      openForm: { unopened: ['аренда.pdf'], mustOpen: true, obstacle: null },
      missing: [{ kind: 'opening' }],
    })
    const html = async (answer?: unknown) =>
      serverHtml(
        <DecisionForm drawn={drawn.data.openForm as Parameters<typeof DecisionForm>[0]['drawn']} answer={answer} />,
        { at: `/verifications/${opened.id}?decide=approve` },
      )
    expect(await html()).toContain('This type can be approved only after every document is opened.')
    const refused = await approve([['notes', 'All in order']])
    expect(refused.status).toBe(409)
    const again = await html(refused.body)
    for (const text of [
      'Some documents have not been opened',
      'Open them first, then approve again: <bdi lang="ru">аренда.pdf</bdi>',
      'All in order',
      'name="openNext"',
    ])
      expect(again).toContain(text)
    await db.update(documents).set({ openedAt: services.now() }).where(eq(documents.id, lease.id))
    expect((await approve()).status).toBe(302)
  })

  it('verifies what was not judged, and the audit row says what was not opened', async () => {
    const [infected, unopened, verified] = [
      await addDocument(db, opened, 'pending', { scanState: 'infected', openedAt: services.now() }),
      await addDocument(db, opened, 'pending'),
      await addDocument(db, opened, 'verified', { reviewedBy: people.admin.id, openedAt: services.now() }),
    ]
    expect((await approve()).status).toBe(302)
    expect(await storedDocument(unopened.id)).toMatchObject({
      status: 'verified',
      reviewedBy: people.manager.id,
      reviewedAt: services.now(),
    })
    expect(await storedDocument(verified.id)).toMatchObject({ reviewedBy: people.admin.id })
    expect(await storedDocument(infected.id)).toMatchObject({ status: 'pending' })
    const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'verification.approve'))
    expect(row?.after).toMatchObject({ status: 'approved', unopened: [unopened.id] })
  })
})
