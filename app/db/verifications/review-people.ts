import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { VerificationType } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { reviewPeople } from '../schema/reviews'
import { verifications } from '../schema/verifications'

/** How many people decide, as a column of a statement that left-joins `reviewPeople` by type; one where nobody set it. */
export const peopleNeeded = sql<number>`coalesce(${reviewPeople.people}, 1)`.mapWith(Number)

/** Whether every document has to be opened before an approval, as a column of such a statement. */
export const mustOpen = sql<boolean>`coalesce(${reviewPeople.mustOpen}, false)`

/** The types that two people decide, as a column. */
export const typesByTwo = sql<VerificationType[]>`array(
  select ${reviewPeople.type} from ${reviewPeople} where ${reviewPeople.people} > 1)`

/** The types for which somebody has set how they are decided. */
export const listReviewPeople = (queries: Queries) => queries.select().from(reviewPeople)

/** How many people decide an application, locked until the transaction ends. Call it before locking the application. */
export async function lockPeopleNeeded(tx: Queries, verificationId: string): Promise<number> {
  const type = tx.select({ type: verifications.type }).from(verifications).where(eq(verifications.id, verificationId))
  const [row] = await tx
    .select({ people: reviewPeople.people })
    .from(reviewPeople)
    .where(inArray(reviewPeople.type, type))
    .for('share')
  return row?.people ?? 1
}

/** Those of these types that two people decide. */
export const selectDecidedByTwo = (queries: Queries, types: VerificationType[]) =>
  queries
    .select({ type: reviewPeople.type })
    .from(reviewPeople)
    .where(and(inArray(reviewPeople.type, types), gt(reviewPeople.people, 1)))

/** {@link selectDecidedByTwo} with a shared lock. */
export const lockDecidedByTwo = (tx: Queries, types: VerificationType[]) => selectDecidedByTwo(tx, types).for('share')

export async function saveReviewPeople(
  tx: Queries,
  { type, people, mustOpen, version }: { type: VerificationType; people: number; mustOpen: boolean; version: number },
): Promise<void> {
  await tx
    .insert(reviewPeople)
    .values({ type, people, mustOpen, version })
    .onConflictDoUpdate({ target: reviewPeople.type, set: { people, mustOpen, version } })
}
