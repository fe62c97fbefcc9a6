import { eq, sql } from 'drizzle-orm'
import type { VerificationType } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { reviewPeople } from '../schema/reviews'

/** How many people decide, as a column of a statement that left-joins `reviewPeople` by type; one where nobody ever said. */
export const peopleNeeded = sql<number>`coalesce(${reviewPeople.people}, 1)`.mapWith(Number)

/** Every type for which somebody ever said how many people decide. */
export const listReviewPeople = (queries: Queries) => queries.select().from(reviewPeople)

/** True when the number is now as given; false when somebody changed it since that version. */
export async function saveReviewPeople(
  tx: Queries,
  { type, people, version }: { type: VerificationType; people: number; version: number },
): Promise<boolean> {
  const saved = await tx
    .insert(reviewPeople)
    .values({ type, people, version: version + 1 })
    .onConflictDoUpdate({
      target: reviewPeople.type,
      set: { people, version: version + 1 },
      setWhere: eq(reviewPeople.version, version),
    })
    .returning({ type: reviewPeople.type })
  return saved.length > 0
}
