import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Role } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { users } from '../schema/users'

const isReader = (roles: readonly Role[]) => and(eq(users.status, 'active'), inArray(users.role, [...roles]))

/** A stored day later than tomorrow, which no time zone explains, is from before the clock was set back. */
const lacksDigestOf = (day: string) =>
  or(isNull(users.digestSentOn), lt(users.digestSentOn, day), gt(users.digestSentOn, sql`${day}::date + 1`))

/** The time zones of active staff with these roles. */
export const listDigestZones = async (queries: Queries, roles: readonly Role[]): Promise<string[]> =>
  (await queries.selectDistinct({ timeZone: users.timeZone }).from(users).where(isReader(roles))).map(
    ({ timeZone }) => timeZone,
  )

/** Active staff with these roles in one time zone who did not get the digest of a day yet. */
export const selectDigestReaders = (
  queries: Queries,
  roles: readonly Role[],
  { timeZone, day }: { timeZone: string; day: string },
) =>
  queries
    .select({ id: users.id, role: users.role, timeZone: users.timeZone })
    .from(users)
    .where(and(isReader(roles), eq(users.timeZone, timeZone), lacksDigestOf(day)))

/** Claims somebody's digest of a day: true for the one caller that is to send it, false for every other. */
export async function takeDigest(tx: Queries, { userId, day }: { userId: string; day: string }): Promise<boolean> {
  const taken = await tx
    .update(users)
    .set({ digestSentOn: day })
    .where(and(eq(users.id, userId), lacksDigestOf(day)))
    .returning({ id: users.id })
  return taken.length > 0
}
