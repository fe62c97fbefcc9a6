import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { DataRequestKind } from '../../vocabulary'
import { at } from './columns'
import { personKey } from './person-key'
import { users } from './users'

/** Whose data nobody erases, asked for or by period, until the hold is lifted. */
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
 * What one superadmin proposes to do with the data of a person and another agrees to. A row is gone once it was carried out,
 * returned or withdrawn; that of an export stays for as long as the file may be taken.
 */
export const dataRequests = pgTable(
  'data_requests',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<DataRequestKind>().notNull(),
    /** Of this very proposal: who agrees names it. */
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

/** What the audit log tells of a person is sealed with their key; an erasure deletes it (decision 32). */
export const personKeys = pgTable('person_keys', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  key: personKey('key').notNull(),
  createdAt: at('created_at').notNull(),
})
