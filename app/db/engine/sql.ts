import { Column, count, gt, gte, inArray, is, sql, type AnyColumn, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ROLES } from '../../vocabulary'
import type { Database, Queries } from './database'

const STEP_ROWS = 5000

/** One row without a table, to select expressions from. */
export const oneRow = sql`(values (1)) as one_row`
/**
 * The same for a statement of many parts, which takes longer to plan than to run: it is planned once, for any values. Its parts
 * bound each time on both sides (`isSince`) and begin with few rows.
 */
export const plannedOnce = sql`(values (1)) as planned_once`

/** SQL for the rank of the role in the named column: 1 for the lowest, 0 where it is null. `role` is put in as it is. */
export const heightOf = (role: string): SQL =>
  sql.raw(`coalesce(array_position('{${ROLES.toReversed().join()}}', ${role}), 0)`)

/** A query that finds ids. */
export type IdQuery = SQLWrapper

/** The rows that a statement of one's own gives; the two drivers agree on no type but on this shape. */
export async function readRows<Row>(queries: Pick<Queries, 'execute'>, statement: SQL): Promise<Row[]> {
  const result = (await queries.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}

/**
 * The rows of a query as one value of another statement, in their order; a column of a table is read as if the query were sent
 * by itself, an expression comes as JSON has it.
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

/** What the database takes for now: asked only to notice a wrong clock, and to refuse erasing under one. */
export async function readDatabaseClock(queries: Pick<Queries, 'execute'>): Promise<Date> {
  const [row] = await readRows<{ ms: number }>(
    queries,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(row?.ms ?? NaN)
}

/** So many rows go at once, so that no limit on statements keeps them. */
const BLOCK_ROWS = 1000

/** Deletes what a condition finds, block by block, but for what others hold just now. */
export async function deleteInBlocks(
  queries: Pick<Queries, 'execute'>,
  table: PgTable & { id: AnyColumn },
  where: SQL | undefined,
): Promise<void> {
  await inBlocks(() =>
    readRows(queries, sql`delete from ${table} where ${isInBlock(table, where)} returning ${table.id}`),
  )
}

/** Repeats a statement that takes one block and gives its rows, until there is no other. */
export async function inBlocks(takeBlock: () => PromiseLike<readonly unknown[]>): Promise<void> {
  while ((await takeBlock()).length === BLOCK_ROWS);
}

/** True for one block of what a condition finds, but for what others hold just now. */
export const isInBlock = (table: PgTable & { id: AnyColumn }, where: SQL | undefined): SQL =>
  sql`${table.id} = any(array(select ${table.id} from ${table} where ${where} limit ${BLOCK_ROWS} for update skip locked))`

/** The pattern of `ilike` for this text alone: `%`, `_` and `\` stand for themselves. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of `ilike` for the text anywhere. */
export const containing = (text: string): string => `%${literally(text)}%`

/** True for one of many ids or words of letters, which are one value of the statement: it costs nothing to read and is always the same text. */
export const isAmong = (id: SQLWrapper, type: 'uuid' | 'bigint' | 'text', ids: readonly (string | number)[]): SQL =>
  sql`${id} = any(${`{${ids.join()}}`}::${sql.raw(type)}[])`

/**
 * True from a time on that few rows lie behind. The upper bound is for the planner: where it plans for any time, it guesses
 * a third of all rows for one bound, a two-hundredth for two.
 */
export const isSince = <Column extends AnyColumn>(column: Column, time: Column['_']['data']): SQL =>
  sql`(${gte(column, time)} and ${column} <= 'infinity')`

export const isAfter = <Column extends AnyColumn>(column: Column, time: Column['_']['data']): SQL =>
  sql`(${gt(column, time)} and ${column} <= 'infinity')`

/** Narrows a list to the values that are chosen of a column; it is whole where none is. */
export const narrowedTo = <Chosen extends AnyColumn>(
  column: Chosen,
  values: readonly Chosen['_']['data'][] = [],
): SQL | undefined => (values.length > 0 ? inArray(column, [...values]) : undefined)

/** How many rows a list finds: exactly, or so many and more. */
export type Found = { total: number; isMore: boolean }

/** Where words are searched for, rows are counted so far: nobody turns further pages than that, but types another word. */
export const FOUND_MAX = 1000

export const foundAmong = (counted: number, atMost: number): Found => ({
  total: Math.min(counted, atMost),
  isMore: counted > atMost,
})

/** How many rows meet a condition, counted up to so many. */
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

/** A page of so many rows behind so many others; `total` is how many there are, `Infinity` where not all were counted. */
export type Page = { limit: number; offset: number; total: number }

export type TurnedPage = Omit<Page, 'total'> & { isTurned: boolean }

/** The rows of a page counted from the end that is nearer; `isTurned` when that is the last one, in which case the order has to be turned too. */
export function fromNearerEnd({ limit, offset, total }: Page): TurnedPage {
  const rows = Math.min(limit, total - offset)
  const behind = total - offset - rows
  return rows > 0 && behind < offset
    ? { limit: rows, offset: behind, isTurned: true }
    : { limit, offset, isTurned: false }
}

/**
 * Hands over the ids that a query finds, in its order and as of one instant, in steps: each is a statement of its own, so that
 * no limit on statements cuts a long list off.
 */
export const walkIds = (
  db: Database,
  query: IdQuery,
  take: (ids: string[]) => void,
  stepRows = STEP_ROWS,
): Promise<void> => db.transaction((tx) => walkIdsIn(tx, query, take, { stepRows }), { accessMode: 'read only' })

/** Does what `walkIds` does within a transaction, and leaves out the first `from` ids. */
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
