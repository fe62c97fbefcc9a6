import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { listMiscounts, foldCounts, mendCounts } from '../../app/db/counts'
import { readDashboardFigures } from '../../app/db/dashboard/dashboard'
import { countByAge } from '../../app/db/dashboard/plots'
import { countInvites, type InviteFilter } from '../../app/db/invites/invites'
import { countOrganizationGroups } from '../../app/db/organizations/organizations'
import { inviteCounts, userCounts } from '../../app/db/schema/counts'
import { invites, redemptions } from '../../app/db/schema/invites'
import { organizations } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { countUsers } from '../../app/db/users/users'
import { reviewsSince, selectQueueFigures, selectReviewed } from '../../app/db/verifications/queue/verification-figures'
import { countQueue, type QueueFilter } from '../../app/db/verifications/queue/verification-queue'
import { countViews } from '../../app/db/verifications/queue/verification-views'
import { inviteStatus } from '../../app/domain/invites/invite'
import {
  COUNTRIES,
  DECIDED_STATUSES,
  INVITE_STATUSES,
  INVITE_TYPES,
  OPEN_STATUSES,
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
} from '../../app/vocabulary'
import { WrongArgument } from '../../scripts/command'
import { changeAtRandom } from '../../scripts/random-changes/run'
import { withoutTriggers, emptyTables, openTestDatabase, ownerOf } from '../support/database'
import { addInvite } from '../support/invites'
import { TEST_START } from '../support/services'
import { organization, staff, verification } from '../support/verifications'
import { DAY_MS, HOUR_MS } from '../../app/durations'

const db = await openTestDatabase()
const NOW = new Date(TEST_START)
const SINCE = new Date(NOW.getTime() - 7 * DAY_MS)
const rollBack = new Error('rolled back')

/** A short run of `npm run random-changes`. */
const SHORT = { changes: 500, kills: 0, connections: 3, mostRows: 4, organizations: 8, seed: 1, now: NOW }
const isPostgres = inject('databaseSource').server !== null

beforeEach(() => emptyTables(db))

const isAmong = <Value>(values: readonly Value[], value: Value) => values.includes(value)

const NO_FILTER: InviteFilter = { q: '', code: null, codesByPart: null, type: [], status: [] }
const NO_QUEUE: QueueFilter = {
  text: '',
  search: null,
  types: [],
  statuses: [],
  countries: [],
  reviewerIds: [],
  withoutReviewer: false,
  now: new Date(),
  view: null,
  order: 'due',
}

describe('the stored counts', () => {
  it.each([1, 2])(
    'match the rows after changes of every kind, one after another and concurrent (seed %i)',
    async (seed) => {
      const kills = isPostgres ? 6 : 0
      const tables = [invites, users, organizations, verifications, timelineEvents]
      const round = async (nth: number) => {
        const found = await changeAtRandom(db, { ...SHORT, seed: seed + nth * 10, kills })
        expect(found.miscounts).toEqual([])
        expect(found.kills).toBeGreaterThanOrEqual(kills)
      }
      const fewest = async () => Math.min(...(await Promise.all(tables.map((table) => db.$count(table)))))
      await round(0)
      // Among concurrent changes the last may delete every row of a table.
      for (let nth = 1; nth < 12 && (await fewest()) === 0; nth += 1) await round(nth)
      for (const table of tables) expect(await db.$count(table)).toBeGreaterThan(0)
    },
  )

  it('are reported wrong by the random changes when one trigger is disabled', async () => {
    const owner = ownerOf(db)
    await owner.execute(sql`alter table users disable trigger users_count_update`)
    try {
      const { miscounts } = await changeAtRandom(db, { ...SHORT, changes: 1000 })
      expect(new Set(miscounts.map(({ table }) => table))).toEqual(new Set(['user_counts']))
    } finally {
      await owner.execute(sql`alter table users enable trigger users_count_update`)
    }
  })

  it('are never tested on real rows: the random changes refuse a database that holds any', async () => {
    const { id } = await staff(db, 'superadmin', 'Дана Оспанова')
    await expect(changeAtRandom(db, SHORT)).rejects.toThrow(WrongArgument)
    expect(await db.select({ id: users.id }).from(users)).toEqual([{ id }])
    expect(await db.$count(organizations)).toBe(0)
  })

  it('follow applications that leave the first tab of the queue and come back, within the hour and later', async () => {
    const { id: organizationId } = await organization(db)
    const ofFirstTab = await verification(db, { organizationId, type: 'initial_registration' })
    const ofSecondTab = await verification(db, { organizationId, type: 'operation_mode_change' })
    const enteredSince = async (at: Date) => (await readDashboardFigures(db, NOW, at)).enteredQueue
    const before = await enteredSince(SINCE)
    for (const [version, event, minutes, entered] of [
      [2, 'review_started', 20, -1],
      [3, 'review_started', 200, -2],
      [4, 'resubmitted', 20, -1],
      [5, 'released', 200, 0],
      [6, 'resubmitted', 200, 1],
    ] as const) {
      const at = new Date(SINCE.getTime() + minutes * 60_000)
      for (const { id } of [ofFirstTab, ofSecondTab])
        await db.insert(timelineEvents).values({ verificationId: id, event, at, version })
      expect((await enteredSince(SINCE)) - before).toBe(entered)
    }
  })

  it('agree with the rows for every list and every figure', async () => {
    const { personIds } = await changeAtRandom(db, { ...SHORT, changes: 1000, seed: 4 })
    // Concurrent changes may leave nobody in the queue and nothing decided.
    const { id: organizationId } = await organization(db)
    await verification(db, { organizationId, type: 'initial_registration' })
    for (const hours of [-1, 1, 70]) {
      const reviewedAt = new Date(SINCE.getTime() + hours * HOUR_MS)
      await verification(db, { organizationId, type: 'address_change', status: 'approved', reviewedAt })
    }
    const rows = await db.select().from(invites)
    const kept = rows.filter(({ deletedAt }) => deletedAt === null)
    for (const type of [[], ...INVITE_TYPES.map((one) => [one])])
      for (const status of [[], ...INVITE_STATUSES.map((one) => [one])]) {
        const found = kept.filter(
          (row) =>
            (type.length === 0 || type.includes(row.type as never)) &&
            (status.length === 0 || status.includes(inviteStatus(row, NOW) as never)),
        )
        expect(await countInvites(db, { ...NO_FILTER, type, status }, NOW)).toBe(found.length)
      }

    const used = await db.select().from(redemptions)
    const wasActive = rows.filter(
      (row) =>
        row.createdAt <= SINCE &&
        (row.deletedAt === null || row.deletedAt > SINCE) &&
        (row.expiresAt === null || row.expiresAt > SINCE) &&
        row.usedCount - used.filter(({ inviteId, at }) => inviteId === row.id && at > SINCE).length < row.maximumUses,
    )
    const events = await db.select().from(timelineEvents)
    const entered = events
      .filter(({ at }) => at > SINCE)
      .reduce((sum, { event }) => sum + (event === 'submitted' ? 1 : event === 'review_started' ? -1 : 0), 0)
    expect(await readDashboardFigures(db, NOW, SINCE)).toMatchObject({
      organizations: await db.$count(organizations),
      users: await db.$count(users),
      activeInvites: kept.filter((row) => inviteStatus(row, NOW) === 'active').length,
      activeInvitesThen: wasActive.length,
      enteredQueue: entered,
    })

    const people = await db.select().from(users)
    const noWords = { words: [], typed: [], consonants: [], readings: [], initials: [], isLoose: false }
    const found = people.filter(({ status }) => status === 'active' || status === 'suspended')
    const staffFound = found.filter(({ role }) => role !== null).length
    const filter = { who: 'all', username: '', search: noWords, role: [], sort: 'newest' } as const
    const { sides } = await countUsers(db, { ...filter, status: ['active', 'suspended'] })
    expect(sides).toEqual({ all: found.length, staff: staffFound, partners: found.length - staffFound })
    const groups = await countOrganizationGroups(db, null)
    expect(groups.reduce((sum, { n }) => sum + n, 0)).toBe(await db.$count(organizations))

    const all = await db.select().from(verifications)
    for (const country of COUNTRIES) {
      const there = await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.country, country))
      const ids = there.map(({ id }) => id)
      const exact = ids.length > 0 ? await db.$count(verifications, inArray(verifications.organizationId, ids)) : 0
      expect(await countQueue(db, { ...NO_QUEUE, countries: [country] })).toBe(exact)
    }
    const figures = await selectQueueFigures(db)
    for (const { type, status, total, oldestAt } of figures) {
      const same = all.filter((row) => row.type === type && row.status === status)
      expect([total, oldestAt.getTime()]).toEqual([
        same.length,
        Math.min(...same.map((row) => row.submittedAt.getTime())),
      ])
    }
    expect(figures.reduce((sum, { total }) => sum + total, 0)).toBe(all.length)

    const reviewed = all.flatMap((row) =>
      row.reviewedAt && row.reviewedAt >= SINCE && isAmong(DECIDED_STATUSES, row.status)
        ? [{ type: row.type, ms: row.reviewedAt.getTime() - row.submittedAt.getTime() - row.waitedForApplicantMs }]
        : [],
    )
    const byType = await selectReviewed(db, reviewsSince(SINCE))
    expect(reviewed.length).toBeGreaterThan(0)
    expect(byType.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toEqual(
      VERIFICATION_TYPES.toSorted().flatMap((type) => {
        const same = reviewed.filter((row) => row.type === type)
        return same.length > 0 ? [{ type, count: same.length, ms: same.reduce((sum, { ms }) => sum + ms, 0) }] : []
      }),
    )

    const before = [1, 3, 7].map((days) => new Date(NOW.getTime() - days * DAY_MS))
    const open = all.filter(({ status }) => isAmong(OPEN_STATUSES, status))
    for (const { status, older } of await countByAge(db, { statuses: OPEN_STATUSES, before })) {
      const same = open.filter((row) => row.status === status)
      const since = before.map((at) => same.filter(({ submittedAt }) => submittedAt <= at).length)
      expect([status, older]).toEqual([status, [same.length, ...since]])
    }

    for (const personId of personIds)
      for (const decider of [
        { types: VERIFICATION_TYPES, typesToPrepare: [], personId },
        { types: VERIFICATION_TYPES.slice(0, 2), typesToPrepare: VERIFICATION_TYPES.slice(2), personId },
        null,
      ]) {
        const looking = { personId, decider, now: NOW, dayStart: new Date(NOW.getTime() - 12 * HOUR_MS) }
        const { late: _, ...counted } = await countViews(db, looking)
        for (const name of ['mine', 'claimable', 'overdue', 'with-applicant', 'decided-today'] as const)
          expect([name, counted[name]]).toEqual([
            name,
            await countQueue(db, { ...NO_QUEUE, view: { ...looking, name } }),
          ])
      }
    expect(all.some(({ status }) => status === 'pending')).toBe(true)
    expect(VERIFICATION_STATUSES).toContain(all[0]?.status)
  })

  it('are unchanged after a transaction that deletes an invite is rolled back', async () => {
    await addInvite(db)
    await db
      .transaction(async (tx) => {
        await tx.update(invites).set({ deletedAt: NOW })
        throw rollBack
      })
      .catch(() => {})
    expect(await countInvites(db, NO_FILTER, NOW)).toBe(1)
  })

  it('hold one row per key after folding, and none for a key whose sum is zero', async () => {
    for (const code of ['A', 'B', 'C']) await addInvite(db, { code })
    expect(await db.$count(inviteCounts)).toBe(3)
    await foldCounts(db)
    expect(await db.select({ n: inviteCounts.n }).from(inviteCounts)).toEqual([{ n: 3 }])
    await db.update(invites).set({ deletedAt: NOW })
    await foldCounts(db)
    expect(await db.$count(inviteCounts)).toBe(0)
  })

  it('are folded in time when 60,000 rows arrive after the server planned for a few', async () => {
    const MANY = 60_000
    await addInvite(db, { code: 'A' })
    await ownerOf(db).execute(sql`vacuum analyze invite_counts`)
    for (let n = 0; n < 6; n += 1) await foldCounts(db)
    await ownerOf(db).execute(sql`insert into invite_counts (type, is_used_up, expires_at, n)
      select 'invite_to_user', false, ${NOW.toISOString()}::timestamptz + i * interval '1 minute', 1
      from generate_series(1, ${MANY}) i`)
    await foldCounts(db)
    expect(await db.$count(inviteCounts, eq(inviteCounts.isFolded, true))).toBe(MANY + 1)
  })

  it('are found wrong after a change past the triggers, and repaired', async () => {
    const reviewer = await staff(db, 'manager', 'Дана Оспанова')
    const { id: organizationId } = await organization(db)
    await verification(db, { organizationId, status: 'approved', reviewer })
    await withoutTriggers(db, async (tx) => {
      await tx.update(users).set({ role: 'admin' })
      await tx.delete(userCounts).where(eq(userCounts.role, 'manager'))
      await tx.update(organizations).set({ country: 'CN' })
    })
    const wrong = await listMiscounts(db)
    expect(wrong).toContainEqual({ table: 'user_counts', key: { role: 'admin', status: 'active' }, missing: 1 })
    expect(wrong).toContainEqual(
      expect.objectContaining({
        table: 'verification_counts',
        key: expect.objectContaining({ country: 'KZ' }),
        missing: -1,
      }),
    )
    await mendCounts(db)
    expect(await listMiscounts(db)).toEqual([])
    expect(await countQueue(db, { ...NO_QUEUE, countries: ['CN'] })).toBe(1)
  })

  it('are repaired with the country of each application’s own organization', async () => {
    for (const country of ['KZ', 'CN', 'RU'] as const)
      await verification(db, { organizationId: (await organization(db, { country })).id })
    await withoutTriggers(db, async (tx) => {
      await tx.update(verifications).set({ country: 'US' })
    })
    await mendCounts(db)
    const kept = await db.select({ country: verifications.country }).from(verifications)
    expect(kept.map(({ country }) => country).toSorted()).toEqual(['CN', 'KZ', 'RU'])
  })
})
