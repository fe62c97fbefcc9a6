import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  OPEN_STATUSES,
  WAITS_FOR,
  type Country,
  type HistoryEvent,
  type OperationMode,
  type VerificationStatus,
  type VerificationType,
  type Language,
} from '../../vocabulary'
import { at, id } from './columns'
import { organizations } from './organizations'
import { templates } from './templates'
import { users } from './users'

const RANKS = { us: 0, applicant: 1, nobody: 2 } as const
export type Rank = (typeof RANKS)[keyof typeof RANKS]

/** The place of a status in the queue: first what waits for a reviewer, then for the applicant, then for nobody. */
export const rankOfStatus = (status: VerificationStatus): Rank => RANKS[WAITS_FOR[status]]

const cases = Object.entries(WAITS_FOR).map(([status, who]) => `when '${status}' then ${RANKS[who]}`)

/** The rank of a status in SQL; the queue and its indexes must use exactly this expression. */
export const rankOf = (status: SQLWrapper): SQL<Rank> => sql`(case ${status} ${sql.raw(cases.join(' '))} end)`

/** Puts applications without a due date last; the queue and its index must use exactly this expression. */
export const dueOrder = (dueAt: SQLWrapper): SQL => sql`(coalesce(${dueAt}, 'infinity'::timestamptz))`

/** The ranks that these statuses have; all ranks when none is named. */
export const ranksOf = (statuses: readonly VerificationStatus[]): Rank[] => [
  ...new Set(statuses.length > 0 ? statuses.map(rankOfStatus) : Object.values(RANKS)),
]

/** Literals instead of parameters, so that it matches the index of open applications word for word. */
export const isOpenIn = (status: SQLWrapper): SQL =>
  sql`${status} in (${sql.raw(OPEN_STATUSES.map((open) => `'${open}'`).join(', '))})`

/** One application under review. One of type operation_mode_change is a mode change request and names both modes. */
export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The country of its organization, maintained by a trigger, so that the queue is filtered by country without a join. */
    country: text('country').$type<Country>(),
    type: text('type').$type<VerificationType>().notNull(),
    status: text('status').$type<VerificationStatus>().notNull(),
    submittedBy: uuid('submitted_by').references(() => users.id),
    submittedAt: at('submitted_at').notNull(),
    reviewerId: uuid('reviewer_id').references(() => users.id),
    reviewedAt: at('reviewed_at'),
    reviewNotes: text('review_notes'),
    rejectionReason: text('rejection_reason'),
    requestedChanges: text('requested_changes').array().notNull().default([]),
    /** Time spent in need_more_info so far, and since when it is there now. */
    waitedForApplicantMs: bigint('waited_for_applicant_ms', { mode: 'number' }).notNull().default(0),
    waitingSince: at('waiting_since'),
    currentMode: text('current_mode').$type<OperationMode>(),
    requestedMode: text('requested_mode').$type<OperationMode>(),
    modeReason: text('mode_reason'),
    /** The organization's values of the fields that the change proposed, as of the decision; null before, and for other applications. */
    heldAtDecision: jsonb('held_at_decision').$type<Record<string, unknown>>(),
    /** Since when the reviewer has claimed it; null while nobody has. */
    claimedAt: at('claimed_at'),
    /** After the applicant's answer it is offered first to the reviewer who asked, until `reservedUntil`. */
    reservedFor: uuid('reserved_for').references(() => users.id),
    reservedUntil: at('reserved_until'),
    /** When it is due, in working hours; null while it waits for the applicant or for nobody. */
    dueAt: at('due_at'),
    /** Its due date before that: where it stood in the queue while it waited for us. */
    lastDueAt: at('last_due_at'),
    /** The working minutes that were left when the applicant was asked. */
    dueLeftMinutes: integer('due_left_minutes'),
    /** When staff were told that it waits too long. */
    overdueNoticeAt: at('overdue_notice_at'),
    /** When its documents were erased, long after it was rejected. */
    documentsErasedAt: at('documents_erased_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('verifications_rank_submitted').on(rankOf(t.status), t.submittedAt, t.id, t.status, t.type),
    index('verifications_rank_newest').on(
      rankOf(t.status),
      t.submittedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.status,
      t.type,
    ),
    index('verifications_queue_due').on(
      rankOf(t.status),
      dueOrder(t.dueAt),
      t.submittedAt,
      t.id,
      t.status,
      t.type,
      t.dueAt,
    ),
    index('verifications_submitted').on(t.submittedAt, t.id),
    index('verifications_status_submitted').on(t.status, t.submittedAt, t.id),
    index('verifications_type_status').on(t.type, t.status, t.submittedAt),
    index('verifications_reviewer_submitted').on(t.reviewerId, t.submittedAt, t.id),
    index('verifications_organization').on(t.organizationId, t.submittedAt),
    index('verifications_review_time').on(t.reviewedAt, t.status, t.type, t.submittedAt, t.waitedForApplicantMs),
    index('verifications_open_due')
      .on(t.dueAt, t.id, t.type, t.status)
      .where(sql`${t.dueAt} is not null`),
    index('verifications_claimed')
      .on(t.reviewerId, t.dueAt)
      .where(sql`${t.status} = 'under_review'`),
    index('verifications_reserved')
      .on(t.reservedUntil)
      .where(sql`${t.reservedFor} is not null`),
    index('verifications_submitter')
      .on(t.submittedBy, t.status, t.dueAt)
      .where(sql`${t.submittedBy} is not null`),
    uniqueIndex('verifications_one_open').on(t.organizationId, t.type).where(isOpenIn(t.status)),
    check(
      'verifications_mode_change',
      sql`(${t.type} = 'operation_mode_change') = (${t.requestedMode} is not null and ${t.currentMode} is not null and ${t.modeReason} is not null)`,
    ),
  ],
)

export const timelineEvents = pgTable(
  'timeline_events',
  {
    id: id(),
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verifications.id),
    event: text('event').$type<HistoryEvent>().notNull(),
    at: at('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    /** The words that go with it: notes, reason, or the answer of the applicant. */
    note: text('words'),
    items: text('items').array().notNull().default([]),
    /**
     * The template that the words were filled in from, its texts at that time and its slots, so that each reader sees the words in their
     * own language.
     */
    templateId: uuid('template_id').references(() => templates.id),
    templateTexts: jsonb('template_texts').$type<Record<Language, string>>(),
    slots: jsonb('slots').$type<Record<string, string>>(),
    /** The version of the verification that this event made. */
    version: integer('version').notNull(),
  },
  (t) => [
    uniqueIndex('timeline_events_verification').on(t.verificationId, t.version),
    index('timeline_events_at').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('timeline_events_event').on(t.event, t.at),
  ],
)

/** Whether the next event of the application undid this one; `event` names its row, under any alias. */
export const isUndone = (event: SQLWrapper): SQL => sql`exists (
  select from ${timelineEvents} later where later.verification_id = ${event}.verification_id
    and later.version = ${event}.version + 1 and later.event = 'undone')`
