import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Queries } from './database'
import { recoveryRequests, users } from './schema'

export type RecoveryRow = typeof recoveryRequests.$inferSelect

export async function insertRecoveryRequest(
  tx: Pick<Queries, 'insert'>,
  request: typeof recoveryRequests.$inferInsert & { id: string },
): Promise<void> {
  await tx.insert(recoveryRequests).values(request)
}

/** What waits first, then the newest, with the name of who settled it. */
export const listRecoveryRequests = (queries: Pick<Queries, 'select'>, atMost = 100) =>
  queries
    .select({ ...getTableColumns(recoveryRequests), handledByName: users.username })
    .from(recoveryRequests)
    .leftJoin(users, eq(users.id, recoveryRequests.handledBy))
    .orderBy(desc(isNull(recoveryRequests.handledAt)), desc(recoveryRequests.createdAt))
    .limit(atMost)

export async function findRecovery(queries: Pick<Queries, 'select'>, id: string): Promise<RecoveryRow | null> {
  const [row] = await queries.select().from(recoveryRequests).where(eq(recoveryRequests.id, id))
  return row ?? null
}

/** The request, locked until the transaction ends; null when there is none. */
export async function lockRecovery(tx: Pick<Queries, 'select'>, id: string): Promise<RecoveryRow | null> {
  const [row] = await tx.select().from(recoveryRequests).where(eq(recoveryRequests.id, id)).for('update')
  return row ?? null
}

/** False when somebody settled it before. */
export async function settleRecovery(
  tx: Pick<Queries, 'update'>,
  id: string,
  settled: Required<Pick<typeof recoveryRequests.$inferInsert, 'handledAt' | 'handledBy' | 'outcome'>>,
): Promise<boolean> {
  const rows = await tx
    .update(recoveryRequests)
    .set(settled)
    .where(and(eq(recoveryRequests.id, id), isNull(recoveryRequests.handledAt)))
    .returning({ id: recoveryRequests.id })
  return rows.length === 1
}
