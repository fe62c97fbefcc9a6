import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { dueHours, holidays } from '../../../../app/db/schema/due-dates'
import { organizations } from '../../../../app/db/schema/organizations'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import { editSection } from '../../../../app/domain/setup/edit-section.server'
import type { SavedStep } from '../../../../app/domain/setup/input.server'
import { DEFAULT_DUE_HOURS } from '../../../../app/domain/verifications/due-dates/due-date'
import {
  fillDueDates,
  saveDueDate,
  recomputeDueDates,
} from '../../../../app/domain/verifications/due-dates/due-dates.server'
import {
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
  type Country,
  type TimelineEvent,
  type VerificationStatus,
} from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import { undoable } from '../../../support/undoable'
import { before, organization, permitOf, staff, verification } from '../../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../../app/durations'

const db = await openTestDatabase()
const services = await testServices()

beforeEach(async () => {
  await emptyTables(db)
  // A Monday, 14:00 in Almaty.
  services.clock.set('2026-03-02T09:00:00.000Z')
})

const stored = async (id: string) => {
  const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
  return row
}

async function move(id: string, status: VerificationStatus) {
  await db.transaction(async (tx) => {
    await tx.update(verifications).set({ status }).where(eq(verifications.id, id))
    await saveDueDate(tx, id, services.now())
  })
  return stored(id)
}

it('a due date pauses while the applicant has the application, and a decision removes it', async () => {
  const { id: organizationId } = await organization(db)
  const { id } = await verification(db, { organizationId, type: 'address_change', submittedAt: services.now() })
  // Four hours are left of the Monday, and four are taken from the Tuesday.
  expect((await move(id, 'under_review'))?.dueAt).toEqual(new Date('2026-03-03T08:00:00Z'))
  services.clock.advance(HOUR_MS)
  expect(await move(id, 'need_more_info')).toMatchObject({ dueAt: null, dueLeftMinutes: 7 * 60 })
  services.clock.set('2026-03-07T10:00:00Z')
  expect(await move(id, 'pending')).toMatchObject({ dueAt: new Date('2026-03-09T11:00:00Z'), dueLeftMinutes: null })
  expect(await move(id, 'rejected')).toMatchObject({ dueAt: null, dueLeftMinutes: null })
})

it('starting a review keeps the due date, even if its type has other hours by then', async () => {
  const { id: organizationId } = await organization(db)
  const dueAt = new Date('2026-03-03T08:00:00Z')
  const { id } = await verification(db, { organizationId, type: 'address_change', submittedAt: services.now(), dueAt })
  await db.insert(dueHours).values({ type: 'address_change', hours: 4 })
  expect((await move(id, 'under_review'))?.dueAt).toEqual(dueAt)
})

it('a due date follows the type’s hours and the country’s holidays at the time of submission', async () => {
  await db.insert(dueHours).values({ type: 'address_change', hours: 4 })
  await db.insert(holidays).values([
    { country: 'KZ', day: '2026-03-03', name: 'Test day' },
    { country: 'CN', day: '2026-03-04', name: 'Elsewhere' },
  ])
  services.clock.set('2026-03-02T11:00:00.000Z')
  const { id: organizationId } = await organization(db)
  const { id } = await verification(db, { organizationId, type: 'address_change', submittedAt: services.now() })
  expect((await move(id, 'pending'))?.dueAt).toEqual(new Date('2026-03-04T06:00:00Z'))
})

it('a holiday counts on the organization’s local day of submission, while UTC is a day ahead', async () => {
  await db.insert(holidays).values({ country: 'US', day: '2026-03-02', name: 'Test day' })
  const { id: organizationId } = await organization(db, { country: 'US', timeZone: 'America/Los_Angeles' })
  // The Monday, 16:30 in Los Angeles.
  const submittedAt = new Date('2026-03-03T00:30:00Z')
  const { id } = await verification(db, { organizationId, type: 'address_change', submittedAt })
  expect((await move(id, 'pending'))?.dueAt).toEqual(new Date('2026-03-04T01:00:00Z'))
})

it('open applications without a due date get one once, also when several processes fill them in', async () => {
  const { id: organizationId } = await organization(db)
  const made = await Promise.all(
    VERIFICATION_STATUSES.map((status, n) =>
      verification(db, {
        organizationId,
        type: VERIFICATION_TYPES[n],
        status,
        submittedAt: before(5 * DAY_MS),
      }),
    ),
  )
  const counts = await Promise.all([fillDueDates(services), fillDueDates(services), fillDueDates(services)])
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(3)
  const rows = await Promise.all(made.map(({ id }) => stored(id)))
  for (const row of rows) {
    expect(row?.dueAt !== null, row?.status).toBe(row?.status === 'pending' || row?.status === 'under_review')
    expect(row?.dueLeftMinutes !== null, row?.status).toBe(row?.status === 'need_more_info')
  }
  expect(await fillDueDates(services)).toBe(0)
})

it('a change of hours recomputes the due date of every open application once, in batches', async () => {
  const statuses = ['pending', 'under_review', 'need_more_info', 'pending', 'approved'] as const
  const made = []
  for (const status of statuses) {
    const { id: organizationId } = await organization(db)
    const due =
      status === 'need_more_info'
        ? { dueLeftMinutes: 30, lastDueAt: before(DAY_MS) }
        : { dueAt: new Date('2026-03-03T08:00:00Z') }
    made.push(
      await verification(db, {
        organizationId,
        type: 'address_change',
        status,
        submittedAt: services.now(),
        ...(status !== 'approved' && due),
      }),
    )
  }
  const inForce = (hours: number) => ({
    hours: { ...DEFAULT_DUE_HOURS, address_change: hours },
    holidays: { KZ: [], CN: [], RU: [], US: [] },
  })
  const change = { types: ['address_change' as const], countries: [], was: inForce(8), is: inForce(9) }
  expect(await db.transaction((tx) => recomputeDueDates(tx, change, 2))).toBe(4)
  const rows = await Promise.all(made.map(({ id }) => stored(id)))
  const later = new Date('2026-03-03T09:00:00Z')
  expect(rows.map((row) => row?.dueAt ?? row?.dueLeftMinutes)).toEqual([later, later, 90, later, null])
  // The due date from before the applicant was asked is kept, and with it the place in the queue.
  expect(rows[2]?.lastDueAt).toEqual(before(DAY_MS))
})

it('a new holiday moves a due date only if it is not before the last resubmission', async () => {
  const { id: organizationId } = await organization(db)
  const round = ['review_started', 'info_requested', 'resubmitted'] as const
  const { id } = await verification(db, {
    organizationId,
    type: 'address_change',
    submittedAt: new Date('2026-03-02T04:00:00Z'),
    path: ['submitted', ...round, ...round],
    dueAt: new Date('2026-03-03T07:00:00Z'),
  })
  // On the Tuesday, at 10:00 in Almaty.
  const cameBack = { at: new Date('2026-03-03T05:00:00Z') }
  await db.update(timelineEvents).set(cameBack).where(eq(timelineEvents.version, 7))
  const none = { CN: [], RU: [], US: [] }
  const inForce = (KZ: { day: string }[]) => ({ hours: DEFAULT_DUE_HOURS, holidays: { ...none, KZ } })
  const giveOff = async (day: string) => {
    const change = { types: [], countries: ['KZ' as const], was: inForce([]), is: inForce([{ day }]) }
    const count = await db.transaction((tx) => recomputeDueDates(tx, change))
    return [count, (await stored(id))?.dueAt]
  }
  expect(await giveOff('2026-03-02')).toEqual([0, new Date('2026-03-03T07:00:00Z')])
  expect(await giveOff('2026-03-03')).toEqual([1, new Date('2026-03-04T06:00:00Z')])
})

it('a change to fewer hours than already used leaves 0 minutes, never a negative number', async () => {
  const { id: organizationId } = await organization(db)
  const asked = { organizationId, type: 'address_change', status: 'need_more_info', dueLeftMinutes: 30 } as const
  const { id } = await verification(db, asked)
  const inForce = (hours: number) => ({
    hours: { ...DEFAULT_DUE_HOURS, address_change: hours },
    holidays: { KZ: [], CN: [], RU: [], US: [] },
  })
  const change = { types: ['address_change' as const], countries: [], was: inForce(8), is: inForce(7) }
  await db.transaction((tx) => recomputeDueDates(tx, change))
  expect(await stored(id)).toMatchObject({ dueAt: null, dueLeftMinutes: 0 })
})

it('changed hours reset the overdue notice of an application that is no longer overdue, and of no other', async () => {
  services.clock.set('2026-03-04T09:00:00.000Z')
  const told = { type: 'address_change', submittedAt: before(0), overdueNoticeAt: services.now() } as const
  const [here, there] = [await organization(db), await organization(db)]
  const late = await verification(db, { ...told, organizationId: here.id, dueAt: new Date('2026-03-03T08:00:00Z') })
  const back = { organizationId: there.id, status: 'need_more_info', dueLeftMinutes: 0 } as const
  const asked = await verification(db, { ...told, ...back })
  const inForce = (hours: number) => ({
    hours: { ...DEFAULT_DUE_HOURS, address_change: hours },
    holidays: { KZ: [], CN: [], RU: [], US: [] },
  })
  const noticed = async (hours: number) => {
    const change = { types: ['address_change' as const], countries: [], was: inForce(8), is: inForce(hours) }
    await db.transaction((tx) => recomputeDueDates(tx, change))
    return [(await stored(late.id))?.overdueNoticeAt, (await stored(asked.id))?.overdueNoticeAt]
  }
  expect(await noticed(7)).toEqual([services.now(), services.now()])
  expect(await noticed(100)).toEqual([null, null])
})

describe('due dates follow a changed time zone or country of the organization', () => {
  const CAME_BACK: TimelineEvent[] = ['submitted', 'review_started', 'info_requested', 'resubmitted']
  // A Monday, 6:00 in Almaty and 11:00 in Vladivostok.
  const submittedAt = new Date('2026-03-02T01:00:00Z')
  beforeEach(() => services.clock.set('2026-03-02T04:00:00.000Z'))

  /** An application that was never sent back, and one that has just come back with five hours left. */
  async function pairOf(organizationId: string) {
    const back = { dueLeftMinutes: 300, path: CAME_BACK }
    const made = [
      await verification(db, { organizationId, submittedAt, type: 'address_change' }),
      await verification(db, { organizationId, submittedAt, type: 'bank_account_update', ...back }),
    ]
    for (const { id } of made) await saveDueDate(db, id, services.now())
    return made.map(({ id }) => id)
  }
  const duesOf = async (ids: string[]) => (await Promise.all(ids.map(stored))).map((row) => row?.dueAt)
  const basicOf = (row: typeof organizations.$inferSelect, change: { timeZone?: string; country?: Country }) => {
    const { name, legalName, registrationNumber, country, operationMode, timeZone, email, phone, address } = row
    const basic = { name, legalName, registrationNumber, country, operationMode, timeZone, email, phone, address }
    return { step: 'basic', input: { ...basic, ...change } } as SavedStep
  }

  it.each([
    ['its zone', { timeZone: 'Asia/Vladivostok' }],
    ['its country', { country: 'RU' }],
    ['both', { timeZone: 'Europe/Moscow', country: 'RU' }],
  ] as const)('when staff edit it: %s', async (_, change) => {
    await db.insert(holidays).values({ country: 'RU', day: '2026-03-02', name: 'Elsewhere' })
    const admin = await staff(db, 'admin', '李伟')
    const [old, fresh] = [await organization(db), await organization(db, change)]
    const [moved, wanted] = [await pairOf(old.id), await pairOf(fresh.id)]
    const rejected = await verification(db, { organizationId: old.id, status: 'rejected' })
    const was = await duesOf(moved)
    const target = { organizationId: old.id, brandId: null, version: old.version, requestId: 'R' }
    const edited = await editSection(services, permitOf(admin, 'organizations.edit'), target, basicOf(old, change))
    expect(edited.kind).toBe('done')
    expect(await duesOf(moved)).toEqual(await duesOf(wanted))
    expect(await duesOf(moved)).not.toEqual(was)
    expect(await stored(rejected.id)).toMatchObject({ dueAt: null, dueLeftMinutes: null })
  })

  it('when a decision from before the change is undone', async () => {
    const admin = await staff(db, 'admin', '李伟')
    const change = { timeZone: 'Asia/Vladivostok' }
    const [old, fresh] = [await organization(db), await organization(db, change)]
    const given = { submittedAt, type: 'address_change', status: 'under_review', reviewer: admin } as const
    const made = [
      await verification(db, { ...given, organizationId: old.id }),
      await verification(db, { ...given, organizationId: fresh.id }),
    ]
    for (const { id } of made) await saveDueDate(db, id, services.now())
    const [decided, wanted] = made
    if (!decided || !wanted) throw new Error('nothing made')
    const { DECISIONS, undo } = undoable(db, () => ({ services, olga: admin }))
    await DECISIONS.reject(admin, decided.id, decided.version)
    await db.update(organizations).set(change).where(eq(organizations.id, old.id))
    expect((await undo(admin, decided.id, decided.version + 1)).kind).toBe('done')
    expect(await duesOf([decided.id])).toEqual(await duesOf([wanted.id]))
  })
})
