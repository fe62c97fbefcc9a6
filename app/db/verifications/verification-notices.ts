import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { organizations } from '../schema/organizations'
import { verifications } from '../schema/verifications'

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
