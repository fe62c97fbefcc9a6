import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Language, MessageChannel, MessageStatus, StaffChannel, StaffEvent } from '../../vocabulary'
import { at, id } from './columns'
import { invites } from './invites'
import { organizations } from './organizations'
import { users } from './users'
import { verifications } from './verifications'

/** Sent messages with a stored text, except those to organizations; must match its partial index word for word. */
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
    /** The staff member it is for when it goes to an e-mail address, which several may share. Null for invites and older messages. */
    recipientId: uuid('recipient_id'),
    subject: text('subject'),
    text: text('text').notNull(),
    /** The language of the text; null for messages whose text is made at delivery. */
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
    /** The organization that it tells something; null for anybody else. */
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

/** Where a staff member's news differ from the default: a row turns on what is off by default, and off what is on. */
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
