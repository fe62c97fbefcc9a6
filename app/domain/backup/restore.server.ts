import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Database, Queries } from '../../db/engine/database'
import {
  countRows,
  listTables,
  insertLines,
  measureTable,
  emptyTablesForRestore,
  setSequences,
  type Table,
} from '../../db/engine/every-table'
import { neededMigrations } from '../../db/engine/migrations.server'
import { isDatabaseUnavailable } from '../../db/engine/unavailable'
import type { DocumentStore } from '../../gateways/ports'
import { checkChainIn } from '../audit/check-chain.server'
import { readArchive, sumDocuments, type Entry } from './archive.server'
import type { Backup } from './back-up.server'
import { documentOf, END, endSchema, MANIFEST, manifestSchema, tableOf, type End, type Manifest } from './manifest'
import { isOfSystem, NotEmpty, UnusableBackup } from './unusable'

/** Tables that are empty after migrating alone. */
const HOLD_SOMETHING = ['users', 'organizations', 'audit_log']

type Stores = {
  db: Database
  documents: Pick<DocumentStore, 'write' | 'remove' | 'list'>
  /** Called once the place is known to be empty, and the file to be a backup of this version. */
  migrate?: () => Promise<unknown>
}

/**
 * Restores a backup into an empty place and compares the result with the manifest: rows, their checksums, the audit chain and the
 * documents. All or nothing, also when the signal aborts. The database user must own the tables.
 * @throws NotEmpty or {@link UnusableBackup}
 */
export async function restore(
  { db, documents, migrate = async () => {} }: Stores,
  file: string,
  signal?: AbortSignal,
): Promise<Backup> {
  for await (const { key } of documents.list())
    throw new NotEmpty(
      `The document store is not empty: it holds ${key}; if a restore was broken off here, remove what it left`,
    )
  await db.transaction(async (tx) => refuseRows(tx, await listTables(tx)), { accessMode: 'read only' })
  const entries = readArchive(file, signal)
  const written: string[] = []
  try {
    const manifest = await readManifest(entries)
    await migrate()
    return await db.transaction(async (tx) => {
      const tables = await listTables(tx)
      await refuseRows(tx, tables)
      const closeTables = await emptyTablesForRestore(tx, tables)
      const backup = await putBack(tx, tables, documents, entries, manifest, written)
      await closeTables()
      await setSequences(tx, backup.manifest.sequences)
      await compare(tx, tables, backup.manifest)
      signal?.throwIfAborted()
      return backup
    })
  } catch (error) {
    // A file that the store fails to remove must not stop the others, and the original error is the one to report.
    for (const key of written) await documents.remove(key).catch(() => {})
    throw error
  } finally {
    await entries.return(null)
  }
}

/** Checks only tables that exist: the database may not be migrated yet. */
async function refuseRows(tx: Queries, tables: Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => HOLD_SOMETHING.includes(table.name))) {
    const rows = await countRows(tx, { name })
    if (rows > 0) throw new NotEmpty(`The database is not empty: ${name} has ${rows} rows`)
  }
}

async function putBack(
  tx: Queries,
  tables: Table[],
  documents: Pick<DocumentStore, 'write'>,
  entries: AsyncIterable<Entry>,
  manifest: Manifest,
  written: string[],
): Promise<Backup> {
  let end: End | null = null
  let documentBytes = 0
  const sum = sumDocuments()
  for await (const entry of entries) {
    const [name, key] = [tableOf(entry.name), documentOf(entry.name)]
    if (name) await putRows(tx, tableNamed(tables, name), await entry.read())
    else if (key) {
      const content = await entry.read()
      written.push(key)
      await documents.write(key, content).catch((error: unknown) => {
        throw isOfSystem(error) ? new UnusableBackup(`The document ${key} cannot be written: ${error.message}`) : error
      })
      documentBytes += content.byteLength
      sum.add(key, content)
    } else if (entry.name === END) end = await readJson(entry, endSchema)
    else throw new UnusableBackup(`The backup holds something unknown: ${entry.name}`)
  }
  if (end === null) throw new UnusableBackup('The file is not a whole backup')
  if (end.documents !== written.length || end.documentBytes !== documentBytes)
    throw new UnusableBackup(
      `The backup says ${end.documents} documents of ${end.documentBytes} bytes and holds ${written.length} of ${documentBytes}`,
    )
  if (end.documentsSum !== undefined && end.documentsSum !== sum.sum())
    throw new UnusableBackup(
      `The documents are not what the backup says: ${written.length} of ${documentBytes} bytes, but not the same`,
    )
  return { manifest, end }
}

async function putRows(tx: Queries, table: Table, lines: Buffer): Promise<void> {
  try {
    await insertLines(tx, table, lines.toString().split('\n'))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    throw new UnusableBackup(`The backup has rows of ${table.name} that the database does not take`)
  }
}

async function readJson<Schema extends z.ZodType>(entry: Entry, schema: Schema): Promise<z.infer<Schema> | null> {
  try {
    return schema.safeParse(JSON.parse((await entry.read()).toString())).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function readManifest(entries: AsyncIterator<Entry>): Promise<Manifest> {
  const { value: first, done } = await entries.next()
  if (done) throw new UnusableBackup('The file is not a whole backup')
  const manifest = first.name === MANIFEST ? await readJson(first, manifestSchema) : null
  if (manifest === null) throw new UnusableBackup('The file is no backup of Gatehouse')
  if (!isDeepStrictEqual(manifest.migrations, neededMigrations()))
    throw new UnusableBackup(
      `The backup has ${manifest.migrations.length} migrations and this version ${neededMigrations().length}: restore it with the version that made it, then migrate`,
    )
  return manifest
}

function tableNamed(tables: Table[], name: string): Table {
  const table = tables.find((one) => one.name === name)
  if (!table) throw new UnusableBackup(`The backup has a table that is not known: ${name}`)
  return table
}

async function compare(tx: Queries, tables: Table[], { tables: sums, chain, anchorKeys }: Manifest): Promise<void> {
  for (const table of tables) {
    const saved = sums.find(({ name }) => name === table.name)
    const restored = await measureTable(tx, table)
    if (!isDeepStrictEqual(restored, saved))
      throw new UnusableBackup(
        `${table.name} is not what the backup says: ${restored.rows} rows of ${saved?.rows ?? 0}${restored.rows === saved?.rows ? ', but not the same' : ''}`,
      )
  }
  if (!isDeepStrictEqual(await checkChainIn(tx, anchorKeys), chain))
    throw new UnusableBackup('The audit chain is not what the backup says')
}
