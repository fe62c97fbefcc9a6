import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Role } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { users } from '../schema/users'

/** Active staff of these roles, with the day of their last digest. */
export const selectDigestReaders = (queries: Queries, roles: readonly Role[]) =>
  queries
    .select({ id: users.id, role: users.role, timeZone: users.timeZone, digestSentOn: users.digestSentOn })
    .from(users)
    .where(and(eq(users.status, 'active'), inArray(users.role, [...roles])))

/** True for the one who may send somebody's digest of a day. */
export async function takeDigest(tx: Queries, { userId, day }: { userId: string; day: string }): Promise<boolean> {
  const taken = await tx
    .update(users)
    .set({ digestSentOn: day })
    .where(and(eq(users.id, userId), or(isNull(users.digestSentOn), lt(users.digestSentOn, day))))
    .returning({ id: users.id })
  return taken.length > 0
}
