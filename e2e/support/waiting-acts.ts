import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { insertInboxEntries } from '../../app/db/inbox'
import { organizations } from '../../app/db/schema/organizations'
import { messages } from '../../app/db/schema/messages'
import { reviewPeople } from '../../app/db/schema/reviews'
import { sessions } from '../../app/db/schema/sessions'
import { trustedDevices } from '../../app/db/schema/sign-in'
import { users } from '../../app/db/schema/users'
import { verifications } from '../../app/db/schema/verifications'
import { documentVerdictsOf, upsertPrepared } from '../../app/db/verifications/prepared-decisions'
import { sealText } from '../../app/domain/sealing.server'
import type { Services } from '../../app/services.server'
import { addOne, changeByServices } from './applications'
import { ADMIN, SUPERADMIN } from './sign-in'

const AGENTS = ['Chrome/126 Windows', 'Firefox/127 Linux']

/** For the superadmin: entries of the inbox, other sessions and browsers, a message that failed, and a decision to agree to. */
export const addWaitingActs = (name: string): Promise<void> =>
  changeByServices(async (services) => {
    const { db, env } = services
    const now = services.now()
    const userId = (await personAt(services, SUPERADMIN)).id
    const { id, organizationId } = await addOne(services, name, 0, 'bank_account_update')
    for (const userAgent of AGENTS) {
      const who = { userId, userAgent, createdAt: now }
      await db.insert(trustedDevices).values({ ...who, tokenHash: randomUUID(), lastUsedAt: now })
      await db.insert(sessions).values({
        ...who,
        accessTokenHash: randomUUID(),
        accessExpiresAt: now,
        refreshTokenHash: randomUUID(),
        deviceId: randomUUID(),
        address: '198.51.100.7',
        lastSeenAt: now,
        provenAt: now,
      })
    }
    await insertInboxEntries(
      db,
      AGENTS.map(() => ({ userId, kind: 'given_back' as const, organizationId, verificationId: id, at: now })),
    )
    await db.insert(messages).values({
      channel: 'email',
      kind: 'verification.approved',
      to: 'office@example.kz',
      text: sealText(env.sessionSecrets, 'outbox', 'Your application was approved'),
      language: 'en',
      status: 'failed',
      createdAt: now,
      nextAttemptAt: now,
      expiresAt: now,
      organizationId,
    })
    await prepareRejection(services, id, organizationId)
  })

async function prepareRejection(services: Services, id: string, organizationId: string): Promise<void> {
  const { db, now } = services
  const at = now()
  const actorId = (await personAt(services, ADMIN)).id
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  const seen = { organizationVersion: organization?.version, papers: await documentVerdictsOf(db, id) }
  const input = { typed: { reason: 'The bank does not know the account' }, seen }
  await db.insert(reviewPeople).values({ type: 'bank_account_update', people: 2 })
  await db
    .update(verifications)
    .set({ status: 'under_review', reviewerId: actorId, claimedAt: at })
    .where(eq(verifications.id, id))
  await upsertPrepared(db, { verificationId: id, version: 1, action: 'reject', input, actorId, at })
}

async function personAt({ db }: Services, phone: string) {
  const [person] = await db.select().from(users).where(eq(users.phone, phone))
  if (!person) throw new Error(`Nobody has ${phone}`)
  return person
}
