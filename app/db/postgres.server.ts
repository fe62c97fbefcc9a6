import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from 'pino'
import type { OpenDatabase } from './database'
import { APPLIED_MIGRATIONS_SQL, findMigrations, readiness } from './migrations.server'
import * as schema from './schema'
import { isUnavailable } from './unavailable'

const CONNECTION_COUNT = 10
const CONNECT_LIMIT_MS = 1000
const STATEMENT_LIMIT_MS = 5000
/** The client gives up after the server should have: only a lost connection gets here. */
const ANSWER_MARGIN_MS = 2000
const MIGRATION_RETRY_MS = 2000
/** Any number, as long as nothing else locks it: replicas that start together migrate one after the other. */
const MIGRATION_LOCK = 4_217_803

/**
 * A PostgreSQL server. One that is away at start does not stop the start: the database is not ready until the server
 * came and the migrations ran. `statementLimitMs` 0 means no limit.
 */
export async function openPostgres(
  url: string,
  log: Pick<Logger, 'warn' | 'error'>,
  statementLimitMs = STATEMENT_LIMIT_MS,
): Promise<OpenDatabase> {
  const limits = statementLimitMs
    ? { statement_timeout: statementLimitMs, query_timeout: statementLimitMs + ANSWER_MARGIN_MS }
    : {}
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTION_COUNT,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    ...limits,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost'))

  let retry: NodeJS.Timeout | undefined
  let isClosing = false
  const migrateOrRetry = async (): Promise<void> => {
    try {
      await migrateUnderLock(url)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.warn({ err: error }, 'The database is away; migrations wait for it')
      if (!isClosing) retry = setTimeout(() => void retryMigration(), MIGRATION_RETRY_MS)
    }
  }
  const retryMigration = () => migrateOrRetry().catch((error) => log.error({ err: error }, 'Migrations failed'))
  await migrateOrRetry().catch(async (error) => {
    await pool.end()
    throw error
  })

  const applied = async () => (await pool.query<{ at: number }>(APPLIED_MIGRATIONS_SQL)).rows.map((row) => row.at)
  return {
    db: drizzle(pool, { schema }),
    isReady: readiness(applied),
    close: async () => {
      isClosing = true
      clearTimeout(retry)
      await pool.end()
    },
  }
}

async function migrateUnderLock(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: findMigrations() })
  } finally {
    await client.end()
  }
}
