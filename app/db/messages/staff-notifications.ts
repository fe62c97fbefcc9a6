import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { StaffEvent } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { notificationChoices } from '../schema/messages'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'

/** Active staff who asked for news of this kind, a row for each channel. */
export async function selectReaders(queries: Pick<Queries, 'select'>, event: StaffEvent) {
  const rows = await queries
    .select({
      channel: notificationChoices.channel,
      role: users.role,
      email: users.email,
      phone: users.phone,
      language: users.language,
    })
    .from(notificationChoices)
    .innerJoin(users, eq(users.id, notificationChoices.userId))
    .where(and(eq(notificationChoices.event, event), eq(users.status, 'active'), isNotNull(users.role)))
    .orderBy(asc(users.id))
  return rows.flatMap(({ role, ...row }) => (role === null ? [] : [{ ...row, role }]))
}

/** An active staff member, with what is stored of their choices for one kind of news; null for anybody else. */
export async function findReader(queries: Pick<Queries, 'select'>, userId: string, event: StaffEvent) {
  const rows = await queries
    .select({
      role: users.role,
      email: users.email,
      phone: users.phone,
      language: users.language,
      channel: notificationChoices.channel,
    })
    .from(users)
    .leftJoin(notificationChoices, and(eq(notificationChoices.userId, users.id), eq(notificationChoices.event, event)))
    .where(and(eq(users.id, userId), eq(users.status, 'active'), isNotNull(users.role)))
  const [first] = rows
  return first ? { ...first, stored: rows.flatMap(({ channel }) => channel ?? []) } : null
}

/** What reviewers are told of an application. */
export async function findApplicationNotice(queries: Pick<Queries, 'select'>, verificationId: string) {
  const [row] = await queries
    .select({ id: verifications.id, type: verifications.type, organizationName: organizations.name })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(eq(verifications.id, verificationId))
  return row ?? null
}

/**
 * Marks pending applications that reached the queue before `before`, without the time they waited for the applicant, and
 * that nobody was told of yet; oldest first. Each is given to one caller only.
 */
export async function takeOverdue(
  tx: Pick<Queries, 'select' | 'update'>,
  { before, at, atMost }: { before: Date; at: Date; atMost: number },
) {
  const queuedAt = sql`${verifications.submittedAt} + ${verifications.waitedForApplicantMs} * interval '1 millisecond'`
  const due = await tx
    .select({ id: verifications.id, type: verifications.type, organizationName: organizations.name })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(
      and(
        eq(verifications.status, 'pending'),
        isNull(verifications.overdueNoticeAt),
        sql`${queuedAt} < ${before.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(verifications.submittedAt), asc(verifications.id))
    .limit(atMost)
    .for('update', { of: verifications, skipLocked: true })
  if (due.length > 0)
    await tx
      .update(verifications)
      .set({ overdueNoticeAt: at })
      .where(
        inArray(
          verifications.id,
          due.map(({ id }) => id),
        ),
      )
  return due
}
