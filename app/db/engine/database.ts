import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ReadInOrder } from './in-order'

/** PostgreSQL or the embedded PGlite: the same SQL on both. */
export type Database = PgDatabase<PgQueryResultHKT>
/** What a query may run in: the database itself or a transaction of it. */
export type Queries = Pick<
  Database,
  | 'with'
  | '$with'
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | '$count'
>

/** The connections of one pool; `waiting` is how many requests wait for one. */
export type PoolUse = { pool: string; busy: number; idle: number; waiting: number }

/** An open database. `isReady` never throws; it is false while the database does not answer or lacks migrations. */
export type OpenDatabase = {
  db: Database
  readInOrder: ReadInOrder
  isReady(): Promise<boolean>
  /** Empty where there are no connections. */
  poolUse(): PoolUse[]
  close(): Promise<void>
}
