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
  not,
  or,
  sql,
  type SQL,
  type SQLWrapper,
  gte,
} from 'drizzle-orm'
import { unionAll, type PgTable } from 'drizzle-orm/pg-core'
import type { AuditAction } from '../../audit-actions'
import { preparedOnce, placeholder } from '../engine/prepared-once'
import type { Database, Queries } from '../engine/database'
import { isAfter, isSince, plannedOnce } from '../engine/sql'
import { sumOf, verificationCount } from '../counts'
import { inviteCount } from '../invites/invites'
import { auditLog } from '../schema/audit'
import { eventCounts, inviteDayCounts, organizationCounts, userCounts } from '../schema/counts'
import { invites, redemptions } from '../schema/invites'
import { organizations } from '../schema/organizations'
import { users } from '../schema/users'
import { timelineEvents, verifications } from '../schema/verifications'
import {
  placeholderContext,
  mayDecideAs,
  waitingParts,
  type ViewContext,
  selectNextDue,
  viewCounts,
} from '../verifications/queue/verification-views'
import { FIRST_TAB_TYPES, STATUSES_WAITING_FOR_US } from '../../vocabulary'
import { DAY_MS, dayOfUtc, HOUR_MS, nextOf } from '../../durations'

const figure = (query: SQLWrapper) => sql<number>`(${query})`.mapWith(Number)
const countOf = (db: Queries, table: PgTable, where?: SQL) =>
  figure(db.select({ total: count() }).from(table).where(where))

/**
 * How many invites were active at `at`: not deleted, expired or used up. Starts from those that now exist and have uses left, takes
 * away those created since, and adds those deleted or used up since.
 */
const activeInvitesAt = (db: Database, at: Date, nextDay: Date, nextDayName: string): SQL<number> => {
  const { createdAt, expiresAt, deletedAt, usedCount, maximumUses } = invites
  const some = (where: SQL | undefined) => countOf(db, invites, where)
  const hasUsesLeft = lt(usedCount, maximumUses)
  const isKept = isNull(deletedAt)
  const there = inviteCount(db, { type: [], status: ['active'] }, at)
  const fromNextDay = db
    .select({ n: sumOf(inviteDayCounts.n) })
    .from(inviteDayCounts)
    .where(and(eq(inviteDayCounts.isUsedUp, false), gte(inviteDayCounts.day, nextDayName)))
  const untilNextDay = some(and(isKept, hasUsesLeft, gt(createdAt, at), lt(createdAt, nextDay)))
  const bornExpired = some(
    and(isKept, hasUsesLeft, isAfter(createdAt, at), lte(expiresAt, createdAt), lte(expiresAt, at)),
  )
  const wasLive = and(lte(createdAt, at), or(isNull(expiresAt), gt(expiresAt, at)))
  const usedSince = db
    .select({ inviteId: redemptions.inviteId, n: count().as('n') })
    .from(redemptions)
    .where(isAfter(redemptions.at, at))
    .groupBy(redemptions.inviteId)
    .as('used_since')
  const hadUsesLeft = or(hasUsesLeft, sql`${usedCount} - ${usedSince.n} < ${maximumUses}`)
  const deletedSince = db
    .select({ n: count() })
    .from(invites)
    .leftJoin(usedSince, eq(usedSince.inviteId, invites.id))
    .where(and(isAfter(deletedAt, at), wasLive, hadUsesLeft))
  const usedUpSince = db
    .select({ n: count() })
    .from(usedSince)
    .innerJoin(invites, eq(usedSince.inviteId, invites.id))
    .where(and(isKept, not(hasUsesLeft), wasLive, hadUsesLeft))
  return sql<number>`(${there} - (${fromNextDay}) - ${untilNextDay} + ${bornExpired} + (${deletedSince})
    + (${usedUpSince}) + (${editedSince(db, at)}))`.mapWith(Number)
}

/** How many more invites were active by their terms at `at` than by their edited terms; the audit log has the old terms. */
function editedSince(db: Database, at: Date) {
  const { createdAt, deletedAt, expiresAt, usedCount, maximumUses } = invites
  const first = db
    .selectDistinctOn([auditLog.objectId], { id: auditLog.objectId, terms: auditLog.before })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'invite.edit' satisfies AuditAction), isAfter(auditLog.at, at)))
    .orderBy(asc(auditLog.objectId), asc(auditLog.at), asc(auditLog.id))
    .as('first_edit')
  const usedThen = sql`${usedCount} - (
    select count(*) from ${redemptions} where ${redemptions.inviteId} = ${invites.id} and ${gt(redemptions.at, at)})`
  const isActive = (end: SQLWrapper, maximum: SQLWrapper) =>
    sql`case when ${gt(sql`coalesce(${end}, 'infinity')`, at)} and ${usedThen} < ${maximum} then 1 else 0 end`
  const then = isActive(
    sql`(${first.terms} ->> 'expiresAt')::timestamptz`,
    sql`(${first.terms} ->> 'maximumUses')::int`,
  )
  return db
    .select({ n: sql`coalesce(sum(${then} - ${isActive(expiresAt, maximumUses)}), 0)` })
    .from(first)
    .innerJoin(invites, sql`${invites.id} = ${first.id}::uuid`)
    .where(and(lte(createdAt, at), or(isNull(deletedAt), gt(deletedAt, at))))
}

const QUEUE_EVENTS = ['submitted', 'resubmitted', 'review_started', 'released'] as const

/** Submissions and released reviews enter the queue, starts of reviews leave it: there is no other way in or out. */
const enteredQueueSince = (db: Queries, at: Date, nextHour: Date): SQL<number> => {
  const { event, hour, type, n } = eventCounts
  const fromNextHour = db
    .select({ n: sql`coalesce(sum(case when ${event} = 'review_started' then -${n} else ${n} end), 0)` })
    .from(eventCounts)
    .where(and(isSince(hour, nextHour), inArray(event, [...QUEUE_EVENTS]), inArray(type, FIRST_TAB_TYPES)))
  // Not joined: for any hour the planner would join all verifications.
  const itsType = sql`(${db.select({ type: verifications.type }).from(verifications).where(eq(verifications.id, timelineEvents.verificationId))})`
  const untilNextHour = db
    .select({ n: sql`coalesce(sum(case when ${timelineEvents.event} = 'review_started' then -1 else 1 end), 0)` })
    .from(timelineEvents)
    .where(
      and(
        gt(timelineEvents.at, at),
        lt(timelineEvents.at, nextHour),
        inArray(timelineEvents.event, [...QUEUE_EVENTS]),
        inArray(itsType, FIRST_TAB_TYPES),
      ),
    )
  return sql<number>`((${fromNextHour}) + (${untilNextHour}))`.mapWith(Number)
}

const pendingOfFirstTab = (db: Queries) => verificationCount(db, { types: FIRST_TAB_TYPES, statuses: ['pending'] })

const allUsers = (db: Queries) => figure(db.select({ n: sumOf(userCounts.n) }).from(userCounts))
const allOrganizations = (db: Queries) => figure(db.select({ n: sumOf(organizationCounts.n) }).from(organizationCounts))

const selectCounted = preparedOnce(
  (db) => {
    const [now, since] = [placeholder<Date>('now', invites.expiresAt), placeholder<Date>('since', invites.createdAt)]
    const [nextDay, nextHour] = [
      placeholder<Date>('nextDay', invites.createdAt),
      placeholder<Date>('nextHour', timelineEvents.at),
    ]
    return db
      .select({
        organizations: allOrganizations(db),
        pendingVerifications: pendingOfFirstTab(db),
        pendingModeChanges: verificationCount(db, { types: ['operation_mode_change'], statuses: ['pending'] }),
        users: allUsers(db),
        activeInvites: inviteCount(db, { type: [], status: ['active'] }, now),
        newOrganizations: countOf(db, organizations, isAfter(organizations.createdAt, since)),
        enteredQueue: enteredQueueSince(db, since, nextHour),
        newUsers: countOf(db, users, isAfter(users.createdAt, since)),
        activeInvitesThen: activeInvitesAt(db, since, nextDay, placeholder('nextDayName', inviteDayCounts.day)),
      })
      .from(plannedOnce)
  },
  () => '',
)

/** The figures of the start page and what shows their change since `since`, in one statement. */
export async function readDashboardFigures(db: Database, now: Date, since: Date) {
  const nextDay = nextOf(since, DAY_MS)
  const nextDayName = dayOfUtc(nextDay)
  const values = { now, since, nextDay, nextDayName, nextHour: nextOf(since, HOUR_MS) }
  const [row] = await selectCounted(db, undefined, values)
  if (!row) throw new Error('no figures')
  return row
}

/** The newest timeline events, each with its actor and application. */
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

const selectWork = preparedOnce((db, asking: ViewContext) => {
  const looking = placeholderContext(asking)
  const { id, submittedAt } = verifications
  const partOf = (part: SQL | undefined) => db.select({ id, submittedAt }).from(verifications).where(part)
  const oldestOf = (part: SQL | undefined) => partOf(part).orderBy(asc(submittedAt), asc(id)).limit(1)
  const { mine, unclaimed, awaitingAgreement } = waitingParts(looking)
  const waiting = unionAll(oldestOf(mine), oldestOf(unclaimed), partOf(awaitingAgreement)).as('waiting')
  // No `limit 1` on these few rows: the planner would scan all applications instead of looking up those of one person.
  const first = db
    .select({ id: sql`(array_agg(${waiting.id} order by ${waiting.submittedAt}, ${waiting.id}))[1]`.as('oldest_id') })
    .from(waiting)
    .as('first')
  const oldest = db
    .select({ id: verifications.id, type: verifications.type })
    .from(first)
    .innerJoin(verifications, eq(verifications.id, first.id))
    .as('oldest')
  const next = selectNextDue(db, looking).as('next_due')
  return db
    .select({
      oldest: { id: oldest.id, type: oldest.type },
      next: { id: next.id, dueAt: next.dueAt },
      ...viewCounts(db, looking),
      pending: pendingOfFirstTab(db),
      openModeChanges: verificationCount(db, { types: ['operation_mode_change'], statuses: STATUSES_WAITING_FOR_US }),
      invitedUsers: figure(
        db
          .select({ n: sumOf(userCounts.n) })
          .from(userCounts)
          .where(eq(userCounts.status, 'invited')),
      ),
      draftOrganizations: figure(
        db
          .select({ n: sumOf(organizationCounts.n) })
          .from(organizationCounts)
          .where(eq(organizationCounts.status, 'draft')),
      ),
    })
    .from(plannedOnce)
    .leftJoin(oldest, sql`true`)
    .leftJoin(next, sql`true`)
}, mayDecideAs)

/** What waits for a person, in one statement: the counts, the application that waited longest, and the one due next. */
export async function readOpenWork(db: Database, looking: ViewContext) {
  const [row] = await selectWork(db, looking, looking)
  if (!row) throw new Error('no counts')
  return row
}
