import { eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Queries } from '../../engine/database'
import { organizations } from '../../schema/organizations'
import { verifications } from '../../schema/verifications'
import { reservedForUsers, reservation, reviewers, reviewerSeenAt } from '../verification-claims'
import { matchesFilter, queueOrderOf, type QueueFilter } from './verification-queue'

/** Who stands in a part of the queue, or those that are named, and whose each is; in no order when they are named. */
export function listRail(
  queries: Queries,
  wanted: { ids: readonly string[] } | { filter: QueueFilter; offset: number; here: string | null },
  limit: number,
) {
  const ids = queries.select({ id: verifications.id }).from(verifications)
  const onRail =
    'ids' in wanted
      ? ids.where(inArray(verifications.id, [...wanted.ids])).limit(limit)
      : ids
          .where(withOne(matchesFilter(wanted.filter), wanted.here))
          .orderBy(...queueOrderOf(wanted.filter.order))
          .limit(limit)
          .offset(wanted.offset)
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

/** Those of a filter, and the one in view, which may have left it. */
const withOne = (filter: SQL | undefined, id: string | null): SQL | undefined =>
  filter && id ? or(filter, eq(verifications.id, id)) : filter
