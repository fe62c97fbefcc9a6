import { asc, desc, eq } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { organizations } from '../schema/organizations'
import { requestedItems } from '../schema/reviews'
import { verifications } from '../schema/verifications'
import { typesByTwo } from './review-people'

export type RequestedItemRow = typeof requestedItems.$inferSelect
export type ItemAnswer = NonNullable<RequestedItemRow['answer']>

/** Adds what an applicant is asked for; `version` is the version of the application that the request made. */
export async function insertRequestedItems(
  tx: Queries,
  rows: readonly Omit<typeof requestedItems.$inferInsert, 'answer' | 'answeredAt'>[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(requestedItems).values([...rows])
}

/** All items that an application was ever asked for, the last request first, the items of each in order. */
export const selectRequestedItems = (queries: Queries, verificationId: string) =>
  queries
    .select()
    .from(requestedItems)
    .where(eq(requestedItems.verificationId, verificationId))
    .orderBy(desc(requestedItems.version), asc(requestedItems.position))

export async function answerRequestedItems(
  tx: Queries,
  answers: readonly { id: string; answer: ItemAnswer }[],
  at: Date,
): Promise<void> {
  for (const { id, answer } of answers)
    await tx.update(requestedItems).set({ answer, answeredAt: at }).where(eq(requestedItems.id, id))
}

/** What a text to the applicant needs to know, with the types that two people decide; null when there is no such application. */
export async function findApplicant(queries: Queries, verificationId: string) {
  const [row] = await queries
    .select({
      id: verifications.id,
      organizationId: organizations.id,
      name: organizations.name,
      timeZone: organizations.timeZone,
      language: organizations.defaultLocale,
      type: verifications.type,
      submittedBy: verifications.submittedBy,
      submittedAt: verifications.submittedAt,
      byTwo: typesByTwo,
    })
    .from(verifications)
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(eq(verifications.id, verificationId))
  return row ?? null
}
