import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { auditLog } from '../../app/db/schema/audit'
import { messages } from '../../app/db/schema/messages'
import { organizations } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'

/** Everything that the check reads from the database, at one instant. */
export const readSnapshot = (database: Database) =>
  database.transaction(
    async (db) => ({
      verifications: await db
        .select({
          id: verifications.id,
          organizationId: verifications.organizationId,
          type: verifications.type,
          status: verifications.status,
          version: verifications.version,
          reviewedAt: verifications.reviewedAt,
        })
        .from(verifications),
      events: await db
        .select({
          verificationId: timelineEvents.verificationId,
          version: timelineEvents.version,
          event: timelineEvents.event,
          at: timelineEvents.at,
          actorId: timelineEvents.actorId,
          note: timelineEvents.note,
          items: timelineEvents.items,
        })
        .from(timelineEvents)
        .orderBy(asc(timelineEvents.verificationId), asc(timelineEvents.version)),
      audits: await db
        .select({ id: auditLog.objectId, action: auditLog.action, before: auditLog.before, after: auditLog.after })
        .from(auditLog)
        .where(eq(auditLog.objectType, 'verification'))
        .orderBy(asc(auditLog.id)),
      messages: await db.select({ id: messages.verificationId, kind: messages.kind }).from(messages),
      organizations: await db
        .select({ id: organizations.id, status: organizations.status, operationMode: organizations.operationMode })
        .from(organizations),
    }),
    { isolationLevel: 'repeatable read' },
  )

export type Snapshot = Awaited<ReturnType<typeof readSnapshot>>

export const idOfPhone = async (db: Database, phone: string): Promise<string> => {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.phone, phone))
  if (!user) throw new Error(`Nobody has the phone ${phone}`)
  return user.id
}
