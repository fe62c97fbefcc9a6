import { sql, type AnyColumn, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from './database'
import { walkIds, type IdQuery } from './sql'

/** Rows read at once; other requests have their turn between blocks. With 2000, memory grew seven times as much. */
export const BLOCK_ROWS = 500

type HasId = { id: string | number }

/** All rows of a list. */
export type Listed<Row extends HasId> = {
  columns: Record<keyof Row & string, AnyColumn | SQL>
  /** Finds the rows whole, in the order of the list, which ends with the id. */
  rows: PromiseLike<Row[]> & SQLWrapper
  /** The rows with these ids as they are now, in any order. */
  read: (ids: string[]) => Promise<Row[]>
}

/** Yields each row once, in the order that the list has at one instant, block by block as the caller takes them. */
export type ReadInOrder = <Row extends HasId>(list: Listed<Row>) => AsyncGenerator<Row[]>

/** Ids in order, packed: about forty bytes a row, outside of the heap that is garbage collected. */
export type PackedIds = Buffer[]

/** Packs the ids that `walk` passes to its callback. */
export async function packIds(walk: (take: (ids: string[]) => void) => Promise<void>): Promise<PackedIds> {
  const packed: PackedIds = []
  await walk((ids) => packed.push(Buffer.from(ids.join(' '), 'latin1')))
  return packed
}

/** A query for the ids of a list, in its order. */
export function idsOf<Row extends HasId>({ columns, rows }: Listed<Row>): IdQuery {
  const names = Object.keys(columns).map((name) => sql.identifier(name))
  return sql`select found.id from ${rows} as found(${sql.join(names, sql`, `)})`
}

/**
 * Chooses the rows at one instant and yields them as they are when their turn comes. Between blocks it holds no connection and, on the
 * embedded database, blocks nobody.
 */
export const byIds = (db: Database): ReadInOrder =>
  async function* (list) {
    yield* readPacked(await packIds((take) => walkIds(db, idsOf(list), take)), list.read)
  }

/** Reads the next block while the caller handles one. */
export async function* readPacked<Row extends HasId>(
  packed: PackedIds,
  read: Listed<Row>['read'],
): AsyncGenerator<Row[]> {
  const blocks = unpack(packed)
  const readNext = () => {
    const { value: block } = blocks.next()
    if (!block) return null
    const rows = read(block).then((found) => inOrder(block, found))
    // Prevents an unhandled rejection; a caller who still waits for the block gets the error.
    rows.catch(() => {})
    return rows
  }
  for (let next = readNext(); next;) {
    const rows = await next
    next = readNext()
    yield rows
  }
}

function* unpack(packed: PackedIds): Generator<string[]> {
  for (const step of packed) {
    const ids = step.toString('latin1').split(' ')
    for (let at = 0; at < ids.length; at += BLOCK_ROWS) yield ids.slice(at, at + BLOCK_ROWS)
  }
}

function inOrder<Row extends HasId>(block: string[], found: Row[]): Row[] {
  const rows = new Map(found.map((row) => [String(row.id), row]))
  return block.flatMap((id) => rows.get(id) ?? [])
}
