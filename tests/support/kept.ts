import type { Database } from '../../app/db/engine/database'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { invites } from '../../app/db/schema/invites'
import type { messages } from '../../app/db/schema/messages'
import { addInvite } from './invites'
import { DAY_MS } from '../../app/durations'

export const LONG_AGO = new Date('2024-01-01T00:00:00Z')
export const LONG_AHEAD = new Date('2036-01-01T00:00:00Z')

/** Stores something as of an instant, and returns a check of whether it is still there. */
export type Planted = (at: Date) => Promise<() => Promise<boolean>>

/** Everything stored for a limited time about the user of the test. */
export function keptThings(db: Database, test: () => { userId: string }) {
  const message = (at: Date, more: Partial<typeof messages.$inferInsert> = {}): typeof messages.$inferInsert => ({
    channel: 'sms',
    kind: 'verification_approved',
    to: '+77010000006',
    text: 'approved',
    status: 'sent',
    // Created long before it could be sent.
    createdAt: new Date(at.getTime() - 3 * DAY_MS),
    nextAttemptAt: at,
    expiresAt: at,
    sentAt: at,
    ...more,
  })

  const session = (at: Date) => ({
    userId: test().userId,
    accessTokenHash: 'a',
    accessExpiresAt: at,
    refreshTokenHash: 'r',
    deviceId: 'd',
    userAgent: 'Firefox',
    address: '192.0.2.1',
    createdAt: at,
    lastSeenAt: at,
    provenAt: at,
    endedAt: at,
  })

  const device = (at: Date, tokenHash = 'h') => ({
    userId: test().userId,
    tokenHash,
    userAgent: 'Firefox',
    createdAt: LONG_AGO,
    lastUsedAt: at,
  })

  const invite =
    (
      ending: (at: Date) => Parameters<typeof addInvite>[1],
      after?: (id: string, at: Date) => Promise<unknown>,
    ): Planted =>
    async (at) => {
      const sent = { channel: 'email', recipient: 'dana@steppe.example', customMessage: 'Welcome, Dana' } as const
      const id = await addInvite(db, { ...sent, language: 'ru', createdAt: LONG_AGO, ...ending(at) })
      await after?.(id, at)
      return async () => {
        const [found] = await db.select().from(invites).where(eq(invites.id, id))
        if (!found) throw new Error('the code itself is gone')
        expect((found.recipient === null) === (found.customMessage === null)).toBe(true)
        expect(found).toMatchObject({ channel: 'email', language: 'ru' })
        return found.recipient !== null
      }
    }

  return { message, session, device, invite }
}
