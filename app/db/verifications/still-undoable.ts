import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { VerificationType } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { organizations } from '../schema/organizations'
import { undoableDecisions } from '../schema/reviews'
import { users } from '../schema/users'
import { verifications } from '../schema/verifications'
import { lastEnd, opened } from './undoable-decisions'

/** {@link isWithinUndoTime} in SQL. */
const isInTime = (now: Date) => and(gt(undoableDecisions.until, now), lte(undoableDecisions.until, lastEnd(now)))

/** A person's last decision that can still be undone, on an application of these types; one on `verificationId` comes first. */
export async function findUndoableBy(
  queries: Queries,
  {
    actorId,
    types,
    now,
    verificationId,
  }: { actorId: string; types: readonly VerificationType[]; now: Date; verificationId: string | null },
) {
  const own = verificationId ? [desc(eq(undoableDecisions.verificationId, verificationId))] : []
  const [row] = await queries
    .select({
      id: verifications.id,
      type: verifications.type,
      organizationName: organizations.name,
      action: undoableDecisions.action,
      version: undoableDecisions.version,
      until: undoableDecisions.until,
    })
    .from(undoableDecisions)
    .innerJoin(
      verifications,
      and(eq(verifications.id, undoableDecisions.verificationId), eq(verifications.version, undoableDecisions.version)),
    )
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .innerJoin(users, eq(users.id, undoableDecisions.actorId))
    .where(and(eq(undoableDecisions.actorId, actorId), isInTime(now), inArray(verifications.type, [...types])))
    .orderBy(...own, desc(undoableDecisions.until))
    .limit(1)
  return row ?? null
}

/** The decisions on an organization's applications that the applicant does not know of yet, the earliest first. */
export async function listUnknownToApplicant(queries: Queries, organizationId: string, now: Date) {
  const rows = await queries
    .select({ undoable: undoableDecisions, application: verifications })
    .from(undoableDecisions)
    .innerJoin(verifications, eq(verifications.id, undoableDecisions.verificationId))
    .where(
      and(
        eq(verifications.organizationId, organizationId),
        eq(verifications.version, undoableDecisions.version),
        isInTime(now),
      ),
    )
    .orderBy(asc(undoableDecisions.until))
  return rows.map(({ undoable, application }) => ({ decision: opened(undoable), application }))
}
