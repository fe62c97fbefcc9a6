import type { Logger } from 'pino'
import type { OpenDatabase } from './database'
import { openEmbedded } from './pglite.server'
import { openPostgres } from './postgres.server'

/** PostgreSQL when there is a `databaseUrl`, else the embedded database in `dataDir`; migrated in both cases. */
export function openDatabase(
  env: { databaseUrl?: string; dataDir: string },
  log: Pick<Logger, 'warn' | 'error'>,
  statementLimitMs?: number,
): Promise<OpenDatabase> {
  return env.databaseUrl ? openPostgres(env.databaseUrl, log, statementLimitMs) : openEmbedded(env.dataDir)
}
