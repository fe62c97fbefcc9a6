import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PgliteDatabase, PgliteDriver } from 'drizzle-orm/pglite'
import type { OpenDatabase } from '../database'
import { OneTextDialect } from '../dialect'
import { createEmbeddedPostgres } from './embedded-postgres.server'
import { byIds } from '../in-order'
import { DatabaseInUse, takeLock } from './lock-file.server'
import { NotOpened } from './not-opened'
import { APPLIED_MIGRATIONS_SQL, applyMigrations, readiness } from '../migrations.server'

const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']

/** The size of a segment of the write-ahead log, which the database creates in one piece, and a little more. */
const LEAST_FREE_BYTES = 17_000_000

/** The embedded database in `dataDir/db`, migrated if `isMigrated`; throws DatabaseInUse when another process holds it. */
export async function openEmbedded(dataDir: string, { isMigrated = true } = {}): Promise<OpenDatabase> {
  try {
    return await openWithLock(dataDir, isMigrated)
  } catch (error) {
    // On a full disk the database fails in many ways that do not say so.
    if (error instanceof DatabaseInUse || !isFull(dataDir)) throw error
    throw new NotOpened(dataDir, 'its disk is full', error)
  }
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize < LEAST_FREE_BYTES
  } catch {
    return false
  }
}

async function openWithLock(dataDir: string, isMigrated: boolean): Promise<OpenDatabase> {
  fs.mkdirSync(dataDir, { recursive: true })
  const release = await takeLock(dataDir)
  try {
    const client = await createEmbeddedPostgres({
      dataDir: path.join(dataDir, 'db'),
      startParams: START_PARAMETERS,
    }).catch((error: unknown) => {
      throw new NotOpened(dataDir, error instanceof Error ? error.message : 'it does not start', error)
    })
    const dialect = new OneTextDialect()
    const db = new PgliteDatabase(dialect, new PgliteDriver(client, dialect).createSession(undefined), undefined)
    if (isMigrated) await applyMigrations(db)
    const applied = async () => (await client.query<{ at: number }>(APPLIED_MIGRATIONS_SQL)).rows.map((row) => row.at)
    const isReady = readiness(applied)
    let isClosed = false
    return {
      db,
      readInOrder: byIds(db),
      isReady: async () => !isClosed && (await isReady()),
      poolUse: () => [],
      close: async () => {
        isClosed = true
        await client.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}
