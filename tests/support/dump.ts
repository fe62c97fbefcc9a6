import fs from 'node:fs/promises'
import { inject } from 'vitest'
import { createEmbeddedPostgres } from '../../app/db/engine/pglite/embedded-postgres.server'

/** The embedded database, migrated and without rows; in memory, or in a folder. */
export const openDump = async (dataDir?: string) =>
  createEmbeddedPostgres({
    dataDir,
    loadDataDir: new Blob([await fs.readFile(inject('databaseSource').dump)], { type: 'application/x-tar' }),
  })
