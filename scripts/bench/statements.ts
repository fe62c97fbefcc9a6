import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

export type Statement = { sql: string; params: unknown[] }

/** The statements that both drivers run during `work` in this process; begin and commit count too. */
export async function statementsOf(db: object, work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = []
  const client: unknown = Reflect.get(db, '$client')
  const asked = (_: unknown, args: unknown[]) => statementOf(args)
  const restore = [
    // What a connection finally sends, however the query was made.
    listen(pg.Query.prototype, 'submit', seen, (query) => statementOf([query])),
    listen(PGlite.prototype, 'query', seen, asked),
    ...(client instanceof PGlite ? [listen(Object.getPrototypeOf(client), 'runPrepared', seen, asked)] : []),
  ]
  try {
    await work()
  } finally {
    for (const undo of restore) undo()
  }
  return seen
}

const NO_WORK = /^\s*(begin|commit|rollback)/i

/** `statementsOf` without begin and commit. */
export const workStatements = async (db: object, work: () => Promise<unknown>): Promise<Statement[]> =>
  (await statementsOf(db, work)).filter(({ sql }) => !NO_WORK.test(sql))

type Read = (called: unknown, args: unknown[]) => Statement | null

function listen(driver: object, method: 'query' | 'runPrepared' | 'submit', seen: Statement[], read: Read): () => void {
  const original: unknown = Reflect.get(driver, method)
  if (typeof original !== 'function') throw new Error(`The driver has no ${method} function`)
  Reflect.set(driver, method, function (this: unknown, ...args: unknown[]) {
    const statement = read(this, args)
    if (statement) seen.push(statement)
    return Reflect.apply(original, this, args)
  })
  return () => void Reflect.set(driver, method, original)
}

function statementOf([asked, values]: unknown[]): Statement | null {
  const params = (value: unknown) => (Array.isArray(value) ? [...value] : [])
  if (typeof asked === 'string') return { sql: asked, params: params(values) }
  if (typeof asked !== 'object' || asked === null || !('text' in asked)) return null
  return { sql: String(asked.text), params: params('values' in asked ? asked.values : values) }
}
