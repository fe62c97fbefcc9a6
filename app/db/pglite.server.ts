import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { OpenDatabase } from './database'
import { takeLock } from './lock-file.server'
import { APPLIED_MIGRATIONS_SQL, findMigrations, readiness } from './migrations.server'
import * as schema from './schema'

const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']

/** The embedded database in `dataDir/db`; throws DatabaseInUse when another process holds it. */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  fs.mkdirSync(dataDir, { recursive: true })
  const release = takeLock(dataDir)
  try {
    const client = await PGlite.create({
      dataDir: path.join(dataDir, 'db'),
      extensions: { pg_trgm },
      startParams: START_PARAMETERS,
    })
    const db = drizzle(client, { schema })
    await migrate(db, { migrationsFolder: findMigrations() })
    const applied = async () => (await client.query<{ at: number }>(APPLIED_MIGRATIONS_SQL)).rows.map((row) => row.at)
    return {
      db,
      isReady: readiness(applied),
      close: async () => {
        await client.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
