import { desc, eq } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { submissions } from '../schema/reviews'

export type SubmissionRow = typeof submissions.$inferSelect

export async function insertSubmission(tx: Queries, row: typeof submissions.$inferInsert): Promise<void> {
  await tx.insert(submissions).values(row)
}

/** The last submission, and the one before it. */
export const selectLastSubmissions = (queries: Queries, verificationId: string) =>
  queries
    .select()
    .from(submissions)
    .where(eq(submissions.verificationId, verificationId))
    .orderBy(desc(submissions.version))
    .limit(2)
