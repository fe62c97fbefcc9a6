import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { InboxKind } from '../../vocabulary'
import { at, id } from './columns'
import { invites } from './invites'
import { organizations } from './organizations'
import { users } from './users'
import { verifications } from './verifications'

/** What staff note for each other about an organization, or about one application of it. Never for partners and cashiers. */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    verificationId: uuid('verification_id').references(() => verifications.id),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: at('created_at').notNull(),
    editedAt: at('edited_at'),
    /** At most one note of an organization is pinned. */
    pinnedAt: at('pinned_at'),
  },
  (t) => [
    index('notes_organization').on(t.organizationId, t.createdAt),
    uniqueIndex('notes_one_pinned')
      .on(t.organizationId)
      .where(sql`${t.pinnedAt} is not null`),
  ],
)

export const noteMentions = pgTable(
  'note_mentions',
  {
    noteId: uuid('note_id')
      .notNull()
      .references(() => notes.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.noteId, t.userId] }), index('note_mentions_user').on(t.userId)],
)

/** A proposal about a person's data; must match its index word for word. */
export const isProposal = (kind: SQLWrapper): SQL => sql`${kind} in ('export_proposed', 'erase_proposed')`

/**
 * What waits in a staff member's inbox: a mention, an application taken over, a decision that came back or needs agreement, an invite
 * that was used, a proposal about a person's data, a new superadmin.
 */
export const inboxEntries = pgTable(
  'inbox_entries',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<InboxKind>().notNull(),
    /** Who did it; for a proposal about a person's data or number that person, for a new superadmin the superadmin. */
    actorId: uuid('actor_id').references(() => users.id),
    noteId: uuid('note_id').references(() => notes.id),
    organizationId: uuid('organization_id').references(() => organizations.id),
    verificationId: uuid('verification_id').references(() => verifications.id),
    inviteId: uuid('invite_id').references(() => invites.id),
    at: at('at').notNull(),
    readAt: at('read_at'),
  },
  (t) => [
    index('inbox_entries_user').on(t.userId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('inbox_entries_at').on(t.at),
    index('inbox_entries_verification').on(t.verificationId),
    index('inbox_entries_proposals').on(t.actorId).where(isProposal(t.kind)),
    index('inbox_entries_unread_kind')
      .on(t.userId, t.kind)
      .where(sql`${t.readAt} is null`),
  ],
)
