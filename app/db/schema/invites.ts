import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { InviteChannel, InviteType, Language, Role } from '../../vocabulary'
import { sealedCode } from './sealed-code'
import { at, EVEN_WRITES, hanSigns, hasHan, id } from './columns'
import { organizations } from './organizations'
import { users } from './users'

/** When a code expires, infinity if it never does, so that one range and one order cover both. */
export const endOf = ({ expiresAt }: { expiresAt: SQLWrapper }): SQL => sql`coalesce(${expiresAt}, 'infinity')`

type Terms = Record<'deletedAt' | 'expiresAt' | 'usedCount' | 'maximumUses' | 'createdAt', SQLWrapper>
/** The earliest instant at which a code may have ended: a used-up code ended with its last use, which is not stored here. */
export const endedNoEarlier = ({ deletedAt, expiresAt, usedCount, maximumUses, createdAt }: Terms): SQL =>
  sql`least(${deletedAt}, ${expiresAt}, case when ${usedCount} >= ${maximumUses} then ${createdAt} end)`

export const invites = pgTable(
  'invites',
  {
    id: id(),
    code: sealedCode('code').notNull().unique(),
    type: text('type').$type<InviteType>().notNull(),
    maximumUses: integer('maximum_uses').notNull(),
    usedCount: integer('used_count').notNull().default(0),
    /** The instant at which its last day ends in the creator's time zone; null never expires. */
    expiresAt: at('expires_at'),
    notes: text('notes'),
    role: text('role').$type<Role>(),
    organizationId: uuid('organization_id').references(() => organizations.id),
    createdBy: uuid('created_by').references(() => users.id),
    createdAt: at('created_at').notNull(),
    deletedAt: at('deleted_at'),
    /** The zone in which its last day ends: the creator's at that time. */
    timeZone: text('time_zone'),
    /** How it was sent, and to whom; null for a code that is handed over in another way. */
    channel: text('channel').$type<InviteChannel>(),
    recipient: text('recipient'),
    language: text('language').$type<Language>(),
    customMessage: text('custom_message'),
    /** When it was last given to the outbox. */
    sentAt: at('sent_at'),
    /** How many codes to join with it were sent: at most three for each use. */
    codesSent: integer('codes_sent').notNull().default(0),
    /** The code that replaced this one when it had leaked. */
    replacedBy: uuid('replaced_by').references((): AnyPgColumn => invites.id),
  },
  (t) => [
    index('invites_kept_list')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.type, t.usedCount, t.maximumUses, t.expiresAt)
      .where(sql`${t.deletedAt} is null`),
    index('invites_kept_type_created')
      .on(t.type, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null`),
    index('invites_kept_creator')
      .on(t.createdBy, t.type, t.usedCount, t.maximumUses, t.expiresAt)
      .where(sql`${t.deletedAt} is null`),
    index('invites_kept_organization_list')
      .on(
        t.organizationId,
        t.createdAt.desc().nullsFirst(),
        t.id.desc().nullsFirst(),
        t.type,
        t.usedCount,
        t.maximumUses,
        t.expiresAt,
        t.createdBy,
      )
      .where(sql`${t.deletedAt} is null and ${t.organizationId} is not null`),
    index('invites_deleted_terms')
      .on(t.deletedAt, t.createdAt, t.expiresAt, t.usedCount, t.maximumUses, t.id)
      .where(sql`${t.deletedAt} is not null`),
    /** Next to none exist; with all columns that are asked for, the planner sees that this is the cheapest way. */
    index('invites_born_expired')
      .on(t.createdAt, t.expiresAt, t.usedCount, t.maximumUses)
      .where(sql`${t.deletedAt} is null and ${t.expiresAt} <= ${t.createdAt}`),
    index('invites_replaced_by')
      .on(t.replacedBy)
      .where(sql`${t.replacedBy} is not null`),
    index('invites_open_created')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.usedCount} < ${t.maximumUses}`),
    index('invites_used_created')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.usedCount} >= ${t.maximumUses}`),
    index('invites_end')
      .on(sql`(${endOf(t)})`, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('invites_recipient')
      .on(t.recipient)
      .where(sql`${t.recipient} is not null`),
    index('invites_recipient_folded')
      .on(sql`lower(${t.recipient})`)
      .where(sql`${t.recipient} is not null`),
    index('invites_recipient_ended')
      .on(sql`(${endedNoEarlier(t)})`)
      .where(sql`${t.recipient} is not null`),
    index('invites_words_trigrams')
      .using('gin', t.code.op('gin_trgm_ops'), t.notes.op('gin_trgm_ops'), t.recipient.op('gin_trgm_ops'))
      .with(EVEN_WRITES),
    index('invites_han').using('gin', hanSigns(t.notes)).with(EVEN_WRITES).where(hasHan(t.notes)),
    check('invites_uses', sql`${t.usedCount} between 0 and ${t.maximumUses} and ${t.maximumUses} >= 1`),
  ],
)

/** One use of an invite code: who joined with it, and into which organization. Stays when the code is deleted. */
export const redemptions = pgTable(
  'redemptions',
  {
    id: id(),
    inviteId: uuid('invite_id')
      .notNull()
      .references(() => invites.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    organizationId: uuid('organization_id').references(() => organizations.id),
    at: at('at').notNull(),
  },
  (t) => [
    uniqueIndex('redemptions_once').on(t.inviteId, t.userId),
    index('redemptions_invite').on(t.inviteId, t.at.desc().nullsFirst()),
    index('redemptions_user').on(t.userId),
    index('redemptions_at').on(t.at, t.inviteId),
  ],
)
