import { z } from 'zod'

export const MANIFEST = 'manifest.json'
export const END = 'end.json'
const TABLE_LINES = /^tables\/([a-z_]+)\/\d+\.jsonl$/
const DOCUMENT = /^documents\/([0-9a-z-]+)$/

export const tableEntry = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
export const documentEntry = (key: string): string => `documents/${key}`

/** The table whose rows an entry holds; null for other entries. */
export const tableOf = (entry: string): string | null => TABLE_LINES.exec(entry)?.[1] ?? null
/** The key of the document in an entry; null for other entries. */
export const documentOf = (entry: string): string | null => DOCUMENT.exec(entry)?.[1] ?? null

const chainSchema = z.object({
  rowCount: z.int(),
  removed: z.int(),
  head: z.string(),
  broken: z.object({ position: z.int(), why: z.enum(['changed', 'missing', 'added', 'end']) }).nullable(),
})

/** The first entry of an archive: what the database held when the backup was taken. */
export const manifestSchema = z.object({
  backupOf: z.literal('gatehouse'),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.number()),
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  chain: chainSchema,
  /** Public keys whose signatures under audit removals were accepted. */
  anchorKeys: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The last entry of an archive: the number of its documents, and the keys of those that had no file in the store. */
export const endSchema = z.object({
  documents: z.int(),
  documentBytes: z.int(),
  withoutFile: z.array(z.string()),
  /** Missing in backups of older versions. */
  documentsSum: z.string().optional(),
})
export type End = z.infer<typeof endSchema>
