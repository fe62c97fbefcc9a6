import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { INVITE_STATUSES, type InviteStatus, type InviteType, type MessageStatus, type Role } from '../../vocabulary'
import { countBefore, sumOf } from '../counts'
import { countUpTo, FOUND_MAX, fromNearerEnd, isAmong, narrowedTo, oneRow, type Found, type Page } from '../engine/sql'
import type { Queries } from '../engine/database'
import { inviteCounts, inviteDayCounts } from '../schema/counts'
import { endOf, invites } from '../schema/invites'
import { messages } from '../schema/messages'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'
import type { SealedCode } from '../schema/sealed-code'
import { DAY_MS } from '../../durations'
import { contains, isFewSigns } from '../words'

export type InviteFilter = {
  q: string
  /** `q` as a whole code, which anybody may find; null when it is none. */
  code: SealedCode | null
  /** The kinds of code that may be found by a part of the code; null for all kinds. */
  codesByPart: { types: readonly InviteType[]; roles: readonly Role[] } | null
  type: readonly InviteType[]
  status: readonly InviteStatus[]
  /** Only codes for these organizations. */
  organization?: readonly string[]
  /** Only codes of one person. */
  createdBy?: string
  /** Only codes created up to this instant. */
  createdUpTo?: Date
  /** What to look for within codes; `q` by default. */
  codePart?: string
  /** What to look for among recipients; nothing by default. */
  recipients?: readonly string[]
}
type InviteOrder = 'newest' | 'oldest' | 'expires-first' | 'expires-last'

/** The derived status as SQL: used up comes before expired (decisions, Invite codes). */
const hasStatus = (status: InviteStatus, now: Date): SQL | undefined => {
  if (status === 'used') return gte(invites.usedCount, invites.maximumUses)
  const hasUsesLeft = lt(invites.usedCount, invites.maximumUses)
  const at = sql.param(now, invites.expiresAt)
  return and(hasUsesLeft, status === 'expired' ? lte(endOf(invites), at) : gt(endOf(invites), at))
}

/** Of one of these types, and for one of these roles or none. */
export const isOfKind = (kinds: InviteFilter['codesByPart']): SQL | undefined =>
  kinds === null
    ? undefined
    : and(inArray(invites.type, [...kinds.types]), or(isNull(invites.role), inArray(invites.role, [...kinds.roles])))

/** Codes and recipients contain no Chinese characters. */
const matchesWords = ({ q, code, codePart = q, codesByPart, recipients = [] }: InviteFilter): SQL | undefined =>
  isFewSigns(q)
    ? contains(invites.notes, q)
    : or(
        and(contains(invites.code, codePart), isOfKind(codesByPart)),
        code ? eq(invites.code, code) : undefined,
        contains(invites.notes, q),
        ...recipients.map((part) => contains(invites.recipient, part)),
      )

/** Not deleted, and within the filter. */
export const matchesInvites = (filter: InviteFilter, now: Date): SQL | undefined =>
  and(
    isNull(invites.deletedAt),
    filter.q ? matchesWords(filter) : undefined,
    narrowedTo(invites.type, filter.type),
    filter.status.length ? or(...filter.status.map((status) => hasStatus(status, now))) : undefined,
    narrowedTo(invites.organizationId, filter.organization),
    filter.createdBy === undefined ? undefined : eq(invites.createdBy, filter.createdBy),
    filter.createdUpTo === undefined ? undefined : lte(invites.createdAt, filter.createdUpTo),
  )

/** True when the kept counts can tell how many the filter finds: they know only types and statuses. */
const isCounted = ({ q, organization = [], createdBy, createdUpTo }: InviteFilter): boolean =>
  q === '' && organization.length === 0 && createdBy === undefined && createdUpTo === undefined

/** The derived status of the codes in a count. */
const countsStatus = (status: InviteStatus, now: Date): SQL | undefined => {
  if (status === 'used') return eq(inviteCounts.isUsedUp, true)
  return and(
    eq(inviteCounts.isUsedUp, false),
    status === 'expired' ? lte(inviteCounts.expiresAt, now) : gt(inviteCounts.expiresAt, now),
  )
}

/** How many codes that are not deleted meet the filter, from the counts, which know only types and statuses. */
export const inviteCount = (db: Queries, { type, status }: Kinds, now: Date): SQL<number> =>
  sql<number>`(${db
    .select({ n: sumOf(inviteCounts.n) })
    .from(inviteCounts)
    .where(
      and(
        narrowedTo(inviteCounts.type, type),
        status.length ? or(...status.map((one) => countsStatus(one, now))) : undefined,
      ),
    )})`.mapWith(Number)

type Kinds = Pick<InviteFilter, 'type' | 'status'>

export async function countInvites(db: Queries, filter: InviteFilter, now: Date): Promise<number> {
  const [row] = isCounted(filter)
    ? await db.select({ total: inviteCount(db, filter, now) }).from(oneRow)
    : await db.select({ total: count() }).from(invites).where(matchesInvites(filter, now))
  return row?.total ?? 0
}

/** How many codes the list says that a filter finds. */
export const countListedInvites = async (db: Queries, filter: InviteFilter, now: Date): Promise<Found> =>
  filter.q === ''
    ? { total: await countInvites(db, filter, now), isMore: false }
    : countUpTo(db, invites, matchesInvites(filter, now), FOUND_MAX)

/** Codes without an expiry come last in `expires-first`, and first in `expires-last`. */
const ORDERS: Record<InviteOrder, SQL[]> = {
  newest: [desc(invites.createdAt), desc(invites.id)],
  oldest: [asc(invites.createdAt), asc(invites.id)],
  'expires-first': [asc(endOf(invites)), asc(invites.id)],
  'expires-last': [desc(endOf(invites)), desc(invites.id)],
}

/** The status of an invite's newest message; null when there is none. */
const deliveryOf = sql<MessageStatus | null>`(
  select ${messages.status} from ${messages}
  where ${messages.inviteId} = ${invites.id}
  order by ${messages.createdAt} desc limit 1
)`

/** Why the newest message of an invite failed; null when it did not. */
const failureOf = sql<string | null>`(
  select case when ${messages.status} = 'failed' then coalesce(${messages.lastError}, '') end from ${messages}
  where ${messages.inviteId} = ${invites.id}
  order by ${messages.createdAt} desc limit 1
)`

const listed = {
  id: invites.id,
  code: invites.code,
  type: invites.type,
  usedCount: invites.usedCount,
  maximumUses: invites.maximumUses,
  expiresAt: invites.expiresAt,
  timeZone: invites.timeZone,
  creatorTimeZone: users.timeZone,
  notes: invites.notes,
  role: invites.role,
  channel: invites.channel,
  recipient: invites.recipient,
  organizationName: organizations.name,
  createdBy: invites.createdBy,
  createdAt: invites.createdAt,
}

const shown = {
  ...listed,
  delivery: deliveryOf,
  failure: failureOf,
  creator: users.username,
}

const TURNED: Record<InviteOrder, InviteOrder> = {
  newest: 'oldest',
  oldest: 'newest',
  'expires-first': 'expires-last',
  'expires-last': 'expires-first',
}

/** Skipping this many rows is as quick as looking up the day of the page. */
const SKIPPED_ONE_BY_ONE = 1000

/** The values of `isUsedUp` that the filter wants; null where it splits the codes that have uses left by the clock. */
function usedUpAmong({ status }: InviteFilter): boolean[] | null {
  const wanted = status.length > 0 ? status : INVITE_STATUSES
  if (wanted.includes('active') !== wanted.includes('expired')) return null
  return [...(wanted.includes('used') ? [true] : []), ...(wanted.includes('active') ? [false] : [])]
}

/** The day on which a page begins and the offset within it, from the counts of each day; null where those cannot tell. */
async function findDay(db: Queries, filter: InviteFilter, order: InviteOrder, offset: number) {
  const usedUp = usedUpAmong(filter)
  if (offset < SKIPPED_ONE_BY_ONE || !isCounted(filter) || usedUp === null || !['newest', 'oldest'].includes(order))
    return null
  const { day, type, isUsedUp, n } = inviteDayCounts
  const direction = order === 'newest' ? desc : asc
  const placed = db
    .select({ day, before: countBefore(n, [direction(day)]).as('before') })
    .from(inviteDayCounts)
    .where(and(inArray(isUsedUp, usedUp), narrowedTo(type, filter.type)))
    .groupBy(day)
    .as('placed')
  const [found] = await db
    .select({ day: placed.day, before: placed.before })
    .from(placed)
    .where(lte(placed.before, offset))
    .orderBy(desc(placed.before))
    .limit(1)
  if (!found) return null
  const start = new Date(`${found.day}T00:00:00Z`)
  const isFrom =
    order === 'newest' ? lt(invites.createdAt, new Date(start.getTime() + DAY_MS)) : gte(invites.createdAt, start)
  return { isFrom, offset: offset - found.before }
}

/** One page of codes, each with its creator, its organization and the status of its newest message. */
export async function listInviteRows(
  db: Queries,
  filter: InviteFilter,
  now: Date,
  { order, ...page }: Page & { order: InviteOrder },
) {
  const { limit, offset, isTurned } = fromNearerEnd(page)
  const direction = isTurned ? TURNED[order] : order
  const day = await findDay(db, filter, direction, offset)
  const chosen = db
    .select({ id: invites.id })
    .from(invites)
    .where(and(matchesInvites(filter, now), day?.isFrom))
    .orderBy(...ORDERS[direction])
    .limit(limit)
    .offset(day?.offset ?? offset)
    .as('chosen')
  return db
    .select(shown)
    .from(invites)
    .innerJoin(chosen, eq(chosen.id, invites.id))
    .leftJoin(users, eq(users.id, invites.createdBy))
    .leftJoin(organizations, eq(organizations.id, invites.organizationId))
    .orderBy(...ORDERS[order])
}

/** All codes that a filter finds, in the order of the list. */
export function invitesToExport(db: Queries, filter: InviteFilter, now: Date, order: InviteOrder) {
  const select = () =>
    db
      .select(listed)
      .from(invites)
      .leftJoin(organizations, eq(organizations.id, invites.organizationId))
      .leftJoin(users, eq(users.id, invites.createdBy))
  return {
    columns: listed,
    rows: select()
      .where(matchesInvites(filter, now))
      .orderBy(...ORDERS[order]),
    read: (ids: string[]) => select().where(isAmong(invites.id, 'uuid', ids)),
  }
}
