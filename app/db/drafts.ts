import { and, asc, desc, eq, gt, inArray, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm'
import type { Queries } from './engine/database'
import { rowsOf } from './engine/sql'
import { SAVE_NUMBER } from '../form-protocol'
import { drafts, sentForms } from './schema/drafts'
import { sessions } from './schema/sessions'
import { users } from './schema/users'

export type Draft = Pick<typeof drafts.$inferSelect, 'drawing' | 'fields' | 'updatedAt'>

/** Identifies one draft: its user, its form, and which drawing of the form it was typed into. */
export type DraftKey = Pick<typeof drafts.$inferSelect, 'userId' | 'form' | 'drawing'>

/** Narrows drafts to those whose `field` has this value; null finds those without the field. */
type About = { field: string; value: SQL | string | null }

const OFFERED_MAX = 6

const isDraftOf = ({ userId, form, drawing }: DraftKey) =>
  and(eq(drafts.userId, userId), eq(drafts.form, form), eq(drafts.drawing, drawing))

/** The number of the save that wrote the row; null when it has none. */
const numberKept = sql`(case when ${drafts.fields} -> 0 ->> 0 = ${SAVE_NUMBER} then (${drafts.fields} -> 0 ->> 1)::bigint end)`

/** The row of a taken form keeps nothing; a row that a save emptied keeps the number of that save. */
const isTaken = sql`${drafts.fields} = '[]'::jsonb`
const hasText = sql`jsonb_array_length(${drafts.fields}) > (case when ${numberKept} is null then 0 else 1 end)`

const isOffered = (userId: string, form: string) => and(eq(drafts.userId, userId), eq(drafts.form, form), hasText)
const LAST_FIRST = [
  desc(sql`greatest(${drafts.updatedAt}, ${drafts.chosenAt})`),
  sql`${drafts.chosenAt} desc nulls last`,
  asc(drafts.drawing),
]

/** The value of a field in a draft; null when the draft has no such field. */
const saysIn = (field: string) =>
  sql`(select pair ->> 1 from jsonb_array_elements(${drafts.fields}) as pair where pair ->> 0 = ${field} limit 1)`

const shown = { drawing: drafts.drawing, fields: drafts.fields, updatedAt: drafts.updatedAt }

/** At most six drafts of a form, the one chosen or saved last first; with `about` only those about one object. */
const selectDrafts = (queries: Queries, userId: string, form: string, about?: About) =>
  queries
    .select(shown)
    .from(drafts)
    .where(and(isOffered(userId, form), about && sql`${saysIn(about.field)} is not distinct from ${about.value}`))
    .orderBy(...LAST_FIRST)
    .limit(OFFERED_MAX)

/** Removes the save numbers from the fields. */
export const asTyped = (rows: readonly Draft[]): Draft[] =>
  rows.map((row) => ({ ...row, fields: row.fields.filter(([name]) => name !== SAVE_NUMBER) }))

export const listDrafts = async (queries: Queries, userId: string, form: string): Promise<Draft[]> =>
  asTyped(await selectDrafts(queries, userId, form))

/** The rows of {@link listDrafts} as a part of a larger statement; the caller applies {@link asTyped}. */
export const draftsWithin = (queries: Queries, userId: string, form: string, about: About) =>
  rowsOf(shown, selectDrafts(queries, userId, form, about))

/** Which of these forms the person has drafts of. */
export async function listFormsWithDrafts(
  queries: Queries,
  userId: string,
  forms: readonly string[],
): Promise<string[]> {
  const rows = await queries
    .selectDistinct({ form: drafts.form })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), inArray(drafts.form, [...forms]), hasText))
  return rows.map(({ form }) => form)
}

type Kept = DraftKey & Pick<Draft, 'fields' | 'updatedAt'>

/**
 * Saves a draft over what the same drawing kept before, unless that drawing was taken, or was saved with a higher number since
 * `save.since`.
 */
export async function upsertDraft(
  tx: Queries,
  { fields: typed, updatedAt, ...key }: Kept,
  save: { number: number; since: Date } | null = null,
): Promise<void> {
  const fields: Kept['fields'] = save ? [[SAVE_NUMBER, String(save.number)], ...typed] : typed
  const isLater =
    save && or(sql`coalesce(${numberKept} <= ${save.number}::bigint, true)`, lt(drafts.updatedAt, save.since))
  await tx
    .insert(drafts)
    .values({ ...key, fields, updatedAt })
    .onConflictDoUpdate({
      target: [drafts.userId, drafts.form, drafts.drawing],
      set: { fields, updatedAt },
      setWhere: and(not(isTaken), isLater ?? undefined),
    })
}

/** Empties the draft of a drawing that was taken or thrown away, so that a save that arrives later is refused. */
export async function emptyDraft(tx: Queries, key: DraftKey, updatedAt: Date): Promise<void> {
  const set = { fields: [], updatedAt }
  await tx
    .insert(drafts)
    .values({ ...key, ...set })
    .onConflictDoUpdate({ target: [drafts.userId, drafts.form, drafts.drawing], set })
}

/** Deletes a draft; with `asOf` only if it was not saved again since. The mark that it was taken stays. */
export async function deleteDraft(tx: Queries, key: DraftKey, asOf?: Date): Promise<void> {
  await tx.delete(drafts).where(and(isDraftOf(key), hasText, asOf && eq(drafts.updatedAt, asOf)))
}

/** Forgets every text about one object that a person has of a form. */
export async function deleteDraftsOf(
  tx: Queries,
  { userId, form }: Omit<DraftKey, 'drawing'>,
  { field, value }: About,
): Promise<void> {
  const isAbout = sql`${saysIn(field)} is not distinct from ${value}`
  await tx.delete(drafts).where(and(eq(drafts.userId, userId), eq(drafts.form, form), hasText, isAbout))
}

/** Puts a draft before the others of its form. */
export async function chooseDraft(tx: Queries, key: DraftKey, chosenAt: Date): Promise<void> {
  await tx
    .update(drafts)
    .set({ chosenAt })
    .where(and(isDraftOf(key), hasText))
}

/** Deletes all but the newest `kept` drafts of a person. */
export async function deleteDraftsBeyond(tx: Queries, userId: string, kept: number): Promise<void> {
  const older = tx
    .select({ form: drafts.form, drawing: drafts.drawing })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), hasText))
    .orderBy(desc(drafts.updatedAt), drafts.form, drafts.drawing)
    .offset(kept)
  await tx.delete(drafts).where(and(eq(drafts.userId, userId), sql`(${drafts.form}, ${drafts.drawing}) in ${older}`))
}

/** Deletes rows older than `before`, and rows without text older than `emptyBefore`. */
export async function deleteDraftsBefore(tx: Queries, before: Date, emptyBefore: Date): Promise<void> {
  await tx.delete(drafts).where(or(lt(drafts.updatedAt, before), and(lt(drafts.updatedAt, emptyBefore), not(hasText))))
}

/** The active person whose session has this refresh token, expired or not; null if it was ended or last used before `since`. */
export async function findLapsedUser(queries: Queries, tokenHash: string, since: Date): Promise<string | null> {
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

/** Adds a sent form, waiting for a transaction that adds the same one; false when it was added before. */
export async function insertSentForm(tx: Queries, form: Omit<SentForm, 'answer'>): Promise<boolean> {
  const added = await tx.insert(sentForms).values(form).onConflictDoNothing().returning({ id: sentForms.id })
  return added.length > 0
}

export async function findSentForm(tx: Queries, id: string): Promise<SentForm | null> {
  const [row] = await tx.select().from(sentForms).where(eq(sentForms.id, id))
  return row ?? null
}

/** The answer to a sent form, locked until the transaction ends. */
export async function lockAnswer(tx: Queries, id: string): Promise<unknown> {
  const [row] = await tx.select({ answer: sentForms.answer }).from(sentForms).where(eq(sentForms.id, id)).for('update')
  return row?.answer ?? null
}

export async function saveAnswer(tx: Queries, id: string, answer: unknown): Promise<void> {
  await tx.update(sentForms).set({ answer }).where(eq(sentForms.id, id))
}

export async function deleteSentForm(tx: Queries, id: string): Promise<void> {
  await tx.delete(sentForms).where(eq(sentForms.id, id))
}

export async function deleteSentFormsBefore(tx: Queries, before: Date): Promise<void> {
  await tx.delete(sentForms).where(lt(sentForms.sentAt, before))
}
