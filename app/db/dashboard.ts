import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from './database'
import { isActiveInvite } from './invites'
import { invites, organizations, redemptions, timelineEvents, users, verifications } from './schema'
import { isDecidable, type Decider } from './verification-queue'

const oneRow = sql`(values (1)) as one_row`
const figure = (query: SQLWrapper) => sql<number>`(${query})`.mapWith(Number)
const countOf = (db: Queries, table: PgTable, where?: SQL) =>
  figure(db.select({ total: count() }).from(table).where(where))

/** Neither deleted, nor expired, nor used up at that instant. */
const wasActiveInvite = (at: Date): SQL | undefined => {
  const usedSince = sql`(select count(*) from ${redemptions} where ${redemptions.inviteId} = ${invites.id} and ${redemptions.at} > ${at})`
  return and(
    lte(invites.createdAt, at),
    or(isNull(invites.deletedAt), gt(invites.deletedAt, at)),
    or(isNull(invites.expiresAt), gt(invites.expiresAt, at)),
    or(lt(invites.usedCount, invites.maximumUses), sql`${invites.usedCount} - ${usedSince} < ${invites.maximumUses}`),
  )
}

/** Into the queue by a submission, out of it by the start of a review: nothing else leads there or away. */
const enteredQueueSince = (at: Date) =>
  sql<number>`(
  select coalesce(sum(case when ${timelineEvents.event} = 'review_started' then -1 else 1 end), 0)
  from ${timelineEvents}
  where ${timelineEvents.at} > ${at} and ${timelineEvents.event} in ('submitted', 'resubmitted', 'review_started'))`.mapWith(
    Number,
  )

/** The four figures of the start page and how each has changed since then, in one statement. */
export async function selectFigures(db: Queries, now: Date, since: Date) {
  const [row] = await db
    .select({
      organizations: countOf(db, organizations),
      pendingVerifications: countOf(db, verifications, eq(verifications.status, 'pending')),
      users: countOf(db, users),
      activeInvites: countOf(db, invites, isActiveInvite(now)),
      newOrganizations: countOf(db, organizations, gt(organizations.createdAt, since)),
      enteredQueue: enteredQueueSince(since),
      newUsers: countOf(db, users, gt(users.createdAt, since)),
      activeInvitesThen: countOf(db, invites, wasActiveInvite(since)),
    })
    .from(oneRow)
  if (!row) throw new Error('no figures')
  return row
}

/** The newest timeline events, with who did it and to which application. */
export const selectActivity = (db: Queries, limit: number) =>
  db
    .select({
      id: timelineEvents.id,
      event: timelineEvents.event,
      at: timelineEvents.at,
      actor: users.username,
      verificationId: verifications.id,
      verificationType: verifications.type,
      organizationName: organizations.name,
    })
    .from(timelineEvents)
    .innerJoin(verifications, eq(verifications.id, timelineEvents.verificationId))
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(users, eq(users.id, timelineEvents.actorId))
    .orderBy(desc(timelineEvents.at), desc(timelineEvents.id))
    .limit(limit)

/**
 * What waits for somebody, in one statement: counts of applications of the types they are led to, and the one that waited
 * longest of those they may decide.
 */
export async function selectOpenWork(db: Queries, personId: string, decider: Decider | null) {
  const ofTypes = decider ? inArray(verifications.type, [...decider.types]) : undefined
  const oldest = db
    .select({ id: verifications.id, type: verifications.type, organizationName: organizations.name })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(and(eq(verifications.status, 'pending'), decider ? isDecidable(decider) : sql`false`))
    .orderBy(asc(verifications.submittedAt), asc(verifications.id))
    .limit(1)
    .as('oldest')
  const [row] = await db
    .select({
      oldest: { id: oldest.id, type: oldest.type, organizationName: oldest.organizationName },
      pending: countOf(db, verifications, and(eq(verifications.status, 'pending'), ofTypes)),
      inMyReview: countOf(
        db,
        verifications,
        and(eq(verifications.status, 'under_review'), eq(verifications.reviewerId, personId), ofTypes),
      ),
      openModeChanges: countOf(
        db,
        verifications,
        and(
          eq(verifications.type, 'operation_mode_change'),
          inArray(verifications.status, ['pending', 'under_review']),
        ),
      ),
      invitedUsers: countOf(db, users, eq(users.status, 'invited')),
      draftOrganizations: countOf(db, organizations, eq(organizations.status, 'draft')),
    })
    .from(oneRow)
    .leftJoin(oldest, sql`true`)
  if (!row) throw new Error('no counts')
  return row
}
