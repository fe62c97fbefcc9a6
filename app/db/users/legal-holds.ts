import { eq } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { legalHolds } from '../schema/personal-data'
import { users } from '../schema/users'

type LegalHold = typeof legalHolds.$inferSelect

/** The columns of a hold, with the name of the person who set it. */
export const LEGAL_HOLD = { reason: legalHolds.reason, setAt: legalHolds.setAt, setByName: users.username }

/** The query for the hold on a person. */
export const selectLegalHold = (queries: Queries, userId: string) =>
  queries
    .select(LEGAL_HOLD)
    .from(legalHolds)
    .innerJoin(users, eq(users.id, legalHolds.setBy))
    .where(eq(legalHolds.userId, userId))

/** The hold on a person; null when there is none. */
export async function findLegalHold(queries: Queries, userId: string) {
  const [row] = await selectLegalHold(queries, userId)
  return row ?? null
}

export async function insertLegalHold(tx: Queries, hold: LegalHold): Promise<void> {
  await tx.insert(legalHolds).values(hold)
}

export async function deleteLegalHold(tx: Queries, userId: string): Promise<void> {
  await tx.delete(legalHolds).where(eq(legalHolds.userId, userId))
}
