import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { DataRequestKind } from '../../vocabulary'
import { at } from './columns'
import { personKey } from './person-key'
import { users } from './users'

/** People whose data is not erased, by request or by period, until the hold is lifted. */
export const legalHolds = pgTable('legal_holds', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  reason: text('reason').notNull(),
  setBy: uuid('set_by')
    .notNull()
    .references(() => users.id),
  setAt: at('set_at').notNull(),
})

/**
 * What one superadmin proposes to do with a person's data and another agrees to. The row is deleted when it was carried out, returned or
 * withdrawn; the row of an export stays as long as the file may be taken.
 */
export const dataRequests = pgTable(
  'data_requests',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<DataRequestKind>().notNull(),
    /** Identifies this proposal; an agreement names it. */
    id: uuid('id').notNull().unique(),
    reason: text('reason').notNull(),
    proposedBy: uuid('proposed_by')
      .notNull()
      .references(() => users.id),
    proposedAt: at('proposed_at').notNull(),
    agreedBy: uuid('agreed_by').references(() => users.id),
    agreedAt: at('agreed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    index('data_requests_agreed')
      .on(t.agreedAt)
      .where(sql`${t.agreedAt} is not null`),
  ],
)

/** The keys that seal what the audit log tells of people; an erasure deletes the person's key (decision 32). */
export const personKeys = pgTable('person_keys', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  key: personKey('key').notNull(),
  createdAt: at('created_at').notNull(),
})
