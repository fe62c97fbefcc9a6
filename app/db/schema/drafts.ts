import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns'
import { users } from './users'

/** The release before keeps one text for a form here; the next one drops the table. */
export const formerDrafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    form: text('form').notNull(),
    fields: jsonb('fields').$type<[name: string, value: string][]>().notNull(),
    takenDrawing: text('taken_drawing'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.form] }), index('drafts_updated').on(t.updatedAt)],
)

/** What somebody wrote into a form and has not sent, per person, form and drawing of it. */
export const drafts = pgTable(
  'draft_texts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The path of the form. */
    form: text('form').notNull(),
    /** Which drawing of the form it was typed into: each window has its own. Empty where that is not known. */
    drawing: text('drawing').notNull(),
    /** Empty once the form was taken: the row stays for a while to refuse saves that arrive after it. */
    fields: jsonb('fields').$type<[name: string, value: string][]>().notNull(),
    updatedAt: at('updated_at').notNull(),
    /** When its writer chose it from the drafts of the form. */
    chosenAt: at('chosen_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.form, t.drawing] }), index('draft_texts_updated').on(t.updatedAt)],
)

/** Forms that were taken, by the id that each was drawn with, so that a form sent twice takes effect once. */
export const sentForms = pgTable(
  'sent_forms',
  {
    id: uuid('id').primaryKey(),
    /** Null where nobody had signed in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The hash of what was sent; the text is not kept. */
    contentHash: text('content_hash').notNull(),
    /** The answer, without codes and names; null while the form is being taken. */
    answer: jsonb('answer'),
    sentAt: at('sent_at').notNull(),
  },
  (t) => [index('sent_forms_sent').on(t.sentAt)],
)
