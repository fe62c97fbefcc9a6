import { and, asc, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import {
  STATUSES_WAITING_FOR_APPLICANT,
  STATUSES_WAITING_FOR_US,
  type Country,
  type VerificationType,
} from '../../vocabulary'
import type { Queries } from '../engine/database'
import { dueHours, holidays } from '../schema/due-dates'
import { organizations } from '../schema/organizations'
import { isOpenIn, timelineEvents, verifications } from '../schema/verifications'

const holidaysOf = sql<string[]>`(
  select coalesce(json_agg(${holidays.day} order by ${holidays.day}), '[]') from ${holidays}
  where ${holidays.country} = ${organizations.country} and ${holidays.day} >= ${verifications.submittedAt}::date - 1)`

/** When the applicant last answered; null when they never did. */
const cameBackAt = sql`(
  select max(${timelineEvents.at}) from ${timelineEvents}
  where ${timelineEvents.verificationId} = ${verifications.id} and ${timelineEvents.event} = 'resubmitted')`.mapWith(
  timelineEvents.at,
)

const termsWhere = (queries: Queries, where: SQL | undefined) =>
  queries
    .select({
      id: verifications.id,
      status: verifications.status,
      type: verifications.type,
      submittedAt: verifications.submittedAt,
      waitedForApplicantMs: verifications.waitedForApplicantMs,
      waitingSince: verifications.waitingSince,
      dueAt: verifications.dueAt,
      dueLeftMinutes: verifications.dueLeftMinutes,
      hours: sql<
        number | null
      >`(select ${dueHours.hours} from ${dueHours} where ${dueHours.type} = ${verifications.type})`,
      timeZone: organizations.timeZone,
      holidays: holidaysOf,
      cameBackAt,
    })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(where)

/** What the due date of an application depends on. */
export const findDueTerms = async (queries: Queries, id: string) =>
  (await termsWhere(queries, eq(verifications.id, id)))[0] ?? null

/** Locks open applications whose due date was never set, except those that others are filling in. */
export const takeWithoutDue = (tx: Queries, atMost: number) =>
  termsWhere(
    tx,
    or(
      and(inArray(verifications.status, STATUSES_WAITING_FOR_US), isNull(verifications.dueAt)),
      and(inArray(verifications.status, STATUSES_WAITING_FOR_APPLICANT), isNull(verifications.dueLeftMinutes)),
    ),
  )
    .limit(atMost)
    .for('update', { of: verifications, skipLocked: true })

export type StoredDueTerms = Awaited<ReturnType<typeof takeWithoutDue>>[number]
/** The terms that a due date was calculated with. */
export type DueTermsHeld = Pick<StoredDueTerms, 'hours' | 'holidays' | 'timeZone'>

type SetDue = { id: string; dueAt: Date | null; dueLeftMinutes: number | null }

/** Locks open applications of one of these types or countries, in order of id, after `after`. */
export const takeOpen = (
  tx: Queries,
  { types, countries }: { types: readonly VerificationType[]; countries: readonly Country[] },
  { after, atMost }: { after: string | null; atMost: number },
) =>
  tx
    .select({
      id: verifications.id,
      type: verifications.type,
      country: organizations.country,
      timeZone: organizations.timeZone,
      submittedAt: verifications.submittedAt,
      cameBackAt,
      dueAt: verifications.dueAt,
      dueLeftMinutes: verifications.dueLeftMinutes,
    })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(
      and(
        isOpenIn(verifications.status),
        or(inArray(verifications.type, [...types]), inArray(organizations.country, [...countries])),
        after === null ? undefined : gt(verifications.id, after),
      ),
    )
    .orderBy(asc(verifications.id))
    .limit(atMost)
    .for('update', { of: verifications })

/** Locks the open applications of an organization. */
export const takeOpenOf = (tx: Queries, organizationId: string) =>
  termsWhere(tx, and(eq(verifications.organizationId, organizationId), isOpenIn(verifications.status)))
    .orderBy(asc(verifications.id))
    .for('no key update', { of: verifications })

/**
 * Sets due dates without a new version or anything that people see as a change. When other terms give more time to an application that
 * staff were told is late, they are told once more when that time is over.
 */
export async function setDueDates(
  tx: Queries,
  dues: readonly SetDue[],
  { hasOtherTerms = false }: { hasOtherTerms?: boolean } = {},
): Promise<void> {
  if (dues.length === 0) return
  const rows = dues.map(
    ({ id, dueAt, dueLeftMinutes }) =>
      sql`(${id}::uuid, ${dueAt?.toISOString() ?? null}::timestamptz, ${dueLeftMinutes}::int)`,
  )
  await tx.execute(sql`
    update ${verifications} set due_at = due.at, due_left_minutes = due.left_minutes,
      last_due_at = coalesce(${verifications.dueAt}, ${verifications.lastDueAt}),
      overdue_notice_at = case
        when ${hasOtherTerms} and (due.at > overdue_notice_at or due.left_minutes > 0) then null else overdue_notice_at end
    from (values ${sql.join(rows, sql`, `)}) as due (id, at, left_minutes) where ${verifications.id} = due.id`)
}

/** Every type whose hours are not the default. */
export const listDueHours = (queries: Queries) => queries.select().from(dueHours)

export const listHolidays = (queries: Queries) =>
  queries.select().from(holidays).orderBy(asc(holidays.day), asc(holidays.country))

/** The days on which nobody works in a country. */
export async function listDaysOff(queries: Queries, country: Country): Promise<string[]> {
  const rows = await queries.select({ day: holidays.day }).from(holidays).where(eq(holidays.country, country))
  return rows.map(({ day }) => day)
}

/** Sets the hours of a type and raises their version. */
export async function saveDueHours(
  tx: Queries,
  { type, hours }: { type: VerificationType; hours: number },
): Promise<void> {
  await tx
    .insert(dueHours)
    .values({ type, hours, version: 1 })
    .onConflictDoUpdate({ target: dueHours.type, set: { hours, version: sql`${dueHours.version} + 1` } })
}

export async function replaceHolidays(
  tx: Queries,
  country: Country,
  days: readonly { day: string; name: string }[],
): Promise<void> {
  await tx.delete(holidays).where(eq(holidays.country, country))
  if (days.length > 0) await tx.insert(holidays).values(days.map((day) => ({ country, ...day })))
}
