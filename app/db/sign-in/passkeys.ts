import { and, asc, desc, eq, lt } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { hasId } from '../engine/has-id'
import { passkeys, spentChallenges } from '../schema/sign-in'
import { users } from '../schema/users'

type PasskeyRow = typeof passkeys.$inferSelect

export const listPasskeysOf = (queries: Queries, userId: string): Promise<PasskeyRow[]> =>
  queries.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt))

/** What people other than the owner may know of passkeys. */
export const PASSKEY_AGE = { createdAt: passkeys.createdAt }

/** When each passkey of somebody was added, the newest first. */
export const selectPasskeyAges = (queries: Queries, userId: string) =>
  queries.select(PASSKEY_AGE).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt))

export async function hasPasskey(queries: Queries, userId: string): Promise<boolean> {
  const rows = await queries.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1)
  return rows.length > 0
}

/** The passkey and its owner, locked until the transaction ends; null when nobody registered it. */
export async function lockPasskey(tx: Queries, credentialId: string) {
  const [row] = await tx
    .select({
      passkey: passkeys,
      owner: { id: users.id, role: users.role, status: users.status, phone: users.phone },
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId))
    .for('update', { of: passkeys })
  return row ?? null
}

/** Adds a passkey; false when this very credential is registered already. */
export async function insertPasskey(tx: Queries, passkey: Omit<PasskeyRow, 'lastUsedAt'>): Promise<boolean> {
  const rows = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id })
  return rows.length === 1
}

export async function recordUse(
  tx: Queries,
  id: string,
  { counter, at }: { counter: number; at: Date },
): Promise<void> {
  await tx.update(passkeys).set({ counter, lastUsedAt: at }).where(eq(passkeys.id, id))
}

export async function findPasskeyOf(queries: Queries, userId: string, id: string): Promise<PasskeyRow | null> {
  const [row] = await queries
    .select()
    .from(passkeys)
    .where(and(hasId(passkeys.id, id), eq(passkeys.userId, userId)))
  return row ?? null
}

export async function deletePasskey(tx: Queries, id: string): Promise<boolean> {
  const rows = await tx.delete(passkeys).where(eq(passkeys.id, id)).returning({ id: passkeys.id })
  return rows.length === 1
}

/** Removes all passkeys of a user; returns how many. */
export async function deletePasskeysOf(tx: Queries, userId: string): Promise<number> {
  return (await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })).length
}

/** Uses a challenge up; false when it was answered before. */
export async function spendChallenge(tx: Queries, challengeHash: string, spentAt: Date): Promise<boolean> {
  const rows = await tx
    .insert(spentChallenges)
    .values({ challengeHash, spentAt })
    .onConflictDoNothing()
    .returning({ hash: spentChallenges.challengeHash })
  return rows.length === 1
}

export async function deleteSpentChallengesBefore(tx: Queries, before: Date): Promise<void> {
  await tx.delete(spentChallenges).where(lt(spentChallenges.spentAt, before))
}
