import { and, asc, count, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import type { VerificationStatus, VerificationType } from '../vocabulary'
import type { Queries } from './database'
import { organizations, verifications } from './schema'
import { isDecided, matchesFilter, orderOf, type QueueFilter } from './verification-queue'

/** Where one verification stands in the queue: its own sort key. */
export type QueueKey = { id: string; submittedAt: Date; status: VerificationStatus }

/** Enough of a neighbour to link to it. */
export type Neighbour = { id: string; type: VerificationType }

const DECIDED: readonly VerificationStatus[] = ['approved', 'rejected']

function standsBefore(key: QueueKey, order: QueueFilter['order']): SQL {
  const isKeyDecided = DECIDED.includes(key.status)
  const isEarlier = earlierThan(key, order === 'oldest')
  const inSamePart = sql`(${isDecided} = ${isKeyDecided} and ${isEarlier})`
  return isKeyDecided ? sql`(not ${isDecided} or ${inSamePart})` : inSamePart
}

function standsAfter(key: QueueKey, order: QueueFilter['order']): SQL {
  const isKeyDecided = DECIDED.includes(key.status)
  const isLater = earlierThan(key, order !== 'oldest')
  const inSamePart = sql`(${isDecided} = ${isKeyDecided} and ${isLater})`
  return isKeyDecided ? inSamePart : sql`(${isDecided} or ${inSamePart})`
}

function earlierThan({ id, submittedAt }: QueueKey, isAscending: boolean): SQL {
  const at = submittedAt.toISOString()
  const rows = sql`(${verifications.submittedAt}, ${verifications.id})`
  const own = sql`(${at}::timestamptz, ${id}::uuid)`
  return isAscending ? sql`${rows} < ${own}` : sql`${rows} > ${own}`
}

const turned = (order: QueueFilter['order']) => {
  const direction = order === 'oldest' ? desc : asc
  return [desc(isDecided), direction(verifications.submittedAt), direction(verifications.id)]
}

/** Position from 1 and size of the queue under a filter, with the neighbours; the verification itself need not match. */
export async function findPlace(queries: Queries, filter: QueueFilter, key: QueueKey) {
  const filtered = matchesFilter(filter)
  const before = standsBefore(key, filter.order)
  const after = standsAfter(key, filter.order)
  const neighbour = (where: SQL, order: SQL[]) =>
    queries
      .select({ neighbour: sql`json_build_object('id', ${verifications.id}, 'type', ${verifications.type})` })
      .from(verifications)
      .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
      .where(and(filtered, where))
      .orderBy(...order)
      .limit(1)
  const [row] = await queries
    .select({
      countBefore: sql<number>`count(*) filter (where ${before})::int`,
      total: count(),
      isIn: sql<boolean>`coalesce(bool_or(${verifications.id} = ${key.id}::uuid), false)`,
      previous: sql<Neighbour | null>`(${neighbour(before, turned(filter.order))})`,
      next: sql<Neighbour | null>`(${neighbour(after, orderOf(filter.order))})`,
    })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(filtered)
  return {
    position: row?.isIn ? row.countBefore + 1 : null,
    total: row?.total ?? 0,
    previous: row?.previous ?? null,
    next: row?.next ?? null,
  }
}

/**
 * The next one waiting for this reviewer under a filter: pending, or already under their review; first those behind the key,
 * then from the start; null when nothing is left.
 */
export async function findNextWaiting(
  queries: Queries,
  filter: QueueFilter,
  key: QueueKey,
  reviewerId: string,
): Promise<Neighbour | null> {
  const isBehind = earlierThan(key, filter.order !== 'oldest')
  const direction = filter.order === 'oldest' ? asc : desc
  const [row] = await queries
    .select({ id: verifications.id, type: verifications.type })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(
      and(
        matchesFilter(filter),
        ne(verifications.id, key.id),
        or(
          eq(verifications.status, 'pending'),
          and(eq(verifications.status, 'under_review'), eq(verifications.reviewerId, reviewerId)),
        ),
      ),
    )
    .orderBy(desc(isBehind), direction(verifications.submittedAt), direction(verifications.id))
    .limit(1)
  return row ?? null
}
