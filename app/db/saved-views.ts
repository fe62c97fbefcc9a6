import { and, count, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { SavedView } from '../vocabulary'
import type { Queries } from './engine/database'
import { roleRank } from './engine/sql'
import { users } from './schema/users'
import { savedViews } from './schema/views'

/** More than anybody looks through. */
const SEEN_MAX = 60

/** True when the owner is active, and has the role that the view is shared with or a higher one. */
const isShared = sql`exists (
  select from ${users} sharer where sharer.id = owner_id and sharer.status = 'active'
    and ${roleRank('sharer.role')} >= ${roleRank('shared_with')})`

/**
 * The views that a person made, and those that active people of the same or a higher role share with that role, by name; a column of a
 * statement about the person. When there are too many, the person's own come first.
 */
export const viewsSeenBy = (userId: SQLWrapper, role: SQLWrapper): SQL<SavedView[] | null> => sql<SavedView[] | null>`(
  select json_agg(json_build_object('id', seen.id, 'name', seen.name, 'path', seen.path, 'search', seen.search,
    'sharedWith', seen.shared_with, 'isOwn', seen.owner_id = ${userId}) order by seen.name, seen.id)
  from (select * from ${savedViews} where owner_id = ${userId} or (shared_with = ${role} and ${isShared})
    order by owner_id = ${userId} desc, name, id limit ${sql.raw(String(SEEN_MAX))}) seen)`

type NewView = Pick<SavedView, 'name' | 'path' | 'search' | 'sharedWith'>

export async function countOwnViews(queries: Queries, ownerId: string): Promise<number> {
  const [row] = await queries.select({ n: count() }).from(savedViews).where(eq(savedViews.ownerId, ownerId))
  return row?.n ?? 0
}

/** Whether the person has a view of that name and address, shared with the same role. */
export async function hasSameView(
  queries: Queries,
  ownerId: string,
  { name, path, search, sharedWith }: NewView,
): Promise<boolean> {
  const same = await queries
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.ownerId, ownerId),
        eq(savedViews.name, name),
        eq(savedViews.path, path),
        eq(savedViews.search, search),
        sharedWith === null ? isNull(savedViews.sharedWith) : eq(savedViews.sharedWith, sharedWith),
      ),
    )
    .limit(1)
  return same.length > 0
}

export async function insertView(tx: Queries, view: NewView & { ownerId: string; createdAt: Date }): Promise<string> {
  const [row] = await tx.insert(savedViews).values(view).returning({ id: savedViews.id })
  if (!row) throw new Error('No view was kept')
  return row.id
}

export async function findOwnView(queries: Queries, ownerId: string, id: string) {
  const [row] = await queries
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.ownerId, ownerId)))
  return row ?? null
}

export async function renameView(tx: Queries, id: string, change: Pick<SavedView, 'name' | 'sharedWith'>) {
  await tx.update(savedViews).set(change).where(eq(savedViews.id, id))
}

export async function deleteView(tx: Queries, id: string): Promise<boolean> {
  const gone = await tx.delete(savedViews).where(eq(savedViews.id, id)).returning({ id: savedViews.id })
  return gone.length > 0
}
