import type { Logger } from 'pino'
import type { OpenDatabase } from './database'

/** Where the database is; `migratesAtStart` is left out where migrations are a separate step. */
type DatabaseAddress = {
  databaseUrl?: string
  dataDir: string
  migratesAtStart?: boolean
  migrateDatabaseUrl?: string
  consoleRole?: string | null
  /** How many processes share this console's connections to the server. */
  workers?: number
}

/** For commands that go through everything. */
export const NO_STATEMENT_LIMIT_MS = 0

/**
 * PostgreSQL when there is a `databaseUrl`, else the embedded database in `dataDir`. The embedded one is always migrated,
 * PostgreSQL only when asked to.
 */
export async function openDatabase(
  address: DatabaseAddress,
  log: Pick<Logger, 'warn' | 'error'>,
  statementLimitMs?: number,
): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, migratesAtStart, migrateDatabaseUrl, consoleRole = null, workers } = address
  // Imported here, so that a start loads only the one in use.
  if (!databaseUrl) return (await import('./pglite/pglite.server')).openEmbedded(dataDir)
  const { openPostgres } = await import('./postgres/postgres.server')
  const migrateWith = migratesAtStart ? { ownerUrl: migrateDatabaseUrl ?? databaseUrl, consoleRole } : null
  return openPostgres({ databaseUrl, migrateWith, statementLimitMs, workers }, log)
}
