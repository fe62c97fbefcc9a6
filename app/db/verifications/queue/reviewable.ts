import { and, eq, gt, inArray, isNull, ne, not, notInArray, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { VerificationType } from '../../../vocabulary'
import { preparedDecisions, reviewPeople } from '../../schema/reviews'
import { verifications } from '../../schema/verifications'
import { hasPrepared, votedOn } from '../prepared-decisions'
import { isFreeFor } from '../verification-claims'

/** The types that a person may decide, and those they may only prepare where two people decide; never their own applications. */
export type Decider = {
  types: readonly VerificationType[]
  typesToPrepare: readonly VerificationType[]
  personId: string
}

const takesTwo = new QueryBuilder()
  .select({ type: reviewPeople.type })
  .from(reviewPeople)
  .where(gt(reviewPeople.people, 1))

const isVoteOfTwo = sql`exists (
  select from ${reviewPeople} where ${reviewPeople.type} = ${votedOn.type} and ${reviewPeople.people} > 1)`

/** True for a type whose reviews this person may begin. */
export const isOfTypes =
  ({ types, typesToPrepare }: Omit<Decider, 'personId'>) =>
  (type: AnyColumn): SQL | undefined =>
    or(
      inArray(type, [...types]),
      typesToPrepare.length > 0 ? and(inArray(type, [...typesToPrepare]), inArray(type, takesTwo)) : undefined,
    )

const isOfAnother = (personId: string): SQL => sql`${verifications.submittedBy} is distinct from ${personId}::uuid`

/**
 * Applications with a first vote that wait for somebody else: this person gave it, or may not give the second and has not taken the
 * application over since to prepare it anew.
 */
export const waitsForOthers = ({ types, personId }: Decider): SQL =>
  hasPrepared(
    or(
      and(eq(preparedDecisions.actorId, personId), isVoteOfTwo),
      and(notInArray(votedOn.type, [...types]), sql`${votedOn.reviewerId} is distinct from ${personId}::uuid`),
    ),
  )

/**
 * Applications with a first vote that this person may agree to: somebody else gave it, and no third person took the application over
 * since. A pending one must be claimed first.
 */
export const awaitsAgreement = ({ types, personId }: Decider): SQL | undefined =>
  and(
    hasPrepared(
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

/** Applications that this person may review, whoever holds them, except those that wait only for others. */
export const isReviewable = (decider: Decider): SQL | undefined =>
  and(isOfTypes(decider)(verifications.type), isOfAnother(decider.personId), not(waitsForOthers(decider)))

/** Applications to offer this person next: free for them and reviewable, or ready for their agreement ({@link awaitsAgreement}). */
export const isNextFor = (decider: Decider, now: Date): SQL | undefined =>
  or(and(isReviewable(decider), isFreeFor(decider.personId, now)), awaitsAgreement(decider))
