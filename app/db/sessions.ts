import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { InboxKind, SavedView } from '../vocabulary'
import { preparedOnce, placeholder } from './engine/prepared-once'
import type { Database, Queries } from './engine/database'
import { hasId } from './engine/has-id'
import { deleteInBlocks } from './engine/sql'
import { unreadOf } from './inbox'
import { isNotUnderLegalHold } from './keeping'
import { viewsSeenBy } from './saved-views'
import { sessions, spentRefreshTokens } from './schema/sessions'
import { users } from './schema/users'

type SessionRow = typeof sessions.$inferSelect

const sessionWithUser = {
  session: sessions,
  user: {
    id: users.id,
    username: users.username,
    phone: users.phone,
    status: users.status,
    role: users.role,
    organizationId: users.organizationId,
    language: users.language,
    timeZone: users.timeZone,
    pageSize: users.pageSize,
    density: users.density,
    startPage: users.startPage,
    hasShortcuts: users.hasShortcuts,
    unread: unreadOf(users.id),
    views: viewsSeenBy(users.id, users.role),
  },
}

/** A session with the person it belongs to, as they are now. */
export type SessionOfUser = {
  session: SessionRow
  user: Pick<
    typeof users.$inferSelect,
    | 'id'
    | 'username'
    | 'phone'
    | 'status'
    | 'role'
    | 'organizationId'
    | 'language'
    | 'timeZone'
    | 'pageSize'
    | 'density'
    | 'startPage'
    | 'hasShortcuts'
  > & { unread: Partial<Record<InboxKind, number>> | null; views: SavedView[] | null }
}

const selectByAccessToken = preparedOnce(
  (db) =>
    db
      .select(sessionWithUser)
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(eq(sessions.accessTokenHash, placeholder('tokenHash', sessions.accessTokenHash)), isNull(sessions.endedAt)),
      ),
  () => '',
)

export async function findSessionByAccessToken(db: Database, tokenHash: string): Promise<SessionOfUser | null> {
  const [row] = await selectByAccessToken(db, undefined, { tokenHash })
  return row ?? null
}

/** The open session with this present or previous refresh token, locked so that others who refresh it wait. */
export async function lockSessionByRefreshToken(tx: Queries, tokenHash: string): Promise<SessionOfUser | null> {
  const [row] = await tx
    .select(sessionWithUser)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        or(eq(sessions.refreshTokenHash, tokenHash), eq(sessions.previousRefreshTokenHash, tokenHash)),
        isNull(sessions.endedAt),
      ),
    )
    .for('update', { of: sessions })
  return row ?? null
}

export async function findSessionOfSpentToken(queries: Queries, tokenHash: string): Promise<string | null> {
  const [row] = await queries
    .select({ id: spentRefreshTokens.sessionId })
    .from(spentRefreshTokens)
    .where(eq(spentRefreshTokens.tokenHash, tokenHash))
  return row?.id ?? null
}

export async function insertSession(
  tx: Queries,
  session: typeof sessions.$inferInsert & { id: string },
): Promise<void> {
  await tx.insert(sessions).values(session)
}

/** Replaces both tokens; the previous refresh token becomes a spent one. */
export async function rotateTokens(
  tx: Queries,
  session: SessionRow,
  next: Pick<SessionRow, 'accessTokenHash' | 'accessExpiresAt' | 'refreshTokenHash'> & {
    rotatedAt: Date
    lastSeenAt?: Date
  },
): Promise<void> {
  if (session.previousRefreshTokenHash !== null)
    await tx
      .insert(spentRefreshTokens)
      .values({ tokenHash: session.previousRefreshTokenHash, sessionId: session.id })
      .onConflictDoNothing()
  await tx
    .update(sessions)
    .set({ ...next, previousRefreshTokenHash: session.refreshTokenHash })
    .where(eq(sessions.id, session.id))
}

/** Records that a session is in use, unless a later use is recorded that is not after `latest`. */
export async function markSeen(queries: Queries, id: string, now: Date, latest: Date): Promise<void> {
  const { lastSeenAt } = sessions
  await queries
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, id), or(lt(lastSeenAt, now), gt(lastSeenAt, latest))))
}

/** When the person last gave proof in an open session; null when the session is over. */
export async function findProof(queries: Queries, id: string): Promise<Date | null> {
  const [row] = await queries
    .select({ at: sessions.provenAt })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
  return row?.at ?? null
}

/** Records fresh proof in an open session; false when it is over. */
export async function recordProof(tx: Queries, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(sessions)
    .set({ provenAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return rows.length === 1
}

/** Whether somebody has ended the session. */
export async function hasEnded(queries: Queries, id: string): Promise<boolean> {
  const rows = await queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNotNull(sessions.endedAt)))
  return rows.length === 1
}

/** Returns whose session it was; null when it was over already. */
export async function endSessionById(tx: Queries, id: string, now: Date): Promise<string | null> {
  const [row] = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId })
  return row?.userId ?? null
}

/** Ends the open session with this access or refresh token; returns whose it was, or null when there is none. */
export async function endSessionByToken(tx: Queries, tokenHash: string, now: Date): Promise<string | null> {
  const [row] = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        or(
          eq(sessions.refreshTokenHash, tokenHash),
          eq(sessions.previousRefreshTokenHash, tokenHash),
          eq(sessions.accessTokenHash, tokenHash),
        ),
        isNull(sessions.endedAt),
      ),
    )
    .returning({ userId: sessions.userId })
  return row?.userId ?? null
}

/** Ends the open sessions of a user, except `exceptId`; returns how many. */
export async function endSessionsOfUser(tx: Queries, userId: string, now: Date, exceptId?: string): Promise<number> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        exceptId === undefined ? undefined : ne(sessions.id, exceptId),
      ),
    )
    .returning({ id: sessions.id })
  return rows.length
}

/** Ends one open session of a user; false when there is none with this id. */
export async function endSessionOfUser(tx: Queries, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(hasId(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return rows.length === 1
}

/** Open sessions of a user, newest first. */
export function listSessionsOfUser(queries: Queries, userId: string): Promise<SessionRow[]> {
  return queries
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .orderBy(desc(sessions.createdAt))
    .limit(100)
}

export const deleteSessionsBefore = (queries: Queries, before: Date): Promise<void> =>
  deleteInBlocks(queries, sessions, and(lt(sessions.createdAt, before), isNotUnderLegalHold(sessions.userId)))
