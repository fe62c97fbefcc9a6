import { desc } from 'drizzle-orm'
import type { Queries } from './database'
import { recoveryRequests } from './schema'

export type RecoveryRow = typeof recoveryRequests.$inferSelect

export async function insertRecoveryRequest(
  tx: Pick<Queries, 'insert'>,
  request: typeof recoveryRequests.$inferInsert & { id: string },
): Promise<void> {
  await tx.insert(recoveryRequests).values(request)
}

/** The newest requests first. */
export function listRecoveryRequests(queries: Pick<Queries, 'select'>, atMost = 100): Promise<RecoveryRow[]> {
  return queries.select().from(recoveryRequests).orderBy(desc(recoveryRequests.createdAt)).limit(atMost)
}
