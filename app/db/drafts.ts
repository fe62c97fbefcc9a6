import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Queries } from './database'
import { drafts, sessions, users } from './schema'

export type Draft = Pick<typeof drafts.$inferSelect, 'fields' | 'updatedAt'>

export async function findDraft(queries: Pick<Queries, 'select'>, userId: string, form: string): Promise<Draft | null> {
  const [row] = await queries
    .select({ fields: drafts.fields, updatedAt: drafts.updatedAt })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), eq(drafts.form, form)))
  return row ?? null
}

export async function upsertDraft(tx: Pick<Queries, 'insert'>, draft: typeof drafts.$inferInsert): Promise<void> {
  const { fields, updatedAt } = draft
  await tx
    .insert(drafts)
    .values(draft)
    .onConflictDoUpdate({ target: [drafts.userId, drafts.form], set: { fields, updatedAt } })
}

export async function deleteDraft(tx: Pick<Queries, 'delete'>, userId: string, form: string): Promise<void> {
  await tx.delete(drafts).where(and(eq(drafts.userId, userId), eq(drafts.form, form)))
}

/** Deletes all but the newest drafts of a person. */
export async function deleteDraftsBeyond(
  tx: Pick<Queries, 'select' | 'delete'>,
  userId: string,
  kept: number,
): Promise<void> {
  const older = tx
    .select({ form: drafts.form })
    .from(drafts)
    .where(eq(drafts.userId, userId))
    .orderBy(desc(drafts.updatedAt), drafts.form)
    .offset(kept)
  await tx.delete(drafts).where(and(eq(drafts.userId, userId), inArray(drafts.form, older)))
}

export async function deleteDraftsBefore(tx: Pick<Queries, 'delete'>, before: Date): Promise<void> {
  await tx.delete(drafts).where(lt(drafts.updatedAt, before))
}

/** The active person whose session, ended by nobody, has this refresh token, whether or not it has run out. */
export async function findLapsedUser(queries: Pick<Queries, 'select'>, tokenHash: string): Promise<string | null> {
  const [row] = await queries
    .select({ id: users.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        or(eq(sessions.refreshTokenHash, tokenHash), eq(sessions.previousRefreshTokenHash, tokenHash)),
        isNull(sessions.endedAt),
        eq(users.status, 'active'),
      ),
    )
  return row?.id ?? null
}
