import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { CodeChannel, CodePurpose } from '../../vocabulary'
import { at, id } from './columns'
import { users } from './users'

/** One code sent to one phone for one browser; only the keyed hash of the code is kept. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    phone: text('phone').notNull(),
    purpose: text('purpose').$type<CodePurpose>().notNull().default('sign-in'),
    /** The trusted browser or session that asked; null for everybody else. Each has its own countdown and its own live code. */
    askedBy: uuid('asked_by'),
    /** The invite that a code for joining counts against. */
    inviteId: uuid('invite_id'),
    channel: text('channel').$type<CodeChannel>().notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    replacedAt: at('replaced_at'),
    /** When its message turned out to reach nobody; entering the code fails from then on. */
    voidedAt: at('voided_at'),
  },
  (t) => [index('sign_in_codes_phone').on(t.phone, t.createdAt.desc().nullsFirst())],
)

/** A browser in which somebody has signed in before; it holds the token, sealed, and only the token's hash is kept here. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    userAgent: text('user_agent').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (t) => [index('trusted_devices_user').on(t.userId, t.lastUsedAt.desc().nullsFirst())],
)

/** Public keys that a person registered; the private half never leaves their device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId, t.createdAt)],
)

/** Challenges that a passkey has answered, so that no answer counts twice; only their hashes. */
export const spentChallenges = pgTable('spent_challenges', {
  challengeHash: text('challenge_hash').primaryKey(),
  spentAt: at('spent_at').notNull(),
})
