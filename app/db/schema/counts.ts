import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, pgTable, text } from 'drizzle-orm/pg-core'
import type {
  Country,
  HistoryEvent,
  InviteType,
  OperationMode,
  OrganizationStatus,
  Role,
  UserStatus,
  VerificationStatus,
  VerificationType,
} from '../../vocabulary'
import { at } from './columns'

/**
 * How many rows of a table share a key, kept by triggers in the transaction of each change. A change adds a row with what it
 * adds or takes away, so nobody waits for anybody; the count of a key is the sum of its rows. `isFolded` marks those that
 * were summed up already (docs/decisions/0025).
 */
const counted = {
  n: bigint('n', { mode: 'number' }).notNull(),
  isFolded: boolean('is_folded').notNull().default(false),
}

/** Invites that are not deleted; `expiresAt`, infinity if they never expire, because their status follows the clock. */
export const inviteCounts = pgTable('invite_counts', {
  type: text('type').$type<InviteType>().notNull(),
  isUsedUp: boolean('is_used_up').notNull(),
  expiresAt: at('expires_at').notNull(),
  ...counted,
})

/** Invites that are not deleted, by the UTC day of their creation, to find where in the list a page begins. */
export const inviteDayCounts = pgTable('invite_day_counts', {
  day: date('day', { mode: 'string' }).notNull(),
  type: text('type').$type<InviteType>().notNull(),
  isUsedUp: boolean('is_used_up').notNull(),
  ...counted,
})

export const verificationCounts = pgTable('verification_counts', {
  type: text('type').$type<VerificationType>().notNull(),
  status: text('status').$type<VerificationStatus>().notNull(),
  country: text('country').$type<Country | ''>().notNull(),
  hasDueDate: boolean('has_due_date').notNull(),
  ...counted,
})

/**
 * Applications by the UTC week of their submission, from its Monday, to find where one stands in the queue and where a page begins.
 * By day there would be a quarter as many rows as applications.
 */
export const verificationWeekCounts = pgTable('verification_week_counts', {
  week: at('week').notNull(),
  type: text('type').$type<VerificationType>().notNull(),
  status: text('status').$type<VerificationStatus>().notNull(),
  country: text('country').$type<Country | ''>().notNull(),
  ...counted,
})

/** Open applications by the UTC hour of their submission, to tell how old they are. */
export const openHourCounts = pgTable(
  'open_hour_counts',
  {
    status: text('status').$type<VerificationStatus>().notNull(),
    hour: at('hour').notNull(),
    ...counted,
  },
  (t) => [
    index('open_hour_counts_status').on(t.status, t.hour),
    index('open_hour_counts_unfolded')
      .on(t.hour)
      .where(sql`not ${t.isFolded}`),
  ],
)

/** Decided applications by UTC day: how many, and how many ms their reviews took without waiting for the applicant. */
export const reviewDayCounts = pgTable('review_day_counts', {
  day: date('day', { mode: 'string' }).notNull(),
  type: text('type').$type<VerificationType>().notNull(),
  measure: text('measure').$type<'reviews' | 'ms'>().notNull(),
  ...counted,
})

export const organizationCounts = pgTable('organization_counts', {
  status: text('status').$type<OrganizationStatus>().notNull(),
  mode: text('mode').$type<OperationMode>().notNull(),
  country: text('country').$type<Country>().notNull(),
  ...counted,
})

/** Partners have the role ''. */
export const userCounts = pgTable('user_counts', {
  status: text('status').$type<UserStatus>().notNull(),
  role: text('role').$type<Role | ''>().notNull(),
  ...counted,
})

/** Events of timelines by the hour and the type of their verification. */
export const eventCounts = pgTable(
  'event_counts',
  {
    event: text('event').$type<HistoryEvent>().notNull(),
    type: text('type').$type<VerificationType>().notNull(),
    hour: at('hour').notNull(),
    ...counted,
  },
  (t) => [
    index('event_counts_hour').on(t.hour, t.event),
    index('event_counts_unfolded')
      .on(t.hour)
      .where(sql`not ${t.isFolded}`),
  ],
)
