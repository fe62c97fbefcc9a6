import { and, asc, count, eq, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { readRows } from '../engine/sql'
import { matchesInvites, type InviteFilter } from './invites'
import { invites } from '../schema/invites'
import { messages } from '../schema/messages'
import { users } from '../schema/users'

export type NewInvite = typeof invites.$inferInsert

/** Adds codes; returns the ids of those that were not added before. */
export async function insertInvites(tx: Queries, rows: NewInvite[]): Promise<string[]> {
  if (rows.length === 0) return []
  const added = await tx
    .insert(invites)
    .values(rows)
    .onConflictDoNothing({ target: invites.id })
    .returning({ id: invites.id })
  return added.map(({ id }) => id)
}

/** Which of these ids already belong to codes, deleted ones included. */
export async function listKnownIds(tx: Queries, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const known = await tx.select({ id: invites.id }).from(invites).where(inArray(invites.id, ids))
  return known.map(({ id }) => id)
}

/** Locks a code, deleted or not, until the transaction ends; null when there is none. */
export async function lockInvite(tx: Queries, id: string) {
  const [row] = await tx.select().from(invites).where(eq(invites.id, id)).for('update')
  return row ?? null
}

type Terms = Pick<NewInvite, 'maximumUses'> & { expiresAt: Date | null }

export async function changeTerms(tx: Queries, id: string, next: Terms & { timeZone: string | null }): Promise<void> {
  await tx.update(invites).set(next).where(eq(invites.id, id))
}

/** Records that a code was sent again; false when it is deleted or was sent after `unlessSince`. */
export async function markSent(tx: Queries, id: string, sentAt: Date, unlessSince: Date): Promise<boolean> {
  const marked = await tx
    .update(invites)
    .set({ sentAt })
    .where(
      and(eq(invites.id, id), isNull(invites.deletedAt), or(isNull(invites.sentAt), lte(invites.sentAt, unlessSince))),
    )
    .returning({ id: invites.id })
  return marked.length > 0
}

/** Withdraws the messages of invites that were not sent yet. */
export async function withdrawMessages(tx: Queries, inviteIds: string[], because: string) {
  await tx
    .update(messages)
    .set({ status: 'failed', lastError: because, text: '' })
    .where(and(inArray(messages.inviteId, inviteIds), eq(messages.status, 'queued')))
}

/** Deletes one code in favour of another. */
export async function deleteReplacedInvite(tx: Queries, id: string, by: string, at: Date): Promise<boolean> {
  const gone = await tx
    .update(invites)
    .set({ deletedAt: at, replacedBy: by })
    .where(and(eq(invites.id, id), isNull(invites.deletedAt)))
    .returning({ id: invites.id })
  return gone.length > 0
}

/** Deletes these codes, only those by `createdBy` if given, and withdraws their unsent messages; returns their ids. */
export async function deleteInvites(
  tx: Queries,
  { ids, createdBy, at }: { ids: string[]; createdBy?: string; at: Date },
): Promise<string[]> {
  const gone = await tx
    .update(invites)
    .set({ deletedAt: at })
    .where(
      and(
        inArray(invites.id, ids),
        isNull(invites.deletedAt),
        createdBy === undefined ? undefined : eq(invites.createdBy, createdBy),
      ),
    )
    .returning({ id: invites.id })
  const goneIds = gone.map(({ id }) => id)
  if (goneIds.length > 0) await withdrawMessages(tx, goneIds, 'invite deleted')
  return goneIds
}

/**
 * Deletes at most `atMost` matching codes and withdraws their unsent messages, in one statement; returns how many. A code that somebody
 * changes meanwhile is deleted only if it still matches.
 */
export async function deleteMatchingInvites(
  tx: Queries,
  filter: InviteFilter,
  { at, atMost }: { at: Date; atMost: number },
): Promise<number> {
  const matching: SQL = matchesInvites(filter, at) ?? sql`true`
  // `is true` keeps the deleted codes a table to look up in. As a join, each queued message may be compared with each of them: the
  // planner expects ten codes, and none of the messages that came just now.
  const statement = sql`
    with gone as (
      update ${invites} set deleted_at = ${at.toISOString()}::timestamptz
      where ${invites.id} = any(array(select ${invites.id} from ${invites} where ${matching} limit ${atMost}))
        and ${matching}
      returning ${invites.id} as id
    ), withdrawn as (
      update ${messages} set status = 'failed', last_error = 'invite deleted', text = ''
      where ${messages.status} = 'queued' and (${messages.inviteId} in (select id from gone)) is true
    )
    select count(*)::int as total from gone`
  const [row] = await readRows<{ total: number }>(tx, statement)
  return row?.total ?? 0
}

/** Which of these codes somebody else created, with the creator's name. */
export const listOfOthers = (db: Queries, ids: string[], userId: string) =>
  db
    .select({
      id: invites.id,
      code: invites.code,
      type: invites.type,
      role: invites.role,
      creator: users.username,
    })
    .from(invites)
    .leftJoin(users, eq(users.id, invites.createdBy))
    .where(
      and(
        inArray(invites.id, ids),
        isNull(invites.deletedAt),
        or(isNull(invites.createdBy), ne(invites.createdBy, userId)),
      ),
    )
    .orderBy(asc(invites.createdAt), asc(invites.id))

/** How many of these ids are codes that are not deleted, only those by `createdBy` if given. */
export async function countThese(db: Queries, ids: string[], createdBy?: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(invites)
    .where(
      and(
        inArray(invites.id, ids),
        isNull(invites.deletedAt),
        createdBy === undefined ? undefined : eq(invites.createdBy, createdBy),
      ),
    )
  return row?.total ?? 0
}
