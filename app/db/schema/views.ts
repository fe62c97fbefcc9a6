import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '../../vocabulary'
import { at, id } from './columns'
import { users } from './users'

/** A list with its filters, kept under a name by one person for themselves or for a role. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The path of the list, and its search params. */
    path: text('path').notNull(),
    search: text('search').notNull(),
    sharedWith: text('shared_with').$type<Role>(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('saved_views_owner').on(t.ownerId), index('saved_views_shared').on(t.sharedWith)],
)
