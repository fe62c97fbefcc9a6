import { setTimeout as wait } from 'node:timers/promises'
import { selectFilesOfDocuments } from '../../db/documents/stray-files'
import type { Database, Queries } from '../../db/engine/database'
import { listSequences, listTables, measureTable, readLines } from '../../db/engine/every-table'
import { appliedIn } from '../../db/engine/migrations.server'
import type { DocumentStore } from '../../gateways/ports'
import { checkChainIn } from '../audit/check-chain.server'
import { readWhole } from '../documents/open-document.server'
import { isUnavailable } from '../unavailable.server'
import { sumDocuments, writeArchive, type AddEntry } from './archive.server'
import { documentEntry, END, MANIFEST, tableEntry, type End, type Manifest } from './manifest'
import { isOfSystem, UnusableBackup } from './unusable'

const BLOCK_ROWS = 1000
/** Attempts to read each document: among many thousands, a connection breaks now and then. */
const ATTEMPTS = 3
const PAUSE_MS = 500

export type Backup = { manifest: Manifest; end: End }

/**
 * Writes every row, from one snapshot, and every document that the rows name into an archive. The console may keep running: a document
 * erased before it is read is listed as without a file. When the signal aborts, no file is left.
 */
export function backUp(
  {
    db,
    documents,
    now,
    anchorKeys,
  }: { db: Database; documents: Pick<DocumentStore, 'open'>; now: () => Date; anchorKeys: string[] },
  file: string,
  signal?: AbortSignal,
): Promise<Backup> {
  return writeArchive(file, async (addEntry) => {
    const add: AddEntry = async (...entry) => {
      signal?.throwIfAborted()
      await addEntry(...entry)
    }
    const takenAt = now().toISOString()
    const { manifest, keys } = await db.transaction((tx) => writeTables(tx, add, { takenAt, anchorKeys }), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    const end = await writeDocuments(documents, keys, add)
    await addText(add, END, JSON.stringify(end))
    return { manifest, end }
  })
}

async function writeTables(
  tx: Queries,
  add: AddEntry,
  { takenAt, anchorKeys }: Pick<Manifest, 'takenAt' | 'anchorKeys'>,
) {
  const tables = await listTables(tx)
  const sums: Manifest['tables'] = []
  for (const table of tables) sums.push(await measureTable(tx, table))
  const manifest: Manifest = {
    backupOf: 'gatehouse',
    takenAt,
    migrations: await appliedIn(tx),
    tables: sums,
    sequences: await listSequences(tx),
    chain: await checkChainIn(tx, anchorKeys),
    anchorKeys,
  }
  await addText(add, MANIFEST, JSON.stringify(manifest, null, 2))
  for (const table of tables) {
    let part = 0
    for await (const lines of readLines(tx, table)) {
      part += 1
      await addText(add, tableEntry(table.name, part), lines.join('\n'))
    }
  }
  return { manifest, keys: await keysOfDocuments(tx) }
}

async function keysOfDocuments(tx: Queries): Promise<string[]> {
  const keys: string[] = []
  let after: string | null = null
  for (;;) {
    const rows: Awaited<ReturnType<typeof selectFilesOfDocuments>> = await selectFilesOfDocuments(tx, after, BLOCK_ROWS)
    keys.push(...rows.map(({ storageKey }) => storageKey))
    after = rows.at(-1)?.id ?? null
    if (after === null) return keys
  }
}

async function writeDocuments(store: Pick<DocumentStore, 'open'>, keys: string[], add: AddEntry): Promise<End> {
  const sum = sumDocuments()
  const end: End = { documents: 0, documentBytes: 0, withoutFile: [] }
  for (const key of keys) {
    const content = await readDocument(store, key)
    if (content === null) {
      end.withoutFile.push(key)
      continue
    }
    await add(documentEntry(key), content.byteLength, [content])
    sum.add(key, content)
    end.documents += 1
    end.documentBytes += content.byteLength
  }
  return { ...end, documentsSum: sum.sum() }
}

/** Reads the whole document before it is added, so that a broken read can be repeated. */
async function readDocument(store: Pick<DocumentStore, 'open'>, key: string): Promise<Uint8Array | null> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const stored = await store.open(key)
      return stored && (await readWhole(stored.content))
    } catch (error) {
      if (attempt < ATTEMPTS && isUnavailable(error)) await wait(PAUSE_MS)
      else throw isOfSystem(error) ? new UnusableBackup(`The document ${key} cannot be read: ${error.message}`) : error
    }
}

function addText(add: AddEntry, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  return add(name, bytes.byteLength, [bytes])
}
