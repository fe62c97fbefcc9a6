import { sql } from 'drizzle-orm'
import type { VerificationStatus, VerificationType } from '../vocabulary'
import type { Queries } from './database'
import { users, verifications } from './schema'
import { inArray, asc } from 'drizzle-orm'
import type { Role } from '../vocabulary'

/** One row a type and status: how many, the oldest waiting one, and the time of those decided since. */
export type FigureRow = {
  type: VerificationType
  status: VerificationStatus
  total: number
  oldestAt: Date
  decidedCount: number
  reviewMs: number
}

/** Counts and times of all verifications, grouped by type and status; one pass over the table. */
export async function readFigures(queries: Queries, decidedSince: Date): Promise<FigureRow[]> {
  const isRecent = sql`${verifications.status} in ('approved', 'rejected') and ${verifications.reviewedAt} >= ${decidedSince.toISOString()}::timestamptz`
  const reviewMs = sql`extract(epoch from ${verifications.reviewedAt} - ${verifications.submittedAt}) * 1000 - ${verifications.waitedForApplicantMs}`
  return queries
    .select({
      type: verifications.type,
      status: verifications.status,
      total: sql<number>`count(*)::int`,
      oldestAt: sql<Date>`min(${verifications.submittedAt})`.mapWith(verifications.submittedAt),
      decidedCount: sql<number>`(count(*) filter (where ${isRecent}))::int`,
      reviewMs: sql<number>`coalesce(sum(${reviewMs}) filter (where ${isRecent}), 0)`.mapWith(Number),
    })
    .from(verifications)
    .groupBy(verifications.type, verifications.status)
}

/** The people who may review, for the reviewer filter. */
export async function listReviewers(queries: Queries, roles: readonly Role[]) {
  return queries
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.role, [...roles]))
    .orderBy(asc(users.username), asc(users.id))
}
