import {
  forgetStrays,
  markFileFound,
  markFileMissing,
  recordStrayFiles,
  selectFilesOfDocuments,
  listNamedKeys,
  selectStraysBefore,
} from '../../db/documents/stray-files'
import type { Services } from '../../services.server'
import { LIMITS } from '../limits/limit'
import { addHit, consumeRateLimit, getHits } from '../limits/limits.server'
import { DAY_MS } from '../../durations'
import { isUnavailable } from '../unavailable.server'
import { takeStore } from './store-owner.server'

/** A file younger than this may belong to an upload under way. */
const YOUNG_MS = DAY_MS
/** How long a file without a document is kept: enough time to restore a database backup. */
const GRACE_MS = 7 * DAY_MS
const BLOCK_ROWS = 200
const AT_ONCE = 8

/** Result of a sweep: documents checked, documents whose file is missing, files newly noted as strays, and strays removed. */
type Swept = { documents: number; missing: number; strays: number; removed: number }

/**
 * Compares files and rows in both directions. In a store that this console does not own, no file is noted or removed. Rejects when the
 * database or the store is unavailable; what was done until then stays.
 */
export async function sweepDocuments(services: Services): Promise<Swept> {
  const rows = await checkRows(services)
  const isOwn = await isOwnStore(services)
  const strays = isOwn ? await recordStrays(services) : 0
  const removed = isOwn ? await removeStrays(services) : 0
  const swept = { ...rows, strays, removed }
  const say = swept.missing > 0 ? 'error' : 'info'
  services.log[say]({ event: 'documents-swept', ...swept }, 'documents and their files compared')
  return swept
}

/**
 * The sweep, for the first replica that asks in a night; null for the others. A sweep that did not finish is started again. Every replica
 * removes what a crash left on its own machine.
 */
export async function sweepNightly(services: Services): Promise<Swept | null> {
  await services.documents.removeAbandoned()
  const begun = { limit: LIMITS.documentSweepsBegun, subject: 'documents' }
  const ended = { limit: LIMITS.documentSweeps, subject: 'documents' }
  const waitMs = await services.db.transaction(
    async (tx) => (await getHits(tx, services, ended)).waitMs || (await consumeRateLimit(tx, services, [begun])),
  )
  if (waitMs > 0) return null
  const swept = await sweepDocuments(services)
  await addHit(services.db, services, ended)
  return swept
}

async function isOwnStore(services: Services): Promise<boolean> {
  const store = await takeStore(services)
  if (!store.isOwn && store.owner === null)
    services.log.warn(
      { event: 'documents-owner' },
      'the document store is not empty and nobody has said whose it is, so nothing is removed from it: see docs/running.md',
    )
  else if (!store.isOwn)
    services.log.error(
      { event: 'documents-owner', origin: store.owner },
      'the document store is of another console, so nothing is removed from it: name one of its own, or see docs/running.md',
    )
  return store.isOwn
}

async function checkRows({ db, documents, log, now }: Services) {
  let count = 0
  let missing = 0
  let after: string | null = null
  for (;;) {
    const rows: Awaited<ReturnType<typeof selectFilesOfDocuments>> = await selectFilesOfDocuments(db, after, BLOCK_ROWS)
    if (rows.length === 0) return { documents: count, missing }
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await Promise.all(
        rows.slice(at, at + AT_ONCE).map(async ({ id, storageKey, missingSince }) => {
          const isThere = await documents.has(storageKey)
          if (isThere && missingSince) await markFileFound(db, id)
          if (isThere) return
          missing += 1
          if (missingSince) return
          log.error({ documentId: id }, 'the file of a document is missing')
          await markFileMissing(db, id, now())
        }),
      )
    count += rows.length
    after = rows.at(-1)?.id ?? null
  }
}

async function recordStrays({ db, documents, now }: Services): Promise<number> {
  const oldEnough = now().getTime() - YOUNG_MS
  let block: string[] = []
  let strays = 0
  const note = async () => {
    const named = await listNamedKeys(db, block)
    const nobodys = block.filter((key) => !named.has(key))
    await recordStrayFiles(db, nobodys, now())
    strays += nobodys.length
    block = []
  }
  for await (const { key, keptAt } of documents.list()) {
    if (keptAt.getTime() > oldEnough) continue
    block.push(key)
    if (block.length === BLOCK_ROWS) await note()
  }
  if (block.length > 0) await note()
  return strays
}

/** A file that has a document again is forgotten, not removed. A file that the store fails to remove does not stop the others. */
async function removeStrays({ db, documents, log, now }: Services): Promise<number> {
  const before = new Date(now().getTime() - GRACE_MS)
  let removed = 0
  let last: string | undefined = ''
  while (last !== undefined) {
    const found = await selectStraysBefore(db, before, last, BLOCK_ROWS)
    const keys = found.map(({ storageKey }) => storageKey)
    const stuck = new Set<string>()
    const named = await listNamedKeys(db, keys)
    for (const key of keys.filter((one) => !named.has(one)))
      try {
        await documents.remove(key)
        removed += 1
      } catch (error) {
        if (isUnavailable(error)) throw error
        stuck.add(key)
        log.error({ event: 'documents-stray', err: error }, 'a file that no document names was not removed')
      }
    const gone = keys.filter((key) => !stuck.has(key))
    await forgetStrays(db, gone)
    last = keys.at(-1)
  }
  return removed
}
