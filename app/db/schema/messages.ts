import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Language, MessageChannel, MessageStatus, StaffChannel, StaffEvent } from '../../vocabulary'
import { at, id } from './columns'
import { invites } from './invites'
import { organizations } from './organizations'
import { users } from './users'
import { verifications } from './verifications'

/** True of sent messages whose text is still stored, but for those to organizations. In the very words of its partial index, so that the planner uses that. */
export const isSentWithWords = (t: Record<'status' | 'organizationId' | 'text', SQLWrapper>): SQL =>
  sql`${t.status} = 'sent' and ${t.organizationId} is null and ${t.text} <> ''`

/** The transactional outbox: written with the change, delivered after commit by any replica. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    channel: text('channel').$type<MessageChannel>().notNull(),
    kind: text('kind').notNull(),
    to: text('to').notNull(),
    /** Whom of staff it is for, where it goes to an address: several people may have one. Unknown of invites and of older messages. */
    recipientId: uuid('recipient_id'),
    subject: text('subject'),
    text: text('text').notNull(),
    /** Of the text; unknown for messages whose words are made when they are delivered. */
    language: text('language').$type<Language>(),
    status: text('status').$type<MessageStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: at('created_at').notNull(),
    nextAttemptAt: at('next_attempt_at').notNull(),
    /** After this instant it is no longer worth sending (a code dies with its expiry). */
    expiresAt: at('expires_at').notNull(),
    sentAt: at('sent_at'),
    deliveredAt: at('delivered_at'),
    lastError: text('last_error'),
    verificationId: uuid('verification_id').references(() => verifications.id),
    inviteId: uuid('invite_id').references(() => invites.id),
    /** Whom it tells something, where that is an organization. */
    organizationId: uuid('organization_id').references(() => organizations.id),
  },
  (t) => [
    index('messages_due')
      .on(t.nextAttemptAt)
      .where(sql`${t.status} = 'queued'`),
    index('messages_due_of_channel')
      .on(t.channel, t.nextAttemptAt)
      .where(sql`${t.status} = 'queued'`),
    index('messages_sent_with_words').on(t.sentAt).where(isSentWithWords(t)),
    index('messages_verification').on(t.verificationId),
    index('messages_organization').on(t.organizationId, t.createdAt.desc().nullsFirst()),
    index('messages_invite').on(t.inviteId, t.createdAt.desc().nullsFirst()),
    index('messages_recipient')
      .on(t.recipientId)
      .where(sql`${t.recipientId} is not null`),
    index('messages_to_folded').on(sql`lower(${t.to})`),
  ],
)

/** Where a staff member wants news otherwise than everybody: a row turns on what is off by default, and off what is on. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    event: text('event').$type<StaffEvent>().notNull(),
    channel: text('channel').$type<StaffChannel>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.event, t.channel] }),
    index('notification_choices_event').on(t.event, t.channel),
  ],
)
