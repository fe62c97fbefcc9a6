import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { findMiscounts, foldCounts, mendCounts } from '../../app/db/counts'
import { selectFigures } from '../../app/db/dashboard/dashboard'
import { countInvites, type InviteFilter } from '../../app/db/invites/invites'
import { countOrganizationGroups } from '../../app/db/organizations/organizations'
import { inviteCounts, userCounts } from '../../app/db/schema/counts'
import { invites, redemptions } from '../../app/db/schema/invites'
import { organizations } from '../../app/db/schema/organizations'
import { SealedCode } from '../../app/db/schema/sealed-code'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { countUsers } from '../../app/db/users/users'
import { selectQueueFigures } from '../../app/db/verifications/queue/verification-figures'
import { countQueue, type QueueFilter } from '../../app/db/verifications/queue/verification-queue'
import { countViews } from '../../app/db/verifications/queue/verification-views'
import { rollDice, type Dice } from '../../app/demo/dice'
import { inviteStatus } from '../../app/domain/invites/invite'
import {
  COUNTRIES,
  INVITE_STATUSES,
  INVITE_TYPES,
  USER_STATUSES,
  VERIFICATION_STATUSES,
  VERIFICATION_TYPES,
} from '../../app/vocabulary'
import { behindTriggers, emptyTables, openTestDatabase } from '../support/database'
import { addInvite } from '../support/invites'
import { TEST_START } from '../support/services'
import { DAY_MS, HOUR_MS, organization, staff, verification } from '../support/verifications'

const db = await openTestDatabase()
const NOW = new Date(TEST_START)
const SINCE = new Date(NOW.getTime() - 7 * DAY_MS)
const rollBack = new Error('rolled back')

beforeEach(() => emptyTables(db))

/** Any instant of the last three weeks or, for the next two, of what is to come; often right at an edge. */
const instant = (dice: Dice, days = 21) => {
  if (dice.chance(0.1)) return SINCE
  return new Date(NOW.getTime() - Math.round(dice.next() * days * DAY_MS))
}
const later = (dice: Dice) => (dice.chance(0.1) ? NOW : new Date(NOW.getTime() + dice.between(-9, 9) * DAY_MS))

type World = { organizationIds: string[]; personIds: string[] }
type Tx = Parameters<Parameters<typeof db.transaction>[0]>[0]
type Act = (tx: Tx, dice: Dice, world: World) => Promise<unknown>

const anyOf = async (tx: Tx, dice: Dice, table: typeof invites | typeof verifications | typeof users) => {
  const rows = await tx.select({ id: table.id }).from(table).orderBy(table.id)
  return rows.length > 0 ? dice.pick(rows).id : null
}

const ACTS: Act[] = [
  (tx, dice, { personIds }) =>
    tx.insert(invites).values(
      Array.from({ length: dice.between(1, 4) }, () => {
        const maximumUses = dice.between(1, 3)
        return {
          code: new SealedCode(`INV-${dice.digits(12)}`),
          type: dice.pick(INVITE_TYPES),
          maximumUses,
          usedCount: dice.between(0, maximumUses),
          expiresAt: dice.chance(0.3) ? null : later(dice),
          createdAt: instant(dice),
          createdBy: dice.pick(personIds),
        }
      }),
    ),
  async (tx, dice) => {
    const id = await anyOf(tx, dice, invites)
    if (id)
      await tx
        .update(invites)
        .set({ deletedAt: instant(dice) })
        .where(eq(invites.id, id))
  },
  async (tx, dice, { personIds }) => {
    const id = await anyOf(tx, dice, invites)
    if (!id) return
    const [used] = await tx
      .update(invites)
      .set({ usedCount: sql`${invites.usedCount} + 1` })
      .where(sql`${invites.id} = ${id} and ${invites.usedCount} < ${invites.maximumUses}`)
      .returning({ id: invites.id })
    const redemption = { inviteId: id, userId: dice.pick(personIds), at: instant(dice, 14) }
    if (used) await tx.insert(redemptions).values(redemption).onConflictDoNothing()
  },
  (tx, dice) =>
    tx
      .update(invites)
      .set({ expiresAt: later(dice) })
      .where(eq(invites.type, dice.pick(INVITE_TYPES))),
  (tx, dice) =>
    tx
      .update(invites)
      .set({ maximumUses: 3 })
      .where(eq(invites.type, dice.pick(INVITE_TYPES))),
  (tx, dice) =>
    tx.insert(users).values({
      username: 'Дана',
      phone: `+7703${dice.digits(9)}`,
      status: dice.pick(USER_STATUSES),
      role: dice.chance(0.5) ? dice.pick(['manager', 'cashier'] as const) : null,
      createdAt: instant(dice),
    }),
  async (tx, dice) => {
    const id = await anyOf(tx, dice, users)
    if (id)
      await tx
        .update(users)
        .set({ status: dice.pick(USER_STATUSES) })
        .where(eq(users.id, id))
  },
  (tx, dice, { organizationIds }) =>
    tx
      .update(organizations)
      .set({ country: dice.pick(COUNTRIES), status: dice.pick(['active', 'draft'] as const) })
      .where(eq(organizations.id, dice.pick(organizationIds))),
  async (tx, dice, { organizationIds, personIds }) => {
    const [row] = await tx
      .insert(verifications)
      .values({
        organizationId: dice.pick(organizationIds),
        type: dice.pick(VERIFICATION_TYPES.filter((type) => type !== 'operation_mode_change')),
        status: 'pending',
        submittedAt: instant(dice),
        submittedBy: dice.chance(0.3) ? dice.pick(personIds) : null,
        dueAt: dice.chance(0.2) ? null : later(dice),
      })
      .onConflictDoNothing()
      .returning({ id: verifications.id })
    if (row)
      await tx
        .insert(timelineEvents)
        .values({ verificationId: row.id, event: 'submitted', at: instant(dice), version: 1 })
  },
  async (tx, dice, { personIds }) => {
    const id = await anyOf(tx, dice, verifications)
    if (!id) return
    const isUnderReview = dice.chance(0.5)
    const [row] = await tx
      .update(verifications)
      .set({
        ...(isUnderReview
          ? { status: 'under_review' as const, reviewerId: dice.pick(personIds) }
          : {
              status: dice.pick(['need_more_info', 'approved', 'rejected'] as const),
              dueAt: null,
              reviewedAt: instant(dice, 2),
            }),
        version: sql`${verifications.version} + 1`,
      })
      .where(eq(verifications.id, id))
      .returning({ version: verifications.version })
    const event = isUnderReview ? 'review_started' : 'info_requested'
    if (row)
      await tx.insert(timelineEvents).values({ verificationId: id, event, at: instant(dice), version: row.version })
  },
  async (tx, dice, { personIds }) => {
    const id = await anyOf(tx, dice, verifications)
    const reserved = { reservedFor: dice.pick(personIds), reservedUntil: later(dice) }
    if (id) await tx.update(verifications).set(reserved).where(eq(verifications.id, id))
  },
  (tx, dice) => tx.delete(redemptions).where(eq(redemptions.at, instant(dice))),
]

/** Acts in a random order, some of them rolled back, several at once, and sums folded in between. */
async function actAtRandom(seed: number, rounds: number): Promise<World> {
  const dice = rollDice(seed)
  const people = [await staff(db, 'manager', 'Дана Оспанова'), await staff(db, 'admin', '李伟')]
  const world = {
    organizationIds: (await Promise.all([1, 2, 3, 4].map(() => organization(db)))).map(({ id }) => id),
    personIds: people.map(({ id }) => id),
  }
  for (let round = 0; round < rounds; round++) {
    const together = Array.from({ length: dice.between(1, 3) }, () => rollDice(dice.between(1, 1e9)))
    const runs = together.map((own) =>
      db.transaction(async (tx) => {
        for (let step = own.between(1, 3); step > 0; step--) await own.pick(ACTS)(tx, own, world)
        if (own.chance(0.15)) throw rollBack
      }),
    )
    if (dice.chance(0.1)) runs.push(foldCounts(db), foldCounts(db))
    const settled = await Promise.allSettled(runs)
    for (const one of settled)
      if (one.status === 'rejected' && one.reason !== rollBack && !isRefused(one.reason)) throw one.reason
  }
  return world
}

/** Locked crosswise, or a second open application of one type: the database takes all of it back. */
const REFUSED = ['40P01', '23505']
const isRefused = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && REFUSED.includes(String(error.code))) || isRefused(error.cause))

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

describe('the counts that are kept', () => {
  it.each([1, 2, 3])(
    'are exact after changes of every kind, one after the other and at once (seed %i)',
    async (seed) => {
      await actAtRandom(seed, 120)
      expect(await db.$count(invites)).toBeGreaterThan(20)
      expect(await db.$count(verifications)).toBeGreaterThan(5)
      expect(await findMiscounts(db)).toEqual([])
      await foldCounts(db)
      expect(await findMiscounts(db)).toEqual([])
    },
    60_000,
  )

  it('know of what left the queue in the rest of an hour, and later', async () => {
    const { id: organizationId } = await organization(db)
    const { id: verificationId } = await verification(db, { organizationId, type: 'initial_registration' })
    const enteredSince = async (at: Date) => (await selectFigures(db, NOW, at)).enteredQueue
    const before = await enteredSince(SINCE)
    for (const [version, minutes, entered] of [
      [2, 20, -1],
      [3, 200, -2],
    ] as const) {
      const at = new Date(SINCE.getTime() + minutes * 60_000)
      await db.insert(timelineEvents).values({ verificationId, event: 'review_started', at, version })
      expect((await enteredSince(SINCE)) - before).toBe(entered)
    }
  })

  it('say of every list and figure what its rows say', async () => {
    const { personIds } = await actAtRandom(4, 150)
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
    expect(await selectFigures(db, NOW, SINCE)).toMatchObject({
      organizations: 4,
      users: await db.$count(users),
      activeInvites: kept.filter((row) => inviteStatus(row, NOW) === 'active').length,
      activeInvitesThen: wasActive.length,
      enteredQueue: entered,
    })

    const people = await db.select().from(users)
    const noWords = { words: [], typed: [], consonants: [], isLoose: false }
    const found = people.filter(({ status }) => status === 'active' || status === 'suspended')
    const staffFound = found.filter(({ role }) => role !== null).length
    const filter = { who: 'all', username: '', search: noWords, role: [], sort: 'newest' } as const
    expect(await countUsers(db, { ...filter, status: ['active', 'suspended'] })).toEqual({
      all: found.length,
      staff: staffFound,
      partners: found.length - staffFound,
    })
    const groups = await countOrganizationGroups(db, null)
    expect(groups.reduce((sum, { n }) => sum + n, 0)).toBe(4)

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
    const figures = await selectQueueFigures(db, SINCE)
    for (const { type, status, total, oldestAt } of figures) {
      const same = all.filter((row) => row.type === type && row.status === status)
      expect([total, oldestAt.getTime()]).toEqual([
        same.length,
        Math.min(...same.map((row) => row.submittedAt.getTime())),
      ])
    }
    expect(figures.reduce((sum, { total }) => sum + total, 0)).toBe(all.length)

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
  }, 60_000)

  it('are less than nothing at no time: what a transaction takes away again is as if it had never been', async () => {
    await addInvite(db)
    await db
      .transaction(async (tx) => {
        await tx.update(invites).set({ deletedAt: NOW })
        throw rollBack
      })
      .catch(() => {})
    expect(await countInvites(db, NO_FILTER, NOW)).toBe(1)
  })

  it('hold a sum a key once they were folded, and no key of which nothing is left', async () => {
    for (const code of ['A', 'B', 'C']) await addInvite(db, { code })
    expect(await db.$count(inviteCounts)).toBe(3)
    await foldCounts(db)
    expect(await db.select({ n: inviteCounts.n }).from(inviteCounts)).toEqual([{ n: 3 }])
    await db.update(invites).set({ deletedAt: NOW })
    await foldCounts(db)
    expect(await db.$count(inviteCounts)).toBe(0)
  })

  it('are found to be wrong when somebody went past them, and are mended', async () => {
    const reviewer = await staff(db, 'manager', 'Дана Оспанова')
    const { id: organizationId } = await organization(db)
    await verification(db, { organizationId, status: 'approved', reviewer })
    await behindTriggers(db, async (tx) => {
      await tx.update(users).set({ role: 'admin' })
      await tx.delete(userCounts).where(eq(userCounts.role, 'manager'))
      await tx.update(organizations).set({ country: 'CN' })
    })
    const wrong = await findMiscounts(db)
    expect(wrong).toContainEqual({ table: 'user_counts', key: { role: 'admin', status: 'active' }, missing: 1 })
    expect(wrong).toContainEqual(
      expect.objectContaining({
        table: 'verification_counts',
        key: expect.objectContaining({ country: 'KZ' }),
        missing: -1,
      }),
    )
    await mendCounts(db)
    expect(await findMiscounts(db)).toEqual([])
    expect(await countQueue(db, { ...NO_QUEUE, countries: ['CN'] })).toBe(1)
  })

  it('are mended with the country of each organization, not of another one', async () => {
    for (const country of ['KZ', 'CN', 'RU'] as const)
      await verification(db, { organizationId: (await organization(db, { country })).id })
    await behindTriggers(db, async (tx) => {
      await tx.update(verifications).set({ country: 'US' })
    })
    await mendCounts(db)
    const kept = await db.select({ country: verifications.country }).from(verifications)
    expect(kept.map(({ country }) => country).toSorted()).toEqual(['CN', 'KZ', 'RU'])
  })
})
