import { and, asc, count, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { isUuid, type Country, type VerificationStatus, type VerificationType } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { organizationMatches, type OrganizationSearch } from '../organizations/organizations'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'
import { rankOf, verifications } from '../schema/verifications'

/** Which verifications, in which order; an empty list means no limit. The rank always comes before the time. */
export type QueueFilter = {
  /** The typed words; the id of a verification or organization meets only itself. */
  text: string
  search: OrganizationSearch | null
  types: readonly VerificationType[]
  statuses: readonly VerificationStatus[]
  countries: readonly Country[]
  reviewerIds: readonly string[]
  withoutReviewer: boolean
  order: 'oldest' | 'newest'
}

/** What one person may decide: applications of these types that somebody else submitted. */
export type Decider = { types: readonly VerificationType[]; personId: string }

export const isDecidable = ({ types, personId }: Decider): SQL | undefined =>
  and(
    types.length > 0 ? inArray(verifications.type, [...types]) : sql`false`,
    sql`${verifications.submittedBy} is distinct from ${personId}::uuid`,
  )

const reviewers = alias(users, 'reviewers')
export const rank = rankOf(verifications.status)

/** Asks for the organization by id, so that counting needs no join. */
const ofOrganization = (where: SQL | undefined): SQL | undefined =>
  where &&
  inArray(
    verifications.organizationId,
    new QueryBuilder().select({ id: organizations.id }).from(organizations).where(where),
  )

const wordsMatch = ({ text, search }: QueueFilter): SQL | undefined =>
  or(organizationMatches(search), isUuid(text) ? eq(organizations.id, text) : undefined)

export function matchesFilter(filter: QueueFilter): SQL | undefined {
  return and(
    or(ofOrganization(wordsMatch(filter)), isUuid(filter.text) ? eq(verifications.id, filter.text) : undefined),
    ofOrganization(filter.countries.length > 0 ? inArray(organizations.country, [...filter.countries]) : undefined),
    filter.types.length > 0 ? inArray(verifications.type, [...filter.types]) : undefined,
    filter.statuses.length > 0 ? inArray(verifications.status, [...filter.statuses]) : undefined,
    or(
      filter.reviewerIds.length > 0 ? inArray(verifications.reviewerId, [...filter.reviewerIds]) : undefined,
      filter.withoutReviewer ? isNull(verifications.reviewerId) : undefined,
    ),
  )
}

export const orderOf = (order: QueueFilter['order']): SQL[] => {
  const direction = order === 'oldest' ? asc : desc
  return [asc(rank), direction(verifications.submittedAt), direction(verifications.id)]
}

export async function countQueue(queries: Queries, filter: QueueFilter): Promise<number> {
  const [row] = await queries.select({ total: count() }).from(verifications).where(matchesFilter(filter))
  return row?.total ?? 0
}

const shown = {
  id: verifications.id,
  type: verifications.type,
  status: verifications.status,
  submittedAt: verifications.submittedAt,
  reviewedAt: verifications.reviewedAt,
  currentMode: verifications.currentMode,
  requestedMode: verifications.requestedMode,
  organizationId: organizations.id,
  organizationName: organizations.name,
  country: organizations.country,
  reviewerName: reviewers.username,
}

/** One page; the rows before it are skipped by their place in the index alone. */
export async function listQueue(queries: Queries, filter: QueueFilter, page: { limit: number; offset: number }) {
  const onPage = queries
    .select({ id: verifications.id })
    .from(verifications)
    .where(matchesFilter(filter))
    .orderBy(...orderOf(filter.order))
    .limit(page.limit)
    .offset(page.offset)
    .as('on_page')
  return queries
    .select(shown)
    .from(onPage)
    .innerJoin(verifications, eq(verifications.id, onPage.id))
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
    .orderBy(...orderOf(filter.order))
}

export type QueueRow = Awaited<ReturnType<typeof listQueue>>[number]

/** The ids of all that a filter finds, in the order of the queue. */
export const selectQueueIds = (queries: Queries, filter: QueueFilter) =>
  queries
    .select({ id: verifications.id })
    .from(verifications)
    .where(matchesFilter(filter))
    .orderBy(...orderOf(filter.order))

export const selectQueueById = (queries: Queries, ids: string[]): Promise<QueueRow[]> =>
  queries
    .select(shown)
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
    .where(inArray(verifications.id, ids))
