import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PgliteDatabase, PgliteDriver } from 'drizzle-orm/pglite'
import type { OpenDatabase } from '../database'
import { OneTextDialect } from '../dialect'
import { createEmbeddedPostgres } from './embedded-postgres.server'
import { byIds } from '../in-order'
import { takeLock } from './lock-file.server'
import { APPLIED_MIGRATIONS_SQL, applyMigrations, readiness } from '../migrations.server'

const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']

/** The embedded database in `dataDir/db`, migrated unless that comes later; throws DatabaseInUse when another process holds it. */
export async function openEmbedded(dataDir: string, { isMigrated = true } = {}): Promise<OpenDatabase> {
  fs.mkdirSync(dataDir, { recursive: true })
  const release = await takeLock(dataDir)
  try {
    const client = await createEmbeddedPostgres({ dataDir: path.join(dataDir, 'db'), startParams: START_PARAMETERS })
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
