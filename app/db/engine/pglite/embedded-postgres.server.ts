// oxlint-disable no-underscore-dangle -- PGlite names the methods that take its lock with an underscore
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, types, type PGliteOptions, type QueryOptions, type Transaction } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { isPreparable } from '../prepared'
import { preparedStatements } from './prepared-statements.server'

const NUMERIC_ARRAY = 1231
const TIMESTAMP_ARRAY = 1115
const TIMESTAMPTZ_ARRAY = 1185
const INTERVAL_ARRAY = 1187
const DATE_ARRAY = 1182

/** Types that Drizzle parses itself, from the text of the database. */
const AS_TEXT = [
  types.TIMESTAMP,
  types.TIMESTAMPTZ,
  types.INTERVAL,
  types.DATE,
  NUMERIC_ARRAY,
  TIMESTAMP_ARRAY,
  TIMESTAMPTZ_ARRAY,
  INTERVAL_ARRAY,
  DATE_ARRAY,
]

type Query = PGlite['query']

/** PGlite for Drizzle: statements are prepared, and other work of the process has its turn between them. */
class EmbeddedPostgres extends PGlite {
  private readonly statements = preparedStatements(this)

  override query: Query = async <Row>(...[text, params, options]: Parameters<Query>) => {
    await takingTurns()
    if (!isPreparable(text)) return super.query<Row>(text, params, withoutParsers(options))
    await this._checkReady()
    return this._runExclusiveTransaction(async () => {
      const results = await this.runPrepared<Row>(text, params, options)
      await this.syncToFs()
      return results
    })
  }

  override transaction: PGlite['transaction'] = async (work) => {
    await takingTurns()
    return super.transaction((tx) => work(this.preparing(tx)))
  }

  private preparing(tx: Transaction): Transaction {
    const query: Query = async <Row>(...[text, params, options]: Parameters<Query>) => {
      await takingTurns()
      return tx.closed || !isPreparable(text)
        ? tx.query<Row>(text, params, withoutParsers(options))
        : this.runPrepared<Row>(text, params, options)
    }
    return Object.create(tx, { query: { value: query } })
  }

  /** Every statement that Drizzle prepares runs through here, in a transaction or not. */
  runPrepared<Row>(text: string, params: unknown[] = [], options?: QueryOptions) {
    return this._runExclusiveQuery(() => this.statements.run<Row>(text, params, withoutParsers(options)))
  }
}

/**
 * Drizzle passes with every query which types it wants as text, and PGlite then copies its 350 parsers, which takes longer than the
 * query itself; here the parsers are set once.
 */
const withoutParsers = (options?: QueryOptions): QueryOptions => ({ ...options, parsers: undefined })

/** How long answers of the database may follow each other before other work has its turn. */
const TURN_MS = 20

let turnMs = 0
let turn: Promise<void> | null = null

/**
 * PGlite works in this thread and answers within the same turn of the event loop: without a pause, a caller with many queries would
 * keep requests, timers and signals waiting.
 */
async function takingTurns(): Promise<void> {
  if (performance.now() - turnMs < TURN_MS) return
  turn ??= nextTurn().then(() => {
    turnMs = performance.now()
    turn = null
  })
  await turn
}

/** In `dataDir`, or in memory without one. */
export async function createEmbeddedPostgres(options: Omit<PGliteOptions, 'extensions' | 'parsers'>): Promise<PGlite> {
  const client = new EmbeddedPostgres({ ...options, extensions: { pg_trgm } })
  await client.waitReady
  for (const type of AS_TEXT) client.parsers[type] = (value: string) => value
  return client
}
