import { eq, lt } from 'drizzle-orm'
import type { Queries } from './database'
import { sentForms } from './schema'

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
