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
  ne,
  or,
  sql,
  type SQL,
  type SQLWrapper,
  gte,
} from 'drizzle-orm'
import { alias, unionAll, type PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from './engine/database'
import { isActiveInvite } from './invites/invites'
import { invites, redemptions } from './schema/invites'
import { organizations } from './schema/organizations'
import { users } from './schema/users'
import { timelineEvents, verifications } from './schema/verifications'
import { inView, isDecidable, type QueueView } from './verifications/verification-queue'
import { selectNextDue, viewCounts } from './verifications/verification-views'
import { DECIDED_STATUSES, STATUSES_WAITING_FOR_US, type TimelineEvent, type VerificationStatus } from '../vocabulary'

const oneRow = sql`(values (1)) as one_row`
const figure = (query: SQLWrapper) => sql<number>`(${query})`.mapWith(Number)
const countOf = (db: Queries, table: PgTable, where?: SQL) =>
  figure(db.select({ total: count() }).from(table).where(where))

/** Mode change requests have a tab and a count of their own. */
const isPendingOfFirstTab = and(eq(verifications.status, 'pending'), ne(verifications.type, 'operation_mode_change'))

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
  where ${timelineEvents.verificationId} not in (
      select id from ${verifications} where type = 'operation_mode_change') and ${timelineEvents.at} > ${at} and ${timelineEvents.event} in ('submitted', 'resubmitted', 'review_started'))`.mapWith(
    Number,
  )

/** The four figures of the start page and how each has changed since then, in one statement. */
export async function selectFigures(db: Queries, now: Date, since: Date) {
  const [row] = await db
    .select({
      organizations: countOf(db, organizations),
      pendingVerifications: countOf(db, verifications, isPendingOfFirstTab),
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

/** What waits for somebody, in one statement: the counts, the one that waited longest, and the one that is due next. */
export async function selectOpenWork(db: Queries, looking: Omit<QueueView, 'name'>) {
  const isWaiting = or(inView({ ...looking, name: 'mine' }), inView({ ...looking, name: 'claimable' }))
  const oldest = db
    .select({ id: verifications.id, type: verifications.type, organizationName: organizations.name })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(and(isWaiting, looking.decider ? isDecidable(looking.decider) : sql`false`))
    .orderBy(asc(verifications.submittedAt), asc(verifications.id))
    .limit(1)
    .as('oldest')
  const next = selectNextDue(db, looking).as('next_due')
  const [row] = await db
    .select({
      oldest: { id: oldest.id, type: oldest.type, organizationName: oldest.organizationName },
      next: { id: next.id, dueAt: next.dueAt },
      ...viewCounts(db, looking),
      pending: countOf(db, verifications, isPendingOfFirstTab),
      openModeChanges: countOf(
        db,
        verifications,
        and(eq(verifications.type, 'operation_mode_change'), inArray(verifications.status, STATUSES_WAITING_FOR_US)),
      ),
      invitedUsers: countOf(db, users, eq(users.status, 'invited')),
      draftOrganizations: countOf(db, organizations, eq(organizations.status, 'draft')),
    })
    .from(oneRow)
    .leftJoin(oldest, sql`true`)
    .leftJoin(next, sql`true`)
  if (!row) throw new Error('no counts')
  return row
}

type Reader = Pick<Queries, 'select'>

/** How often each event happened on each day of a time zone since then, but for what was undone; days as '2026-03-05'. */
export function countEventsByDay(
  queries: Reader,
  { events, since, timeZone }: { events: readonly TimelineEvent[]; since: Date; timeZone: string },
) {
  const { verificationId, version, event, at } = timelineEvents
  const dayOf = (column: SQLWrapper) => sql<string>`to_char(${column} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day')
  const happened = queries
    .select({ event, day: dayOf(at), n: sql<number>`1`.as('n') })
    .from(timelineEvents)
    .where(and(gte(at, since), inArray(event, [...events])))
  const back = alias(timelineEvents, 'back')
  const undone = queries
    .select({ event: back.event, day: dayOf(back.at), n: sql<number>`-1`.as('n') })
    .from(timelineEvents)
    .innerJoin(back, and(eq(back.verificationId, verificationId), eq(back.version, sql`${version} - 1`)))
    .where(and(eq(event, 'undone'), gte(at, since), gte(back.at, since), inArray(back.event, [...events])))
  const all = unionAll(happened, undone).as('dated')
  return queries
    .select({ day: all.day, event: all.event, n: sql`sum(${all.n})`.mapWith(Number) })
    .from(all)
    .groupBy(all.day, all.event)
}

/** How many in each status are at least so old; `before` are the ends of the ages, the youngest first. */
export async function countByAge(
  queries: Reader,
  { statuses, before }: { statuses: readonly VerificationStatus[]; before: readonly Date[] },
) {
  const older = before.map((at) => sql`count(*) filter (where ${verifications.submittedAt} <= ${at})`)
  return queries
    .select({
      status: verifications.status,
      older: sql<number[]>`json_build_array(count(*), ${sql.join(older, sql`, `)})`,
    })
    .from(verifications)
    .where(inArray(verifications.status, [...statuses]))
    .groupBy(verifications.status)
}

/** Median and ninth decile of submitted to decided without waiting for the applicant, by week; Mondays as '2026-03-02'. */
export function measureDecisionsByWeek(queries: Reader, { since, timeZone }: { since: Date; timeZone: string }) {
  const { reviewedAt, submittedAt, waitedForApplicantMs, status } = verifications
  const timed = queries
    .select({
      week: sql<string>`to_char(date_trunc('week', ${reviewedAt} at time zone ${timeZone}), 'YYYY-MM-DD')`.as('week'),
      tookMs: sql<number>`extract(epoch from ${reviewedAt} - ${submittedAt}) * 1000 - ${waitedForApplicantMs}`.as(
        'took_ms',
      ),
    })
    .from(verifications)
    .where(and(gte(reviewedAt, since), inArray(status, DECIDED_STATUSES)))
    .as('timed')
  const quantile = (share: number) =>
    sql<number>`percentile_cont(${sql.raw(String(share))}) within group (order by ${timed.tookMs})`.mapWith(Number)
  return queries
    .select({ week: timed.week, n: count(), medianMs: quantile(0.5), slowestMs: quantile(0.9) })
    .from(timed)
    .groupBy(timed.week)
}
