import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { timelineEvents } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { readDocument } from '../../../../app/domain/verifications/verification-detail.server'
import type { TimelineEvent } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { TEST_START, testServices } from '../../../support/services'
import {
  addDocument,
  before,
  keepFile,
  organization,
  permitOf,
  staff,
  verification,
} from '../../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../../app/durations'
import { verificationQueue } from '../../../support/verification-queue'

const db = await openTestDatabase()
const services = await testServices()
let dana: Actor
let wei: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set(TEST_START)
  dana = await staff(db, 'manager', 'Дана Оспанова')
  wei = await staff(db, 'admin', '李伟')
})

const { review, fiveApplications } = verificationQueue(db, () => ({ services, dana, wei }))

describe('the review page', () => {
  it('is not found for an unknown or malformed id', async () => {
    for (const id of ['', 'x', '00000000-0000-4000-8000-000000000000', "1' or '1'='1"])
      expect(await review(id)).toBe(null)
  })

  it('shows contacts, documents, history, earlier decisions, actions and what an approval still needs', async () => {
    const { steppe, a, c } = await fiveApplications()
    await addDocument(db, a, 'rejected')
    const found = await review(a.id)
    expect(found).toMatchObject({
      organization: { id: steppe.id, operationMode: 'self_operated' },
      contacts: { phone: '+77272000001', email: 'office@steppe.example' },
      documents: [{ fileName: 'license.pdf', status: 'rejected' }],
      timeline: [{ event: 'submitted' }],
      previousDecisions: [{ id: c.id, status: 'approved', reviewerName: 'Дана Оспанова' }],
      actions: ['start'],
      missing: [{ kind: 'review' }, { kind: 'document', fileName: 'license.pdf' }],
      changed: null,
    })
  })

  it('shows the decisions before a decided application without its own', async () => {
    const { steppe, c } = await fiveApplications()
    const earlier = await verification(db, {
      organizationId: steppe.id,
      status: 'rejected',
      reviewer: dana,
      submittedAt: before(90 * DAY_MS),
    })
    expect((await review(c.id))?.previousDecisions).toMatchObject([{ id: earlier.id, status: 'rejected' }])
  })

  it('shows the ten most recently submitted earlier decisions, newest first', async () => {
    const { id: organizationId } = await organization(db)
    const decidedAt = (days: number) =>
      verification(db, {
        organizationId,
        type: 'address_change',
        status: 'approved',
        reviewer: dana,
        submittedAt: before(days * DAY_MS),
      })
    const earlier: string[] = []
    for (const days of [5, 12, 3, 11, 4, 13, 6, 7, 8, 9, 10]) earlier[days] = (await decidedAt(days)).id
    const { id } = await verification(db, { organizationId })
    const told = (await review(id))?.previousDecisions.map((one) => earlier.indexOf(one.id))
    expect(told).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  it('shows the reason of the second rejection when an earlier decision was undone and made again', async () => {
    const { id: organizationId } = await organization(db)
    const earlier = await verification(db, { organizationId, status: 'rejected', reviewer: dana })
    const again = { verificationId: earlier.id, at: services.now(), actorId: dana.id }
    await db.insert(timelineEvents).values([
      { ...again, event: 'undone', version: 4 },
      { ...again, event: 'rejected', version: 5 },
    ])
    const said = (words: string) => ({ templateTexts: { en: words, ru: words, kk: words, zh: words }, slots: {} })
    for (const [version, words] of [
      [3, 'Expired'],
      [5, 'Unreadable'],
    ] as const)
      await db
        .update(timelineEvents)
        .set(said(words))
        .where(and(eq(timelineEvents.verificationId, earlier.id), eq(timelineEvents.version, version)))
    const { id } = await verification(db, { organizationId })
    expect((await review(id))?.previousDecisions).toMatchObject([{ rejectedFrom: said('Unreadable') }])
  })

  it('hides documents and contacts from a cashier', async () => {
    const { a } = await fiveApplications()
    const file = await addDocument(db, a, 'rejected')
    const cashier = await staff(db, 'cashier', 'Касымов')
    const found = await review(a.id, '', cashier)
    expect(found).toMatchObject({ documents: null, contacts: null, actions: [] })
    expect(JSON.stringify(found)).not.toMatch(/license\.pdf|\+77272000001|steppe\.example/)
    expect(JSON.stringify(found)).not.toContain(file.storageKey)
  })

  it('reports that the organization’s operation mode has changed since the request', async () => {
    const altai = await organization(db, { operationMode: 'independent' })
    const asked = await verification(db, {
      organizationId: altai.id,
      type: 'operation_mode_change',
      status: 'under_review',
    })
    expect((await review(asked.id))?.missing).toEqual([
      { kind: 'mode', currentMode: 'self_operated', presentMode: 'independent' },
    ])
  })

  it('shows the last request, its answer and the documents since then, but no documents to a cashier', async () => {
    const steppe = await organization(db)
    const again = await verification(db, {
      organizationId: steppe.id,
      path: ['submitted', 'review_started', 'info_requested', 'resubmitted'],
      submittedAt: before(10 * HOUR_MS),
      reviewer: dana,
    })
    await addDocument(db, again, 'pending', { uploadedAt: before(9 * HOUR_MS), fileName: 'first.pdf' })
    await addDocument(db, again, 'pending', { uploadedAt: before(7.5 * HOUR_MS), fileName: 'lease.pdf' })
    expect((await review(again.id))?.changed).toMatchObject({
      asked: ['A readable lease'],
      askedAt: before(8 * HOUR_MS),
      answeredAt: before(7 * HOUR_MS),
      newDocuments: [{ fileName: 'lease.pdf' }],
    })
    const cashier = await staff(db, 'cashier', 'Касымов')
    expect((await review(again.id, '', cashier))?.changed).toMatchObject({
      answeredAt: before(7 * HOUR_MS),
      newDocuments: null,
    })
  })

  describe('of an application whose applicant was asked twice', () => {
    const FIRST = ['submitted', 'review_started', 'info_requested', 'resubmitted'] as const
    const ASKED_AGAIN = [...FIRST, 'review_started', 'info_requested'] as const
    const asked = async (path: TimelineEvent[]) => {
      const submittedAt = before(10 * HOUR_MS)
      const { id: organizationId } = await organization(db)
      const again = await verification(db, { organizationId, path, submittedAt, reviewer: dana })
      const second = { items: ['The charter'] }
      await db.update(timelineEvents).set(second).where(eq(timelineEvents.version, ASKED_AGAIN.length))
      await addDocument(db, again, 'pending', { uploadedAt: before(7.5 * HOUR_MS), fileName: 'lease.pdf' })
      await addDocument(db, again, 'pending', { uploadedAt: before(4.5 * HOUR_MS), fileName: 'charter.pdf' })
      return (await review(again.id))?.changed
    }

    it('pairs the first answer with the first request while the second one waits', async () => {
      expect(await asked([...ASKED_AGAIN])).toMatchObject({
        asked: ['A readable lease'],
        askedAt: before(8 * HOUR_MS),
        answeredAt: before(7 * HOUR_MS),
      })
    })

    it('pairs the second answer with the second request and the documents since that request', async () => {
      expect(await asked([...ASKED_AGAIN, 'resubmitted'])).toMatchObject({
        asked: ['The charter'],
        askedAt: before(5 * HOUR_MS),
        answeredAt: before(4 * HOUR_MS),
        newDocuments: [{ fileName: 'charter.pdf' }],
      })
    })
  })
})

it('a document opens only through the application that it belongs to', async () => {
  const { a, e } = await fiveApplications()
  const file = await addDocument(db, a)
  await keepFile(services, file, new TextEncoder().encode('%PDF-1.7'))
  const read = (verificationId: string, documentId: string) =>
    readDocument(services, permitOf(dana, 'documents.read'), {
      verificationId,
      documentId,
      requestId: 'REFERENCE1',
      isHead: false,
    })
  expect(await read(a.id, file.id)).toMatchObject({ fileName: 'license.pdf', mediaType: 'application/pdf' })
  expect(await read(e.id, file.id)).toBe(null)
  expect(await read(a.id, a.id)).toBe(null)
  expect(await read('x', 'y')).toBe(null)
})
