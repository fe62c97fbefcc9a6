import { and, asc, count, desc, eq, inArray, isNull, not, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { isUuid, type Country, type VerificationStatus, type VerificationType } from '../../../vocabulary'
import { verificationCount } from '../../counts'
import type { Queries } from '../../engine/database'
import { fromNearerEnd, isAmong, narrowedTo, type Page } from '../../engine/sql'
import { organizationMatches, type OrganizationSearch } from '../../organizations/organizations'
import { documents } from '../../schema/documents'
import { organizations } from '../../schema/organizations'
import { dueOrder, rankOf, timelineEvents, verifications } from '../../schema/verifications'
import { hasVote } from '../prepared-decisions'
import { keptFor, reservation, reviewers, reviewerSeenAt } from '../verification-claims'
import { inView, isReserved, type QueueView } from './verification-views'

/** Which verifications, in which order; an empty list means no limit. The rank always comes before the time. */
export type QueueFilter = {
  /** The typed words; the id of a verification or organization meets only itself. */
  text: string
  search: OrganizationSearch | null
  types: readonly VerificationType[]
  statuses: readonly VerificationStatus[]
  countries: readonly Country[]
  /** Who reviews it, or for whom it is kept. */
  reviewerIds: readonly string[]
  /** Also what nobody reviews and is kept for nobody. */
  withoutReviewer: boolean
  /** As of when it is kept for somebody. */
  now: Date
  /** One of the views that everybody has; null for none. */
  view: QueueView | null
  order: QueueOrder
}

export type QueueOrder = 'due' | 'oldest' | 'newest'

const { status, submittedAt, reviewerId, reservedFor, dueAt } = verifications

const isKept = (now: Date): SQL => sql`(${status} = 'pending' and ${isReserved({ now })})`

function isOfReviewers({ reviewerIds, withoutReviewer, now }: QueueFilter): SQL | undefined {
  const isNobodys = and(isNull(reviewerId), not(isKept(now)))
  const isTheirs = or(inArray(reviewerId, reviewerIds), and(isKept(now), inArray(reservedFor, reviewerIds)))
  return or(reviewerIds.length > 0 ? isTheirs : undefined, withoutReviewer ? isNobodys : undefined)
}

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
    narrowedTo(verifications.country, filter.countries),
    narrowedTo(verifications.type, filter.types),
    narrowedTo(verifications.status, filter.statuses),
    isOfReviewers(filter),
    filter.view ? inView(filter.view) : undefined,
  )
}

/** By what an order goes after the rank, the id at last; all in one direction. */
export const orderKeys = (order: QueueOrder): SQLWrapper[] => [
  ...(order === 'due' ? [dueOrder(dueAt)] : []),
  submittedAt,
  verifications.id,
]

export function orderOf(order: QueueOrder): SQL[] {
  const direction = order === 'newest' ? desc : asc
  return [asc(rank), ...orderKeys(order).map((key) => direction(key))]
}

/** The same order from its end. */
export function turnedOrderOf(order: QueueOrder): SQL[] {
  const direction = order === 'newest' ? asc : desc
  return [desc(rank), ...orderKeys(order).map((key) => direction(key))]
}

/** True when nothing narrows the queue that the counts do not tell apart. */
export const isCounted = ({ text, reviewerIds, withoutReviewer, view }: QueueFilter): boolean =>
  text === '' && reviewerIds.length === 0 && !withoutReviewer && view === null

export async function countQueue(queries: Queries, filter: QueueFilter): Promise<number> {
  const [row] = isCounted(filter)
    ? await queries.select({ total: verificationCount(queries, filter) }).from(sql`(values (1)) as one_row`)
    : await queries.select({ total: count() }).from(verifications).where(matchesFilter(filter))
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
  dueAt,
  dueLeftMinutes: verifications.dueLeftMinutes,
  claimedAt: verifications.claimedAt,
  organizationId: organizations.id,
  organizationName: organizations.name,
  country: organizations.country,
  reviewerName: reviewers.username,
  ...reservation,
}

const numberOf = (query: SQL) => sql<number>`(select count(*) ${query})`.mapWith(Number)
const ownDocuments = sql`from ${documents} where ${documents.verificationId} = ${verifications.id}`

/** What makes an application quick or slow to decide, and whether its reviewer is at it. */
const facts = {
  reviewerSeenAt,
  documentCount: numberOf(ownDocuments),
  verifiedDocumentCount: numberOf(sql`${ownDocuments} and ${documents.status} = 'verified'`),
  cameBack: numberOf(
    sql`from ${timelineEvents} where ${timelineEvents.verificationId} = ${verifications.id} and ${timelineEvents.event} = 'resubmitted'`,
  ),
  isPrepared: hasVote() as SQL<boolean>,
  isPossibleDuplicate: sql<boolean>`exists (
    select from ${organizations} other where other.id <> ${organizations.id} and (
      (other.country = ${organizations.country} and other.registration_number = ${organizations.registrationNumber}
        and other.registration_number <> '')
      or (other.phone = ${organizations.phone} and other.phone <> '')))`,
}

/** One page; the rows before it are skipped by their place in the index alone. */
export async function listQueue(queries: Queries, filter: QueueFilter, page: Page) {
  const { limit, offset, isTurned } = fromNearerEnd(page)
  const onPage = queries
    .select({ id: verifications.id })
    .from(verifications)
    .where(matchesFilter(filter))
    .orderBy(...(isTurned ? turnedOrderOf(filter.order) : orderOf(filter.order)))
    .limit(limit)
    .offset(offset)
    .as('on_page')
  return queries
    .select({ ...shown, ...facts })
    .from(onPage)
    .innerJoin(verifications, eq(verifications.id, onPage.id))
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
    .leftJoin(keptFor, eq(keptFor.id, reservedFor))
    .orderBy(...orderOf(filter.order))
}

/** All that a filter finds, in the order of the queue. */
export function listedQueue(queries: Queries, filter: QueueFilter) {
  const select = () =>
    queries
      .select(shown)
      .from(verifications)
      .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
      .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
      .leftJoin(keptFor, eq(keptFor.id, reservedFor))
  return {
    columns: shown,
    rows: select()
      .where(matchesFilter(filter))
      .orderBy(...orderOf(filter.order)),
    read: (ids: string[]) => select().where(isAmong(verifications.id, 'uuid', ids)),
  }
}
