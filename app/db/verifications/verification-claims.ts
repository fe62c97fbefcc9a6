import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { VerificationStatus, VerificationType } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { presence, reviewPeople } from '../schema/reviews'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'
import { peopleNeeded } from './review-people'

export const reviewers = alias(users, 'reviewers')
/** For whom applications are reserved. */
export const reservedForUsers = alias(users, 'reserved_for_users')

/** For whom an application is reserved and until when, as `reservedOf` reads it; needs a join with `reservedForUsers`. */
export const reservation = {
  reservedFor: verifications.reservedFor,
  reservedUntil: verifications.reservedUntil,
  reservedForName: reservedForUsers.username,
}

/** What one person holds, what anybody holds of these types, or one application. */
export type ClaimScope = { holderId: string } | { types: readonly VerificationType[] } | { verificationId: string }

/** Locks applications under review, with the people who hold them. */
export const lockHeld = (tx: Queries, scope: ClaimScope) => lockOf(tx, scope, 'under_review', verifications.reviewerId)

/** Locks returned applications that are reserved for somebody, like {@link lockHeld}. */
export const lockReserved = (tx: Queries, scope: ClaimScope) => lockOf(tx, scope, 'pending', verifications.reservedFor)

const lockOf = (
  tx: Queries,
  scope: ClaimScope,
  status: VerificationStatus,
  holder: typeof verifications.reviewerId | typeof verifications.reservedFor,
) =>
  tx
    .select({
      id: verifications.id,
      organizationId: verifications.organizationId,
      type: verifications.type,
      version: verifications.version,
      people: peopleNeeded,
      holderId: users.id,
      holderRole: users.role,
      holderStatus: users.status,
    })
    .from(verifications)
    .innerJoin(users, eq(users.id, holder))
    .leftJoin(reviewPeople, eq(reviewPeople.type, verifications.type))
    .where(
      and(
        eq(verifications.status, status),
        isNotNull(holder),
        'holderId' in scope
          ? eq(holder, scope.holderId)
          : 'types' in scope
            ? inArray(verifications.type, [...scope.types])
            : eq(verifications.id, scope.verificationId),
      ),
    )
    .orderBy(asc(verifications.id))
    .for('no key update', { of: verifications })

/** Ends the reservations of these applications. */
export async function dropReservations(tx: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(verifications)
    .set({ reservedFor: null, reservedUntil: null })
    .where(inArray(verifications.id, [...ids]))
}

export type Held = Awaited<ReturnType<typeof lockOf>>[number]

/** Neither under review by somebody else nor reserved for somebody else. */
export function isFreeFor(personId: string, now: Date): SQL | undefined {
  const { status, reviewerId, reservedFor, reservedUntil } = verifications
  return and(
    or(ne(status, 'under_review'), isNull(reviewerId), eq(reviewerId, personId)),
    or(ne(status, 'pending'), isNull(reservedFor), eq(reservedFor, personId), lte(reservedUntil, now)),
  )
}

/** Somebody last seen in this period has an application open; a time after it is from before the clock was set back. */
export type Viewing = { since: Date; until: Date }
const isViewing = ({ since, until }: Viewing) => and(gt(presence.seenAt, since), lte(presence.seenAt, until))

/** The people who have an application open, as a column, by name. */
export const viewersWithin = (viewing: Viewing) =>
  sql<{ id: string; name: string }[]>`(
    select coalesce(json_agg(json_build_object('id', ${users.id}, 'name', ${users.username}) order by ${users.username}), '[]')
    from ${presence} join ${users} on ${users.id} = ${presence.userId}
    where ${presence.verificationId} = ${verifications.id} and ${isViewing(viewing)})`

/** When the reviewer last had the application open; null when that is not known. */
export const reviewerSeenAt = sql<string | null>`(
  select ${presence.seenAt} from ${presence}
  where ${presence.verificationId} = ${verifications.id} and ${presence.userId} = ${verifications.reviewerId})`.mapWith(
  (at: string | Date | null) => (at === null ? null : new Date(at)),
)

/** Records that somebody has an application open; false when there is no such application. */
export async function recordPresence(
  queries: Queries,
  { verificationId, userId, seenAt }: typeof presence.$inferInsert,
): Promise<boolean> {
  const noted = await queries
    .insert(presence)
    .select(
      queries
        .select({
          verificationId: verifications.id,
          userId: sql<string>`${userId}::uuid`.as('user_id'),
          seenAt: sql<Date>`${seenAt.toISOString()}::timestamptz`.as('seen_at'),
        })
        .from(verifications)
        .where(eq(verifications.id, verificationId)),
    )
    .onConflictDoUpdate({ target: [presence.verificationId, presence.userId], set: { seenAt } })
    .returning({ seenAt: presence.seenAt })
  return noted.length > 0
}

/** Who has an application open. */
export const listViewers = (queries: Queries, verificationId: string, viewing: Viewing) =>
  queries
    .select({ id: users.id, name: users.username })
    .from(presence)
    .innerJoin(users, eq(users.id, presence.userId))
    .where(and(eq(presence.verificationId, verificationId), isViewing(viewing)))
    .orderBy(asc(users.username))

/** Deletes presence from before an instant. */
export async function deletePresenceBefore(queries: Queries, before: Date): Promise<void> {
  await queries.delete(presence).where(lt(presence.seenAt, before))
}
