import { eq } from 'drizzle-orm'
import type { Role } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { raisedVersions, users } from '../schema/users'

/** The user of a phone, locked until the transaction ends; null when there is none. */
export async function lockUserOfPhone(tx: Queries, phone: string) {
  const [row] = await tx
    .select({
      id: users.id,
      username: users.username,
      role: users.role,
      status: users.status,
      organizationId: users.organizationId,
    })
    .from(users)
    .where(eq(users.phone, phone))
    .for('no key update')
  return row ?? null
}

type Staff = { username: string; searchKey: string; role: Role }

/** Returns the new user's id; null when the phone belongs to somebody already. */
export async function insertStaff(
  tx: Queries,
  staff: Staff & { phone: string; createdAt: Date },
): Promise<string | null> {
  const [row] = await tx
    .insert(users)
    .values({ ...staff, status: 'active' })
    .onConflictDoNothing({ target: users.phone })
    .returning({ id: users.id })
  return row?.id ?? null
}

/** Makes the person active, whatever kept them out. */
export async function changeStaff(tx: Queries, id: string, staff: Staff): Promise<void> {
  await tx
    .update(users)
    .set({
      ...staff,
      status: 'active',
      suspendedReason: null,
      ...raisedVersions,
    })
    .where(eq(users.id, id))
}
