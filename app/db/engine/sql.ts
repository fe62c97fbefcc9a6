import { Column, count, gt, gte, inArray, is, sql, type AnyColumn, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ROLES } from '../../vocabulary'
import type { Database, Queries } from './database'

const STEP_ROWS = 5000

/** One row without a table, to select expressions from. */
export const oneRow = sql`(values (1)) as one_row`
/**
 * The same for a statement of many parts, which takes longer to plan than to run: it is planned once, for any values. Its parts must
 * bound each time on both sides (`isSince`) and begin with few rows.
 */
export const plannedOnce = sql`(values (1)) as planned_once`

/** SQL for the rank of a role: 1 for the lowest, 0 for null. `role` names the column and is inserted as it is. */
export const roleRank = (role: string): SQL =>
  sql.raw(`coalesce(array_position('{${ROLES.toReversed().join()}}', ${role}), 0)`)

/** A query that finds ids. */
export type IdQuery = SQLWrapper

/** The rows of a handwritten statement; the two drivers share no type, only this shape. */
export async function readRows<Row>(queries: Pick<Queries, 'execute'>, statement: SQL): Promise<Row[]> {
  const result = (await queries.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}

/**
 * The rows of a query as one value of another statement, in their order. Table columns are read as if the query were sent by itself;
 * expressions come as JSON has them.
 */
export function rowsOf<Row extends object>(
  columns: Record<keyof Row & string, AnyColumn | SQL>,
  query: PromiseLike<Row[]> & SQLWrapper,
): SQL<Row[]> {
  const names = Object.keys(columns).map((name) => sql.identifier(name))
  const read = ([name, column]: [string, AnyColumn | SQL], value: unknown) => [
    name,
    is(column, Column) && value !== null ? column.mapFromDriverValue(value) : value,
  ]
  const readRow = (row: Record<string, unknown>): Row =>
    Object.fromEntries(Object.entries<AnyColumn | SQL>(columns).map((column) => read(column, row[column[0]])))
  return sql`(select coalesce(json_agg(found), '[]') from ${query} as found(${sql.join(names, sql`, `)}))`.mapWith(
    (rows: Record<string, unknown>[]) => rows.map(readRow),
  )
}

/** The clock of the database, read only to notice a wrong clock and to refuse erasing under one. */
export async function readDatabaseClock(queries: Pick<Queries, 'execute'>): Promise<Date> {
  const [row] = await readRows<{ ms: number }>(
    queries,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(row?.ms ?? NaN)
}

/** Rows handled at once, few enough for every limit on statements. */
const BLOCK_ROWS = 1000

/** Deletes the rows that meet a condition, block by block, except those that others have locked. */
export async function deleteInBlocks(
  queries: Pick<Queries, 'execute'>,
  table: PgTable & { id: AnyColumn },
  where: SQL | undefined,
): Promise<void> {
  await inBlocks(() =>
    readRows(queries, sql`delete from ${table} where ${isInBlock(table, where)} returning ${table.id}`),
  )
}

/** Repeats a statement that takes one block and returns its rows, until a block is not full. */
export async function inBlocks(takeBlock: () => PromiseLike<readonly unknown[]>): Promise<void> {
  while ((await takeBlock()).length === BLOCK_ROWS);
}

/** True for one block of the rows that meet a condition, except those that others have locked. */
export const isInBlock = (table: PgTable & { id: AnyColumn }, where: SQL | undefined): SQL =>
  sql`${table.id} = any(array(select ${table.id} from ${table} where ${where} limit ${BLOCK_ROWS} for update skip locked))`

/** The `ilike` pattern for exactly this text: `%`, `_` and `\` stand for themselves. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The `ilike` pattern for the text anywhere. */
export const containing = (text: string): string => `%${literally(text)}%`

/** Whether `id` is among many ids or plain words: as one value they are quick to parse, and the statement's text stays the same. */
export const isAmong = (id: SQLWrapper, type: 'uuid' | 'bigint' | 'text', ids: readonly (string | number)[]): SQL =>
  sql`${id} = any(${`{${ids.join()}}`}::${sql.raw(type)}[])`

/**
 * True from a time on that few rows come after. The upper bound is for the planner: when it plans for any time, it guesses a third of
 * all rows for one bound, a two-hundredth for two.
 */
export const isSince = <Column extends AnyColumn>(column: Column, time: Column['_']['data']): SQL =>
  sql`(${gte(column, time)} and ${column} <= 'infinity')`

export const isAfter = <Column extends AnyColumn>(column: Column, time: Column['_']['data']): SQL =>
  sql`(${gt(column, time)} and ${column} <= 'infinity')`

/** Narrows a list to the chosen values of a column; undefined when none is chosen. */
export const narrowedTo = <Chosen extends AnyColumn>(
  column: Chosen,
  values: readonly Chosen['_']['data'][] = [],
): SQL | undefined => (values.length > 0 ? inArray(column, [...values]) : undefined)

/** How many rows a list finds: exactly `total`, or with `isMore` more than that. */
export type Found = { total: number; isMore: boolean }

/** A search by words counts rows up to this: nobody pages further than that, but types another word. */
export const FOUND_MAX = 1000

export const foundAmong = (counted: number, atMost: number): Found => ({
  total: Math.min(counted, atMost),
  isMore: counted > atMost,
})

/** Counts the rows that meet a condition, up to `atMost`. */
export async function countUpTo(db: Queries, table: PgTable, where: SQL | undefined, atMost: number): Promise<Found> {
  const counted = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(atMost + 1)
    .as('counted')
  const [{ n } = { n: 0 }] = await db.select({ n: count() }).from(counted)
  return foundAmong(n, atMost)
}

/** A page of `limit` rows after `offset` others; `total` is how many there are, `Infinity` where not all were counted. */
export type Page = { limit: number; offset: number; total: number }

export type TurnedPage = Omit<Page, 'total'> & { isTurned: boolean }

/** The page counted from the nearer end of the list; with `isTurned` that is the last row, and the order must be reversed. */
export function fromNearerEnd({ limit, offset, total }: Page): TurnedPage {
  const rows = Math.min(limit, total - offset)
  const behind = total - offset - rows
  return rows > 0 && behind < offset
    ? { limit: rows, offset: behind, isTurned: true }
    : { limit, offset, isTurned: false }
}

/**
 * Passes the ids that a query finds to `take`, in order and as of one instant. Each step is a statement of its own, so that no limit on
 * statements cuts off a long list.
 */
export const walkIds = (
  db: Database,
  query: IdQuery,
  take: (ids: string[]) => void,
  stepRows = STEP_ROWS,
): Promise<void> => db.transaction((tx) => walkIdsIn(tx, query, take, { stepRows }), { accessMode: 'read only' })

/** Like {@link walkIds}, within a transaction and without the first `from` ids. */
export async function walkIdsIn(
  tx: Pick<Queries, 'execute'>,
  query: IdQuery,
  take: (ids: string[]) => void,
  { stepRows = STEP_ROWS, from = 0 } = {},
): Promise<void> {
  await tx.execute(sql`declare found_ids no scroll cursor for ${query}`)
  if (from > 0) await tx.execute(sql.raw(`move forward ${from} in found_ids`))
  for (;;) {
    const found = await readRows<{ id: string }>(tx, sql.raw(`fetch ${stepRows} from found_ids`))
    if (found.length === 0) return
    take(found.map(({ id }) => id))
  }
}
