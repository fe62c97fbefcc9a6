import { Column, is, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { BLOCK_ROWS, idsOf, packIds, readPacked, type Listed, type PackedIds, type ReadInOrder } from '../in-order'
import { walkIdsIn } from '../sql'

/** How long a connection waits for its reader in total; meanwhile the database cannot clean up behind its snapshot. */
export const HELD_MS = 20_000

const BEGIN = 'begin isolation level repeatable read read only'
/** Times stay text, as the server writes them; the columns parse it. */
const TIMES: readonly number[] = [pg.types.builtins.TIMESTAMP, pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.DATE]
const asText = (value: string) => value
const types: pg.CustomTypesConfig = {
  getTypeParser: (type) => (TIMES.includes(type) ? asText : pg.types.getTypeParser(type, 'text')),
}

/**
 * One pass over the rows by a cursor, on a connection that nobody else waits for. A reader that keeps it waiting for {@link HELD_MS} gets
 * the rest by ids; so does, from the start, a reader that finds all connections taken.
 */
export const byCursor = (pool: pg.Pool, byIds: ReadInOrder, heldMs = HELD_MS): ReadInOrder =>
  async function* (list) {
    if (pool.totalCount - pool.idleCount >= pool.options.max) return yield* byIds(list)
    const cursor = await openCursor(pool, list, heldMs)
    try {
      for (let next = cursor.next(); ;) {
        const rows = await next
        if (rows === null) break
        if (rows.length === 0) return
        next = cursor.next()
        cursor.waits()
        yield rows
        cursor.goesOn()
      }
      yield* readPacked(await cursor.rest(), list.read)
    } finally {
      await cursor.close()
    }
  }

async function openCursor<Row extends { id: string | number }>(pool: pg.Pool, list: Listed<Row>, heldMs: number) {
  const client = await pool.connect()
  const tx = drizzle(client)
  const giveBack = () =>
    client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
  try {
    await client.query(BEGIN)
    await tx.execute(sql`declare listed no scroll cursor for ${list.rows}`)
  } catch (error) {
    await giveBack()
    throw error
  }
  const toRow = rowReader(list.columns)
  let taken = 0
  let last: Promise<Row[]> = Promise.resolve([])
  let rest: Promise<PackedIds> | null = null
  const fetchBlock = async () => {
    const { rows } = await client.query<unknown[]>({ text: `fetch ${BLOCK_ROWS} from listed`, rowMode: 'array', types })
    taken += rows.length
    return rows.map(toRow)
  }
  const letGo = () => {
    rest = last.then(() => packIds((take) => walkIdsIn(tx, idsOf(list), take, { from: taken }))).finally(giveBack)
    rest.catch(() => {})
  }
  let leftMs = heldMs
  let waitsSinceMs = 0
  let timer: NodeJS.Timeout | undefined
  return {
    /** The reader was given a block, and the connection waits for it. */
    waits: () => {
      waitsSinceMs = performance.now()
      if (rest === null) timer = setTimeout(letGo, Math.max(0, leftMs))
    },
    /** The reader asks for the next block. */
    goesOn: () => {
      clearTimeout(timer)
      leftMs -= performance.now() - waitsSinceMs
    },
    /** The next rows, empty at the end; null when the connection is no longer held. */
    next: (): Promise<Row[]> | null => {
      if (rest) return null
      last = fetchBlock()
      // Prevents an unhandled rejection; a caller who still waits for the block gets the error.
      last.catch(() => {})
      return last
    },
    /** The ids of the rows that were not read yet. */
    rest: async () => (await rest) ?? [],
    close: async () => {
      clearTimeout(timer)
      await last.catch(() => {})
      if (rest === null) await giveBack()
      else await rest.catch(() => {})
    },
  }
}

/** Makes a row from its values, which come in the order of the columns. */
function rowReader<Row>(columns: Record<keyof Row & string, AnyColumn | SQL>): (values: unknown[]) => Row {
  const named = Object.entries<AnyColumn | SQL>(columns).map(([name, column], at) => ({
    at,
    name: name as keyof Row,
    column: is(column, Column) && !isReadAsItIs(column) ? column : null,
  }))
  return (values) => {
    const row = {} as Row
    for (const { at, name, column } of named) {
      const value = values[at]
      row[name] = (column === null || value === null ? value : column.mapFromDriverValue(value)) as Row[keyof Row]
    }
    return row
  }
}

const isReadAsItIs = (column: AnyColumn) => column.mapFromDriverValue === Column.prototype.mapFromDriverValue
