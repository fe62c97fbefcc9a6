import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from './database'
import { readRows } from './sql'

type Execute = Pick<Queries, 'execute'>

/** A table with its columns, without the generated ones. */
export type Table = { name: string; columns: string[] }
/** The number of rows, and a checksum of their content that does not depend on their order. */
type TableSum = { name: string; rows: number; sum: string }
type Sequence = { name: string; last: string }

const BLOCK_ROWS = 1000

/** Every table of the schema, by name. Sets the transaction to UTC, so that times read the same on every server. */
export async function listTables(tx: Execute): Promise<Table[]> {
  await tx.execute(sql`set local timezone to 'UTC'`)
  return readRows<Table>(
    tx,
    sql`select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname collate "C"`,
  )
}

export async function countRows(tx: Execute, { name }: Pick<Table, 'name'>): Promise<number> {
  const [counted] = await readRows<{ rows: number }>(tx, sql`select count(*)::int as rows from ${sql.identifier(name)}`)
  return counted?.rows ?? 0
}

export async function measureTable(tx: Execute, table: Table): Promise<TableSum> {
  const [measured] = await readRows<{ rows: number; sum: string }>(
    tx,
    sql`select count(*)::int as rows, coalesce(sum(('x' || left(md5(line), 16))::bit(64)::bigint::numeric), 0)::text as sum
      from (${linesOf(table)}) as lines`,
  )
  return { name: table.name, rows: measured?.rows ?? 0, sum: measured?.sum ?? '0' }
}

/** The rows of a table in blocks, each row as one line of JSON. */
export async function* readLines(tx: Execute, table: Table): AsyncGenerator<string[]> {
  await tx.execute(sql`declare every_row no scroll cursor for ${linesOf(table)}`)
  for (;;) {
    const block = await readRows<{ line: string }>(tx, sql.raw(`fetch ${BLOCK_ROWS} from every_row`))
    if (block.length === 0) break
    yield block.map(({ line }) => line)
  }
  await tx.execute(sql`close every_row`)
}

export async function insertLines(tx: Execute, table: Table, lines: string[]): Promise<void> {
  const name = sql.identifier(table.name)
  const columns = listed(table.columns)
  await tx.execute(
    sql`insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${`[${lines.join()}]`}::json)`,
  )
}

export const listSequences = (tx: Execute): Promise<Sequence[]> =>
  readRows(
    tx,
    sql`select sequencename::text as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`,
  )

export async function setSequences(tx: Execute, sequences: Sequence[]): Promise<void> {
  for (const { name, last } of sequences)
    await tx.execute(sql`select setval(format('public.%I', ${name}::text)::regclass, ${last}::bigint)`)
}

/**
 * Empties every table and prepares it to take rows as they are: no trigger fires and no reference is checked. Needs the owner of the
 * tables.
 * @returns a function that puts triggers and references back, which checks the references
 */
export async function emptyTablesForRestore(tx: Execute, tables: Table[]): Promise<() => Promise<void>> {
  const references = await readRows<{ table: string; name: string; definition: string }>(
    tx,
    sql`select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const names = tables.map(({ name }) => sql.identifier(name))
  const alter = async (table: SQL, what: SQL) => void (await tx.execute(sql`alter table ${table} ${what}`))
  for (const name of names) await alter(sql`${name}`, sql`disable trigger user`)
  await truncate(tx, tables)
  for (const { table, name } of references) await alter(sql.raw(table), sql`drop constraint ${sql.identifier(name)}`)
  return async () => {
    for (const { table, name, definition } of references)
      await alter(sql.raw(table), sql`add constraint ${sql.identifier(name)} ${sql.raw(definition)}`)
    for (const name of names) await alter(sql`${name}`, sql`enable trigger user`)
  }
}

/** The owner has revoked its own right to empty some tables, and grants it to itself for this moment alone. */
async function truncate(tx: Execute, tables: Table[]): Promise<void> {
  const kept = await readRows<{ name: string }>(
    tx,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not has_table_privilege(oid, 'truncate')`,
  )
  const taken = listed(kept.map(({ name }) => name))
  if (kept.length > 0) await tx.execute(sql`grant truncate on ${taken} to current_user`)
  await tx.execute(sql`truncate ${listed(tables.map(({ name }) => name))}`)
  if (kept.length > 0) await tx.execute(sql`revoke truncate on ${taken} from current_user`)
}

const listed = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )

const linesOf = (table: Table): SQL =>
  sql`select row_to_json(one)::text as line from (select ${listed(table.columns)} from ${sql.identifier(table.name)}) as one`
