import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/pglite'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { createEmbeddedPostgres } from '../../app/db/engine/pglite/embedded-postgres.server'
import { migratePostgres } from '../../app/db/engine/postgres/migrate-postgres.server'
import { applyMigrations } from '../../app/db/engine/migrations.server'
import { connectLimitMs, CONSOLE_ROLE, databaseUrl, onServer, OWNER_ROLE } from './postgres'

const migrationsFolder = path.resolve('app/db/migrations')

/** Where workers find an empty, migrated database: a dump that the embedded one loads, and a template to copy where a server is named. */
export type DatabaseSource = { dump: string; server: { url: string; template: string } | null }

const makeRole = (role: string) => `DO $$ BEGIN
  CREATE ROLE ${role} LOGIN PASSWORD '${role}';
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`

declare module 'vitest' {
  interface ProvidedContext {
    databaseSource: DatabaseSource
    /** A folder for the files of this run. */
    scratch: string
  }
}

/** Migrates once per run; workers get copies. */
export default async function setUp(project: TestProject) {
  const serverUrl = process.env.TEST_DATABASE_URL
  const dump = await prepareDump()
  const server = serverUrl ? await prepareTemplate(serverUrl) : null
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'gatehouse-tests-'))
  project.provide('databaseSource', { dump, server })
  project.provide('scratch', scratch)
  return async () => {
    if (server) await dropTemplate(server)
    await fs.rm(scratch, { recursive: true, force: true })
  }
}

/** Running initdb takes seconds, so the dump is kept until a migration or PGlite changes. */
async function prepareDump(): Promise<string> {
  const dump = path.resolve('.cache', `migrated-${await fingerprint()}.tar`)
  if (!existsSync(dump)) {
    const client = await createEmbeddedPostgres({})
    await applyMigrations(drizzle(client))
    const unfinished = `${dump}.${process.pid}`
    await fs.mkdir(path.dirname(dump), { recursive: true })
    await fs.writeFile(unfinished, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
    await fs.rename(unfinished, dump)
    await client.close()
    await forgetOlder(dump)
  }
  return dump
}

async function forgetOlder(dump: string): Promise<void> {
  const folder = path.dirname(dump)
  const older = (await fs.readdir(folder)).filter(
    (name) => /^migrated-.*\.tar$/.test(name) && name !== path.basename(dump),
  )
  for (const name of older) await fs.rm(path.join(folder, name), { force: true })
}

async function fingerprint(): Promise<string> {
  const files = (await fs.readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).toSorted()
  const hash = createHash('sha256')
  for (const file of [...files, 'meta/_journal.json']) hash.update(await fs.readFile(path.join(migrationsFolder, file)))
  hash.update(await fs.readFile('node_modules/@electric-sql/pglite/package.json'))
  return hash.digest('hex').slice(0, 16)
}

async function prepareTemplate(serverUrl: string) {
  const template = `gatehouse_test_${process.pid}`
  await onServer(serverUrl, [makeRole(CONSOLE_ROLE), makeRole(OWNER_ROLE), `CREATE DATABASE ${template}`])
  const ownerUrl = databaseUrl(serverUrl, template)
  await migratePostgres({ ownerUrl, consoleRole: CONSOLE_ROLE, connectLimitMs }, pino({ level: 'silent' }))
  return { url: serverUrl, template }
}

/** Drops the template and the copies made of it. */
async function dropTemplate({ url, template }: { url: string; template: string }) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE datname = $1 OR starts_with(datname, $2)',
    [template, `${template}_`],
  )
  for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  await admin.end()
}
