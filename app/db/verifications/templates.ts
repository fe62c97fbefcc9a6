import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { TemplateUse } from '../../vocabulary'
import type { Queries } from '../engine/database'
import { templates } from '../schema/templates'
import { DEFAULT_TEMPLATES } from './default-templates'

export type TemplateRow = typeof templates.$inferSelect
type TemplateChange = Pick<
  typeof templates.$inferInsert,
  'use' | 'types' | 'documentTypes' | 'target' | 'en' | 'zh' | 'ru' | 'kk'
>

/** All templates: those in use first, by what they are for and how often they were used. */
export const listTemplates = (queries: Queries): Promise<TemplateRow[]> =>
  queries
    .select()
    .from(templates)
    .orderBy(asc(templates.isArchived), desc(templates.use), desc(templates.usedCount), asc(templates.id))

/** Those that are not archived, of these uses; the most used first. */
export const listCurrentTemplates = (queries: Queries, uses: readonly TemplateUse[]): Promise<TemplateRow[]> =>
  queries
    .select()
    .from(templates)
    .where(and(eq(templates.isArchived, false), inArray(templates.use, [...uses])))
    .orderBy(desc(templates.usedCount), asc(templates.id))

export async function listTemplatesById(queries: Queries, ids: readonly string[]): Promise<TemplateRow[]> {
  if (ids.length === 0) return []
  return queries
    .select()
    .from(templates)
    .where(inArray(templates.id, [...new Set(ids)]))
}

export async function insertTemplate(
  tx: Queries,
  row: TemplateChange & { createdAt: Date; changedBy: string },
): Promise<string> {
  const [made] = await tx.insert(templates).values(row).returning({ id: templates.id })
  if (!made) throw new Error('No template was made')
  return made.id
}

/** Locks a template until the transaction ends; null when there is none. */
export async function lockTemplate(tx: Queries, id: string): Promise<TemplateRow | null> {
  const [row] = await tx.select().from(templates).where(eq(templates.id, id)).for('no key update')
  return row ?? null
}

export async function changeTemplate(
  tx: Queries,
  id: string,
  change: Partial<TemplateChange> & { changedBy: string; isArchived?: boolean; version: number },
): Promise<void> {
  await tx.update(templates).set(change).where(eq(templates.id, id))
}

/** Counts one use of each template, and when. */
export async function recordTemplateUses(tx: Queries, ids: readonly string[], at: Date): Promise<void> {
  for (const id of ids.toSorted())
    await tx
      .update(templates)
      .set({ usedCount: sql`${templates.usedCount} + 1`, lastUsedAt: at })
      .where(eq(templates.id, id))
}

/** Takes back the uses of an undone decision. */
export async function takeBackTemplateUses(tx: Queries, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted())
    await tx
      .update(templates)
      .set({ usedCount: sql`greatest(${templates.usedCount} - 1, 0)` })
      .where(eq(templates.id, id))
}

/** Adds the default templates where there are none; returns how many. Safe for several processes at once. */
export async function insertDefaultTemplates(queries: Queries, at: Date): Promise<number> {
  const [some] = await queries.select({ id: templates.id }).from(templates).limit(1)
  if (some) return 0
  const made = await queries
    .insert(templates)
    .values(DEFAULT_TEMPLATES.map((template) => ({ ...template, createdAt: at })))
    .onConflictDoNothing()
    .returning({ id: templates.id })
  return made.length
}
