import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import {
  DECIDED_STATUSES,
  OPEN_STATUSES,
  STATUSES_WAITING_FOR_APPLICANT,
  STATUSES_WAITING_FOR_US,
  type VerificationStatus,
} from '../../../vocabulary'
import { verificationCount } from '../../counts'
import { placeholder } from '../../engine/prepared-once'
import type { Queries } from '../../engine/database'
import { isSince, oneRow } from '../../engine/sql'
import { isOpenIn, rankOf, rankOfStatus, verifications } from '../../schema/verifications'
import { isOfTypes, isReviewable, waitsForOthers, awaitsAgreement, type Decider } from './reviewable'

/** What a view holds depends on who looks and when. */
export type QueueView = {
  name: 'mine' | 'claimable' | 'overdue' | 'with-applicant' | 'decided-today'
  personId: string
  /** Null for people who decide nothing. */
  decider: Decider | null
  now: Date
  dayStart: Date
}

export type ViewContext = Omit<QueueView, 'name'>

/**
 * The views of anybody who may decide the same types: person and time are placeholders, filled in when the statement
 * runs.
 */
export function placeholderContext({ decider }: ViewContext): ViewContext {
  const personId = placeholder<string>('personId', verifications.reviewerId)
  return {
    personId,
    decider: decider && { ...decider, personId },
    now: placeholder<Date>('now', verifications.dueAt),
    dayStart: placeholder<Date>('dayStart', verifications.reviewedAt),
  }
}

export const mayDecideAs = ({ decider }: ViewContext): string =>
  decider ? `${decider.types.join()} ${decider.typesToPrepare.join()}` : ''

const { id, status, type, submittedBy, reviewerId, reservedFor, reservedUntil } = verifications
const { dueAt, dueLeftMinutes, reviewedAt } = verifications

/** Back from the applicant, and reserved for one person for a while. */
export const isReserved = ({ now }: Pick<ViewContext, 'now'>): SQL =>
  sql`(${reservedFor} is not null and ${gt(reservedUntil, now)})`

/** Matches the indexes word for word, so that the last page does not begin with decided applications. */
const isOpen = sql`${rankOf(status)} < ${sql.raw(String(rankOfStatus('approved')))}`

/** Matches the index of claimed applications word for word. */
const isUnderReview = sql`${status} = 'under_review'`

/** The only statuses that a view can hold; for `overdue` those that have a due date. */
export const STATUSES_OF_VIEW: Record<QueueView['name'], readonly VerificationStatus[]> = {
  mine: STATUSES_WAITING_FOR_US,
  claimable: OPEN_STATUSES,
  overdue: STATUSES_WAITING_FOR_US,
  'with-applicant': STATUSES_WAITING_FOR_APPLICANT,
  'decided-today': DECIDED_STATUSES,
}

/** Matches the indexes word for word, so that the first application is found in order. */
const isFirstOfRanks = sql`${rankOf(status)} = ${sql.raw(String(rankOfStatus('pending')))}`

/** Pending, reserved for nobody, and reviewable by this person. */
const isUnclaimed = (looking: ViewContext, decider: Decider): SQL | undefined =>
  and(isFirstOfRanks, eq(status, 'pending'), sql`not ${isReserved(looking)}`, isReviewable(decider))

/** What waits for this person, in parts that each have an index. */
export const waitingParts = (looking: ViewContext) => ({
  mine: inView({ ...looking, name: 'mine' }),
  unclaimed: looking.decider ? isUnclaimed(looking, looking.decider) : sql`false`,
  awaitingAgreement: looking.decider ? awaitsAgreement(looking.decider) : sql`false`,
})

/** True where an application is in a view. */
export function inView(view: QueueView): SQL | undefined {
  const { personId, decider, now, dayStart } = view
  switch (view.name) {
    case 'mine':
      return decider
        ? and(
            or(
              and(isUnderReview, eq(reviewerId, personId)),
              and(eq(status, 'pending'), eq(reservedFor, personId), isReserved(view)),
            ),
            isReviewable(decider),
          )
        : sql`false`
    case 'claimable':
      return decider ? and(isOpen, or(isUnclaimed(view, decider), awaitsAgreement(decider))) : sql`false`
    case 'overdue':
      return and(lt(dueAt, now), decider ? isReviewable(decider) : undefined)
    case 'with-applicant':
      return inArray(status, STATUSES_WAITING_FOR_APPLICANT)
    case 'decided-today':
      return and(isSince(reviewedAt, dayStart), inArray(status, DECIDED_STATUSES))
  }
}

/**
 * How many applications are in each view, and how many of those that wait for this person are late. Views that can be large use the kept
 * counts, less the few rows that are counted there but not in the view.
 */
export function viewCounts(queries: Queries, looking: ViewContext) {
  const { decider, now, personId } = looking
  const view = (name: QueueView['name']) => inView({ ...looking, name })
  const some = (where: SQL | undefined) => sql`(${queries.select({ n: count() }).from(verifications).where(where)})`
  const number = (value: SQL) => sql<number>`(${value})`.mapWith(Number)
  const isNotDueYet = isSince(dueAt, now)
  const isLate = lt(dueAt, now)
  const everybodys = {
    'with-applicant': verificationCount(queries, { statuses: STATUSES_WAITING_FOR_APPLICANT }),
    'decided-today': number(some(view('decided-today'))),
  }
  if (!decider) {
    const overdue = sql`${verificationCount(queries, { hasDueDate: true })} - ${some(isNotDueYet)}`
    const none = number(sql`0`)
    return { mine: none, claimable: none, overdue: number(overdue), ...everybodys, late: none }
  }
  const types = isOfTypes(decider)
  const ofTypes = types(type)
  const isPending = eq(status, 'pending')
  const isMySubmission = eq(submittedBy, personId)
  const isNotMine = sql`${submittedBy} is distinct from ${personId}::uuid`
  const isKept = isReserved(looking)
  const isForOthers = waitsForOthers(decider)
  const overdue = sql`${verificationCount(queries, { types, hasDueDate: true })} - ${some(and(isNotDueYet, ofTypes))}
    - ${some(and(isLate, ofTypes, isMySubmission))} - ${some(and(isLate, ofTypes, isNotMine, isForOthers))}`
  const claimable = sql`${verificationCount(queries, { types, statuses: ['pending'] })}
    - ${some(and(isPending, ofTypes, isMySubmission))} - ${some(and(isPending, ofTypes, isNotMine, isKept))}
    - ${some(and(isPending, ofTypes, isNotMine, isForOthers))} + ${some(awaitsAgreement(decider))}`
  const lateClaimable = sql`${verificationCount(queries, { types, statuses: ['pending'], hasDueDate: true })}
    - ${some(and(isPending, ofTypes, isNotDueYet))} - ${some(and(isPending, ofTypes, isLate, isMySubmission))}
    - ${some(and(isPending, ofTypes, isLate, isNotMine, isKept))}
    - ${some(and(isPending, ofTypes, isLate, isNotMine, isForOthers))}
    + ${some(and(isLate, awaitsAgreement(decider)))}`
  return {
    mine: number(some(view('mine'))),
    claimable: number(claimable),
    overdue: number(overdue),
    ...everybodys,
    late: number(sql`${some(and(view('mine'), isLate))} + ${lateClaimable}`),
  }
}

/** All counts in one statement. */
export async function countViews(queries: Queries, looking: ViewContext) {
  const [row] = await queries.select(viewCounts(queries, looking)).from(oneRow)
  if (!row) throw new Error('no counts')
  return row
}

export type Counts = Awaited<ReturnType<typeof countViews>>

/** The open application due next that this person may decide; without due dates, the one with the least working time left. */
export function selectNextDue(queries: Queries, { decider }: Pick<QueueView, 'decider'>) {
  const isOpen = and(isOpenIn(status), decider ? isReviewable(decider) : undefined)
  const first = (where: SQL) =>
    queries
      .select({ id })
      .from(verifications)
      .where(and(isOpen, where))
      .orderBy(asc(dueAt), asc(dueLeftMinutes), asc(id))
      .limit(1)
  return queries
    .select({ id, dueAt })
    .from(verifications)
    .where(sql`${id} = coalesce((${first(isNotNull(dueAt))}), (${first(isNull(dueAt))}))`)
}
