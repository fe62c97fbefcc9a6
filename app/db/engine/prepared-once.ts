import { sql, type AnyColumn } from 'drizzle-orm'
import type { Database } from './database'

type Prepared<Row> = { execute: (values: Record<string, unknown>) => Promise<Row[]> }
type Preparable<Row> = { prepare: (name: string) => Prepared<Row> }

/**
 * A placeholder for a value that is given when the statement runs; `like` is the column it is compared with. Only for use as a piece
 * of a statement.
 */
export const placeholder = <Value>(name: string, like: AnyColumn): Value =>
  sql.param(sql.placeholder(name), like) as unknown as Value

/**
 * Builds a statement once for each `shape` and runs it with other values: the text of a statement of hundreds of pieces takes longer
 * to write than the page around it. For single statements, outside of transactions.
 */
export function preparedOnce<Shape, Row>(
  build: (db: Database, shape: Shape) => Preparable<Row>,
  keyOf: (shape: Shape) => string,
) {
  const known = new WeakMap<Database, Map<string, Prepared<Row>>>()
  return (db: Database, shape: Shape, values: Record<string, unknown>): Promise<Row[]> => {
    const built = known.get(db) ?? new Map<string, Prepared<Row>>()
    known.set(db, built)
    const key = keyOf(shape)
    const statement = built.get(key) ?? build(db, shape).prepare('')
    built.set(key, statement)
    return statement.execute(values)
  }
}
