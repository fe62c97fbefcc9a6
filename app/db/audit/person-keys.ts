import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { isAmong } from '../engine/sql'
import { PersonKey } from '../schema/person-key'
import { personKeys } from '../schema/personal-data'
import { users } from '../schema/users'

type Keys = Map<string, PersonKey>

async function listPersonKeys(tx: Queries, userIds: readonly string[]): Promise<Keys> {
  const rows = await tx
    .select({ id: personKeys.userId, key: personKeys.key })
    .from(personKeys)
    .where(isAmong(personKeys.userId, 'uuid', userIds))
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/** The keys of these people by user id; creates those that are missing. Erased people and unknown ids are left out. */
export async function takePersonKeys(
  tx: Queries,
  userIds: readonly string[],
  { at, makeKey }: { at: Date; makeKey: () => Uint8Array },
): Promise<Keys> {
  if (userIds.length === 0) return new Map()
  const keys = await listPersonKeys(tx, userIds)
  const unkeyed = userIds.filter((id) => !keys.has(id))
  if (unkeyed.length === 0) return keys
  for (const id of unkeyed) await insertPersonKey(tx, { userId: id, key: new PersonKey(makeKey()), createdAt: at })
  // Somebody else may have made one at the same time.
  return listPersonKeys(tx, userIds)
}

/** Inserts nothing for an erased person, and waits for an erasure under way. */
async function insertPersonKey(tx: Queries, { userId, key, createdAt }: typeof personKeys.$inferInsert): Promise<void> {
  const living = tx
    .select({
      userId: users.id,
      key: sql`${sql.param(key, personKeys.key)}::bytea`.as('key'),
      createdAt: sql`${sql.param(createdAt, personKeys.createdAt)}::timestamptz`.as('created_at'),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('share')
  await tx.insert(personKeys).select(living).onConflictDoNothing()
}

/** Deletes leftover keys of erased people: an older release does not know about keys and erases without deleting them. */
export async function deleteKeysOfErased(queries: Queries): Promise<void> {
  const leftOver = queries
    .select({ id: personKeys.userId })
    .from(personKeys)
    .innerJoin(users, eq(users.id, personKeys.userId))
    .where(isNotNull(users.erasedAt))
  // With an array the two indexes are enough; a join would read every erased person.
  await queries.delete(personKeys).where(sql`${personKeys.userId} = any(array${leftOver})`)
}
