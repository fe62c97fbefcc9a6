import { and, eq, gte, inArray, isNotNull, isNull, like, lt, notExists, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database, Queries } from '../../app/db/engine/database'
import { isAmong } from '../../app/db/engine/sql'
import { documents } from '../../app/db/schema/documents'
import { invites, redemptions } from '../../app/db/schema/invites'
import { branches, organizations } from '../../app/db/schema/organizations'
import { SealedCode } from '../../app/db/schema/sealed-code'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { insertBulkOrganizations } from '../../app/demo/bulk/bulk-organizations'
import type { Dice } from '../../app/demo/dice'
import {
  COUNTRIES,
  DECIDED_STATUSES,
  INVITE_TYPES,
  OPEN_STATUSES,
  OPERATION_MODES,
  ORGANIZATION_STATUSES,
  STATUSES_WAITING_FOR_US,
  USER_STATUSES,
  VERIFICATION_TYPES,
} from '../../app/vocabulary'
import { DAY_MS, HOUR_MS } from '../../app/durations'

/** The people who act, and how many rows a statement changes at most; nine of ten change one to four. */
export type World = { personIds: readonly string[]; now: Date; mostRows: number }
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Resolves to how many rows of counted tables it changed. */
export type Act = (tx: Tx, dice: Dice, world: World) => Promise<number>

type Counted = PgTable & { id: AnyPgColumn }

const FEW_ROWS = 4
const LARGEST_SEED = 1_000_000_000
const ROLES = ['manager', 'cashier', null] as const
/** The prefix of the phones of people whom nothing refers to. */
const ADDED_PHONES = '+7703'
export const addedEmail = (dice: Dice) => `person${dice.digits(9)}@company${dice.digits(5)}.example`

const rowCount = (dice: Dice, { mostRows }: World) =>
  dice.between(1, dice.chance(0.9) ? Math.min(FEW_ROWS, mostRows) : mostRows)
const rows = <Row>(dice: Dice, world: World, row: () => Row): Row[] =>
  Array.from({ length: rowCount(dice, world) }, row)

/** Any instant of the last three weeks, often right at the edge of the last one. */
const earlier = (dice: Dice, { now }: World, days = 21) =>
  new Date(now.getTime() - Math.round((dice.chance(0.1) ? 7 : dice.next() * days) * DAY_MS))
const later = (dice: Dice, { now }: World) =>
  new Date(now.getTime() + (dice.chance(0.1) ? 0 : dice.between(-9, 9)) * DAY_MS)

/** A value for each row of a statement. */
const eachOf = <Value extends string | Date | null>(id: AnyPgColumn, dice: Dice, values: readonly Value[]) => {
  const type = values.some((value) => value instanceof Date) ? sql`timestamptz[]` : sql`text[]`
  const list = sql.join(
    values.map((value) => sql`${value instanceof Date ? value.toISOString() : value}`),
    sql`, `,
  )
  return sql`(array[${list}]::${type})[1 + (hashtext(${id} || ${dice.digits(6)}) & 65535) % ${values.length}::int]`
}

/** Some neighbours by id, and ids are drawn by chance themselves. */
async function some(tx: Tx, dice: Dice, world: World, table: Counted, condition?: SQL): Promise<string[]> {
  const found = await tx
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(and(gte(table.id, dice.uuid()), condition))
    .orderBy(table.id)
    .limit(rowCount(dice, world))
  return found.map(({ id }) => id)
}

const change =
  <Table extends Counted>(
    table: Table,
    set: (dice: Dice, world: World) => PgUpdateSetSource<Table>,
    condition?: SQL,
  ): Act =>
  async (tx, dice, world) => {
    const ids = await some(tx, dice, world, table, condition)
    const changed = await tx
      .update(table)
      .set(set(dice, world))
      .where(and(isAmong(table.id, 'uuid', ids), condition))
      .returning({ id: table.id })
    return changed.length
  }

const remove = async (tx: Tx, table: Counted, condition: SQL): Promise<number> =>
  (await tx.delete(table).where(condition).returning({ id: table.id })).length

const isKept = isNull(invites.deletedAt)
const isNotUsedUp = lt(invites.usedCount, invites.maximumUses)
const isOpen = inArray(verifications.status, [...OPEN_STATUSES])
const waitsForUs = inArray(verifications.status, [...STATUSES_WAITING_FOR_US])

const INVITE_ACTS: Act[] = [
  async (tx, dice, world) => {
    const added = rows(dice, world, () => {
      const maximumUses = dice.between(1, 3)
      return {
        code: new SealedCode(`INV-${dice.digits(12)}`),
        type: dice.pick(INVITE_TYPES),
        maximumUses,
        usedCount: dice.between(0, maximumUses),
        expiresAt: dice.chance(0.3) ? null : later(dice, world),
        createdAt: earlier(dice, world),
        createdBy: dice.pick(world.personIds),
      }
    })
    return (await tx.insert(invites).values(added).onConflictDoNothing().returning({ id: invites.id })).length
  },
  change(invites, (dice, world) => ({ deletedAt: earlier(dice, world) }), isKept),
  change(invites, () => ({ deletedAt: null }), isNotNull(invites.deletedAt)),
  async (tx, dice, world) => {
    const ids = await some(tx, dice, world, invites, isNotUsedUp)
    const used = await tx
      .update(invites)
      .set({ usedCount: sql`${invites.usedCount} + 1` })
      .where(and(isAmong(invites.id, 'uuid', ids), isNotUsedUp))
      .returning({ inviteId: invites.id })
    const added = used.map((one) => ({ ...one, userId: dice.pick(world.personIds), at: earlier(dice, world, 14) }))
    if (added.length > 0) await tx.insert(redemptions).values(added).onConflictDoNothing()
    return used.length
  },
  change(invites, (dice, world) => ({
    expiresAt: eachOf(invites.id, dice, [null, later(dice, world), later(dice, world)]),
  })),
  change(invites, (dice) => ({ type: eachOf(invites.id, dice, INVITE_TYPES) })),
  change(invites, (dice) => ({
    maximumUses: sql`greatest(${invites.usedCount}, ${dice.between(1, 3)}::int)`,
    createdAt: sql`${invites.createdAt} - ${dice.between(0, 2)} * interval '7 hours'`,
  })),
  change(invites, () => ({ notes: 'Nothing that is counted' })),
  async (tx, dice, world) => {
    const ids = await some(tx, dice, world, invites)
    await tx.delete(redemptions).where(isAmong(redemptions.inviteId, 'uuid', ids))
    return remove(tx, invites, isAmong(invites.id, 'uuid', ids))
  },
]

const USER_ACTS: Act[] = [
  async (tx, dice, world) => {
    const added = rows(dice, world, () => ({
      username: 'Дана',
      phone: `${ADDED_PHONES}${dice.digits(9)}`,
      email: addedEmail(dice),
      status: dice.pick(USER_STATUSES),
      role: dice.pick(ROLES),
      createdAt: earlier(dice, world),
    }))
    return (await tx.insert(users).values(added).onConflictDoNothing().returning({ id: users.id })).length
  },
  change(
    users,
    (dice) => ({ status: eachOf(users.id, dice, USER_STATUSES), role: eachOf(users.id, dice, ROLES) }),
    isNull(users.organizationId),
  ),
  async (tx, dice, world) => {
    const ids = await some(tx, dice, world, users, like(users.phone, `${ADDED_PHONES}%`))
    return remove(tx, users, isAmong(users.id, 'uuid', ids))
  },
]

const ORGANIZATION_ACTS: Act[] = [
  (tx, dice, world) => addOrganizations(tx, dice, { now: world.now, count: rowCount(dice, world) }),
  change(organizations, (dice) => ({ country: eachOf(organizations.id, dice, COUNTRIES) })),
  change(organizations, (dice) => ({
    status: eachOf(organizations.id, dice, ORGANIZATION_STATUSES),
    operationMode: eachOf(organizations.id, dice, OPERATION_MODES),
  })),
  async (tx, dice, world) => {
    const own = tx.select().from(verifications).where(eq(verifications.organizationId, organizations.id))
    const ids = await some(tx, dice, world, organizations, notExists(own))
    await tx.delete(branches).where(isAmong(branches.organizationId, 'uuid', ids))
    return remove(tx, organizations, isAmong(organizations.id, 'uuid', ids))
  },
]

const VERIFICATION_ACTS: Act[] = [
  async (tx, dice, world) => {
    const organizationIds = await some(tx, dice, world, organizations)
    if (organizationIds.length === 0) return 0
    const added = await tx
      .insert(verifications)
      .values(
        organizationIds.map((organizationId) => ({
          organizationId,
          type: dice.pick(VERIFICATION_TYPES.filter((type) => type !== 'operation_mode_change')),
          status: 'pending' as const,
          submittedAt: earlier(dice, world),
          submittedBy: dice.chance(0.3) ? dice.pick(world.personIds) : null,
          dueAt: dice.chance(0.2) ? null : later(dice, world),
        })),
      )
      .onConflictDoNothing()
      .returning({ id: verifications.id })
    return (
      added.length +
      (await tell(
        tx,
        dice,
        world,
        'submitted',
        added.map(({ id }) => ({ id, version: 1 })),
      ))
    )
  },
  async (tx, dice, world) => {
    const isUnderReview = dice.chance(0.5)
    const ids = await some(tx, dice, world, verifications, isOpen)
    const changed = await tx
      .update(verifications)
      .set({
        ...(isUnderReview
          ? { status: 'under_review' as const, reviewerId: dice.pick(world.personIds) }
          : {
              status: eachOf(verifications.id, dice, ['need_more_info', ...DECIDED_STATUSES]),
              dueAt: null,
              reviewedAt: earlier(dice, world, 2),
            }),
        version: sql`${verifications.version} + 1`,
      })
      .where(and(isAmong(verifications.id, 'uuid', ids), isOpen))
      .returning({ id: verifications.id, version: verifications.version })
    const told = await tell(tx, dice, world, isUnderReview ? 'review_started' : 'info_requested', changed)
    return changed.length + told
  },
  change(
    verifications,
    (dice, world) => ({ dueAt: eachOf(verifications.id, dice, [null, later(dice, world), later(dice, world)]) }),
    waitsForUs,
  ),
  change(verifications, (dice, world) => ({
    submittedAt: eachOf(verifications.id, dice, [earlier(dice, world), earlier(dice, world)]),
  })),
  change(
    verifications,
    (dice, world) => ({
      reviewedAt: eachOf(verifications.id, dice, [null, earlier(dice, world), earlier(dice, world)]),
      waitedForApplicantMs: dice.between(0, 5) * HOUR_MS,
    }),
    inArray(verifications.status, [...DECIDED_STATUSES]),
  ),
  change(verifications, (dice, world) => ({
    reservedFor: dice.pick(world.personIds),
    reservedUntil: later(dice, world),
  })),
  change(timelineEvents, (dice, world) => ({
    at: eachOf(timelineEvents.id, dice, [earlier(dice, world), earlier(dice, world)]),
    event: eachOf(timelineEvents.id, dice, ['submitted', 'review_started', 'info_requested']),
  })),
  async (tx, dice, world) => {
    const hasDocument = tx.select().from(documents).where(eq(documents.verificationId, verifications.id))
    const ids = await some(tx, dice, world, verifications, notExists(hasDocument))
    return (
      (await remove(tx, timelineEvents, isAmong(timelineEvents.verificationId, 'uuid', ids))) +
      (await remove(tx, verifications, isAmong(verifications.id, 'uuid', ids)))
    )
  },
]

async function tell(
  tx: Tx,
  dice: Dice,
  world: World,
  event: 'submitted' | 'review_started' | 'info_requested',
  of: readonly { id: string; version: number }[],
): Promise<number> {
  const added = of.map(({ id, version }) => ({ verificationId: id, event, at: earlier(dice, world), version }))
  if (added.length > 0) await tx.insert(timelineEvents).values(added)
  return added.length
}

/** All changes to counted rows: they are added, removed, or move from one count to another. */
export const ACTS: readonly Act[] = [...INVITE_ACTS, ...USER_ACTS, ...ORGANIZATION_ACTS, ...VERIFICATION_ACTS]

export const addOrganizations = (
  tx: Queries,
  dice: Dice,
  { now, count }: { now: Date; count: number },
): Promise<number> =>
  insertBulkOrganizations({ db: tx, seed: dice.between(1, LARGEST_SEED), now }, { from: 1, to: count })
