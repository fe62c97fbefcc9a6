import {
  aliasedTable,
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { RecoveryState } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { isAddressNotUnderLegalHold } from '../keeping'
import { recoveryRequests, users } from '../schema/users'

export type RecoveryRow = typeof recoveryRequests.$inferSelect

export async function insertRecoveryRequest(
  tx: Queries,
  request: typeof recoveryRequests.$inferInsert & { id: string },
): Promise<void> {
  await tx.insert(recoveryRequests).values(request)
}

const { outcome, proposedAt, agreedAt, createdAt } = recoveryRequests
const handlers = aliasedTable(users, 'handlers')
const isOpen = isNull(outcome)
/** The proposer is still an active superadmin. */
const isProposed = sql`exists (
  select from ${users} proposer where proposer.id = ${recoveryRequests.proposedBy}
    and proposer.role = 'superadmin' and proposer.status = 'active')`
const isKnown = sql`${users.status} in ('active', 'invited')`
/** How similar two names must be to possibly mean the same person. */
const ALIKE = 0.3

/**
 * How likely a request is true: from a trusted browser of the active or invited user with that number; the number of such a user with a
 * similar name; of another such user; of anybody else; of nobody.
 */
const likelihood = sql<number>`case
  when ${isKnown} and ${recoveryRequests.isFromOwnBrowser} then 0
  when ${isKnown} and similarity(${users.searchKey}, ${recoveryRequests.nameKey}) >= ${sql.raw(String(ALIKE))} then 1
  when ${isKnown} then 2
  when ${users.id} is not null then 3
  else 4 end`.mapWith(Number)

const CONDITIONS: Record<RecoveryState, ReturnType<typeof and>> = {
  waiting: and(isOpen, isNull(agreedAt), not(isProposed)),
  proposed: and(isOpen, isNull(agreedAt), isProposed),
  agreed: and(isOpen, isNotNull(agreedAt)),
  number_changed: eq(outcome, 'number_changed'),
  declined: eq(outcome, 'declined'),
  cancelled: eq(outcome, 'cancelled'),
}

const inStates = (states: readonly RecoveryState[]) =>
  states.length ? or(...states.map((state) => CONDITIONS[state])) : undefined

export async function countRecovery(queries: Queries, states: readonly RecoveryState[]): Promise<number> {
  const [row] = await queries.select({ n: count() }).from(recoveryRequests).where(inStates(states))
  return row?.n ?? 0
}

const handledLast = [desc(recoveryRequests.handledAt), asc(recoveryRequests.id)]
const openWaitsSince = sql`case when ${isOpen} then ${createdAt} end asc`
const openLikelihood = sql`case when ${isOpen} then ${likelihood} end`

/** `likely`: open requests first, by likelihood, then the oldest; after them the handled ones, the newest first. */
const ORDERS = {
  likely: [desc(isOpen), asc(openLikelihood), openWaitsSince, ...handledLast],
  unlikely: [desc(isOpen), desc(openLikelihood), openWaitsSince, ...handledLast],
  newest: [desc(createdAt), desc(recoveryRequests.id)],
  oldest: [asc(createdAt), asc(recoveryRequests.id)],
  name: [asc(recoveryRequests.name), asc(recoveryRequests.id)],
  'name-last': [desc(recoveryRequests.name), desc(recoveryRequests.id)],
} as const satisfies Record<string, SQL[]>

/** When each number was last changed to another, and the user whom a request means: not one who got the number after it. */
function joinRequestedUser(queries: Queries) {
  const moved = queries
    .select({ phone: recoveryRequests.oldPhone, at: max(recoveryRequests.handledAt).as('at') })
    .from(recoveryRequests)
    .where(eq(outcome, 'number_changed'))
    .groupBy(recoveryRequests.oldPhone)
    .as('moved')
  return {
    moved,
    isMoved: eq(moved.phone, recoveryRequests.oldPhone),
    isMeant: and(eq(users.phone, recoveryRequests.oldPhone), or(isNull(moved.at), lt(moved.at, createdAt))),
  }
}

export function selectRecovery(
  queries: Queries,
  { state, sort }: { state: readonly RecoveryState[]; sort: keyof typeof ORDERS },
  limit: number,
  offset: number,
) {
  const { moved, isMoved, isMeant } = joinRequestedUser(queries)
  return queries
    .select({
      id: recoveryRequests.id,
      name: recoveryRequests.name,
      oldPhone: recoveryRequests.oldPhone,
      newPhone: recoveryRequests.newPhone,
      createdAt,
      proposedAt: sql<Date | null>`case when ${isProposed} then ${proposedAt} end`.mapWith(proposedAt),
      agreedAt,
      outcome,
      likelihood,
      handledByName: handlers.username,
    })
    .from(recoveryRequests)
    .leftJoin(moved, isMoved)
    .leftJoin(users, isMeant)
    .leftJoin(handlers, eq(handlers.id, recoveryRequests.handledBy))
    .where(inStates(state))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset(offset)
}

/** One request with who proposed, agreed and handled it; null when there is none. */
export async function findRecovery(queries: Queries, id: string) {
  const proposers = aliasedTable(users, 'proposers')
  const agreers = aliasedTable(users, 'agreers')
  const [row] = await queries
    .select({
      ...getTableColumns(recoveryRequests),
      proposedByName: proposers.username,
      agreedByName: agreers.username,
      handledByName: handlers.username,
    })
    .from(recoveryRequests)
    .leftJoin(proposers, eq(proposers.id, recoveryRequests.proposedBy))
    .leftJoin(agreers, eq(agreers.id, recoveryRequests.agreedBy))
    .leftJoin(handlers, eq(handlers.id, recoveryRequests.handledBy))
    .where(eq(recoveryRequests.id, id))
  return row ?? null
}

/** The request, locked until the transaction ends; null when there is none. */
export async function lockRecovery(tx: Queries, id: string): Promise<RecoveryRow | null> {
  const [row] = await tx.select().from(recoveryRequests).where(eq(recoveryRequests.id, id)).for('update')
  return row ?? null
}

type Step = Partial<
  Pick<RecoveryRow, 'proposedAt' | 'proposedBy' | 'agreedAt' | 'agreedBy' | 'handledAt' | 'handledBy' | 'outcome'>
>

/** Moves a locked request on. */
export async function advanceRecovery(tx: Queries, id: string, step: Step): Promise<void> {
  await tx.update(recoveryRequests).set(step).where(eq(recoveryRequests.id, id))
}

/** An open request to move one number to another; null when there is none. */
export async function findOpenRecovery(
  queries: Queries,
  { oldPhone, newPhone }: Pick<RecoveryRow, 'oldPhone' | 'newPhone'>,
): Promise<string | null> {
  const [row] = await queries
    .select({ id: recoveryRequests.id })
    .from(recoveryRequests)
    .where(and(isOpen, eq(recoveryRequests.oldPhone, oldPhone), eq(recoveryRequests.newPhone, newPhone)))
    .orderBy(asc(createdAt))
    .limit(1)
  return row?.id ?? null
}

/** Open requests that were agreed to at or before an instant. */
export async function listAgreedBefore(queries: Queries, before: Date): Promise<string[]> {
  const rows = await queries
    .select({ id: recoveryRequests.id })
    .from(recoveryRequests)
    .where(and(isOpen, lte(agreedAt, before)))
    .orderBy(asc(agreedAt))
    .limit(100)
  return rows.map(({ id }) => id)
}

/** Whether a number was changed to another at or after an instant, so that its present holder is somebody else. */
export async function wasNumberChangedSince(queries: Queries, oldPhone: string, since: Date): Promise<boolean> {
  const [row] = await queries
    .select({ id: recoveryRequests.id })
    .from(recoveryRequests)
    .where(
      and(
        eq(recoveryRequests.oldPhone, oldPhone),
        eq(outcome, 'number_changed'),
        gte(recoveryRequests.handledAt, since),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** How many open requests nobody agreed to, how many of them name a current user, and when staff were last told. */
export async function measureWaiting(queries: Queries) {
  const { moved, isMoved, isMeant } = joinRequestedUser(queries)
  const [row] = await queries
    .select({
      total: count(),
      known: sql<number>`count(*) filter (where ${isKnown})`.mapWith(Number),
      untold: sql<number>`count(*) filter (where ${recoveryRequests.toldAt} is null)`.mapWith(Number),
      toldAt: sql<Date | null>`max(${recoveryRequests.toldAt})`.mapWith(recoveryRequests.toldAt),
    })
    .from(recoveryRequests)
    .leftJoin(moved, isMoved)
    .leftJoin(users, isMeant)
    .where(and(isOpen, isNull(agreedAt)))
  return row ?? { total: 0, known: 0, untold: 0, toldAt: null }
}

/** True when staff were told of any request, handled or not, between two instants. */
export async function wereToldBetween(queries: Queries, after: Date, until: Date): Promise<boolean> {
  const { id, toldAt } = recoveryRequests
  const told = await queries
    .select({ id })
    .from(recoveryRequests)
    .where(and(gt(toldAt, after), lte(toldAt, until)))
    .limit(1)
  return told.length > 0
}

export async function markTold(tx: Queries, at: Date): Promise<void> {
  await tx.update(recoveryRequests).set({ toldAt: at }).where(isOpen)
}

/** Deletes requests from before an instant, except agreed ones not carried out, and changes that an open request came before. */
export async function deleteRecoveryBefore(tx: Queries, before: Date): Promise<void> {
  const open = sql`exists (
    select from ${recoveryRequests} open where open.outcome is null and open.old_phone = ${recoveryRequests.oldPhone}
      and open.created_at <= ${recoveryRequests.handledAt})`
  await tx
    .delete(recoveryRequests)
    .where(
      and(
        lt(createdAt, before),
        or(isNotNull(outcome), isNull(agreedAt)),
        or(isNull(outcome), ne(outcome, 'number_changed'), not(open)),
        isAddressNotUnderLegalHold(recoveryRequests.oldPhone),
        isAddressNotUnderLegalHold(recoveryRequests.newPhone),
      ),
    )
}
