import { eq } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { sessions } from '../../app/db/schema/sessions'
import type { Actor } from '../../app/domain/access'
import { openSession } from '../../app/domain/sessions/sessions.server'
import type { Role } from '../../app/vocabulary'
import type { TestServices } from './services'
import { staff } from './verifications'

/** A staff member with a session of the database, who entered their code just now. */
export async function signedInStaff(
  db: Database,
  services: TestServices,
  role: Role,
  username: string,
): Promise<Actor> {
  const actor = await staff(db, role, username)
  await openSession(db, services, actor.id, { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' })
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, actor.id))
  if (!row) throw new Error('no session')
  return { ...actor, sessionId: row.id, provenAt: row.provenAt }
}
