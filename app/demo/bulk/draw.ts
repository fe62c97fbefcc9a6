import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '../../db/engine/database'

/** What bulk rows are made from; the same seed gives the same rows, save for the instant they are counted back from. */
export type Bulk = { db: Queries; seed: number; now: Date }
/** Rows from `from` up to and with `to`, counted from 1. */
export type Chunk = { from: number; to: number }

/** One row per number with `m`, its own 32 random hexadecimal digits. */
export const numbered = ({ seed }: Bulk, kind: string, { from, to }: Chunk): SQL =>
  sql`generate_series(${from}::int, ${to}::int) i cross join lateral (select md5(${`${seed}:${kind}:`} || i) m) chance`

/** The id of the row; other rows of the same kind find it by its number. */
export const ownId = sql.raw('md5(m)::uuid')
export const idOf = ({ seed }: Bulk, kind: string, number: SQL): SQL =>
  sql`md5(md5(${`${seed}:${kind}:`} || ${number}))::uuid`

/** A draw from 0 to 65535; places 0 to 7 are independent of each other. */
export const draw = (index: number): SQL => sql.raw(`('x' || substr(m, ${1 + index * 4}, 4))::bit(16)::int`)
/** A draw from 0 up to but not including 1. */
export const share = (index: number): SQL => sql`(${draw(index)} / 65536.0)`
export const picked = (index: number, choices: readonly string[]): SQL =>
  sql`(${list(choices)})[1 + ${draw(index)} % ${choices.length}::int]`
export const list = (items: readonly string[]): SQL =>
  sql`array[${sql.join(
    items.map((item) => sql`${item}::text`),
    sql`, `,
  )}]`

export const instant = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`
/** An instant within the last `days` days, evenly spread. */
export const within = ({ now }: Bulk, days: number, index: number): SQL =>
  sql`date_trunc('milliseconds', ${instant(now)} - ${share(index)} * ${days}::int * interval '1 day')`

/** How many rows a statement changed; both drivers name it differently. */
export async function changed(db: Bulk['db'], statement: SQL): Promise<number> {
  const result: unknown = await db.execute(statement)
  if (typeof result !== 'object' || result === null) return 0
  if ('rowCount' in result && typeof result.rowCount === 'number') return result.rowCount
  return 'affectedRows' in result && typeof result.affectedRows === 'number' ? result.affectedRows : 0
}

/** The storage key that SQL writes as md5('file' || m) for the number of a verification. */
export const fileKey = (seed: number, number: number): string => md5(`file${md5(`${seed}:verification:${number}`)}`)
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
