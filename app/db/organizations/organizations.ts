import { and, asc, count, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Country, OperationMode, OrganizationStatus, VerificationStatus, VerificationType } from '../../vocabulary'
import { sumOf } from '../counts'
import {
  containing,
  countUpTo,
  FOUND_MAX,
  fromNearerEnd,
  isAmong,
  narrowedTo,
  type Found,
  type Page,
} from '../engine/sql'
import type { Queries } from '../engine/database'
import { closeness, keyMatches, nearest, type FoldedSearch } from '../names'
import { contains } from '../words'
import { plainNumber } from '../schema/columns'
import { organizationCounts } from '../schema/counts'
import { organizations } from '../schema/organizations'
import { isOpenIn, verifications } from '../schema/verifications'

/** The folded words of a name, and the number, phone or e-mail that the typed words may be; null where they cannot be one. */
export type FoldedOrganizationSearch = FoldedSearch & {
  number: string | null
  phone: string | null
  email: string | null
}

export type OrganizationFilter = {
  /** null searches for nothing. */
  search: FoldedOrganizationSearch | null
  status: readonly OrganizationStatus[]
  mode: readonly OperationMode[]
  country: readonly Country[]
  sort: OrganizationOrder
}

type OrganizationOrder = 'closest' | 'newest' | 'oldest' | 'name' | 'name-last'

const { searchKey, registrationNumber, phone, email, createdAt, id } = organizations

/** True where an organization matches the search; undefined when nothing is searched for. */
export function organizationMatches(search: FoldedOrganizationSearch | null): SQL | undefined {
  if (search === null) return undefined
  return (
    or(
      keyMatches(searchKey, search),
      search.number === null
        ? undefined
        : sql`${plainNumber(registrationNumber)} like lower(${containing(search.number)})`,
      search.phone === null ? undefined : contains(phone, search.phone),
      search.email === null ? undefined : contains(email, search.email),
    ) ?? sql`false`
  )
}

const narrowings = (filter: OrganizationFilter) => [
  narrowedTo(organizations.status, filter.status),
  narrowedTo(organizations.operationMode, filter.mode),
  narrowedTo(organizations.country, filter.country),
]

const matches = (filter: OrganizationFilter): SQL | undefined =>
  and(organizationMatches(filter.search), ...narrowings(filter))

/** If more match than are counted, only the nearest are ordered by closeness. Without words the order is that of an index. */
const matchesToOrder = (filter: OrganizationFilter, total: number): SQL | undefined =>
  filter.search?.words.length && filter.sort === 'closest' && total === Infinity
    ? inArray(
        id,
        nearest(organizations, filter.search, FOUND_MAX, organizationMatches(filter.search), ...narrowings(filter)),
      )
    : matches(filter)

/** How many organizations match the search, by status, mode and country; a search counts at most `atMost` and one more. */
export const countOrganizationGroups = (db: Queries, search: FoldedOrganizationSearch | null, atMost = FOUND_MAX) =>
  search === null ? countAllGroups(db) : countFoundGroups(db, search, atMost)

/** How many a filter finds. */
export const countOrganizations = (db: Queries, filter: OrganizationFilter): Promise<Found> =>
  countUpTo(db, organizations, matches(filter), FOUND_MAX)

const countAllGroups = (db: Queries) => {
  const { status, mode, country, n } = organizationCounts
  return db
    .select({ status, mode, country, n: sumOf(n) })
    .from(organizationCounts)
    .groupBy(status, mode, country)
    .having(sql`sum(${n}) > 0`)
}

function countFoundGroups(db: Queries, search: FoldedOrganizationSearch, atMost: number) {
  const found = db
    .select({ status: organizations.status, mode: organizations.operationMode, country: organizations.country })
    .from(organizations)
    .where(organizationMatches(search))
  const counted = (atMost < Infinity ? found.limit(atMost + 1) : found).as('counted')
  const { status, mode, country } = counted
  return db.select({ status, mode, country, n: count() }).from(counted).groupBy(status, mode, country)
}

const { name } = organizations
const newest = [desc(createdAt), desc(id)]
const ORDERS: Record<OrganizationOrder, SQL[]> = {
  closest: newest,
  newest,
  oldest: [asc(createdAt), asc(id)],
  name: [asc(name), asc(id)],
  'name-last': [desc(name), desc(id)],
}

const TURNED: Record<OrganizationOrder, OrganizationOrder> = {
  closest: 'oldest',
  newest: 'oldest',
  oldest: 'newest',
  name: 'name-last',
  'name-last': 'name',
}

/** The chosen order; among those equally close to the words the newest come first. */
export const organizationOrder = (
  search: FoldedOrganizationSearch | null,
  sort: OrganizationOrder = 'closest',
): SQL[] => [
  ...(sort === 'closest' && search?.number
    ? [sql`${plainNumber(registrationNumber)} = lower(${search.number}) desc`]
    : []),
  ...(sort === 'closest' && search?.words.length ? [closeness(searchKey, search)] : []),
  ...ORDERS[sort],
]

const openVerification = sql<{ id: string; status: VerificationStatus; type: VerificationType } | null>`(
  select json_build_object('id', ${verifications.id}, 'status', ${verifications.status}, 'type', ${verifications.type})
  from ${verifications}
  where ${eq(verifications.organizationId, organizations.id)}
    and ${isOpenIn(verifications.status)}
  order by ${verifications.submittedAt}, ${verifications.id} limit 1)`

const shown = {
  id: organizations.id,
  name: organizations.name,
  legalName: organizations.legalName,
  registrationNumber: organizations.registrationNumber,
  country: organizations.country,
  operationMode: organizations.operationMode,
  status: organizations.status,
  isTrial: organizations.isTrial,
  createdAt: organizations.createdAt,
  open: openVerification,
}

/** One page, each with its oldest open application. Ids are chosen first, so that skipped rows are never read whole. */
export function selectOrganizations(db: Queries, filter: OrganizationFilter, page: Page) {
  const { limit, offset, isTurned } = filter.search ? { ...page, isTurned: false } : fromNearerEnd(page)
  const order = isTurned ? ORDERS[TURNED[filter.sort]] : organizationOrder(filter.search, filter.sort)
  const chosen = db
    .select({ id })
    .from(organizations)
    .where(matchesToOrder(filter, page.total))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('chosen')
  return db
    .select(shown)
    .from(organizations)
    .innerJoin(chosen, eq(chosen.id, organizations.id))
    .orderBy(...organizationOrder(filter.search, filter.sort))
}

/** The names of these organizations. */
export const selectOrganizationNames = (db: Queries, ids: readonly string[]) =>
  db
    .select({ id, name })
    .from(organizations)
    .where(isAmong(id, 'uuid', ids))

/** All organizations that a filter finds, in the order of the list. */
export function organizationsToExport(db: Queries, filter: OrganizationFilter) {
  const select = () => db.select(shown).from(organizations)
  return {
    columns: shown,
    rows: select()
      .where(matches(filter))
      .orderBy(...organizationOrder(filter.search, filter.sort)),
    read: (ids: string[]) => select().where(isAmong(organizations.id, 'uuid', ids)),
  }
}
