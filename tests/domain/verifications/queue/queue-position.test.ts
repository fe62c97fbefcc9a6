import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { organizations } from '../../../../app/db/schema/organizations'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import {
  rejectVerification,
  requestMoreInfo,
  startReview,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { releaseClaim } from '../../../../app/domain/verifications/claims/claim.server'
import { undoDecision } from '../../../../app/domain/verifications/decisions/undo.server'
import { findNextInQueue } from '../../../../app/domain/verifications/queue/verification-queue.server'
import { COUNTRIES, VERIFICATION_STATUSES, VERIFICATION_TYPES } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { TEST_START, testServices } from '../../../support/services'
import { before, organization, permitOf, staff, verification } from '../../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../../app/durations'
import { linkTo, verificationQueue } from '../../../support/verification-queue'

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

const { state, list, review, fiveApplications } = verificationQueue(db, () => ({ services, dana, wei }))

type Row = Awaited<ReturnType<typeof verification>>

describe('the position in the queue', () => {
  it('follows the filter and order the reviewer came from, with the previous and next application', async () => {
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

  it('is null, but keeps both neighbours, for an application that the filter leaves out', async () => {
    const { a, b, e } = await fiveApplications()
    expect((await review(b.id, 'status=pending'))?.queue).toEqual({
      position: null,
      total: 2,
      previous: linkTo(a),
      next: linkTo(e),
    })
  })

  /** One waiting application per hour given: due in that many hours, submitted that many hours ago. */
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

  it.each(NARROWED)(
    'stays the same under %s sorted by %s when the reader claims the application and releases it',
    async (narrowed, sort) => {
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
    },
  )

  it('is null after a colleague claims the application, and in a list that never held it', async () => {
    const [, b] = await dueAfter([1, 2, 3])
    const act = { id: b.id, requestId: 'REFERENCE1' }
    await startReview(services, permitOf(wei, 'verifications.review'), { ...act, version: 1 })
    const positionFor = async (actor: Actor, query: string) => (await review(b.id, query, actor))?.queue.position
    expect(await positionFor(wei, 'status=pending')).toBe(2)
    expect(await positionFor(dana, 'status=pending')).toBeNull()
    for (const query of ['status=pending&country=RU', 'status=need_more_info', 'view=decided-today'])
      expect(await positionFor(wei, query)).toBeNull()
  })

  it.each(NARROWED)(
    'becomes null between the same neighbours under %s sorted by %s when a decision removes the application',
    async (narrowed, sort) => {
      services.clock.set(before(-9 * HOUR_MS).toISOString())
      await dueAfter([1, 2, 3, 4])
      const query = `${narrowed}&sort=${sort}`
      const [, first, second, third] = (await list(query, wei)).rows.map(linkTo)
      if (!first || !second || !third) throw new Error('three are listed')
      const act = { id: second.id, requestId: 'REFERENCE1' }
      await startReview(services, permitOf(wei, 'verifications.review'), { ...act, version: 1 })
      await rejectVerification(services, permitOf(wei, 'verifications.review'), {
        ...act,
        version: 2,
        reason: 'Expired',
      })
      expect((await list(query, wei)).rows.map(({ id }) => id)).not.toContain(second.id)
      expect((await review(second.id, query))?.queue).toEqual({
        position: null,
        total: 3,
        previous: first,
        next: third,
      })
    },
  )

  it('keeps the same neighbours while the applicant is asked for more, and after that request is undone', async () => {
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

  it('agrees with the list at every row in each order', async () => {
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

  it('agrees with the list at every row across weeks, countries and statuses', async () => {
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
  })

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

describe('the next application after a decision', () => {
  const next = async (key: { id: string; submittedAt: Date }, query = '', actor = wei) =>
    (await findNextInQueue(services, permitOf(actor, 'verifications.review'), state(query), key))?.id ?? null

  it('is the following one in the same order, and the first one after the last', async () => {
    const { a, b, e } = await fiveApplications()
    await db.update(verifications).set({ reviewerId: wei.id }).where(eq(verifications.id, b.id))
    expect(await next(a, 'sort=oldest')).toBe(b.id)
    expect(await next(b, 'sort=oldest')).toBe(e.id)
    expect(await next(e, 'sort=oldest')).toBe(a.id)
    expect(await next(b, 'sort=newest')).toBe(a.id)
  })

  it('skips types that only admins decide when the reviewer is a manager', async () => {
    const { a, b } = await fiveApplications()
    expect(await next(a, '', dana)).toBe(b.id)
    expect(await next(b, '', dana)).toBe(null)
  })

  it('skips what a colleague holds and stays within the same filter', async () => {
    const { a, e } = await fiveApplications()
    expect(await next(a, '', wei)).toBe(e.id)
    expect(await next(a, 'country=RU', wei)).toBe(null)
  })
})
