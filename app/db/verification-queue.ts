import { and, asc, count, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Country, VerificationStatus, VerificationType } from '../vocabulary'
import { contains } from './contains'
import type { Queries } from './database'
import { organizations, users, verifications } from './schema'

/** Which verifications, in which order; an empty list means no limit. Open ones always come before decided ones. */
export type QueueFilter = {
  text: string
  types: readonly VerificationType[]
  statuses: readonly VerificationStatus[]
  countries: readonly Country[]
  reviewerIds: readonly string[]
  withoutReviewer: boolean
  order: 'oldest' | 'newest'
}

const reviewers = alias(users, 'reviewers')
export const isDecided = sql<boolean>`(${verifications.status} in ('approved', 'rejected'))`
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const wordsMatch = (text: string): SQL | undefined =>
  text === ''
    ? undefined
    : or(
        contains(organizations.name, text),
        contains(organizations.legalName, text),
        contains(organizations.registrationNumber, text),
        ...(UUID.test(text) ? [eq(verifications.id, text), eq(organizations.id, text)] : []),
      )

export function matchesFilter(filter: QueueFilter): SQL | undefined {
  return and(
    wordsMatch(filter.text),
    filter.types.length > 0 ? inArray(verifications.type, [...filter.types]) : undefined,
    filter.statuses.length > 0 ? inArray(verifications.status, [...filter.statuses]) : undefined,
    filter.countries.length > 0 ? inArray(organizations.country, [...filter.countries]) : undefined,
    or(
      filter.reviewerIds.length > 0 ? inArray(verifications.reviewerId, [...filter.reviewerIds]) : undefined,
      filter.withoutReviewer ? isNull(verifications.reviewerId) : undefined,
    ),
  )
}

export const orderOf = (order: QueueFilter['order']): SQL[] => {
  const direction = order === 'oldest' ? asc : desc
  return [asc(isDecided), direction(verifications.submittedAt), direction(verifications.id)]
}

export async function countQueue(queries: Queries, filter: QueueFilter): Promise<number> {
  const [row] = await queries
    .select({ total: count() })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(matchesFilter(filter))
  return row?.total ?? 0
}

export async function listQueue(queries: Queries, filter: QueueFilter, page: { limit: number; offset: number }) {
  return queries
    .select({
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
    })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
    .where(matchesFilter(filter))
    .orderBy(...orderOf(filter.order))
    .limit(page.limit)
    .offset(page.offset)
}

export type QueueRow = Awaited<ReturnType<typeof listQueue>>[number]
