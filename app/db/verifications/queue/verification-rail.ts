import { and, eq, inArray, notExists } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Queries } from '../../engine/database'
import { organizations } from '../../schema/organizations'
import { verifications } from '../../schema/verifications'
import { reservedForUsers, reservation, reviewers, reviewerSeenAt } from '../verification-claims'
import { matchesFilter, queueOrderOf, type QueueFilter } from './verification-queue'

/** A part of the queue, or the applications with these ids in no order, each with its organization and reviewer. */
export function listRail(
  queries: Queries,
  wanted: { ids: readonly string[] } | { filter: QueueFilter; offset: number; here: string | null },
  limit: number,
) {
  const onRail =
    'ids' in wanted
      ? queries
          .select({ id: verifications.id })
          .from(verifications)
          .where(inArray(verifications.id, [...wanted.ids]))
          .limit(limit)
      : selectPart(queries, wanted, limit)
  const found = onRail.as('on_rail')
  return queries
    .select({
      id: verifications.id,
      type: verifications.type,
      status: verifications.status,
      dueAt: verifications.dueAt,
      dueLeftMinutes: verifications.dueLeftMinutes,
      claimedAt: verifications.claimedAt,
      reviewerId: verifications.reviewerId,
      organizationName: organizations.name,
      reviewerName: reviewers.username,
      reviewerSeenAt,
      ...reservation,
    })
    .from(found)
    .innerJoin(verifications, eq(verifications.id, found.id))
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .leftJoin(reviewers, eq(reviewers.id, verifications.reviewerId))
    .leftJoin(reservedForUsers, eq(reservedForUsers.id, verifications.reservedFor))
    .orderBy(...('filter' in wanted ? queueOrderOf(wanted.filter.order) : []))
}

type Part = { filter: QueueFilter; offset: number; here: string | null }

/** A part of what a filter finds, and the application in view, which may no longer match. */
function selectPart(queries: Queries, { filter, offset, here }: Part, limit: number) {
  const { id, status, submittedAt, dueAt } = verifications
  const inOrder = { id, status, submittedAt, dueAt }
  const order = queueOrderOf(filter.order)
  const where = matchesFilter(filter)
  const some = (from: number, rows: number) =>
    queries
      .select(inOrder)
      .from(verifications)
      .where(where)
      .orderBy(...order)
      .limit(rows)
      .offset(from)
  if (!where || !here) return some(offset, limit)
  // An application that no longer matches may belong before the part, within it or behind it: one more row before the part tells
  // which. With `or` the planner does not know how few rows each condition finds, and walks through the whole queue.
  const rowsBefore = Math.min(offset, 1)
  const hasLeft = notExists(
    queries
      .select({ id })
      .from(verifications)
      .where(and(where, eq(id, here))),
  )
  const left = queries
    .select(inOrder)
    .from(verifications)
    .where(and(eq(id, here), hasLeft))
  const merged = unionAll(some(offset - rowsBefore, limit + rowsBefore), left).as('verifications')
  return queries
    .select()
    .from(merged)
    .orderBy(...order)
    .limit(limit)
    .offset(rowsBefore)
}
