import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

export type Statement = { sql: string; params: unknown[] }

/** What both drivers are asked to run while the work goes on in this process; begin and commit count too. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = []
  const restore = [listen(pg.Client.prototype, seen), listen(PGlite.prototype, seen)]
  try {
    await work()
  } finally {
    for (const undo of restore) undo()
  }
  return seen
}

const NO_WORK = /^\s*(begin|commit|rollback)/i

/** The same without begin and commit. */
export const workStatements = async (work: () => Promise<unknown>): Promise<Statement[]> =>
  (await statementsOf(work)).filter(({ sql }) => !NO_WORK.test(sql))

function listen(driver: object, seen: Statement[]): () => void {
  const query: unknown = Reflect.get(driver, 'query')
  if (typeof query !== 'function') throw new Error('The driver has no query function')
  Reflect.set(driver, 'query', function (this: unknown, ...args: unknown[]) {
    const statement = statementOf(args)
    if (statement) seen.push(statement)
    return Reflect.apply(query, this, args)
  })
  return () => void Reflect.set(driver, 'query', query)
}

function statementOf([asked, values]: unknown[]): Statement | null {
  const params = (value: unknown) => (Array.isArray(value) ? [...value] : [])
  if (typeof asked === 'string') return { sql: asked, params: params(values) }
  if (typeof asked !== 'object' || asked === null || !('text' in asked)) return null
  return { sql: String(asked.text), params: params('values' in asked ? asked.values : values) }
}
