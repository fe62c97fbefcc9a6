import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { VerificationType } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { presence, reviewPeople } from '../schema/reviews'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'
import { peopleNeeded } from './review-people'

/** What one person holds, or anybody of these types. */
export type Whose = { holderId: string } | { types: readonly VerificationType[] }

/** What is under review, with who holds it; locked until the transaction ends. */
export const lockHeld = (tx: Pick<Queries, 'select'>, whose: Whose) =>
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
    .innerJoin(users, eq(users.id, verifications.reviewerId))
    .leftJoin(reviewPeople, eq(reviewPeople.type, verifications.type))
    .where(
      and(
        eq(verifications.status, 'under_review'),
        'holderId' in whose
          ? eq(verifications.reviewerId, whose.holderId)
          : inArray(verifications.type, [...whose.types]),
      ),
    )
    .orderBy(asc(verifications.id))
    .for('update', { of: verifications })

export type Held = Awaited<ReturnType<typeof lockHeld>>[number]

/** Neither under somebody else's review nor kept for somebody else: what a person is led to. */
export function isFreeFor(personId: string, now: Date): SQL | undefined {
  const { status, reviewerId, reservedFor, reservedUntil } = verifications
  return and(
    or(ne(status, 'under_review'), isNull(reviewerId), eq(reviewerId, personId)),
    or(ne(status, 'pending'), isNull(reservedFor), eq(reservedFor, personId), lte(reservedUntil, now)),
  )
}

/** The names of everybody who has an application open, by the last sign of life since then, with who they are. */
export const lookersSince = (since: Date) =>
  sql<{ id: string; name: string }[]>`(
    select coalesce(json_agg(json_build_object('id', ${users.id}, 'name', ${users.username}) order by ${users.username}), '[]')
    from ${presence} join ${users} on ${users.id} = ${presence.userId}
    where ${presence.verificationId} = ${verifications.id} and ${gt(presence.seenAt, since)})`

/** When the reviewer last had it open; null when nobody knows. */
export const reviewerSeenAt = sql<string | null>`(
  select ${presence.seenAt} from ${presence}
  where ${presence.verificationId} = ${verifications.id} and ${presence.userId} = ${verifications.reviewerId})`.mapWith(
  (at: string | Date | null) => (at === null ? null : new Date(at)),
)

/** Notes that somebody has an application open; false when there is no such application. */
export async function notePresence(
  queries: Pick<Queries, 'insert' | 'select'>,
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

/** Who has an application open, by the last sign of life since then. */
export const listLookers = (queries: Pick<Queries, 'select'>, verificationId: string, since: Date) =>
  queries
    .select({ id: users.id, name: users.username })
    .from(presence)
    .innerJoin(users, eq(users.id, presence.userId))
    .where(and(eq(presence.verificationId, verificationId), gt(presence.seenAt, since)))
    .orderBy(asc(users.username))

/** Forgets who had what open before an instant. */
export async function deletePresenceBefore(queries: Pick<Queries, 'delete'>, before: Date): Promise<void> {
  await queries.delete(presence).where(lt(presence.seenAt, before))
}
