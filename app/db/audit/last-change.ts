import { sql, type SQL } from 'drizzle-orm'
import type { AuditAction, ObjectType } from '../../audit-actions'
import { auditLog } from '../schema/audit'
import { users } from '../schema/users'

/** The actions as an SQL list; they need no escaping, because none contains a quote. */
export const actionList = (actions: readonly AuditAction[]): SQL =>
  sql.raw(`(${actions.map((action) => `'${action}'`).join(', ')})`)

/** The last of `actions` on an object of the enclosing statement, as `change`, and who did it, as `staff`. */
export const fromLastChange = (objectType: ObjectType, id: SQL, actions: readonly AuditAction[]): SQL =>
  sql`from ${auditLog} change left join ${users} staff on staff.id = change.actor_id
    where change.object_type = ${sql.raw(`'${objectType}'`)} and change.object_id = ${id}::text
      and change.act in ${actionList(actions)}
    order by change.at desc, change.id desc limit 1`

/** Who did the last of `actions` on an object, and when; null when there is none. */
export const lastChange = (objectType: ObjectType, id: SQL, actions: readonly AuditAction[]) =>
  sql<{ name: string | null; at: string } | null>`(
    select json_build_object('name', staff.username, 'at', change.at) ${fromLastChange(objectType, id, actions)})`
