import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { organizations } from '../../../../app/db/schema/organizations'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import {
  rejectVerification,
  requestMoreInfo,
  startReview,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { releaseClaim } from '../../../../app/domain/verifications/claims/claim.server'
import { undoDecision } from '../../../../app/domain/verifications/decisions/undo.server'
import { reviewFigures } from '../../../../app/domain/verifications/queue/review-figures'
import { findForReview, readDocument } from '../../../../app/domain/verifications/verification-detail.server'
import {
  findNextInQueue,
  listVerifications,
} from '../../../../app/domain/verifications/queue/verification-queue.server'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import { formatDuration } from '../../../../app/i18n/format'
import { COUNTRIES, VERIFICATION_STATUSES, VERIFICATION_TYPES, type TimelineEvent } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase, statementsDuring } from '../../../support/database'
import { TEST_START, testServices } from '../../../support/services'
import { addDocument, before, organization, permitOf, staff, verification } from '../../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../../app/durations'

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

const state = (query = '') => verificationList.read(new URLSearchParams(query))
const list = (query = '', actor = dana) =>
  listVerifications(services, permitOf(actor, 'verifications.read'), state(query))
const ids = async (query = '', actor = dana) => (await list(query, actor)).rows.map((row) => row.id)
const review = (id: string, query = '', actor = wei) =>
  findForReview(services, permitOf(actor, 'verifications.read'), { id, state: state(query) })

type Row = Awaited<ReturnType<typeof verification>>
const linkTo = ({ id, type }: { id: string; type: string }) => ({ id, type })

/** Five applications of three companies, oldest first; the middle one is decided. */
async function fiveApplications() {
  const steppe = await organization(db, { name: 'Steppe Freight' })
  const altai = await organization(db, {
    name: 'Алтай Карго',
    legalName: 'ООО «100%_Груз\\»',
    registrationNumber: '7701234567',
    country: 'RU',
  })
  const jiangnan = await organization(db, {
    name: '江南物流',
    legalName: '江南物流有限公司',
    registrationNumber: '91310000',
    country: 'CN',
  })
  const make = (organizationId: string, days: number, more: Partial<Parameters<typeof verification>[1]> = {}) =>
    verification(db, { organizationId, submittedAt: before(days * DAY_MS), reviewer: dana, ...more })
  return {
    steppe,
    altai,
    jiangnan,
    a: await make(steppe.id, 5, { type: 'legal_representative_change' }),
    b: await make(altai.id, 4, { status: 'under_review' }),
    c: await make(steppe.id, 3, { type: 'address_change', status: 'approved' }),
    d: await make(jiangnan.id, 2, { status: 'need_more_info' }),
    e: await make(jiangnan.id, 1, { type: 'bank_account_update' }),
  }
}

describe('the queue', () => {
  it('shows what waits for a reviewer first, oldest first, then what waits for the applicant, then what is decided', async () => {
    const { a, b, c, d, e } = await fiveApplications()
    expect(await ids()).toEqual([a.id, b.id, e.id, d.id, c.id])
    expect(await ids('sort=newest')).toEqual([e.id, b.id, a.id, d.id, c.id])
  })

  it('carries organization, country and reviewer', async () => {
    const { b, altai } = await fiveApplications()
    expect((await list()).rows[1]).toMatchObject({
      id: b.id,
      organizationId: altai.id,
      organizationName: 'Алтай Карго',
      country: 'RU',
      reviewerName: 'Дана Оспанова',
      submittedAt: before(4 * DAY_MS),
    })
  })

  it('narrows by each filter and by all at once', async () => {
    const { a, b, c, d, e } = await fiveApplications()
    expect(await ids('status=under_review&status=approved')).toEqual([b.id, c.id])
    expect(await ids('type=initial_registration')).toEqual([b.id, d.id])
    expect(await ids('country=CN,RU')).toEqual([b.id, e.id, d.id])
    expect(await ids('reviewer=me')).toEqual([b.id, d.id, c.id])
    expect(await ids('reviewer=me', wei)).toEqual([])
    expect(await ids(`reviewer=${dana.id}`, wei)).toEqual([b.id, d.id, c.id])
    expect(await ids('reviewer=nobody')).toEqual([a.id, e.id])
    expect(await ids('reviewer=nobody,me')).toEqual([a.id, b.id, e.id, d.id, c.id])
    expect(await ids('country=CN&status=need_more_info&type=initial_registration&reviewer=me&q=物流')).toEqual([d.id])
  })

  it('offers those who have taken on an application as reviewers, and nobody else', async () => {
    await fiveApplications()
    await staff(db, 'manager', 'Без дел')
    const cashier = await staff(db, 'cashier', 'Больше не проверяет')
    await verification(db, { organizationId: (await organization(db)).id, status: 'approved', reviewer: cashier })
    expect((await list()).reviewers).toEqual([{ id: dana.id, username: 'Дана Оспанова' }])
  })

  it('tells how many documents there are, and how many are verified, to those who read documents alone', async () => {
    const { a } = await fiveApplications()
    await addDocument(db, a, 'verified')
    await addDocument(db, a, 'pending')
    const countsFor = async (actor: Actor) => (await list('', actor)).rows.find(({ id }) => id === a.id)?.documents
    expect(await countsFor(dana)).toEqual({ total: 2, verified: 1 })
    expect(await countsFor(await staff(db, 'cashier', 'Кассир'))).toBeNull()
  })

  it('finds as many as it says, also where only types and statuses are asked for', async () => {
    await fiveApplications()
    for (const query of [
      '',
      'status=pending',
      'type=legal_representative_change,address_change',
      'tab=mode-changes',
      'country=CN',
    ])
      expect((await list(query)).total).toBe((await list(query)).rows.length)
    expect((await list('status=pending&type=bank_account_update')).total).toBe(1)
  })

  it('holds only mode change requests on the second tab, with both modes', async () => {
    const { steppe } = await fiveApplications()
    const a = await verification(db, { organizationId: steppe.id, type: 'operation_mode_change' })
    const { rows, figures } = await list('tab=mode-changes&type=bank_account_update')
    expect(rows).toMatchObject([{ id: a.id, currentMode: 'self_operated', requestedMode: 'hybrid' }])
    expect(figures.statusCounts).toEqual({ pending: 1, under_review: 0, approved: 0, rejected: 0, need_more_info: 0 })
  })

  it('searches names, legal names, numbers and ids, and nothing by signs alone', async () => {
    const { a, b, c, d, e, jiangnan } = await fiveApplications()
    expect(await ids('q=steppe')).toEqual([a.id, c.id])
    expect(await ids('q=АЛТАЙ')).toEqual([b.id])
    expect(await ids('q=770123')).toEqual([b.id])
    expect(await ids(`q=${e.id}`)).toEqual([e.id])
    expect(await ids(`q=${jiangnan.id}`)).toEqual([e.id, d.id])
    expect(await ids(`q=${encodeURIComponent('100%_')}`)).toEqual([b.id])
    expect(await ids(`q=${encodeURIComponent('груз\\')}`)).toEqual([b.id])
    for (const sign of ['%', '_', '\\', "'", '%%']) expect(await ids(`q=${encodeURIComponent(sign)}`), sign).toEqual([])
  })

  it('turns pages, and shows the last one past the end', async () => {
    const steppe = await organization(db)
    for (let n = 0; n < 23; n++)
      await verification(db, {
        organizationId: steppe.id,
        status: 'approved',
        reviewer: wei,
        submittedAt: before(n * HOUR_MS),
      })
    const pages = await Promise.all(['page=1', 'page=2', 'page=3', 'page=999'].map((query) => list(query)))
    expect(pages.map(({ page, rows, total }) => [page, rows.length, total])).toEqual([
      [1, 10, 23],
      [2, 10, 23],
      [3, 3, 23],
      [3, 3, 23],
    ])
    expect(new Set(pages.slice(0, 3).flatMap(({ rows }) => rows.map((row) => row.id))).size).toBe(23)
  })

  it('is empty without an error', async () =>
    expect(await list()).toMatchObject({
      rows: [],
      total: 0,
      page: 1,
      figures: { averageReviewMs: null, oldestPendingMs: null },
    }))
})

describe('the figures', () => {
  it('average: submitted to decided in the last 30 days, without the applicant’s time', async () => {
    const steppe = await organization(db)
    const decided = (submittedDaysAgo: number, hours: number, waitedHours = 0) =>
      verification(db, {
        organizationId: steppe.id,
        status: 'approved',
        reviewer: wei,
        submittedAt: before(submittedDaysAgo * DAY_MS),
        reviewedAt: before(submittedDaysAgo * DAY_MS - hours * HOUR_MS),
        waitedForApplicantMs: waitedHours * HOUR_MS,
      })
    await decided(10, 20)
    await decided(20, 100, 70)
    await decided(60, 500)
    expect((await list()).figures.averageReviewMs).toBe(25 * HOUR_MS)
  })

  it('oldest pending: the largest age among pending and under review', async () => {
    const steppe = await organization(db)
    const aged = (
      type: 'address_change' | 'bank_account_update' | 'initial_registration',
      status: 'pending' | 'under_review' | 'need_more_info',
      hours: number,
    ) =>
      verification(db, {
        organizationId: steppe.id,
        type,
        status,
        reviewer: dana,
        submittedAt: before(hours * HOUR_MS),
      })
    await aged('address_change', 'need_more_info', 500)
    await aged('bank_account_update', 'pending', 5)
    await aged('initial_registration', 'under_review', 77)
    expect((await list()).figures.oldestPendingMs).toBe(77 * HOUR_MS)
  })

  it('counts follow the tab, not the filters', async () => {
    await fiveApplications()
    const { figures } = await list('status=approved')
    expect(figures.statusCounts).toEqual({ pending: 2, under_review: 1, approved: 1, rejected: 0, need_more_info: 1 })
    expect(figures.typeCounts).toMatchObject({
      initial_registration: 2,
      legal_representative_change: 1,
      operation_mode_change: 0,
    })
  })

  it('a clock that runs behind gives no negative age', () =>
    expect(
      reviewFigures(
        [
          {
            type: 'address_change',
            status: 'pending',
            total: 1,
            oldestAt: new Date(2000),
            decidedCount: 0,
            reviewMs: 0,
          },
        ],
        new Date(1000),
      ).oldestPendingMs,
    ).toBe(0))

  it.each([
    [0, '0 hours'],
    [HOUR_MS - 1, '0 hours'],
    [HOUR_MS, '1 hour'],
    [47.9 * HOUR_MS, '47 hours'],
    [48 * HOUR_MS - 1, '47 hours'],
    [48 * HOUR_MS, '2.0 days'],
    [60 * HOUR_MS, '2.5 days'],
  ])('%i ms reads as %s', (ms, words) => expect(formatDuration(ms, 'en')).toBe(words))
})

describe('the place in the queue', () => {
  it('is counted under the filter and order one came from, with both neighbours', async () => {
    const { a, b, c, d, e } = await fiveApplications()
    await db.update(verifications).set({ reviewerId: wei.id }).where(eq(verifications.id, b.id))
    expect((await review(b.id))?.queue).toEqual({ position: 2, total: 5, previous: linkTo(a), next: linkTo(e) })
    expect((await review(a.id))?.queue).toMatchObject({ position: 1, previous: null, next: linkTo(b) })
    expect((await review(e.id))?.queue).toMatchObject({ position: 3, previous: linkTo(b), next: linkTo(d) })
    expect((await review(c.id))?.queue).toMatchObject({ position: 5, previous: linkTo(d), next: null })
    expect((await review(b.id, 'sort=newest'))?.queue).toEqual({
      position: 2,
      total: 5,
      previous: linkTo(e),
      next: linkTo(a),
    })
    expect((await review(b.id, 'country=RU'))?.queue).toEqual({ position: 1, total: 1, previous: null, next: null })
  })

  it('has no number for one that the filter leaves out', async () => {
    const { a, b, e } = await fiveApplications()
    expect((await review(b.id, 'status=pending'))?.queue).toEqual({
      position: null,
      total: 2,
      previous: linkTo(a),
      next: linkTo(e),
    })
  })

  /** Each of the due dates on an application of its own that waits; the nearer, the later it was submitted. */
  async function dueAfter(hours: number[]) {
    const made = []
    for (const hour of hours) {
      const { id } = await organization(db)
      const dueAt = before(-hour * HOUR_MS)
      made.push(await verification(db, { organizationId: id, submittedAt: before(hour * HOUR_MS), dueAt }))
    }
    return made as [Row, Row, Row, Row]
  }

  const NARROWED = [
    ['status=pending', 'due'],
    ['status=pending', 'oldest'],
    ['status=pending', 'newest'],
    ['status=pending,need_more_info', 'due'],
    ['reviewer=nobody', 'due'],
    ['reviewer=nobody', 'newest'],
    ['view=claimable', 'due'],
    ['view=overdue', 'due'],
    ['status=pending&reviewer=nobody&country=KZ', 'due'],
  ] as const

  it.each(NARROWED)('is kept in %s by %s through one’s own claim', async (narrowed, sort) => {
    services.clock.set(before(-9 * HOUR_MS).toISOString())
    await dueAfter([1, 2, 3, 4])
    const query = `${narrowed}&sort=${sort}`
    const [, first, second, third] = (await list(query, wei)).rows.map(linkTo)
    if (!first || !second || !third) throw new Error('three are listed')
    const queueNow = async () => (await review(second.id, query))?.queue
    const stood = { position: 3, total: 4, previous: first, next: third }
    expect(await queueNow()).toEqual(stood)
    const act = { id: second.id, requestId: 'REFERENCE1' }
    await startReview(services, permitOf(wei, 'verifications.review'), { ...act, version: 1 })
    expect(await queueNow()).toEqual(stood)
    expect((await review(third.id, query))?.queue.previous).toEqual(narrowed === 'view=overdue' ? second : first)
    await releaseClaim(services, permitOf(wei, 'verifications.review'), { ...act, version: 2 })
    expect(await queueNow()).toEqual(stood)
  })

  it('is none after a claim of somebody else, nor in a list that never held it', async () => {
    const [, b] = await dueAfter([1, 2, 3])
    const act = { id: b.id, requestId: 'REFERENCE1' }
    await startReview(services, permitOf(wei, 'verifications.review'), { ...act, version: 1 })
    const positionFor = async (actor: Actor, query: string) => (await review(b.id, query, actor))?.queue.position
    expect(await positionFor(wei, 'status=pending')).toBe(2)
    expect(await positionFor(dana, 'status=pending')).toBeNull()
    for (const query of ['status=pending&country=RU', 'status=need_more_info', 'view=decided-today'])
      expect(await positionFor(wei, query)).toBeNull()
  })

  it.each(NARROWED)('stays between its neighbours of %s by %s when a decision takes it out', async (narrowed, sort) => {
    services.clock.set(before(-9 * HOUR_MS).toISOString())
    await dueAfter([1, 2, 3, 4])
    const query = `${narrowed}&sort=${sort}`
    const [, first, second, third] = (await list(query, wei)).rows.map(linkTo)
    if (!first || !second || !third) throw new Error('three are listed')
    const act = { id: second.id, requestId: 'REFERENCE1' }
    await startReview(services, permitOf(wei, 'verifications.review'), { ...act, version: 1 })
    await rejectVerification(services, permitOf(wei, 'verifications.review'), { ...act, version: 2, reason: 'Expired' })
    expect((await list(query, wei)).rows.map(({ id }) => id)).not.toContain(second.id)
    expect((await review(second.id, query))?.queue).toEqual({ position: null, total: 3, previous: first, next: third })
  })

  it('stays there while the applicant is asked, and once it is undone', async () => {
    const [a, b, c] = await dueAfter([1, 2, 3])
    const act = { id: b.id, requestId: 'REFERENCE1' }
    const permit = permitOf(wei, 'verifications.review')
    await startReview(services, permit, { ...act, version: 1 })
    await requestMoreInfo(services, permit, { ...act, version: 2, items: ['Lease'] })
    const between = { previous: linkTo(a), next: linkTo(c) }
    expect((await review(b.id, 'status=pending'))?.queue).toMatchObject({ position: null, ...between })
    await undoDecision(services, permit, { ...act, version: 3 })
    expect((await review(b.id, 'status=pending,under_review'))?.queue).toMatchObject({ position: 2, ...between })
  })

  it('agrees with the list at every row, in each order', async () => {
    const steppe = await organization(db)
    for (let n = 0; n < 9; n++)
      await verification(db, {
        organizationId: steppe.id,
        status: 'rejected',
        reviewer: wei,
        submittedAt: before(DAY_MS),
      })
    const { b } = await fiveApplications()
    await db.update(verifications).set({ reviewerId: wei.id }).where(eq(verifications.id, b.id))
    const open = await list('pageSize=20&status=pending')
    for (const [n, { id }] of open.rows.entries())
      await db
        .update(verifications)
        .set({ dueAt: before((n % 2) * HOUR_MS) })
        .where(eq(verifications.id, id))
    for (const query of ['pageSize=20', 'pageSize=20&sort=oldest', 'pageSize=20&sort=newest'])
      await agreesAtEveryRow(query)
  })

  it('agrees with it over weeks, countries and statuses', async () => {
    const monday = Date.UTC(2025, 11, 29)
    const ids = []
    for (const ms of [-7 * DAY_MS, -1, -1, 0, 7 * DAY_MS - 1, 7 * DAY_MS])
      for (const status of VERIFICATION_STATUSES) {
        const { id } = await organization(db, { country: COUNTRIES[ids.length % COUNTRIES.length] })
        const type = VERIFICATION_TYPES[ids.length % 3]
        await verification(db, {
          organizationId: id,
          status,
          type,
          reviewer: wei,
          submittedAt: new Date(monday + ms),
        })
        ids.push(id)
      }
    await db
      .update(organizations)
      .set({ country: 'US' })
      .where(inArray(organizations.id, ids.slice(0, 7)))
    for (const query of [
      'sort=due',
      'sort=oldest',
      'sort=newest',
      'sort=due&country=KZ,US',
      'sort=newest&status=approved,pending',
      'sort=oldest&type=initial_registration,tax_registration_renewal&country=RU,CN',
    ])
      await agreesAtEveryRow(`pageSize=100&${query}`)
  }, 30_000)

  async function agreesAtEveryRow(query: string) {
    const { rows, total } = await list(query)
    const shown = rows.map(linkTo)
    expect(shown).toHaveLength(total)
    for (const [index, { id }] of shown.entries())
      expect((await review(id, query))?.queue).toEqual({
        position: index + 1,
        total,
        previous: shown[index - 1] ?? null,
        next: shown[index + 1] ?? null,
      })
  }
})

describe('the next one after a decision', () => {
  const next = async (key: { id: string; submittedAt: Date }, query = '', actor = wei) =>
    (await findNextInQueue(services, permitOf(actor, 'verifications.review'), state(query), key))?.id ?? null

  it('waits behind it in the same order; after the last one it starts from the front', async () => {
    const { a, b, e } = await fiveApplications()
    await db.update(verifications).set({ reviewerId: wei.id }).where(eq(verifications.id, b.id))
    expect(await next(a, 'sort=oldest')).toBe(b.id)
    expect(await next(b, 'sort=oldest')).toBe(e.id)
    expect(await next(e, 'sort=oldest')).toBe(a.id)
    expect(await next(b, 'sort=newest')).toBe(a.id)
  })

  it('is none that only admins decide', async () => {
    const { a, b } = await fiveApplications()
    expect(await next(a, '', dana)).toBe(b.id)
    expect(await next(b, '', dana)).toBe(null)
  })

  it('is nobody else’s, and under the same filter', async () => {
    const { a, e } = await fiveApplications()
    expect(await next(a, '', wei)).toBe(e.id)
    expect(await next(a, 'country=RU', wei)).toBe(null)
  })
})

describe('the review page', () => {
  it('is not there for unknown ids', async () => {
    for (const id of ['', 'x', '00000000-0000-4000-8000-000000000000', "1' or '1'='1"])
      expect(await review(id)).toBe(null)
  })

  it('tells documents, history and earlier decisions', async () => {
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

  it('of one that is decided tells the decisions before it, and not its own', async () => {
    const { steppe, c } = await fiveApplications()
    const earlier = await verification(db, {
      organizationId: steppe.id,
      status: 'rejected',
      reviewer: dana,
      submittedAt: before(90 * DAY_MS),
    })
    expect((await review(c.id))?.previousDecisions).toMatchObject([{ id: earlier.id, status: 'rejected' }])
  })

  it('keeps documents and contacts from a cashier', async () => {
    const { a } = await fiveApplications()
    const file = await addDocument(db, a, 'rejected')
    const cashier = await staff(db, 'cashier', 'Касымов')
    const found = await review(a.id, '', cashier)
    expect(found).toMatchObject({ documents: null, contacts: null, actions: [] })
    expect(JSON.stringify(found)).not.toMatch(/license\.pdf|\+77272000001|steppe\.example/)
    expect(JSON.stringify(found)).not.toContain(file.storageKey)
  })

  it('says when the organization works in another mode by now', async () => {
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

  it('shows what changed since the last submission', async () => {
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
  })

  describe('of an application that was asked twice', () => {
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

    it('the first answer stands with the first question while the second waits', async () => {
      expect(await asked([...ASKED_AGAIN])).toMatchObject({
        asked: ['A readable lease'],
        askedAt: before(8 * HOUR_MS),
        answeredAt: before(7 * HOUR_MS),
      })
    })

    it('the second answer stands with the second question, and with what came since', async () => {
      expect(await asked([...ASKED_AGAIN, 'resubmitted'])).toMatchObject({
        asked: ['The charter'],
        askedAt: before(5 * HOUR_MS),
        answeredAt: before(4 * HOUR_MS),
        newDocuments: [{ fileName: 'charter.pdf' }],
      })
    })
  })
})

it('a document is read through its own verification only', async () => {
  const { a, e } = await fiveApplications()
  const file = await addDocument(db, a)
  services.files.set(file.storageKey, new TextEncoder().encode('%PDF-1.7'))
  const read = (verificationId: string, documentId: string) =>
    readDocument(services, permitOf(dana, 'documents.read'), {
      verificationId,
      documentId,
      requestId: 'REFERENCE1',
    })
  expect(await read(a.id, file.id)).toMatchObject({ fileName: 'license.pdf', mediaType: 'application/pdf' })
  expect(await read(e.id, file.id)).toBe(null)
  expect(await read(a.id, a.id)).toBe(null)
  expect(await read('x', 'y')).toBe(null)
})

describe('statements per page', () => {
  // One of those of the list counts all views; one of those of the review page finds its place in the queue.
  it('are at most 3 for the list and 2 for the review page', async () => {
    const { a } = await fiveApplications()
    expect(await statementsDuring(() => list('q=steppe&status=pending&reviewer=me'))).toBe(3)
    expect(await statementsDuring(() => review(a.id))).toBe(2)
  })
})
