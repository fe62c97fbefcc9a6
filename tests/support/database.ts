import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { PgTable } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import pg from 'pg'
import pino from 'pino'
import { afterAll, inject, onTestFinished } from 'vitest'
import { byCursor } from '../../app/db/engine/postgres/by-cursor.server'
import type { Database, Queries } from '../../app/db/engine/database'
import { byIds, type ReadInOrder } from '../../app/db/engine/in-order'
import { migratePostgres } from '../../app/db/engine/postgres/migrate-postgres.server'
import { copyFolder } from '../../scripts/probe/demo-data'
import { openDump } from './dump'
import { testFolder } from './folders'
import { asConsole, asRole, connectLimitMs, CONSOLE_ROLE, databaseUrl, onServer, OWNER_ROLE } from './postgres'
import { turnUnordered } from './unordered'

declare global {
  // One for all test files of a worker.
  var testDatabase: Promise<Database> | undefined
  /** As its owner; the same where there is only one role. */
  var ownersDatabase: Database | undefined
  var statementsSeen: AsyncLocalStorage<Statement[]> | undefined
}

export type Statement = { text: string; values: unknown[] }

const statementsSeen = (globalThis.statementsSeen ??= new AsyncLocalStorage<Statement[]>())
export const logger = {
  logQuery: (text: string, values: unknown[]) => void statementsSeen.getStore()?.push({ text, values }),
}

/** The statements that `work` sent to the worker's database, and nothing that ran besides. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = []
  // A query of Drizzle is sent when it is awaited.
  await statementsSeen.run(seen, async () => void (await work()))
  return seen
}

/** Returns the database's raw rows for one statement, which is rolled back. */
export async function rowsOf(db: Database, before: string, { text, values }: Statement): Promise<unknown[]> {
  const { $client } = db as Database & { $client: RawClient }
  const ask = async (client: Pick<RawClient, 'query'>) => (await client.query(text, values)).rows
  if ('transaction' in $client)
    return $client.transaction(async (tx) => {
      await tx.exec(before)
      const rows = await ask(tx)
      await tx.rollback()
      return rows
    })
  const client = await $client.connect()
  try {
    await client.query('begin')
    await client.query(before)
    return await ask(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
type EmbeddedTransaction = {
  query: Query
  exec: (statements: string) => Promise<unknown>
  rollback: () => Promise<void>
}
type RawClient =
  | {
      query: Query
      transaction: <T>(work: (tx: EmbeddedTransaction) => Promise<T>) => Promise<T>
    }
  | { query: Query; connect: () => Promise<{ query: Query; release: () => void }> }

export const statementsDuring = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(work)).length

/**
 * The worker's own migrated database, opened once: PGlite in memory, or PostgreSQL when TEST_DATABASE_URL is set, there as
 * the role that may do no more than the console.
 */
export function openTestDatabase(): Promise<Database> {
  globalThis.testDatabase ??= open()
  return globalThis.testDatabase
}

async function open(): Promise<Database> {
  const { server } = inject('databaseSource')
  if (!server) {
    const client = await openDump()
    await client.exec(TESTS_SCHEMA)
    return drizzle(turnUnordered(client), { logger })
  }
  const name = nameOfOwn(server)
  await onServer(server.url, [`CREATE DATABASE ${name} TEMPLATE ${server.template}`])
  const ownersUrl = databaseUrl(server.url, name)
  const owners = openPool(ownersUrl, 2)
  globalThis.ownersDatabase = drizzlePostgres(owners)
  await owners.query(TESTS_SCHEMA)
  return drizzlePostgres(openPool(asConsole(ownersUrl), 10), { logger })
}

const nameOfOwn = ({ template }: { template: string }) => `${template}_${process.pid}`

/** The embedded database, migrated and without rows, until the test is over. */
export async function openMigrated() {
  const client = await openDump()
  onTestFinished(() => client.close())
  return client
}

let migrated: Promise<string> | undefined

/** A data folder with that database in it, as a console leaves it. Made once for a file of tests, and copied: to open a database takes seconds. */
export async function migratedFolder(): Promise<string> {
  migrated ??= makeMigrated()
  const folder = testFolder()
  copyFolder(await migrated, folder)
  return folder
}

async function makeMigrated(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(inject('scratch'), 'migrated-'))
  const client = await openDump(path.join(folder, 'db'))
  await client.close()
  return folder
}

/**
 * Another migrated database without rows, as its owner, until the test is over: embedded, or on the same storage as the
 * worker's own.
 */
export async function openEmptyDatabase(kind: 'embedded' | 'the same storage'): Promise<Database> {
  const { server } = inject('databaseSource')
  if (!server || kind === 'embedded') {
    return drizzle(await openMigrated())
  }
  const name = `${nameOfOwn(server)}_empty_${randomUUID().slice(0, 8)}`
  await onServer(server.url, [`CREATE DATABASE ${name} OWNER ${OWNER_ROLE}`])
  const ownerUrl = asRole(OWNER_ROLE, databaseUrl(server.url, name))
  await migratePostgres({ ownerUrl, consoleRole: CONSOLE_ROLE, connectLimitMs }, pino({ level: 'silent' }))
  const pool = openPool(ownerUrl, 2)
  onTestFinished(() => pool.end())
  return drizzlePostgres(pool)
}

/** An embedded database that is opened once for a file of tests, and has no rows each time it is asked for. */
export function emptiedDatabase(): () => Promise<Database> {
  let opened: ReturnType<typeof openDump> | undefined
  afterAll(async () => (await opened)?.close())
  const open = async () => {
    const client = await openDump()
    await client.exec(TESTS_SCHEMA)
    return client
  }
  return async () => {
    const client = await (opened ??= open())
    await client.exec('SELECT tests.empty_tables()')
    return drizzle(client)
  }
}

/** Where the worker's own database lies on the server of TEST_DATABASE_URL. */
export function testDatabaseUrl(): string {
  const { server } = inject('databaseSource')
  if (!server) throw new Error('The tests run on the embedded database')
  return asConsole(databaseUrl(server.url, nameOfOwn(server)))
}

/** Reads the rows of a list as the console does on this storage. */
export function readingInOrder(db: Database): ReadInOrder {
  const { $client } = db as Database & { $client: RawClient }
  return $client instanceof pg.Pool ? byCursor($client, byIds(db)) : byIds(db)
}

function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, options: '-c jit=off -c timezone=UTC' })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const schema = import.meta.glob<Record<string, unknown>>('../../app/db/schema/*.ts', { eager: true })
export const TABLES = Object.values(schema).flatMap((file) => Object.values(file).filter((value) => is(value, PgTable)))

const NAMES = TABLES.map((table) => `"${getTableName(table)}"`)

/** Up to this many rows are deleted with their references checked; beyond, that takes longer than replanning everything. */
const FEW_ROWS = 1000

/**
 * A parent of every table without columns: deleting through it fires no statement triggers. Turning triggers off for the connection
 * would drop every cached plan, the console's too, which would take longer than the test.
 */
const TESTS_SCHEMA = `
  CREATE SCHEMA tests;
  CREATE TABLE tests.every_row ();
  ${NAMES.map((name) => `ALTER TABLE ${name} INHERIT tests.every_row;`).join(' ')}
  CREATE FUNCTION tests.empty_tables() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT sum(pg_relation_size(t)) > 4000000 FROM unnest(ARRAY[${NAMES.map((name) => `'${name}'`).join()}]::regclass[]) t) THEN
      SET LOCAL session_replication_role = replica;
      TRUNCATE ${NAMES.join()} CASCADE;
    ELSE
      IF (SELECT count(*) > ${FEW_ROWS} FROM tests.every_row) THEN
        SET LOCAL session_replication_role = replica;
      END IF;
      DELETE FROM tests.every_row;
    END IF;
    INSERT INTO audit_head DEFAULT VALUES;
    PERFORM setval('audit_log_id_seq', 1, false);
  END $$;
  CREATE FUNCTION tests.rows_by_table() RETURNS TABLE (t regclass, versions text[]) STABLE LANGUAGE sql AS $$
    SELECT tableoid::regclass, array_agg(ctid::text || xmin ORDER BY ctid) FROM tests.every_row GROUP BY 1
  $$`

/** Empties every table, for a test that starts from nothing. Deleting the few rows of a test is much faster than TRUNCATE. */
export async function emptyTables(db: Database): Promise<void> {
  await runScript(db, 'SELECT tests.empty_tables()')
}

/** Remembers all rows; each call of the returned function restores those that changed. */
export async function keepRows(db: Database): Promise<() => Promise<void>> {
  const kept = TABLES.map((table) => ({
    name: getTableName(table),
    columns: Object.values(getTableColumns(table))
      .map((column) => `"${column.name}"`)
      .join(),
  }))
  await runScript(
    db,
    `DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept;
    ${kept.map(({ name }) => `CREATE TABLE kept."${name}" AS TABLE "${name}";`).join(' ')}
    CREATE TABLE kept.versions AS SELECT * FROM tests.rows_by_table();
    CREATE FUNCTION kept.bring_back() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      changed regclass[] := ARRAY(
        SELECT t FROM kept.versions k FULL JOIN tests.rows_by_table() r USING (t)
        WHERE k.versions IS DISTINCT FROM r.versions);
    BEGIN
      IF changed = '{}' THEN RETURN; END IF;
      SET LOCAL session_replication_role = replica;
      ${kept
        .map(
          ({ name, columns }) => `IF '"${name}"'::regclass = ANY (changed) THEN
            DELETE FROM "${name}";
            INSERT INTO "${name}" (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept."${name}";
          END IF;`,
        )
        .join('\n')}
      DELETE FROM kept.versions;
      INSERT INTO kept.versions SELECT * FROM tests.rows_by_table();
    END $$`,
  )
  return () => runScript(db, 'SELECT kept.bring_back()')
}

type ScriptClient = { exec: (script: string) => Promise<unknown> } | { query: (script: string) => Promise<unknown> }

/** Sends several statements at once, as the owner. */
async function runScript(db: Database, script: string): Promise<void> {
  const { $client } = ownerOf(db) as Database & { $client: ScriptClient }
  await ('exec' in $client ? $client.exec(script) : $client.query(script))
}

/** The database as its owner, who may do what the console's role may not. */
export const ownerOf = (db: Database): Database => globalThis.ownersDatabase ?? db

/** Runs `work` as only a database superuser could: no trigger fires. */
export const withoutTriggers = (db: Database, work: (tx: Queries) => Promise<void>): Promise<void> =>
  ownerOf(db).transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await work(tx)
  })
