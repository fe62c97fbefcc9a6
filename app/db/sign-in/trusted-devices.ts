import { and, desc, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { hasId } from '../engine/has-id'
import { deleteInBlocks } from '../engine/sql'
import { isNotUnderLegalHold } from '../keeping'
import { sessions } from '../schema/sessions'
import { trustedDevices } from '../schema/sign-in'
import { users } from '../schema/users'

type TrustedDeviceRow = typeof trustedDevices.$inferSelect

/** The id of the browser with one of these tokens, used after `since` by the active user of this phone; null when none. */
export async function findDeviceOfPhone(
  queries: Queries,
  { phone, tokenHashes, since }: { phone: string; tokenHashes: string[]; since: Date },
): Promise<string | null> {
  const [row] = await queries
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .innerJoin(users, eq(users.id, trustedDevices.userId))
    .where(
      and(
        inArray(trustedDevices.tokenHash, tokenHashes),
        isNull(trustedDevices.revokedAt),
        gt(trustedDevices.lastUsedAt, since),
        eq(users.phone, phone),
        eq(users.status, 'active'),
      ),
    )
  return row?.id ?? null
}

const NETWORKS_MAX = 200

/** The addresses from which the active user of this phone signed in after `since`, in browsers that are still trusted. */
export async function listNetworksOfPhone(queries: Queries, phone: string, since: Date): Promise<string[]> {
  const rows = await queries
    .select({ address: sessions.address })
    .from(sessions)
    .innerJoin(trustedDevices, eq(trustedDevices.id, sessions.trustedDeviceId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(users.phone, phone),
        eq(users.status, 'active'),
        gt(sessions.createdAt, since),
        isNull(trustedDevices.revokedAt),
      ),
    )
    .orderBy(desc(sessions.createdAt))
    .limit(NETWORKS_MAX)
  return rows.map(({ address }) => address)
}

/** Records a sign-in in a browser that was trusted already; null when none of the tokens is the user's. */
export async function recordDeviceUse(
  tx: Queries,
  {
    userId,
    tokenHashes,
    since,
    userAgent,
    at,
  }: {
    userId: string
    tokenHashes: string[]
    since: Date
    userAgent: string
    at: Date
  },
): Promise<Pick<TrustedDeviceRow, 'id' | 'tokenHash'> | null> {
  if (tokenHashes.length === 0) return null
  const [row] = await tx
    .update(trustedDevices)
    .set({ lastUsedAt: at, userAgent })
    .where(
      and(
        eq(trustedDevices.userId, userId),
        inArray(trustedDevices.tokenHash, tokenHashes),
        isNull(trustedDevices.revokedAt),
        gt(trustedDevices.lastUsedAt, since),
      ),
    )
    .returning({ id: trustedDevices.id, tokenHash: trustedDevices.tokenHash })
  return row ?? null
}

export async function insertDevice(tx: Queries, device: typeof trustedDevices.$inferInsert): Promise<string> {
  const [row] = await tx.insert(trustedDevices).values(device).returning({ id: trustedDevices.id })
  if (!row) throw new Error('A trusted browser was not written')
  return row.id
}

const isOpenOf = (userId: string) => and(eq(trustedDevices.userId, userId), isNull(trustedDevices.revokedAt))

/** The trusted browsers of a user that were used after `since`, last used first. */
export function listDevicesOfUser(queries: Queries, userId: string, since: Date): Promise<TrustedDeviceRow[]> {
  return queries
    .select()
    .from(trustedDevices)
    .where(and(isOpenOf(userId), gt(trustedDevices.lastUsedAt, since)))
    .orderBy(desc(trustedDevices.lastUsedAt), desc(trustedDevices.createdAt))
    .limit(100)
}

/** Forgets one browser of a user; null when there is none with this id. */
export async function revokeDeviceOfUser(
  tx: Queries,
  userId: string,
  id: string,
  now: Date,
): Promise<Pick<TrustedDeviceRow, 'tokenHash'> | null> {
  const [row] = await tx
    .update(trustedDevices)
    .set({ revokedAt: now })
    .where(and(isOpenOf(userId), hasId(trustedDevices.id, id)))
    .returning({ tokenHash: trustedDevices.tokenHash })
  return row ?? null
}

/** Forgets the browsers of a user, except `exceptId`; returns their ids. */
export async function revokeDevicesOfUser(
  tx: Queries,
  userId: string,
  now: Date,
  exceptId?: string,
): Promise<string[]> {
  const rows = await tx
    .update(trustedDevices)
    .set({ revokedAt: now })
    .where(and(isOpenOf(userId), exceptId === undefined ? undefined : ne(trustedDevices.id, exceptId)))
    .returning({ id: trustedDevices.id })
  return rows.map(({ id }) => id)
}

/** Ends the open sessions of forgotten browsers, except the session that forgets them. */
export async function endSessionsOfDevices(
  tx: Queries,
  ids: readonly string[],
  now: Date,
  exceptSessionId: string,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(inArray(sessions.trustedDeviceId, [...ids]), isNull(sessions.endedAt), ne(sessions.id, exceptSessionId)))
}

export const deleteDevicesBefore = (queries: Queries, before: Date): Promise<void> =>
  deleteInBlocks(
    queries,
    trustedDevices,
    and(lt(trustedDevices.lastUsedAt, before), isNotUnderLegalHold(trustedDevices.userId)),
  )
