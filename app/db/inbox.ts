import { and, count, desc, eq, inArray, isNull, lt, lte, max, notInArray, sql } from 'drizzle-orm'
import type { InboxKind } from '../vocabulary'
import type { Queries } from './engine/database'
import { deleteInBlocks } from './engine/sql'
import { isNotUnderLegalHold } from './keeping'
import { invites } from './schema/invites'
import { inboxEntries, notes } from './schema/notes'
import { organizations } from './schema/organizations'
import { users } from './schema/users'
import { verifications } from './schema/verifications'

type NewInboxEntry = typeof inboxEntries.$inferInsert

/** Adds inbox entries, in the transaction of the act that they report. */
export async function insertInboxEntries(tx: Queries, entries: readonly NewInboxEntry[]) {
  if (entries.length > 0) await tx.insert(inboxEntries).values([...entries])
}

/** Tells these people that somebody joined with an invite, in place of their unread entries about earlier uses of it. */
export async function insertRedeemedEntries(
  tx: Queries,
  userIds: readonly string[],
  told: { inviteId: string; actorId: string; at: Date },
): Promise<void> {
  const unread = and(
    inArray(inboxEntries.userId, [...userIds]),
    eq(inboxEntries.inviteId, told.inviteId),
    isNull(inboxEntries.readAt),
  )
  await tx.delete(inboxEntries).where(unread)
  await insertInboxEntries(
    tx,
    userIds.map((userId) => ({ ...told, userId, kind: 'invite_redeemed' as const })),
  )
}

const ofUser = (userId: string, hidden: readonly InboxKind[]) =>
  and(eq(inboxEntries.userId, userId), hidden.length > 0 ? notInArray(inboxEntries.kind, [...hidden]) : undefined)

/** How many unread entries of each kind a person has, as a column of a statement about them. */
export const unreadOf = (userId: typeof users.id) =>
  sql<Partial<Record<InboxKind, number>> | null>`(
    select json_object_agg(kind, n) from (
      select e.kind, count(*)::int as n from ${inboxEntries} e
      where e.user_id = ${userId} and e.read_at is null group by e.kind) unread)`

/** One page of a person's inbox, the newest first. */
export const selectInbox = (
  queries: Queries,
  { userId, hidden, limit, offset }: { userId: string; hidden: readonly InboxKind[]; limit: number; offset: number },
) =>
  queries
    .select({
      id: inboxEntries.id,
      kind: inboxEntries.kind,
      at: inboxEntries.at,
      readAt: inboxEntries.readAt,
      actorName: users.username,
      noteId: inboxEntries.noteId,
      noteText: notes.text,
      organizationId: inboxEntries.organizationId,
      organizationName: organizations.name,
      verificationId: inboxEntries.verificationId,
      verificationType: verifications.type,
      inviteCode: invites.code,
    })
    .from(inboxEntries)
    .leftJoin(users, eq(users.id, inboxEntries.actorId))
    .leftJoin(notes, eq(notes.id, inboxEntries.noteId))
    .leftJoin(verifications, eq(verifications.id, inboxEntries.verificationId))
    .leftJoin(invites, eq(invites.id, inboxEntries.inviteId))
    .leftJoin(
      organizations,
      eq(organizations.id, sql`coalesce(${inboxEntries.organizationId}, ${verifications.organizationId})`),
    )
    .where(ofUser(userId, hidden))
    .orderBy(desc(inboxEntries.at), desc(inboxEntries.id))
    .limit(limit)
    .offset(offset)

export async function countInbox(
  queries: Queries,
  { userId, hidden }: { userId: string; hidden: readonly InboxKind[] },
): Promise<{ total: number; unread: number; newestAt: Date | null }> {
  const [row] = await queries
    .select({
      total: count(),
      unread: sql<number>`count(*) filter (where ${inboxEntries.readAt} is null)::int`,
      newestAt: max(inboxEntries.at),
    })
    .from(inboxEntries)
    .where(ofUser(userId, hidden))
  return row ?? { total: 0, unread: 0, newestAt: null }
}

/** Where an inbox entry of this person leads; null when there is none, or it is somebody else's. */
export async function findInboxEntry(queries: Queries, userId: string, id: string) {
  const [row] = await queries
    .select({
      kind: inboxEntries.kind,
      noteId: inboxEntries.noteId,
      organizationId: inboxEntries.organizationId,
      verificationId: inboxEntries.verificationId,
      verificationType: verifications.type,
      inviteId: inboxEntries.inviteId,
      actorId: inboxEntries.actorId,
    })
    .from(inboxEntries)
    .leftJoin(verifications, eq(verifications.id, inboxEntries.verificationId))
    .where(and(eq(inboxEntries.id, id), eq(inboxEntries.userId, userId)))
  return row ?? null
}

/** Marks unread entries as read: one, those up to an instant, or all; returns how many. */
export async function markInboxRead(
  queries: Queries,
  userId: string,
  now: Date,
  { id, upTo }: { id?: string; upTo?: Date | undefined } = {},
): Promise<number> {
  const marked = await queries
    .update(inboxEntries)
    .set({ readAt: now })
    .where(
      and(
        eq(inboxEntries.userId, userId),
        isNull(inboxEntries.readAt),
        id === undefined ? undefined : eq(inboxEntries.id, id),
        upTo === undefined ? undefined : lte(inboxEntries.at, upTo),
      ),
    )
    .returning({ id: inboxEntries.id })
  return marked.length
}

/** Marks the entries as unread again that were marked read at `readAt`, when the vote was given. */
export async function markPreparedUnread(queries: Queries, verificationId: string, readAt: Date): Promise<void> {
  const { verificationId: of, kind, readAt: at } = inboxEntries
  await queries
    .update(inboxEntries)
    .set({ readAt: null })
    .where(and(eq(of, verificationId), eq(kind, 'prepared'), eq(at, readAt)))
}

/** Deletes unread entries about a decision by this person, as a take-over or an agreement; returns whose they were. */
export async function deleteNewsOfDecision(
  tx: Queries,
  { verificationId, actorId, at }: { verificationId: string; actorId: string; at: Date },
): Promise<string[]> {
  const deleted = await tx
    .delete(inboxEntries)
    .where(
      and(
        eq(inboxEntries.verificationId, verificationId),
        inArray(inboxEntries.kind, ['taken_over', 'approval_agreed', 'rejection_agreed']),
        eq(inboxEntries.actorId, actorId),
        eq(inboxEntries.at, at),
        isNull(inboxEntries.readAt),
      ),
    )
    .returning({ userId: inboxEntries.userId })
  return deleted.map(({ userId }) => userId)
}

/** Marks the entries that ask for a second person on these applications as read, in every inbox. */
export async function markPreparedRead(queries: Queries, verificationIds: readonly string[], now: Date): Promise<void> {
  await queries
    .update(inboxEntries)
    .set({ readAt: now })
    .where(
      and(
        inArray(inboxEntries.verificationId, [...verificationIds]),
        eq(inboxEntries.kind, 'prepared'),
        isNull(inboxEntries.readAt),
      ),
    )
}

/** Marks unread entries of one kind about one person as read in these inboxes. */
export async function markRead(
  queries: Queries,
  userIds: readonly string[],
  { kind, actorId, now }: { kind: InboxKind; actorId: string; now: Date },
): Promise<void> {
  await queries
    .update(inboxEntries)
    .set({ readAt: now })
    .where(
      and(
        inArray(inboxEntries.userId, [...userIds]),
        eq(inboxEntries.kind, kind),
        eq(inboxEntries.actorId, actorId),
        isNull(inboxEntries.readAt),
      ),
    )
}

/** Deletes older entries, read or not, except under a legal hold. */
export const deleteInboxBefore = (queries: Queries, before: Date): Promise<void> =>
  deleteInBlocks(queries, inboxEntries, and(lt(inboxEntries.at, before), isNotUnderLegalHold(inboxEntries.userId)))
