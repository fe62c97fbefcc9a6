import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifications } from '../../../../app/db/schema/verifications'
import { grant, type Actor } from '../../../../app/domain/access'
import { permissionFor } from '../../../../app/domain/verifications/verification-actions'
import {
  findNextInQueue,
  listVerifications,
} from '../../../../app/domain/verifications/queue/verification-queue.server'
import { PRESET_VIEWS, verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import { DEFAULT_DUE_HOURS } from '../../../../app/domain/verifications/due-dates/due-date'
import { ROLES, VERIFICATION_STATUSES, VERIFICATION_TYPES, type Role } from '../../../../app/vocabulary'
import { emptyTables, keepRows, openTestDatabase, statementsDuring } from '../../../support/database'
import { TEST_START, testServices } from '../../../support/services'
import { addDocument, before, organization, permitOf, staff, verification } from '../../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../../app/durations'

const db = await openTestDatabase()
const services = await testServices()
let people: Record<Role, Actor>

beforeEach(() => services.clock.set(TEST_START))

async function begin() {
  await emptyTables(db)
  const made = await Promise.all(ROLES.map(async (role) => [role, await staff(db, role, `Staff ${role}`)] as const))
  people = Object.fromEntries(made) as Record<Role, Actor>
}

const state = (query = '') => verificationList.read(new URLSearchParams(query), 100)
const list = (query: string, actor: Actor) =>
  listVerifications(services, permitOf(actor, 'verifications.read'), state(query))

/** Of each type and status: a late one, one of the manager’s, one the manager submitted, two reserved for the admin. */
async function everyKind() {
  for (const type of VERIFICATION_TYPES)
    for (const status of VERIFICATION_STATUSES)
      for (const [n, more] of [
        { dueAt: before(HOUR_MS) },
        { dueAt: before(-HOUR_MS), reviewerId: people.manager.id },
        { dueAt: before(2 * DAY_MS), submittedBy: people.manager.id },
        { dueAt: before(-DAY_MS), reservedFor: people.admin.id, reservedUntil: before(-HOUR_MS) },
        { dueAt: before(-DAY_MS), reservedFor: people.admin.id, reservedUntil: before(HOUR_MS) },
      ].entries()) {
        const { id: organizationId } = await organization(db, { registrationNumber: `${n}` })
        const isOurs = status === 'pending' || status === 'under_review'
        await verification(db, {
          organizationId,
          type,
          status,
          reviewer: people.admin,
          submittedAt: before((n + 1) * DAY_MS),
          ...more,
          ...(isOurs ? {} : { dueAt: null }),
          ...(status === 'need_more_info' ? { dueLeftMinutes: DEFAULT_DUE_HOURS[type] * 60 } : {}),
          ...(status === 'pending' ? { reviewerId: null } : {}),
        })
      }
}

describe('the views', () => {
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    await begin()
    await everyKind()
    bringBack = await keepRows(db)
  })
  beforeEach(() => bringBack())

  it.each(ROLES)('list exactly as many applications as their counts say, from both tabs: %s', async (role) => {
    const actor = people[role]
    const { views } = await list('', actor)
    expect(views.map(({ name }) => name)).toEqual(role === 'cashier' ? PRESET_VIEWS.slice(2) : [...PRESET_VIEWS])
    for (const { name, count } of views) {
      const { rows, total } = await list(`view=${name}`, actor)
      expect({ name, total, rows: rows.length }).toEqual({ name, total: count, rows: count })
      const narrowed = await list(`view=${name}&country=KZ`, actor)
      expect(narrowed.total, name).toBe(count)
    }
    const isModeChange = ({ type }: { type: string }) => type === 'operation_mode_change'
    if (role === 'admin') expect((await list('view=claimable', actor)).rows.some(isModeChange)).toBe(true)
  })

  it('the filter “nobody yet” leaves out reserved applications until the reservation ends', async () => {
    const nobodys = async () => (await list('reviewer=nobody', people.admin)).rows
    const rows = await nobodys()
    expect(rows.filter(({ reserved }) => reserved)).toEqual([])
    services.clock.advance(DAY_MS)
    expect(await nobodys()).toHaveLength(rows.length + VERIFICATION_TYPES.length - 1)
  })

  it('the filter by reviewer also finds what is reserved for them until the reservation ends', async () => {
    const found = (actor: Actor, reviewer: string) => list(`reviewer=${reviewer}`, actor)
    const pending = async (actor: Actor, reviewer: string) =>
      (await list(`status=pending&reviewer=${reviewer}`, actor)).rows.map(({ reserved }) => reserved?.name)
    const kept = VERIFICATION_TYPES.filter((type) => type !== 'operation_mode_change').map(() => people.admin.username)
    const { total } = await found(people.admin, 'me')
    expect(await pending(people.admin, 'me')).toEqual(kept)
    expect(await pending(people.manager, people.admin.id)).toEqual(kept)
    expect(await pending(people.manager, 'me')).toEqual([])
    services.clock.advance(DAY_MS)
    expect(await pending(people.admin, 'me')).toEqual([])
    expect((await found(people.admin, 'me')).total).toBe(total - kept.length)
  })

  it('“claimable” and “mine” share nothing and hold only what this person may decide now', async () => {
    for (const role of ['superadmin', 'admin', 'manager'] as const) {
      const actor = people[role]
      const [mine, claimable] = [await list('view=mine', actor), await list('view=claimable', actor)]
      for (const row of claimable.rows) {
        expect(row.status).toBe('pending')
        expect(permissionFor(actor, { ...row, submittedBy: null }, 'start')).toBe('yes')
      }
      const ids = [...mine.rows, ...claimable.rows].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }
    expect((await list('view=mine', people.admin)).rows.filter(({ status }) => status === 'pending')).toHaveLength(7)
    expect((await list('view=claimable', people.admin)).rows).toHaveLength(7 * 4)
    expect((await list('view=claimable', people.manager)).rows).toHaveLength(4 * 3)
    expect((await list('view=claimable', people.cashier)).rows).toEqual([])
  })

  it('“decided today” starts at midnight in the reader’s time zone', async () => {
    const { id: organizationId } = await organization(db)
    // Midnight in Almaty is 19:00 of the day before.
    const decidedAt = (at: string) =>
      verification(db, { organizationId, status: 'approved', reviewedAt: new Date(at), reviewer: people.admin })
    await decidedAt('2026-03-01T18:59:00Z')
    const today = await decidedAt('2026-03-01T19:01:00Z')
    expect((await list('view=decided-today', people.admin)).rows.map(({ id }) => id)).toEqual([today.id])
    const inMoscow = { ...people.admin, timeZone: 'Europe/Moscow' }
    expect((await list('view=decided-today', inMoscow)).rows).toEqual([])
  })

  it('“next” stays within the view and the types that the role decides, soonest due first', async () => {
    const { manager } = people
    const reviewing = permitOf(manager, 'verifications.review')
    const key = { id: people.admin.id, submittedAt: before(0), status: 'approved' as const }
    const next = await findNextInQueue(services, reviewing, state('view=claimable'), key)
    const claimable = (await list('view=claimable', manager)).rows
    expect(next?.id).toBe(claimable[0]?.id)
    expect(claimable.map(({ dueAt }) => dueAt?.getTime())).toEqual(
      claimable.map(({ dueAt }) => dueAt?.getTime() ?? 0).toSorted((a, b) => a - b),
    )
  })
})

describe('the queue', () => {
  beforeEach(begin)

  it('sorts by due date by default, undated last, and by submission time on request', async () => {
    const { id: organizationId } = await organization(db)
    const open = (n: number, dueAt: Date | null, submittedAt: Date) =>
      verification(db, { organizationId, type: VERIFICATION_TYPES[n], dueAt, submittedAt })
    const later = await open(0, before(-DAY_MS), before(5 * DAY_MS))
    const undated = await open(1, null, before(9 * DAY_MS))
    const sooner = await open(2, before(-HOUR_MS), before(HOUR_MS))
    const ids = async (query: string) => (await list(query, people.admin)).rows.map(({ id }) => id)
    expect(await ids('')).toEqual([sooner.id, later.id, undated.id])
    expect(await ids('sort=oldest')).toEqual([undated.id, later.id, sooner.id])
    expect(await ids('sort=newest')).toEqual([sooner.id, later.id, undated.id])
  })

  it('leaves mode change requests out of its first tab and that tab’s figures', async () => {
    await everyKind()
    const { rows, total, figures } = await list('', people.admin)
    expect(total).toBe(6 * 25)
    expect(rows.some(({ type }) => type === 'operation_mode_change')).toBe(false)
    expect(figures.typeCounts.operation_mode_change).toBe(0)
    expect((await list('tab=mode-changes', people.admin)).total).toBe(25)
  })

  it('counts documents and resubmissions per row and marks duplicates; cashiers see no documents', async () => {
    const steppe = await organization(db, { phone: '+77271111111' })
    const other = await organization(db, { registrationNumber: '42', phone: '+77271111111' })
    const alone = await organization(db, { registrationNumber: '43', phone: '+77272222222' })
    const one = await verification(db, {
      organizationId: steppe.id,
      path: [
        'submitted',
        'review_started',
        'info_requested',
        'resubmitted',
        'review_started',
        'info_requested',
        'resubmitted',
      ],
    })
    const two = await verification(db, { organizationId: alone.id })
    const dashed = await organization(db, { registrationNumber: '98-7654321', phone: '+77273333333' })
    await organization(db, { registrationNumber: '987654321', phone: '+77274444444' })
    const three = await verification(db, { organizationId: dashed.id })
    await addDocument(db, one, 'verified')
    await addDocument(db, one, 'rejected')
    await addDocument(db, one)
    await organization(db, { registrationNumber: '', phone: '' })
    const unfilled = await organization(db, { registrationNumber: '', phone: '', status: 'suspended' })
    const four = await verification(db, { organizationId: unfilled.id })
    const find = async (actor: Actor) => (await list('', actor)).rows
    const rows = await find(people.manager)
    expect(rows.find(({ id }) => id === four.id)).toMatchObject({
      isPossibleDuplicate: false,
      organizationStatus: 'suspended',
    })
    expect(rows.find(({ id }) => id === one.id)).toMatchObject({
      documents: { total: 3, verified: 1 },
      cameBack: 2,
      isPossibleDuplicate: true,
    })
    expect(rows.find(({ id }) => id === two.id)).toMatchObject({ cameBack: 0, isPossibleDuplicate: false })
    expect(rows.find(({ id }) => id === three.id)).toMatchObject({ isPossibleDuplicate: true })
    expect((await find(people.cashier)).map(({ documents }) => documents)).toEqual([null, null, null, null])
    expect(other.id).not.toBe(steppe.id)
  })

  it('does not mark a duplicate for the same registration number in another country', async () => {
    const own = await organization(db, { country: 'KZ', registrationNumber: '1001', phone: '+77271111111' })
    await organization(db, { country: 'RU', registrationNumber: '1001', phone: '+77272222222' })
    await verification(db, { organizationId: own.id })
    const isDuplicate = async () => (await list('', people.manager)).rows.map((row) => row.isPossibleDuplicate)
    expect(await isDuplicate()).toEqual([false])
    await organization(db, { country: 'KZ', registrationNumber: '1001', phone: '+77273333333' })
    expect(await isDuplicate()).toEqual([true])
  })

  it('counts an application as overdue 1 ms after its due time, not at it', async () => {
    const { id: organizationId } = await organization(db)
    await verification(db, { organizationId, dueAt: services.now() })
    const overdue = async () => {
      const { rows, work } = await list('view=overdue', people.manager)
      return [rows.length, work.counts.overdue, work.late]
    }
    expect(await overdue()).toEqual([0, 0, 0])
    services.clock.advance(1)
    expect(await overdue()).toEqual([1, 1, 1])
  })

  it('takes two database statements to read, with its views and figures', async () => {
    const { id: organizationId } = await organization(db)
    await verification(db, { organizationId })
    expect(await statementsDuring(() => list('', people.manager))).toBe(2)
    expect(await statementsDuring(() => list('view=claimable', people.manager))).toBe(2)
  })

  it('gives the next due date only when nothing waits: of a claim, else as if an answer came now', async () => {
    const { id: organizationId } = await organization(db)
    const made = { organizationId, status: 'need_more_info' as const, reviewer: people.admin }
    for (const [n, dueLeftMinutes] of [999, 300, 600].entries())
      await verification(db, {
        ...made,
        id: `${n + 1}0000000-0000-4000-8000-000000000000`,
        type: VERIFICATION_TYPES[n],
        dueLeftMinutes,
      })
    const { nextDueAt, work } = await list('view=claimable', people.manager)
    expect(work).toMatchObject({ waiting: 0, late: 0, counts: { 'with-applicant': 3 } })
    // Monday 14:00 in Almaty, four hours of that day and one of the next.
    expect(nextDueAt).toEqual(new Date('2026-03-03T05:00:00Z'))
    const held = { type: 'address_change' as const, status: 'under_review' as const, dueAt: before(-HOUR_MS) }
    await verification(db, { organizationId, reviewer: people.admin, ...held })
    expect((await list('view=claimable', people.manager)).nextDueAt).toEqual(before(-HOUR_MS))
    const setDue = (dueAt: Date) => db.update(verifications).set({ dueAt }).where(eq(verifications.type, held.type))
    await setDue(before(HOUR_MS))
    expect((await list('view=claimable', people.manager)).nextDueAt).toBeNull()
    await setDue(before(-HOUR_MS))
    // While another application waits, an empty list gives no next due date.
    const { id: other } = await organization(db)
    await verification(db, { organizationId: other, dueAt: before(-HOUR_MS) })
    expect(await list('view=overdue', people.manager)).toMatchObject({ total: 0, nextDueAt: null })
    expect(grant(people.cashier, 'verifications.review')).toBeNull()
  })
})
