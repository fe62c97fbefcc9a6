import { sql, type AnyColumn } from 'drizzle-orm'
import type { Database } from './database'

type Prepared<Row> = { execute: (values: Record<string, unknown>) => Promise<Row[]> }
type Preparable<Row> = { prepare: (name: string) => Prepared<Row> }

/**
 * A placeholder for a value that is given when the statement runs; `like` is the column it is compared with. Only to be
 * handed on to the pieces of a statement.
 */
export const later = <Value>(name: string, like: AnyColumn): Value =>
  sql.param(sql.placeholder(name), like) as unknown as Value

/**
 * A statement of hundreds of pieces, whose text takes longer to write than the page around it: written once for each `shape`,
 * and run with other values. For single statements, outside of transactions.
 */
export function builtOnce<Shape, Row>(
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
