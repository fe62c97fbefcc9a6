import pg from 'pg'
import type { Database } from '../../app/db/engine/database'
import { rowsOf, type Statement } from './database'

/** No statement of a page reads more rows of a table than this, however many it has. */
export const ROWS = 1000

/** `isOfIndex` where the rows of the table were not read. */
export type Scan = { table: string; rows: number; isOfIndex?: true }

/** Tables of daily counts are exempt: they have one row a day, and all are summed. */
export const readsMany = ({ table, rows }: Scan): boolean => rows > ROWS && !table.endsWith('_counts')

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

let plans = 0
export async function scansOfOnePlan(
  db: Database,
  { text, values }: Statement,
  wholeTables: 'on' | 'off' = 'off',
): Promise<Scan[]> {
  const name = `one_plan_${(plans += 1)}`
  const given = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))))
  const before = `set local enable_seqscan = ${wholeTables}; set local plan_cache_mode = force_generic_plan; prepare ${name} as ${text}`
  return scansIn(db, before, { text: `explain (analyze, format json) execute ${name} (${given.join()})`, values: [] })
}

/** Returns what each scan of a statement read, preferring an index wherever one can be used. */
export async function scansOf(db: Database, { text, values }: Statement, doesWrite = false): Promise<Scan[]> {
  const isRead = /^\s*(select|with)/i.test(text) && !/\b(insert into|update|delete from)\b/i.test(text)
  if (!isRead && !doesWrite) return []
  return scansAfter(db, '', { text, values })
}

/** The same after another statement has changed rows, before the server's statistics know of it. */
export const scansAfter = (db: Database, before: string, { text, values }: Statement): Promise<Scan[]> =>
  scansIn(db, `set local enable_seqscan = off; ${before}`, { text: `explain (analyze, format json) ${text}`, values })

/** The most rows that one step of a statement processes, over all its repetitions. */
export async function mostRowsOfAStep(db: Database, { text, values }: Statement): Promise<number> {
  const most = (plan: Plan): number =>
    Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(most))
  return Math.max(...(await plansOf(db, '', { text: `explain (analyze, format json) ${text}`, values })).map(most))
}

async function plansOf(db: Database, before: string, explain: Statement): Promise<Plan[]> {
  const [row] = (await rowsOf(db, before, explain)) as { 'QUERY PLAN': { Plan: Plan }[] }[]
  return (row?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan)
}

async function scansIn(db: Database, before: string, explain: Statement): Promise<Scan[]> {
  const scans = (plan: Plan): Scan[] => {
    const table = plan['Relation Name'] ?? plan['Index Name']
    const each =
      plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
    const kind = plan['Node Type'] === 'Index Only Scan' ? { isOfIndex: true as const } : {}
    return [
      ...(table ? [{ table, rows: each * plan['Actual Loops'], ...kind }] : []),
      ...(plan.Plans ?? []).flatMap(scans),
    ]
  }
  return (await plansOf(db, before, explain)).flatMap(scans)
}
