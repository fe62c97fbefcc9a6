import { z } from 'zod'

export const MANIFEST = 'manifest.json'
export const END = 'end.json'
const TABLE_LINES = /^tables\/([a-z_]+)\/\d+\.jsonl$/
const DOCUMENT = /^documents\/([0-9a-z-]+)$/

export const tableEntry = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
export const documentEntry = (key: string): string => `documents/${key}`

/** Which table an entry has rows of; null for other entries. */
export const tableOf = (entry: string): string | null => TABLE_LINES.exec(entry)?.[1] ?? null
/** The key of the document that an entry is; null for other entries. */
export const documentOf = (entry: string): string | null => DOCUMENT.exec(entry)?.[1] ?? null

const chainSchema = z.object({
  rowCount: z.int(),
  removed: z.int(),
  head: z.string(),
  broken: z.object({ position: z.int(), why: z.enum(['changed', 'missing', 'added', 'end']) }).nullable(),
})

/** First of an archive: what the database held when it was taken. */
export const manifestSchema = z.object({
  backupOf: z.literal('gatehouse'),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.number()),
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  chain: chainSchema,
  /** Whose signatures under what was taken off the audit log counted. */
  anchorKeys: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Last of an archive: the documents in it, and those whose files the store did not have. */
export const endSchema = z.object({
  documents: z.int(),
  documentBytes: z.int(),
  withoutFile: z.array(z.string()),
  /** Backups of older versions have none. */
  documentsSum: z.string().optional(),
})
export type End = z.infer<typeof endSchema>
