import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  sql,
  type AnyColumn,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import {
  DECIDED_STATUSES,
  isUuid,
  OPEN_STATUSES,
  STATUSES_WAITING_FOR_APPLICANT,
  STATUSES_WAITING_FOR_US,
  type Country,
  type VerificationStatus,
  type VerificationType,
} from '../../vocabulary'
import { verificationCount } from '../counts'
import type { Queries } from '../engine/database'
import { fromNearerEnd, isAmong, narrowedTo, type Page } from '../engine/sql'
import { organizationMatches, type OrganizationSearch } from '../organizations/organizations'
import { documents } from '../schema/documents'
import { organizations } from '../schema/organizations'
import { preparedDecisions, reviewPeople } from '../schema/reviews'
import { dueOrder, rankOf, rankOfStatus, timelineEvents, verifications } from '../schema/verifications'
import { hasVote, votedOn } from './prepared-decisions'
import { isFreeFor, keptFor, reservation, reviewers, reviewerSeenAt } from './verification-claims'

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

/** What a view holds depends on who looks and when. */
export type QueueView = {
  name: 'mine' | 'claimable' | 'overdue' | 'with-applicant' | 'decided-today'
  personId: string
  /** Null for those who decide nothing. */
  decider: Decider | null
  now: Date
  dayStart: Date
}

/** What one person may decide, and what they may only prepare where two people decide; never what they submitted. */
export type Decider = {
  types: readonly VerificationType[]
  typesToPrepare: readonly VerificationType[]
  personId: string
}

const { status, submittedAt, submittedBy, reviewerId, reservedFor, reservedUntil, dueAt, reviewedAt } = verifications

const takesTwo = new QueryBuilder()
  .select({ type: reviewPeople.type })
  .from(reviewPeople)
  .where(gt(reviewPeople.people, 1))

const isVoteOfTwo = sql`exists (
  select from ${reviewPeople} where ${reviewPeople.type} = ${votedOn.type} and ${reviewPeople.people} > 1)`

/** The types whose review this person may begin. */
export const isOfTypes =
  ({ types, typesToPrepare }: Omit<Decider, 'personId'>) =>
  (type: AnyColumn): SQL | undefined =>
    or(
      inArray(type, [...types]),
      typesToPrepare.length > 0 ? and(inArray(type, [...typesToPrepare]), inArray(type, takesTwo)) : undefined,
    )

const isOfAnother = (personId: string): SQL => sql`${submittedBy} is distinct from ${personId}::uuid`

/** Prepared by this person where it takes two, or by another while only others may agree; whoever took it over may prepare it anew. */
export const waitsForOthers = ({ types, personId }: Decider): SQL =>
  hasVote(
    or(
      and(eq(preparedDecisions.actorId, personId), isVoteOfTwo),
      and(notInArray(votedOn.type, [...types]), sql`${votedOn.reviewerId} is distinct from ${personId}::uuid`),
    ),
  )

/** Prepared by another, and this person may agree; not while a third one has taken it over. What is pending is claimed first. */
export const waitsForYes = ({ types, personId }: Decider): SQL | undefined =>
  and(
    hasVote(
      and(
        ne(preparedDecisions.actorId, personId),
        inArray(votedOn.type, [...types]),
        ne(votedOn.status, 'pending'),
        or(
          ne(votedOn.status, 'under_review'),
          isNull(votedOn.reviewerId),
          eq(votedOn.reviewerId, preparedDecisions.actorId),
        ),
      ),
    ),
    isOfAnother(personId),
  )

/** What this person may review, whoever holds it, and does not wait for others alone. */
export const isReviewable = (decider: Decider): SQL | undefined =>
  and(isOfTypes(decider)(verifications.type), isOfAnother(decider.personId), not(waitsForOthers(decider)))

/** The same, and nobody else holds it: what this person is led to. */
export const leadsTo = (decider: Decider, now: Date): SQL | undefined =>
  or(and(isReviewable(decider), isFreeFor(decider.personId, now)), waitsForYes(decider))

export type Looking = Omit<QueueView, 'name'>

/** Back from the applicant, and offered to one person for a while. */
export const isReserved = ({ now }: Pick<Looking, 'now'>): SQL =>
  sql`(${reservedFor} is not null and ${reservedUntil} > ${now.toISOString()}::timestamptz)`

const isKept = (now: Date): SQL => sql`(${status} = 'pending' and ${isReserved({ now })})`

function isOfReviewers({ reviewerIds, withoutReviewer, now }: QueueFilter): SQL | undefined {
  const isNobodys = and(isNull(reviewerId), not(isKept(now)))
  const isTheirs = or(inArray(reviewerId, reviewerIds), and(isKept(now), inArray(reservedFor, reviewerIds)))
  return or(reviewerIds.length > 0 ? isTheirs : undefined, withoutReviewer ? isNobodys : undefined)
}

/** In the words of the indexes of the order, so that the last page does not begin with what is decided. */
const isOpen = sql`${rankOf(status)} < ${sql.raw(String(rankOfStatus('approved')))}`

/** The only statuses that a view can hold; of `overdue` those that have a due date. */
export const STATUSES_OF_VIEW: Record<QueueView['name'], readonly VerificationStatus[]> = {
  mine: STATUSES_WAITING_FOR_US,
  claimable: OPEN_STATUSES,
  overdue: STATUSES_WAITING_FOR_US,
  'with-applicant': STATUSES_WAITING_FOR_APPLICANT,
  'decided-today': DECIDED_STATUSES,
}

/** Pending, kept for nobody, and this person may begin its review. */
const isUnclaimed = (looking: Looking, decider: Decider): SQL | undefined =>
  and(eq(status, 'pending'), sql`not ${isReserved(looking)}`, isReviewable(decider))

/** What waits for this person, in parts that an index finds each. */
export const waitingParts = (looking: Looking) => ({
  mine: inView({ ...looking, name: 'mine' }),
  unclaimed: looking.decider ? isUnclaimed(looking, looking.decider) : sql`false`,
  forYes: looking.decider ? waitsForYes(looking.decider) : sql`false`,
})

/** True where an application is in a view. */
export function inView(view: QueueView): SQL | undefined {
  const { personId, decider, now, dayStart } = view
  switch (view.name) {
    case 'mine':
      return decider
        ? and(
            or(
              and(eq(status, 'under_review'), eq(reviewerId, personId)),
              and(eq(status, 'pending'), eq(reservedFor, personId), isReserved(view)),
            ),
            isReviewable(decider),
          )
        : sql`false`
    case 'claimable':
      return decider ? and(isOpen, or(isUnclaimed(view, decider), waitsForYes(decider))) : sql`false`
    case 'overdue':
      return and(lt(dueAt, now), decider ? isReviewable(decider) : undefined)
    case 'with-applicant':
      return inArray(status, STATUSES_WAITING_FOR_APPLICANT)
    case 'decided-today':
      return and(gte(reviewedAt, dayStart), inArray(status, DECIDED_STATUSES))
  }
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
