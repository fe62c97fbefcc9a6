import { and, desc, eq, gt, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Queries } from './engine/database'
import { drafts, sentForms } from './schema/drafts'
import { sessions } from './schema/sessions'
import { users } from './schema/users'

export type Draft = Pick<typeof drafts.$inferSelect, 'fields' | 'updatedAt'>

/** A row whose form was taken keeps no text. */
const hasText = sql`${drafts.fields} <> '[]'::jsonb`

export async function findDraft(queries: Pick<Queries, 'select'>, userId: string, form: string): Promise<Draft | null> {
  const [row] = await queries
    .select({ fields: drafts.fields, updatedAt: drafts.updatedAt })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), eq(drafts.form, form), hasText))
  return row ?? null
}

type Kept = Omit<typeof drafts.$inferInsert, 'takenDrawing'> & { drawing: string | null }

/** Keeps a text in place of the one before, unless the very drawing that it was typed into has been taken. */
export async function upsertDraft(tx: Pick<Queries, 'insert'>, { drawing, ...draft }: Kept): Promise<void> {
  const { fields, updatedAt } = draft
  await tx
    .insert(drafts)
    .values(draft)
    .onConflictDoUpdate({
      target: [drafts.userId, drafts.form],
      set: { fields, updatedAt },
      setWhere: drawing === null ? undefined : sql`${drafts.takenDrawing} is distinct from ${drawing}`,
    })
}

type Taken = Pick<typeof drafts.$inferInsert, 'userId' | 'form'> & { takenDrawing: string; updatedAt: Date }

/** Empties a draft and remembers which drawing was taken, so that a save that arrives after it is refused. */
export async function emptyDraft(tx: Pick<Queries, 'insert'>, taken: Taken): Promise<void> {
  const set = { ...taken, fields: [] }
  await tx
    .insert(drafts)
    .values(set)
    .onConflictDoUpdate({ target: [drafts.userId, drafts.form], set })
}

/** Forgets the text; which drawing was taken stays remembered. */
export async function deleteDraft(tx: Pick<Queries, 'delete' | 'update'>, userId: string, form: string): Promise<void> {
  const isIt = and(eq(drafts.userId, userId), eq(drafts.form, form))
  await tx.delete(drafts).where(and(isIt, isNull(drafts.takenDrawing)))
  await tx.update(drafts).set({ fields: [] }).where(isIt)
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
    .where(and(eq(drafts.userId, userId), hasText))
    .orderBy(desc(drafts.updatedAt), drafts.form)
    .offset(kept)
  await tx.delete(drafts).where(and(eq(drafts.userId, userId), inArray(drafts.form, older)))
}

/** Deletes what is older than one time, and of what keeps no text what is older than another. */
export async function deleteDraftsBefore(tx: Pick<Queries, 'delete'>, before: Date, emptyBefore: Date): Promise<void> {
  await tx.delete(drafts).where(or(lt(drafts.updatedAt, before), and(lt(drafts.updatedAt, emptyBefore), not(hasText))))
}

/** The active person whose session, ended by nobody and used after an instant, has this refresh token, run out or not. */
export async function findLapsedUser(
  queries: Pick<Queries, 'select'>,
  tokenHash: string,
  since: Date,
): Promise<string | null> {
  const [row] = await queries
    .select({ id: users.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        or(eq(sessions.refreshTokenHash, tokenHash), eq(sessions.previousRefreshTokenHash, tokenHash)),
        isNull(sessions.endedAt),
        gt(sessions.lastSeenAt, since),
        eq(users.status, 'active'),
      ),
    )
  return row?.id ?? null
}

type SentForm = typeof sentForms.$inferSelect

/** Adds a form, and waits for whoever is adding the same one; false when it was taken before. */
export async function insertSentForm(tx: Pick<Queries, 'insert'>, form: Omit<SentForm, 'answer'>): Promise<boolean> {
  const added = await tx.insert(sentForms).values(form).onConflictDoNothing().returning({ id: sentForms.id })
  return added.length > 0
}

export async function findSentForm(tx: Pick<Queries, 'select'>, id: string): Promise<SentForm | null> {
  const [row] = await tx.select().from(sentForms).where(eq(sentForms.id, id))
  return row ?? null
}

export async function noteAnswer(tx: Pick<Queries, 'update'>, id: string, answer: unknown): Promise<void> {
  await tx.update(sentForms).set({ answer }).where(eq(sentForms.id, id))
}

export async function deleteSentForm(tx: Pick<Queries, 'delete'>, id: string): Promise<void> {
  await tx.delete(sentForms).where(eq(sentForms.id, id))
}

export async function deleteSentFormsBefore(tx: Pick<Queries, 'delete'>, before: Date): Promise<void> {
  await tx.delete(sentForms).where(lt(sentForms.sentAt, before))
}
