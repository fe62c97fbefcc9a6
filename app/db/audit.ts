import type { Queries } from './database'
import { auditLog } from './schema'

export type AuditRow = Omit<typeof auditLog.$inferInsert, 'id'>

export async function insertAuditRows(tx: Pick<Queries, 'insert'>, rows: AuditRow[]): Promise<void> {
  await tx.insert(auditLog).values(rows)
}
