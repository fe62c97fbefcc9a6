import { and, asc, count, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import type { Role, UserStatus } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { sumOf } from '../counts'
import {
  countUpTo,
  FOUND_MAX,
  foundAmong,
  fromNearerEnd,
  isAmong,
  narrowedTo,
  type Found,
  type Page,
} from '../engine/sql'
import { closeness, keyMatches, type FoldedSearch } from '../names'
import { userCounts } from '../schema/counts'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'

export type UserFilter = {
  who: 'all' | 'staff' | 'partners'
  username: string
  search: FoldedSearch
  /** The words as whole phone numbers; not searched for by default. */
  phones?: readonly string[]
  status: readonly UserStatus[]
  role: readonly Role[]
  /** Only people of these organizations. */
  organization?: readonly string[]
  sort: UserOrder
}

type UserOrder = 'closest' | 'newest' | 'oldest' | 'name' | 'name-last' | 'seen' | 'seen-last'

const newest = [desc(users.createdAt), desc(users.id)]
/** People who never signed in come last in `seen`, and first in `seen-last`. */
const ORDERS: Record<UserOrder, SQL[]> = {
  closest: newest,
  newest,
  oldest: [asc(users.createdAt), asc(users.id)],
  name: [asc(users.username), asc(users.id)],
  'name-last': [desc(users.username), desc(users.id)],
  seen: [sql`${users.lastSignInAt} desc nulls last`, sql`${users.id} desc nulls last`],
  'seen-last': [sql`${users.lastSignInAt} asc nulls first`, sql`${users.id} asc nulls first`],
}

const TURNED: Record<UserOrder, UserOrder> = {
  closest: 'oldest',
  newest: 'oldest',
  oldest: 'newest',
  name: 'name-last',
  'name-last': 'name',
  seen: 'seen-last',
  'seen-last': 'seen',
}

const wordsMatch = ({ username, search, phones }: UserFilter): SQL | undefined =>
  username === '' ? undefined : (or(keyMatches(users.searchKey, search), narrowedTo(users.phone, phones)) ?? sql`false`)

const SIDES = {
  all: undefined,
  staff: sql`${users.role} is not null`,
  partners: sql`${users.role} is null`,
} as const satisfies Record<UserFilter['who'], SQL | undefined>

const matches = (filter: UserFilter): SQL | undefined => and(SIDES[filter.who], matchesOnEachSide(filter))

const matchesOnEachSide = (filter: UserFilter): SQL | undefined =>
  and(
    wordsMatch(filter),
    narrowedTo(users.status, filter.status),
    narrowedTo(users.role, filter.role),
    narrowedTo(users.organizationId, filter.organization),
  )

/** True when the counts know everything that narrows the list. */
const isCounted = ({ username, organization = [] }: UserFilter): boolean => username === '' && organization.length === 0

/** How many a filter finds on the side shown, and on each side; `sides` is null where more were found than are counted. */
type CountedUsers = Found & { sides: Record<UserFilter['who'], number> | null }

export async function countUsers(db: Queries, filter: UserFilter, atMost = FOUND_MAX): Promise<CountedUsers> {
  const { username, who } = filter
  const [row] = isCounted(filter) ? await countAllSides(db, filter) : await countFoundSides(db, filter, atMost)
  const { all, staff } = row ?? { all: 0, staff: 0 }
  if (username !== '' && all > atMost) {
    const shown = who === 'all' ? foundAmong(all, atMost) : await countUpTo(db, users, matches(filter), atMost)
    return { ...shown, sides: null }
  }
  const sides = { all, staff, partners: all - staff }
  return { total: sides[who], isMore: false, sides }
}

function countFoundSides(db: Queries, filter: UserFilter, atMost: number) {
  const found = db.select({ role: users.role }).from(users).where(matchesOnEachSide(filter))
  const counted = (filter.username !== '' && atMost < Infinity ? found.limit(atMost + 1) : found).as('counted')
  return db.select({ all: count(), staff: count(counted.role) }).from(counted)
}

const countAllSides = (db: Queries, { status, role }: UserFilter) =>
  db
    .select({
      all: sumOf(userCounts.n),
      staff: sql<number>`coalesce(sum(${userCounts.n}) filter (where ${userCounts.role} <> ''), 0)`.mapWith(Number),
    })
    .from(userCounts)
    .where(and(narrowedTo(userCounts.status, status), narrowedTo(userCounts.role, role)))

const shown = {
  id: users.id,
  username: users.username,
  phone: users.phone,
  status: users.status,
  role: users.role,
  organizationId: users.organizationId,
  organizationName: organizations.name,
  createdAt: users.createdAt,
  lastSignInAt: users.lastSignInAt,
}

/** The chosen order; by `closest` the nearest names come first in a loose search, else the newest people. */
const orderOf = ({ search, sort }: UserFilter): SQL[] => [
  ...(search.isLoose && sort === 'closest' ? [closeness(users.searchKey, search)] : []),
  ...ORDERS[sort],
]

/** One page in the order of the list, each person with their organization. */
export function selectUsers(db: Queries, filter: UserFilter, page: Page) {
  const { limit, offset, isTurned } = filter.search.isLoose ? { ...page, isTurned: false } : fromNearerEnd(page)
  const chosen = db
    .select({ id: users.id })
    .from(users)
    .where(matches(filter))
    .orderBy(...(isTurned ? ORDERS[TURNED[filter.sort]] : orderOf(filter)))
    .limit(limit)
    .offset(offset)
    .as('chosen')
  return db
    .select(shown)
    .from(users)
    .innerJoin(chosen, eq(chosen.id, users.id))
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .orderBy(...orderOf(filter))
}

/** All people that a filter finds, in the order of the list. */
export function usersToExport(db: Queries, filter: UserFilter) {
  const select = () => db.select(shown).from(users).leftJoin(organizations, eq(organizations.id, users.organizationId))
  return {
    columns: shown,
    rows: select()
      .where(matches(filter))
      .orderBy(...orderOf(filter)),
    read: (ids: string[]) => select().where(isAmong(users.id, 'uuid', ids)),
  }
}
