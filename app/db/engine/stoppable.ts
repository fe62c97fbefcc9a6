import type { Database } from './database'

/** Thrown instead of beginning a statement after the stop. */
class Stopped extends Error {
  override name = 'Stopped'
}

/** Every way to begin a statement or a transaction. */
const BEGINS: ReadonlySet<PropertyKey> = new Set<keyof Database>([
  'with',
  'select',
  'selectDistinct',
  'selectDistinctOn',
  'insert',
  'update',
  'delete',
  'execute',
  'transaction',
  '$count',
])

/** The database as it is until `stop` is called: from then on it begins nothing. A transaction under way runs to its end. */
export function stoppable(database: Database): { db: Database; stop: () => void } {
  let isStopped = false
  const db = new Proxy(database, {
    get: (target, name) => {
      if (isStopped && BEGINS.has(name)) throw new Stopped('Told to stop')
      return Reflect.get(target, name)
    },
  })
  return { db, stop: () => void (isStopped = true) }
}

/** True for an error that says only that `stop` was called; for an AggregateError only if all its errors do. */
export const wasStopped = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.length > 0 && error.errors.every(wasStopped) : error instanceof Stopped
