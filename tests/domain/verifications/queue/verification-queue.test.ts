import { beforeEach, describe, expect, it } from 'vitest'
import { selectDocumentsOf } from '../../../../app/db/documents/documents'
import { selectDocuments } from '../../../../app/db/organizations/organization-detail'
import { selectApplicationDocuments } from '../../../../app/db/verifications/verifications'
import type { Actor } from '../../../../app/domain/access'
import { withoutReplaced } from '../../../../app/domain/verifications/documents/application-documents'
import { reviewFigures } from '../../../../app/domain/verifications/queue/review-figures'
import { formatDuration } from '../../../../app/i18n/format'
import { emptyTables, openTestDatabase, statementsDuring } from '../../../support/database'
import { TEST_START, testServices } from '../../../support/services'
import { addDocument, before, organization, staff, verification } from '../../../support/verifications'
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

const { list, ids, review, fiveApplications } = verificationQueue(db, () => ({ services, dana, wei }))

describe('the queue', () => {
  it('lists applications waiting for a reviewer, then those with the applicant, then decided ones', async () => {
    const { a, b, c, d, e } = await fiveApplications()
    expect(await ids()).toEqual([a.id, b.id, e.id, d.id, c.id])
    expect(await ids('sort=newest')).toEqual([e.id, b.id, a.id, d.id, c.id])
  })

  it('shows organization, country, reviewer and submission time in each row', async () => {
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

  it('narrows by each filter alone and by all together', async () => {
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

  it('offers as reviewers only staff who took an application and may still review, sorted by name', async () => {
    await fiveApplications()
    await staff(db, 'manager', 'Без дел')
    const cashier = await staff(db, 'cashier', 'Больше не проверяет')
    await verification(db, { organizationId: (await organization(db)).id, status: 'approved', reviewer: cashier })
    expect((await list()).reviewers).toEqual([{ id: dana.id, username: 'Дана Оспанова' }])
    for (const name of ['Вера', 'Анна', 'Игорь', 'Борис']) {
      const reviewer = await staff(db, 'manager', name)
      await verification(db, { organizationId: (await organization(db)).id, status: 'approved', reviewer })
    }
    const names = (await list()).reviewers.map(({ username }) => username)
    expect(names).toEqual(['Анна', 'Борис', 'Вера', 'Дана Оспанова', 'Игорь'])
  })

  it('counts documents and verified documents only for roles that may read documents', async () => {
    const { a } = await fiveApplications()
    await addDocument(db, a, 'verified')
    await addDocument(db, a, 'pending')
    const countsFor = async (actor: Actor) => (await list('', actor)).rows.find(({ id }) => id === a.id)?.documents
    expect(await countsFor(dana)).toEqual({ total: 2, verified: 1 })
    expect(await countsFor(await staff(db, 'cashier', 'Кассир'))).toBeNull()
  })

  it.each([
    [
      'nothing more was asked for',
      [
        ['lease_agreement', 0],
        ['lease_agreement', 0],
      ],
    ],
    [
      'one came anew',
      [
        ['lease_agreement', 0],
        ['lease_agreement', 1],
        ['bank_statement', 0],
      ],
    ],
    [
      'two were there and one came anew',
      [
        ['lease_agreement', 0],
        ['lease_agreement', 0],
        ['lease_agreement', 1],
      ],
    ],
    [
      'one was there and two came anew',
      [
        ['lease_agreement', 0],
        ['lease_agreement', 1],
        ['lease_agreement', 1],
      ],
    ],
    [
      'another kind came',
      [
        ['lease_agreement', 0],
        ['bank_statement', 1],
      ],
    ],
    [
      'each request brought one',
      [
        ['lease_agreement', 0],
        ['lease_agreement', 1],
        ['lease_agreement', 2],
      ],
    ],
    [
      'only the second did',
      [
        ['lease_agreement', 0],
        ['bank_statement', 0],
        ['lease_agreement', 2],
      ],
    ],
  ] as const)('counts documents without replaced ones, in agreement with the review page: %s', async (_, given) => {
    const { id: organizationId } = await organization(db)
    const again = ['review_started', 'info_requested', 'resubmitted'] as const
    const path = ['submitted', ...again, ...again] as const
    const application = await verification(db, { organizationId, path: [...path] })
    const rounds = [-1, 3, 6].map((hours) => application.submittedAt.getTime() + hours * HOUR_MS)
    for (const [nth, [type, round]] of given.entries())
      await addDocument(db, application, nth % 2 === 0 ? 'verified' : 'pending', {
        type,
        uploadedAt: new Date((rounds[round] ?? 0) + nth),
      })
    const current = withoutReplaced(await selectApplicationDocuments(db, application.id))
    const [row] = (await list()).rows
    const verified = current.filter(({ status }) => status === 'verified').length
    expect(row?.documents).toEqual({ total: current.length, verified })
    const found = await selectDocumentsOf(db, organizationId, application.id)
    expect(found.filter(({ isReplaced }) => !isReplaced).map(({ id }) => id)).toEqual(current.map(({ id }) => id))
    const listed = await selectDocuments(db, organizationId)
    expect(
      listed
        .filter(({ isReplaced }) => !isReplaced)
        .map(({ id }) => id)
        .toReversed(),
    ).toEqual(current.map(({ id }) => id))
  })

  it('gives a total equal to its rows, also when only types or statuses narrow it', async () => {
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

  it('holds only mode change requests on the second tab, with current and requested mode', async () => {
    const { steppe } = await fiveApplications()
    const a = await verification(db, { organizationId: steppe.id, type: 'operation_mode_change' })
    const { rows, figures } = await list('tab=mode-changes&type=bank_account_update')
    expect(rows).toMatchObject([{ id: a.id, currentMode: 'self_operated', requestedMode: 'hybrid' }])
    expect(figures.statusCounts).toEqual({ pending: 1, under_review: 0, approved: 0, rejected: 0, need_more_info: 0 })
  })

  it('finds names, legal names, numbers and ids; wildcard characters are literal and alone find nothing', async () => {
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

  it('finds by phone only for roles that may read contacts', async () => {
    await fiveApplications()
    const q = `q=${encodeURIComponent('+77272000001')}`
    expect(await ids(q)).toHaveLength(5)
    expect(await ids(q, await staff(db, 'cashier', 'Касымов'))).toEqual([])
  })

  it('has pages of 10 rows, and shows the last page when asked for one past the end', async () => {
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

  it('is empty and has no figures when there are no applications', async () =>
    expect(await list()).toMatchObject({
      rows: [],
      total: 0,
      page: 1,
      figures: { averageReviewMs: null, oldestPendingMs: null },
    }))
})

describe('the figures', () => {
  it('average review time: submission to decision over the last 30 days, minus the applicant’s time', async () => {
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
    // Decided in the first hours of those 30 days.
    await decided(31, 30, 5)
    expect((await list()).figures.averageReviewMs).toBe(25 * HOUR_MS)
    await decided(31, 29, 1)
    expect((await list()).figures.averageReviewMs).toBe(25.75 * HOUR_MS)
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

  it('age is 0 and not negative when the clock runs behind', () =>
    expect(
      reviewFigures(
        [
          {
            type: 'address_change',
            status: 'pending',
            total: 1,
            oldestAt: new Date(2000),
          },
        ],
        [],
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

describe('database statements per page', () => {
  // One statement of the list counts all views; one of the review page finds its position in the queue.
  it('are 3 for the list and 2 for the review page', async () => {
    const { a } = await fiveApplications()
    expect(await statementsDuring(() => list('q=altai&status=under_review&reviewer=me'))).toBe(3)
    expect(await statementsDuring(() => review(a.id))).toBe(2)
  })
})
