import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { timelineEvents, verifications } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import { readDecisionsByDay, readTimesToDecision } from '../../../app/domain/dashboard/plots.server'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../app/durations'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices, TEST_START, type TestServices } from '../../support/services'
import { undoable } from '../../support/undoable'
import { organization, permitOf, staff, verification } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let olga: Actor
const { DECISIONS, given, undo } = undoable(db, () => ({ services, olga }))

beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  olga = { ...(await staff(db, 'manager', 'Ольга Иванова')), timeZone: 'Asia/Almaty' }
})

/** Midnight in Almaty, so many days after the day of the test’s start. */
const midnight = (days: number) =>
  Math.floor((new Date(TEST_START).getTime() + 5 * HOUR_MS) / DAY_MS) * DAY_MS - 5 * HOUR_MS + days * DAY_MS
const goTo = (atMs: number) => services.clock.advance(atMs - services.now().getTime())
const permit = () => permitOf(olga, 'dashboard.read')
/** Decisions of today and the days before it, the newest first. */
async function byDay(days: number) {
  const all = await readDecisionsByDay(services, permit())
  return all
    .slice(-days)
    .map(({ counts }) => counts)
    .toReversed()
}
const hours = (ms = -1) => Math.round((ms / HOUR_MS) * 10) / 10
/** How many were decided in each week, with the median of their hours. */
async function byWeek() {
  const all = await readTimesToDecision(services, permit())
  return all.map(({ took }) => took && [took.n, hours(took.medianMs)])
}
async function approved(atMs: number, tookMs: number) {
  const { id: organizationId } = await organization(db)
  const { id } = await verification(db, { organizationId, status: 'approved' })
  const reviewedAt = new Date(atMs)
  await db
    .update(verifications)
    .set({ reviewedAt, submittedAt: new Date(atMs - tookMs) })
    .where(eq(verifications.id, id))
  await db.delete(timelineEvents).where(eq(timelineEvents.verificationId, id))
  await db.insert(timelineEvents).values({ verificationId: id, event: 'approved', at: reviewedAt, version: 3 })
}

describe('decisions by day and times by week', () => {
  it('a day ends at the reader’s midnight, and a decision of now is counted at once', async () => {
    await approved(midnight(0) - SECOND_MS, 4 * HOUR_MS)
    await approved(midnight(0), 6 * HOUR_MS)
    goTo(midnight(0) + HOUR_MS)
    expect(await byDay(3)).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ])
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    expect(await byDay(2)).toEqual([
      [1, 1, 0],
      [1, 0, 0],
    ])
    olga = { ...olga, timeZone: 'Asia/Shanghai' }
    expect(await byDay(2)).toEqual([
      [2, 1, 0],
      [0, 0, 0],
    ])
  })

  it('a decision made before midnight and undone after it is not counted for the day that is over', async () => {
    goTo(midnight(7) - 20 * SECOND_MS)
    const { opened } = await given()
    await DECISIONS.approve(olga, opened.id, opened.version)
    goTo(midnight(7) + 20 * SECOND_MS)
    expect((await byDay(2))[1]).toEqual([1, 0, 0])
    await undo(olga, opened.id, opened.version + 1)
    expect((await byDay(2))[1]).toEqual([0, 0, 0])
  })

  it('days and weeks that are over are read once in 10 minutes', async () => {
    for (const days of [0, 7, 14]) await approved(midnight(-days - 1) + HOUR_MS, (days + 1) * HOUR_MS)
    const seen = [await byDay(30), await byWeek()] as const
    const decidedIn = (weeks: (number[] | null)[]) => weeks.reduce((sum, took) => sum + (took?.[0] ?? 0), 0)
    expect(decidedIn(seen[1])).toBe(3)
    await approved(midnight(-10), HOUR_MS)
    goTo(new Date(TEST_START).getTime() + 9 * MINUTE_MS)
    expect([await byDay(30), await byWeek()]).toEqual(seen)
    goTo(new Date(TEST_START).getTime() + 11 * MINUTE_MS)
    expect(decidedIn(await byWeek())).toBe(4)
    expect((await byDay(30)).flat().reduce((sum, n) => sum + n)).toBe(4)
  })
})
