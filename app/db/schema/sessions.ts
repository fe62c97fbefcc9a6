import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, id } from './columns'
import { trustedDevices } from './sign-in'
import { users } from './users'

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    accessTokenHash: text('access_token_hash').notNull().unique(),
    accessExpiresAt: at('access_expires_at').notNull(),
    refreshTokenHash: text('refresh_token_hash').notNull().unique(),
    /** The refresh token before this one: within 10 s of `rotatedAt` it gets the same successor, later it ends the session. */
    previousRefreshTokenHash: text('previous_refresh_token_hash').unique(),
    rotatedAt: at('rotated_at'),
    deviceId: text('device_id').notNull(),
    /** The trusted browser it was opened in; forgetting that browser ends it. */
    trustedDeviceId: uuid('trusted_device_id').references(() => trustedDevices.id, { onDelete: 'set null' }),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    createdAt: at('created_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    /** When this person last entered a code or used a passkey here; the column is older than passkeys. */
    provenAt: at('code_entered_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('sessions_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('sessions_trusted_device').on(t.trustedDeviceId),
  ],
)

/** Refresh tokens from before the previous one; presenting one ends its session. */
export const spentRefreshTokens = pgTable(
  'spent_refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
  },
  (t) => [index('spent_refresh_tokens_session').on(t.sessionId)],
)
