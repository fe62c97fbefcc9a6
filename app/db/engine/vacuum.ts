import { sql } from 'drizzle-orm'
import type { Queries } from './database'
import { readRows } from './sql'

type Execute = Pick<Queries, 'execute'>

export async function listTableNames(queries: Execute): Promise<string[]> {
  const tables = await readRows<{ name: string }>(
    queries,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  return tables.map(({ name }) => name)
}

/** Vacuums, then renews the statistics of the planner; two statements, so that others can run in between. */
export async function vacuumTable(queries: Execute, name: string): Promise<void> {
  await queries.execute(sql`vacuum ${sql.identifier(name)}`)
  await queries.execute(sql`analyze ${sql.identifier(name)}`)
}
