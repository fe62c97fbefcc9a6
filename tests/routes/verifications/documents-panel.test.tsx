import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { documents } from '../../../app/db/schema/documents'
import { reviewPeople, submissions } from '../../../app/db/schema/reviews'
import { auditLog } from '../../../app/db/schema/audit'
import {
  documentsToVerify,
  firstDocument,
  nextDocument,
  predecessorOf,
  withoutReplaced,
} from '../../../app/domain/verifications/documents/application-documents'
import { approveVerification } from '../../../app/domain/verifications/decisions/decide.server'
import { judgeApplicationDocument } from '../../../app/domain/verifications/documents/judge-document.server'
import * as detail from '../../../app/routes/verifications/detail'
import { DocumentStrip } from '../../../app/routes/verifications/documents/documents-panel'
import type { DocumentStatus, DocumentType } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml, serverHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { openedReview, reviewers, type Reviewers } from '../../support/reviews'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, before, organization, permitOf, reviewing, verification } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'

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

describe('the document that the review page opens', () => {
  const document = (id: string, status: DocumentStatus, isNew = false, type: DocumentType = 'lease_agreement') => ({
    id,
    status,
    isNew,
    type,
    requestsBefore: Number(isNew),
  })

  it.each([
    ['the first unjudged', [document('a', 'verified'), document('b', 'pending'), document('c', 'pending')], 'b'],
    [
      'a new one before the others',
      [document('a', 'pending'), document('b', 'rejected'), document('c', 'pending', true)],
      'c',
    ],
    ['none that was replaced', [document('a', 'pending'), document('b', 'verified', true)], 'b'],
    ['the rejected one when all are judged', [document('a', 'verified'), document('b', 'rejected')], 'b'],
    ['the first when all are verified', [document('a', 'verified'), document('b', 'verified')], 'a'],
  ])('is %s', (_, given, id) => expect(firstDocument(given)?.id).toBe(id))

  it('after a verdict is the next unjudged one, starting over after the last', () => {
    const given = [document('a', 'pending'), document('b', 'verified'), document('c', 'pending')]
    expect([nextDocument(given, 'a')?.id, nextDocument(given, 'c')?.id]).toEqual(['c', 'a'])
    expect(nextDocument([document('a', 'pending')], 'a')).toBeNull()
    expect(nextDocument([document('a', 'pending'), document('b', 'pending', true)], 'b')).toBeNull()
  })
})

it('a document is compared with the last one of its type from before its request for more info', () => {
  const sent = (id: string, type: DocumentType, requestsBefore: number) => ({ id, type, requestsBefore })
  const given = [
    sent('first', 'bank_statement', 0),
    sent('second', 'bank_statement', 0),
    sent('lease', 'lease_agreement', 0),
    sent('third', 'bank_statement', 1),
    sent('certificate', 'tax_certificate', 1),
    sent('fourth', 'bank_statement', 2),
  ]
  const before = given.map((one) => predecessorOf(given, one)?.id ?? null)
  expect(before).toEqual([null, null, null, 'second', null, 'third'])
  expect(withoutReplaced(given).map(({ id }) => id)).toEqual(['first', 'lease', 'certificate', 'fourth'])
})

describe('whether an approval verifies a document', () => {
  const given = {
    type: 'lease_agreement',
    requestsBefore: 0,
    status: 'pending',
    scanState: 'clean',
    fileMissingSince: null,
  } as const
  it.each([
    ['nobody has judged', given, true],
    ['the scanner has not seen yet', { ...given, scanState: 'unscanned' }, true],
    ['that was verified: it is already', { ...given, status: 'verified' }, false],
    ['that was rejected', { ...given, status: 'rejected' }, false],
    ['in which there is a virus', { ...given, scanState: 'infected' }, false],
    ['whose file is missing', { ...given, fileMissingSince: new Date(0) }, false],
  ] as const)('%s', (_, document, isVerified) => expect(documentsToVerify([document])).toHaveLength(Number(isVerified)))

  it('that was replaced: only its replacement', () => {
    const newer = { ...given, requestsBefore: 1 }
    expect(documentsToVerify([given, newer])).toEqual([newer])
  })
})

describe('a document that replaces another', () => {
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

  it('is shown beside it without scripts, the new one first, until it is opened alone', async () => {
    const { old, now } = await resubmitted()
    expect(await drawn(`?document=${now.id}`)).toEqual([now.id, old.id])
    expect(await drawn('')).toEqual([now.id, old.id])
    expect(await drawn(`?document=${now.id}&beside=none`)).toEqual([now.id])
  })

  it('is the only one with another beside it, unless the address names one of the same application', async () => {
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

describe('a replaced document', () => {
  /** One document of the first submission and one of each resubmission; each replaces the one before it. */
  async function sent(...rounds: [DocumentStatus, ...DocumentStatus[]]) {
    opened = await verification(db, {
      organizationId: opened.organizationId,
      type: 'address_change',
      path: [
        'submitted',
        ...rounds.slice(1).flatMap(() => ['review_started', 'info_requested', 'resubmitted'] as const),
      ],
      status: 'under_review',
      reviewer: people.manager,
    })
    const papers = []
    for (const [round, status] of rounds.entries())
      papers.push(
        await addDocument(db, opened, status, {
          fileName: `lease-${round}.png`,
          type: 'lease_agreement',
          uploadedAt: new Date(opened.submittedAt.getTime() + round * 3 * HOUR_MS),
          mediaType: 'image/png',
        }),
      )
    return papers
  }
  type Drawn = {
    firstDocumentId: string
    missing: object[]
    openForm: { unopened: string[]; obstacle: { files: string[] } | null }
    rejection: object | null
  }
  const drawn = async (search: string) => (await page(search)).data as unknown as Drawn
  const html = async (search: string) =>
    pageHtml(detail.default, { loaderData: await drawn(search) }, { at: `/verifications/${opened.id}${search}` })
  const approve = () =>
    approveVerification(services, reviewing(people.manager), { ...opened, requestId: 'req', notes: null })

  it('has no verdict buttons and is not opened first, whatever round it is from', async () => {
    const [first, second, last] = await sent('pending', 'pending', 'verified')
    expect((await drawn('')).firstDocumentId).toBe(last?.id)
    for (const old of [first, second]) {
      const read = await html(`?document=${old?.id}`)
      expect(read).toContain('Replaced')
      expect(read).not.toMatch(/aria-keyshortcuts="[vx]"/)
      expect((await drawn(`?document=${old?.id}&verdict=reject`)).rejection).toBeNull()
    }
    expect(await html(`?document=${last?.id}`)).toMatch(/aria-keyshortcuts="x"/)
  })

  it('is not opened next after a verdict', async () => {
    const [, now] = await sent('pending', 'pending')
    const judged = await judgeApplicationDocument(
      services,
      permitOf(people.manager, 'organizations.edit'),
      {
        verificationId: opened.id,
        documentId: now?.id ?? '',
        mustBeModeChange: false,
        seen: 'pending',
        requestId: 'req',
      },
      { status: 'verified' },
    )
    expect(judged).toMatchObject({ kind: 'done', value: { nextId: now?.id } })
  })

  it('is neither counted, nor named, nor verified by an approval, and stays as it was', async () => {
    const [old, now] = await sent('pending', 'pending')
    expect(await html('?decide=approve')).toContain('1 document is not verified yet')
    expect((await drawn('?decide=approve')).openForm.unopened).toEqual(['lease-1.png'])
    expect(await approve()).toMatchObject({ kind: 'done', value: { status: 'approved' } })
    const stored = [await storedDocument(old?.id ?? ''), await storedDocument(now?.id ?? '')]
    expect(stored).toMatchObject([
      { status: 'pending', reviewedBy: null, reviewedAt: null },
      { status: 'verified', reviewedBy: people.manager.id },
    ])
    const entries = (await db.select().from(auditLog)).filter(({ action }) => action === 'verification.approve')
    expect(entries).toMatchObject([{ after: { unopened: [now?.id] } }])
  })

  it('is labelled Replaced and nothing else, even after the approval', async () => {
    const [old] = await sent('pending', 'pending')
    const states = async () =>
      [...(await html(`?document=${old?.id}`)).matchAll(/id="document-state-[^>]*>(.*?)<\/span><\/span>/g)].map(
        ([, row]) => ['Replaced', 'Pending', 'Verified'].filter((word) => row?.includes(word)),
      )
    expect(await states()).toEqual([['Replaced'], ['Pending']])
    await approve()
    expect(await states()).toEqual([['Replaced'], ['Verified']])
  })

  it('need not be opened where every document must be', async () => {
    const [, now] = await sent('pending', 'pending')
    await db.insert(reviewPeople).values({ type: 'address_change', people: 1, mustOpen: true })
    expect(await approve()).toMatchObject({ kind: 'conflict', now: { documents: [{ fileName: 'lease-1.png' }] } })
    await db
      .update(documents)
      .set({ openedAt: services.now() })
      .where(eq(documents.id, now?.id ?? ''))
    expect(await approve()).toMatchObject({ kind: 'done', value: { status: 'approved' } })
  })

  it('or one whose file is missing is not counted among those that an approval verifies', async () => {
    await sent('verified')
    await addDocument(db, opened, 'pending', { fileMissingSince: services.now() })
    expect(await html('?decide=approve')).not.toContain('not verified yet')
  })

  it('does not block an approval, but its rejected replacement does', async () => {
    await sent('rejected', 'rejected')
    expect((await drawn('?decide=approve')).openForm.obstacle?.files).toEqual(['lease-1.png'])
    expect(await approve()).toMatchObject({ kind: 'conflict', now: { documents: [{ fileName: 'lease-1.png' }] } })
  })
})

it.each([
  ['en', 'The documents were erased on'],
  ['ru', 'Документы удалены'],
  ['kk', 'Құжаттар жойылды ('],
  ['zh', '文件已清除（'],
] as const)(
  'the documents of an application rejected a year ago are erased, and the page says when: %s',
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

it('the document strip has a thumbnail for a PDF, but none for a picture', async () => {
  const [paper, picture] = [
    await addDocument(db, opened, 'pending'),
    await addDocument(db, opened, 'pending', { fileName: 'front.jpg', mediaType: 'image/jpeg' }),
  ]
  const { data: loaderData } = (await page('')) as unknown as { data: Parameters<typeof DocumentStrip>[0] }
  const html = await serverHtml(<DocumentStrip {...loaderData} open={{ document: null, href: () => '/' } as never} />)
  const inStrip = [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src]) => src)
  expect(inStrip).toEqual([`/verifications/${opened.id}/documents/${paper.id}/pages?thumbnail`])
  expect(html).toContain(picture.fileName)
})

it('other submitted fields are folded under the number unchanged, or as Everything submitted if none are new', async () => {
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
  expect(await folded(moved)).toMatch(/^\d+ fields unchanged$/)
})
