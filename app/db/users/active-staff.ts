import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Role } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { users } from '../schema/users'

/** The ids of active staff with these roles, except `without`, last signed in first. */
export async function listActiveStaff(
  queries: Queries,
  { roles, without, atMost }: { roles: readonly Role[]; without: readonly (string | null)[]; atMost: number },
): Promise<string[]> {
  const left = without.filter((id) => id !== null)
  const rows = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.status, 'active'), inArray(users.role, [...roles]), notInArray(users.id, left)))
    .orderBy(sql`${users.lastSignInAt} desc nulls last`, desc(users.id))
    .limit(atMost)
  return rows.map(({ id }) => id)
}
