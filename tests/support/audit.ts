import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../app/db/engine/database'
import { auditLog } from '../../app/db/schema/audit'
import { personKeys } from '../../app/db/schema/personal-data'
import { openRow } from '../../app/domain/audit/personal.server'

const actorKeys = alias(personKeys, 'actor_keys')
const objectKeys = alias(personKeys, 'object_keys')

/** The rows of the audit log as written, oldest first. */
export async function openedAudit(db: Database) {
  const rows = await db
    .select({ ...getTableColumns(auditLog), actorKey: actorKeys.key, objectKey: objectKeys.key })
    .from(auditLog)
    .leftJoin(actorKeys, eq(actorKeys.userId, auditLog.actorId))
    .leftJoin(objectKeys, sql`${auditLog.objectType} = 'user' and ${objectKeys.userId}::text = ${auditLog.objectId}`)
    .orderBy(asc(auditLog.position))
  return rows.map((row) => openRow(row))
}

/** The actions in the audit log, in its order. */
export async function auditActions(db: Database): Promise<string[]> {
  const rows = await db.select({ action: auditLog.action }).from(auditLog).orderBy(asc(auditLog.position))
  return rows.map(({ action }) => action)
}
