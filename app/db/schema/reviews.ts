import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Language, VerificationType } from '../../vocabulary'
import { at, id } from './columns'
import { users } from './users'
import { verifications } from './verifications'

/** How many people decide an application of a type (one where there is no row), and what they must do first. */
export const reviewPeople = pgTable('review_people', {
  type: text('type').$type<VerificationType>().primaryKey(),
  people: integer('people').notNull(),
  /** Nobody approves before every document was opened. */
  mustOpen: boolean('must_open').notNull().default(false),
  version: integer('version').notNull().default(1),
})

/** The first of two votes: what somebody prepared for another to agree to. It counts for one version of the application. */
export const preparedDecisions = pgTable('prepared_decisions', {
  verificationId: uuid('verification_id')
    .primaryKey()
    .references(() => verifications.id),
  id: uuid('id').notNull().defaultRandom(),
  version: integer('version').notNull(),
  action: text('action').notNull(),
  /** What the form of the decision held. */
  input: jsonb('input').notNull(),
  actorId: uuid('actor_id')
    .notNull()
    .references(() => users.id),
  at: at('at').notNull(),
})

/** Decisions that can still be undone, with the state before them. */
export const undoableDecisions = pgTable(
  'undoable_decisions',
  {
    verificationId: uuid('verification_id')
      .primaryKey()
      .references(() => verifications.id),
    /** The version that the decision made; undoing requires it to be the present one. */
    version: integer('version').notNull(),
    action: text('action').notNull(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    until: at('until').notNull(),
    /** The application, its organization and its documents as they were. */
    before: jsonb('before').notNull(),
    /** What was typed, for the form that opens again after undoing. */
    input: jsonb('input').notNull(),
  },
  (t) => [index('undoable_decisions_until').on(t.until)],
)

/** Who has an application open, and when their page last reported it. */
export const presence = pgTable(
  'presence',
  {
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verifications.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.verificationId, t.userId] }), index('presence_seen').on(t.seenAt)],
)

/** What an organization submitted, each time. */
export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verifications.id),
    /** The version of the verification that this submission made. */
    version: integer('version').notNull(),
    submittedAt: at('submitted_at').notNull(),
    /** Every field of its setup by `step.name`, and its documents. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    documents: jsonb('documents').$type<{ id: string; type: string; fileName: string }[]>().notNull(),
  },
  (t) => [index('submissions_verification').on(t.verificationId, t.version)],
)

/** One thing that an applicant was asked for, where its answer belongs, and what came back. */
export const requestedItems = pgTable(
  'requested_items',
  {
    id: id(),
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verifications.id),
    /** The version of the verification that the request made. */
    version: integer('version').notNull(),
    position: integer('position').notNull(),
    text: text('text').notNull(),
    /** `field:basic.address`, `document:bank_statement`, or null for an item that is answered in words. */
    target: text('target'),
    /** The document that was rejected, where one was. */
    documentId: uuid('document_id'),
    templateId: uuid('template_id'),
    templateTexts: jsonb('template_texts').$type<Record<Language, string>>(),
    slots: jsonb('slots').$type<Record<string, string>>(),
    /** The values before and after, words, and the documents that were sent; null until answered. */
    answer: jsonb('answer').$type<{ before?: unknown; after?: unknown; words?: string; documentIds?: string[] }>(),
    answeredAt: at('answered_at'),
  },
  (t) => [index('requested_items_verification').on(t.verificationId, t.version, t.position)],
)
