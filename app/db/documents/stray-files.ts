import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import type { Queries } from '../engine/database'
import { documents, strayFiles } from '../schema/documents'

/** The next documents by id that must have a file. */
export const selectFilesOfDocuments = (queries: Queries, after: string | null, limit: number) =>
  queries
    .select({ id: documents.id, storageKey: documents.storageKey, missingSince: documents.fileMissingSince })
    .from(documents)
    .where(and(after === null ? undefined : gt(documents.id, after), ne(documents.scanState, 'infected')))
    .orderBy(asc(documents.id))
    .limit(limit)

export async function markFileMissing(queries: Queries, id: string, at: Date): Promise<void> {
  await queries
    .update(documents)
    .set({ fileMissingSince: at })
    .where(and(eq(documents.id, id), isNull(documents.fileMissingSince)))
}

export async function markFileFound(queries: Queries, id: string): Promise<void> {
  await queries
    .update(documents)
    .set({ fileMissingSince: null })
    .where(and(eq(documents.id, id), isNotNull(documents.fileMissingSince)))
}

/** Those of these storage keys that a document still needs; an infected document no longer needs its file. */
export async function listNamedKeys(queries: Queries, keys: string[]): Promise<Set<string>> {
  const rows = await queries
    .select({ storageKey: documents.storageKey })
    .from(documents)
    .where(and(inArray(documents.storageKey, keys), ne(documents.scanState, 'infected')))
  return new Set(rows.map(({ storageKey }) => storageKey))
}

export async function recordStrayFiles(queries: Queries, keys: string[], at: Date): Promise<void> {
  const rows = keys.map((storageKey) => ({ storageKey, seenAt: at }))
  if (rows.length > 0) await queries.insert(strayFiles).values(rows).onConflictDoNothing()
}

/** The next files by storage key that were first seen as stray before `before`. */
export const selectStraysBefore = (queries: Queries, before: Date, after: string, limit: number) =>
  queries
    .select()
    .from(strayFiles)
    .where(and(lt(strayFiles.seenAt, before), gt(strayFiles.storageKey, after)))
    .orderBy(asc(strayFiles.storageKey))
    .limit(limit)

export async function forgetStrays(queries: Queries, keys: string[]): Promise<void> {
  if (keys.length > 0) await queries.delete(strayFiles).where(inArray(strayFiles.storageKey, keys))
}
