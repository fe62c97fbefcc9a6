import { NodePgDatabase, NodePgDriver } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Logger } from 'pino'
import { byCursor, HELD_MS } from './by-cursor.server'
import { ServerClient } from './client.server'
import type { OpenDatabase } from '../database'
import { OneTextDialect } from '../dialect'
import { byIds } from '../in-order'
import { migratePostgres, type MigrateSettings } from './migrate-postgres.server'
import { APPLIED_MIGRATIONS_SQL, readiness } from '../migrations.server'
import { isPlannedOnce, ONE_PLAN, PLANS_AS_CHOSEN, STALE } from '../prepared'
import { refuseOldServer } from './server-version.server'
import { statementNames } from './statement-names'
import { CommitUnanswered, isDatabaseUnavailable } from '../unavailable'

/** The most connections for reads, and as many for writes: in one process, and in all processes of a console together. */
const CONNECTIONS = 6
const CONNECTIONS_TOGETHER = 24
const FEWEST_CONNECTIONS = 2
/** Connections for exports of lists, per process. */
const CURSORS = 2
/** How long a request waits for a free connection: as long as for a statement. */
const QUEUE_LIMIT_MS = 5000
const STATEMENT_LIMIT_MS = 5000
/** The longest that a transaction of a frozen process keeps its locks, such as the one on the end of the audit chain. */
const IDLE_IN_TRANSACTION_LIMIT_MS = 5000
const LOCK_LIMIT_MS = 2000
/** The client gives up after the server should have: only a lost connection takes this long. */
const ANSWER_MARGIN_MS = 2000
const MIGRATION_RETRY_MS = 2000

const dialect = new OneTextDialect()
const nameOf = statementNames()

type Query = (...args: unknown[]) => unknown

/** Gives up on an unreachable server sooner than on a full pool, and prepares statements that are asked repeatedly. */
class Connection extends ServerClient {
  constructor(connectLimitMs: number | undefined, config?: pg.ClientConfig) {
    super(config, connectLimitMs)
    let generation = 1
    const query: Query = this.query.bind(this)
    const prepared: Query = (asked, values, done, ...rest) => {
      const name = isPlain(asked) && nameOf(asked.text)
      if (!name) return query(asked, values, done, ...rest)
      const named = { ...asked, name: `${name}.${generation}` }
      // Only the pool passes a callback.
      if (!isPlannedOnce(asked.text) || !this.pipeline || typeof done !== 'function')
        return query(named, values, done, ...rest)
      return this.inOneGo(() => {
        let answer: unknown[] = []
        query(ONE_PLAN, () => {})
        query(named, values, (...given: unknown[]) => (answer = given))
        query(PLANS_AS_CHOSEN, () => done(...answer))
      })
    }
    Object.assign(this, { query: prepared })
    this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (STALE.test(code ?? '')) generation += 1
    })
  }

  /** Sends what `ask` asks in one piece, and the answers come back in one. */
  private inOneGo(ask: () => void): void {
    const { stream } = this.connection
    stream.cork()
    try {
      ask()
    } finally {
      stream.uncork()
    }
  }
}

const isPlain = (asked: unknown): asked is { text: string } =>
  typeof asked === 'object' &&
  asked !== null &&
  !('submit' in asked) &&
  'text' in asked &&
  typeof asked.text === 'string'

type PostgresSettings = {
  databaseUrl: string
  /** How to migrate at the start; null when that is a step of its own. */
  migrateWith: MigrateSettings | null
  /** 0 means no limit of any kind, for commands that go through everything. */
  statementLimitMs?: number
  connectLimitMs?: number
  /** How many processes share the console's connections. */
  workers?: number
}

/**
 * Opens a PostgreSQL server. One that is away does not stop the start: the database is not ready until the server answers and the
 * migrations ran. Transactions that write, other statements, readiness checks and exports have connections of their own, so that one
 * kind that waits for a lock does not take them from the others.
 */
export async function openPostgres(
  settings: PostgresSettings,
  log: Pick<Logger, 'warn' | 'error'>,
): Promise<OpenDatabase> {
  const { databaseUrl, migrateWith, workers = 1 } = settings
  const { statementLimitMs = STATEMENT_LIMIT_MS, connectLimitMs } = settings
  const limitsOf = (statementMs: number, idleMs: number) =>
    statementLimitMs
      ? {
          statement_timeout: statementMs,
          query_timeout: statementMs + ANSWER_MARGIN_MS,
          lock_timeout: LOCK_LIMIT_MS,
          idle_in_transaction_session_timeout: idleMs,
        }
      : {}
  const openPool = (
    max: number,
    limits = limitsOf(statementLimitMs, IDLE_IN_TRANSACTION_LIMIT_MS),
    pipeline = false,
  ) => {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max,
      Client: Connection.bind(null, connectLimitMs),
      pipeline,
      connectionTimeoutMillis: QUEUE_LIMIT_MS,
      ...limits,
    })
    pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost'))
    // While a client is in use the pool does not listen, and an error without a listener ends the process.
    pool.on('connect', (client) => void client.on('error', () => {}))
    return pool
  }
  const connections = Math.max(FEWEST_CONNECTIONS, Math.min(CONNECTIONS, Math.floor(CONNECTIONS_TOGETHER / workers)))
  const reads = openPool(connections, undefined, true)
  const writes = openPool(connections)
  const probe = openPool(1)
  // An export sorts its whole list, which may take longer than a page is allowed to.
  const cursors = openPool(CURSORS, limitsOf(HELD_MS, 2 * HELD_MS))
  const pools = { reads, writes, probe, cursors }
  const closePools = () => Promise.all(Object.values(pools).map((pool) => pool.end()))
  const db = withOwnTransactions(reads, writes)

  let retry: NodeJS.Timeout | undefined
  let isClosing = false
  const migrateOrRetry = async (how: MigrateSettings): Promise<void> => {
    try {
      await migratePostgres(how, log)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      log.warn({ err: error }, 'The database is away; migrations wait for it')
      if (!isClosing) retry = setTimeout(() => void retryMigration(how), MIGRATION_RETRY_MS)
    }
  }
  const retryMigration = (how: MigrateSettings) =>
    migrateOrRetry(how).catch((error) => log.error({ err: error }, 'Migrations failed'))
  const checkOrGoOn = () =>
    refuseOldServer((statement) => probe.query(statement)).catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
    })
  await (migrateWith ? migrateOrRetry(migrateWith) : checkOrGoOn()).catch(async (error) => {
    await closePools()
    throw error
  })

  const applied = async () => (await probe.query<{ at: number }>(APPLIED_MIGRATIONS_SQL)).rows.map((row) => row.at)
  const isReady = readiness(applied)
  return {
    db,
    readInOrder: byCursor(cursors, byIds(db)),
    isReady: async () => !isClosing && (await isReady()),
    poolUse: () => Object.entries(pools).map(useOf),
    close: async () => {
      isClosing = true
      clearTimeout(retry)
      await closePools()
    },
  }
}

const useOf = ([pool, { totalCount, idleCount, waitingCount }]: [string, pg.Pool]) => ({
  pool,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

function databaseOf(client: pg.Pool | pg.PoolClient): NodePgDatabase {
  return new NodePgDatabase(dialect, new NodePgDriver(client, dialect).createSession(undefined), undefined)
}

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** Single statements and read-only transactions go through `reads`, transactions that write through `writes`. */
function withOwnTransactions(reads: pg.Pool, writes: pg.Pool): NodePgDatabase {
  const db = databaseOf(reads)
  db.transaction = (work, config) => inTransaction(config?.accessMode === 'read only' ? reads : writes, work, config)
  return db
}

/**
 * Gives the connection back only when COMMIT or ROLLBACK was answered. Drizzle would never give back one whose BEGIN failed, and would
 * give back one whose transaction may still be open.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await pool.connect()
  let isOver = false
  let isDone = false
  let failure: unknown
  try {
    const result = await databaseOf(client).transaction(async (tx) => {
      try {
        const result = await work(tx)
        isDone = true
        return result
      } catch (error) {
        failure = error
        throw error
      }
    }, config)
    isOver = true
    return result
  } catch (error) {
    // When ROLLBACK fails, its own error comes instead.
    isOver = error === failure
    throw isDone && isDatabaseUnavailable(error) ? new CommitUnanswered(error) : error
  } finally {
    client.release(!isOver)
  }
}
