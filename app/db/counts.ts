import { and, eq, getTableName, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Queries } from './engine/database'
import { narrowedTo, readRows } from './engine/sql'
import {
  eventCounts,
  inviteCounts,
  inviteDayCounts,
  openHourCounts,
  organizationCounts,
  reviewDayCounts,
  userCounts,
  verificationCounts,
  verificationWeekCounts,
} from './schema/counts'
import {
  DECIDED_STATUSES,
  OPEN_STATUSES,
  type Country,
  type VerificationStatus,
  type VerificationType,
} from '../vocabulary'

type Counter = { counts: PgTable; keys: string[]; counted: SQL }

const keptInvites = sql`from invites where deleted_at is null`
const placedVerifications = sql`from verifications v join organizations o on o.id = v.organization_id`

/** Each table of counts, its keys, and what every counted row adds to which key, as the triggers of 0024 and 0056 keep it. */
const COUNTERS: readonly Counter[] = [
  {
    counts: inviteCounts,
    keys: ['type', 'is_used_up', 'expires_at'],
    counted: sql`select type, used_count >= maximum_uses, coalesce(expires_at, 'infinity'), 1 ${keptInvites}`,
  },
  {
    counts: inviteDayCounts,
    keys: ['day', 'type', 'is_used_up'],
    counted: sql`select (created_at at time zone 'UTC')::date, type, used_count >= maximum_uses, 1 ${keptInvites}`,
  },
  {
    counts: verificationCounts,
    keys: ['type', 'status', 'country', 'has_due_date'],
    counted: sql`select v.type, v.status, o.country, v.due_at is not null, 1 ${placedVerifications}`,
  },
  {
    counts: verificationWeekCounts,
    keys: ['week', 'type', 'status', 'country'],
    counted: sql`select date_trunc('week', v.submitted_at, 'UTC'), v.type, v.status, o.country, 1 ${placedVerifications}`,
  },
  {
    counts: openHourCounts,
    keys: ['status', 'hour'],
    counted: sql`select status, date_trunc('hour', submitted_at, 'UTC'), 1 from verifications where status in ${OPEN_STATUSES}`,
  },
  {
    counts: reviewDayCounts,
    keys: ['day', 'type', 'measure'],
    counted: sql`select (reviewed_at at time zone 'UTC')::date, type, measure, measured from verifications,
      lateral (values ('reviews', 1), ('ms', (extract(epoch from reviewed_at - submitted_at) * 1000)::bigint - waited_for_applicant_ms))
        as measures (measure, measured)
      where reviewed_at is not null and status in ${DECIDED_STATUSES}`,
  },
  {
    counts: organizationCounts,
    keys: ['status', 'mode', 'country'],
    counted: sql`select status, operation_mode, country, 1 from organizations`,
  },
  {
    counts: userCounts,
    keys: ['status', 'role'],
    counted: sql`select status, coalesce(role, ''), 1 from users`,
  },
  {
    counts: eventCounts,
    keys: ['hour', 'event', 'type'],
    counted: sql`select date_trunc('hour', e.at, 'UTC'), e.event, v.type, 1 from timeline_events e
      join verifications v on v.id = e.verification_id`,
  },
]

export const COUNT_TABLES = COUNTERS.map(({ counts }) => counts)

/** How much each count lacks at one instant; a negative `n` means that it has too much. */
const missingFrom = ({ counts, keys, counted }: Counter): SQL => {
  const columns = sql.raw(keys.join(', '))
  return sql`select ${columns}, sum(n)::bigint as n from (
    select ${columns}, n from (${counted}) as rows (${columns}, n) union all select ${columns}, -n from ${counts}
  ) as both_sides group by ${columns} having sum(n) <> 0`
}

export type Miscount = { table: string; key: Record<string, unknown>; missing: number }

/** Every key whose kept count differs from an exact count. */
export async function listMiscounts(db: Queries): Promise<Miscount[]> {
  const found: Miscount[] = []
  for (const counter of COUNTERS) {
    const rows = await readRows<{ key: Record<string, unknown>; missing: number }>(
      db,
      sql`select to_jsonb(missing) - 'n' as key, n::float8 as missing from (${missingFrom(counter)}) as missing`,
    )
    found.push(...rows.map((row) => ({ table: getTableName(counter.counts), ...row })))
  }
  return found
}

/** Adds what {@link listMiscounts} finds missing. Safe while others write: each statement compares rows and counts of one instant. */
export async function mendCounts(db: Queries): Promise<void> {
  await db.execute(sql`update verifications set country = o.country from organizations o
    where o.id = organization_id and verifications.country is distinct from o.country`)
  for (const counter of COUNTERS)
    await db.execute(
      sql`insert into ${counter.counts} (${sql.raw(counter.keys.join(', '))}, n) ${missingFrom(counter)}`,
    )
}

/**
 * Sums up the rows that changes have added since the last time. Readers get the same sums meanwhile; a second process that folds
 * skips, because two would wait for each other's rows.
 */
export const foldCounts = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    // A plan made for a few rows and kept since compares each row with each; for thousands that takes minutes.
    await tx.execute(sql`set local enable_nestloop = off`)
    for (const { counts, keys } of COUNTERS) {
      const columns = sql.raw(keys.join(', '))
      await tx.execute(sql`with gone as (
        delete from ${counts} where (select pg_try_advisory_xact_lock(hashtext(${`fold ${getTableName(counts)}`})))
        and (${columns}) in (select ${columns} from ${counts} where not is_folded) returning *
      ) insert into ${counts} (${columns}, n, is_folded)
      select ${columns}, sum(n), true from gone group by ${columns} having sum(n) <> 0 order by ${columns}`)
    }
  })

/** A sum computed by the database, zero where there are no rows. */
export const sumOf = (n: AnyColumn) => sql<number>`coalesce(sum(${n}), 0)`.mapWith(Number)

/** How many rows come before each group of counts in a list with this order of groups. */
export const countBefore = (n: AnyColumn, order: SQL[]) =>
  sql<number>`(sum(sum(${n})) over (order by ${sql.join(order, sql`, `)}) - sum(${n}))`.mapWith(Number)

/** No list, or an empty one, does not narrow. */
type CountFilter = {
  types?: readonly VerificationType[] | ((type: AnyColumn) => SQL | undefined)
  statuses?: readonly VerificationStatus[]
  countries?: readonly Country[]
}

export const matchesCountFilter = (
  { type, status, country }: typeof verificationCounts | typeof verificationWeekCounts,
  { types, statuses, countries }: CountFilter,
): SQL | undefined =>
  and(
    typeof types === 'function' ? types(type) : narrowedTo(type, types),
    narrowedTo(status, statuses),
    narrowedTo(country, countries),
  )

/** How many verifications there are of these kinds, as a part of a statement. */
export const verificationCount = (
  db: Queries,
  { hasDueDate, ...kinds }: CountFilter & { hasDueDate?: boolean },
): SQL<number> => {
  const hasThatDueDate = hasDueDate === undefined ? undefined : eq(verificationCounts.hasDueDate, hasDueDate)
  return sql<number>`(${db
    .select({ n: sumOf(verificationCounts.n) })
    .from(verificationCounts)
    .where(and(matchesCountFilter(verificationCounts, kinds), hasThatDueDate))})`.mapWith(Number)
}

/** How many verifications of these kinds were submitted in some weeks, as a part of a statement. */
export const verificationWeekCount = (db: Queries, kinds: CountFilter, inWeeks: SQL): SQL<number> =>
  sql<number>`(${db
    .select({ n: sumOf(verificationWeekCounts.n) })
    .from(verificationWeekCounts)
    .where(and(matchesCountFilter(verificationWeekCounts, kinds), inWeeks))})`.mapWith(Number)
