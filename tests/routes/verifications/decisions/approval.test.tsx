import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../app/db/schema/audit'
import { documents } from '../../../../app/db/schema/documents'
import { reviewPeople } from '../../../../app/db/schema/reviews'
import { timelineEvents } from '../../../../app/db/schema/verifications'
import * as decision from '../../../../app/routes/verifications/decisions/decision'
import * as detail from '../../../../app/routes/verifications/detail'
import { DecisionForm } from '../../../../app/routes/verifications/decisions/decision-form'
import type { DocumentStatus } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { pageHtml, serverHtml } from '../../../support/render'
import { answerOf, visit } from '../../../support/requests'
import { openedReview, reviewers, type Reviewers } from '../../../support/reviews'
import { testServices, type TestServices } from '../../../support/services'
import { addDocument, organization, verification } from '../../../support/verifications'
import { HOUR_MS } from '../../../../app/durations'

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

  it('counts the replacement of a rejected document and no longer asks for another one', async () => {
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

  it('says that approving verifies the documents nobody has judged, and counts no others', async () => {
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
      // Once in the approval sheet, and once in the bar that is shown without it.
      '1 document is not verified yet: approving verifies it.',
      '1 document is not verified yet: approving verifies it.',
    ])
  })

  it('is 409 while a document must still be opened; the form says so, names it and keeps the notes', async () => {
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

  it('does not verify a document whose file is missing', async () => {
    const { id } = await addDocument(db, opened, 'pending', { fileMissingSince: services.now() })
    expect((await approve()).status).toBe(302)
    expect((await storedDocument(id))?.status).toBe('pending')
  })

  it('verifies the unjudged documents, and its audit entry lists those nobody opened', async () => {
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
