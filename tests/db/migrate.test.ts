import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/pglite'
import pg from 'pg'
import pino from 'pino'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { MissingRole } from '../../app/db/engine/postgres/grants.server'
import { migratePostgres, type MigrateSettings } from '../../app/db/engine/postgres/migrate-postgres.server'
import { applyMigrations } from '../../app/db/engine/migrations.server'
import { openPostgres } from '../../app/db/engine/postgres/postgres.server'
import { users } from '../../app/db/schema/users'
import { lacksMigrations } from '../../app/db/engine/unavailable'
import { openMigrated } from '../support/database'
import { testFolder } from '../support/folders'
import { asConsole, connectLimitMs, CONSOLE_ROLE, databaseUrl, onServer } from '../support/postgres'

const { server } = inject('databaseSource')
const log = pino({ level: 'silent' })
const migrate = (settings: MigrateSettings, told: Pick<pino.Logger, 'warn'> = log) =>
  migratePostgres({ connectLimitMs, ...settings }, told)

/** A folder of migrations with the journal that lists them. */
function migrations(...files: string[]): string {
  const folder = testFolder()
  fs.mkdirSync(path.join(folder, 'meta'))
  files.forEach((content, n) => fs.writeFileSync(path.join(folder, `${n}.sql`), content))
  const entries = files.map((_, idx) => ({ idx, version: '7', when: idx + 1, tag: String(idx), breakpoints: true }))
  fs.writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', entries }))
  return folder
}

/** The migrations of the console and one more after them. */
function withOneMore(content: string): string {
  const folder = testFolder()
  fs.cpSync('app/db/migrations', folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'last.sql'), content)
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(fs.readFileSync(file, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] }
  const { idx = 0, when = 0 } = journal.entries.at(-1) ?? {}
  journal.entries.push({ ...journal.entries.at(-1), idx: idx + 1, when: when + 1, tag: 'last' })
  fs.writeFileSync(file, JSON.stringify(journal))
  return folder
}

const TABLE = 'create table boxes (n int)'
const INDEX = `-- outside a transaction
drop index concurrently if exists boxes_n;
--> statement-breakpoint
create index concurrently boxes_n on boxes (n)`

if (!server)
  it('an index is built outside a transaction on the embedded database too', async () => {
    const client = await openMigrated()
    const db = drizzle(client)
    const folder = migrations(TABLE, INDEX)
    expect(await applyMigrations(db, folder)).toBe(2)
    expect(await applyMigrations(db, folder)).toBe(0)
    const { rows } = await client.query("select indexname from pg_indexes where tablename = 'boxes'")
    expect(rows).toEqual([{ indexname: 'boxes_n' }])
  })

if (!server)
  it('a migration that fails leaves nothing of itself and keeps all those before it', async () => {
    const client = await openMigrated()
    const db = drizzle(client)
    const broken = 'create table crates (n int);\n--> statement-breakpoint\nselect 1 / 0'
    await expect(applyMigrations(db, migrations(TABLE, broken))).rejects.toThrow()
    const { rows } = await client.query("select tablename from pg_tables where tablename in ('boxes', 'crates')")
    expect(rows).toEqual([{ tablename: 'boxes' }])
  })

if (server)
  describe('on PostgreSQL', () => {
    const serverUrl = server.url

    async function emptyDatabase(): Promise<string> {
      const name = `gatehouse_test_${process.pid}_migrate_${Math.random().toString(36).slice(2, 8)}`
      await onServer(serverUrl, [`CREATE DATABASE ${name}`])
      onTestFinished(() => onServer(serverUrl, [`DROP DATABASE ${name} WITH (FORCE)`]))
      return databaseUrl(serverUrl, name)
    }

    async function connect(url: string): Promise<pg.Client> {
      const client = new pg.Client(url)
      client.on('error', () => {})
      await client.connect()
      onTestFinished(() => client.end())
      return client
    }

    it('the console never migrates and needs no right to: it is ready once somebody else has', async () => {
      const ownerUrl = await emptyDatabase()
      const consoles = await openPostgres({ databaseUrl: asConsole(ownerUrl), migrateWith: null, connectLimitMs }, log)
      try {
        expect(await consoles.isReady()).toBe(false)
        const failure = await consoles.db.$count(users).catch((error: unknown) => error)
        expect(lacksMigrations(failure)).toBe(true)
        expect(await migrate({ ownerUrl, consoleRole: CONSOLE_ROLE })).toBeGreaterThan(9)
        await expect.poll(() => consoles.isReady()).toBe(true)
        expect(await consoles.db.$count(users)).toBe(0)
      } finally {
        await consoles.close()
      }
    })

    it('a role that may not migrate is told to name the owner, even when all is migrated', async () => {
      const ownerUrl = await emptyDatabase()
      const asAnother = { ownerUrl: asConsole(ownerUrl), consoleRole: CONSOLE_ROLE }
      const toldOf = /^This role may not migrate \(.+\): name the owner in MIGRATE_DATABASE_URL$/
      await expect(migrate(asAnother)).rejects.toThrow(toldOf)
      await migrate({ ownerUrl, consoleRole: CONSOLE_ROLE })
      await expect(migrate(asAnother)).rejects.toThrow(toldOf)
    })

    it('the console gets its rights even while audit rows are removed for longer than a migration waits', async () => {
      const ownerUrl = await emptyDatabase()
      const other = await connect(ownerUrl)
      await other.query(`select pg_advisory_lock(hashtext('audit_log rights'))`)
      const migrated = migrate({ ownerUrl, consoleRole: CONSOLE_ROLE, folder: withOneMore(TABLE) })
      migrated.catch(() => {})
      const isWaiting = async () => {
        const { rows } = await other.query<{ count: number }>(
          `select count(*)::int from pg_locks join pg_database d on d.oid = database and datname = current_database()
            where locktype = 'advisory' and not granted`,
        )
        return rows[0]?.count === 1
      }
      while (!(await isWaiting())) await wait(100)
      await wait(2500)
      await other.query(`select pg_advisory_unlock(hashtext('audit_log rights'))`)
      expect(await migrated).toBeGreaterThan(9)
    })

    it('an owner who is no superuser can migrate, and the console then writes its audit rows', async () => {
      const owner = `gatehouse_test_owner_${process.pid}`
      const ownerUrl = new URL(await emptyDatabase())
      await onServer(serverUrl, [
        `CREATE ROLE ${owner} LOGIN NOSUPERUSER PASSWORD 'owner'`,
        `ALTER DATABASE ${ownerUrl.pathname.slice(1)} OWNER TO ${owner}`,
      ])
      const server = await connect(ownerUrl.href)
      await server.query(`alter schema public owner to ${owner}`)
      onTestFinished(async () => {
        await server.query(`reassign owned by ${owner} to current_user`)
        await server.query(`drop owned by ${owner} cascade`)
        await server.query(`drop role ${owner}`)
      })
      ownerUrl.username = owner
      ownerUrl.password = 'owner'
      await migrate({ ownerUrl: ownerUrl.href, consoleRole: CONSOLE_ROLE })
      const client = await connect(asConsole(ownerUrl.href))
      const append = `insert into audit_log (at, act, object_type, object_id, request_id)
      select now(), 'invite.create', 'invite', n::text, 'R' from generate_series(1, 3) n`
      await client.query(append)
      const { rows } = await client.query('select position::int from audit_head')
      expect(rows).toEqual([{ position: 3 }])
      await expect(client.query('update audit_head set position = 1')).rejects.toThrow('permission denied')
    })

    it('five processes that start together on an empty database migrate it once', async () => {
      const ownerUrl = await emptyDatabase()
      const applied = await Promise.all(
        Array.from({ length: 5 }, () => migrate({ ownerUrl, consoleRole: CONSOLE_ROLE })),
      )
      expect(applied.filter((n) => n > 0)).toHaveLength(1)
    })

    it('a process that waits for another one to migrate says so once', async () => {
      const ownerUrl = await emptyDatabase()
      const warnings: unknown[] = []
      const told = { warn: (...said: unknown[]) => void warnings.push(said.at(-1)) }
      const folder = migrations('select pg_sleep(2)')
      await Promise.all([1, 2].map(() => migratePostgres({ ownerUrl, consoleRole: null, folder }, told)))
      expect(warnings.filter((said) => /another/.test(String(said)))).toEqual([
        'Migrations wait until those of another process are done or given up',
      ])
    })

    it('a long migration keeps its connection alive with TCP keepalives', async () => {
      const ownerUrl = await emptyDatabase()
      const keepAlive = vi.spyOn(net.Socket.prototype, 'setKeepAlive')
      onTestFinished(() => keepAlive.mockRestore())
      const folder = migrations("create table kept as select current_setting('tcp_keepalives_idle') as seconds")
      await migratePostgres({ ownerUrl, consoleRole: null, folder }, log)
      expect(keepAlive).toHaveBeenCalledWith(true, 10_000)
      expect((await (await connect(ownerUrl)).query('select seconds from kept')).rows).toEqual([{ seconds: '10' }])
    })

    it('an index is built while other processes wait for their turn to migrate', async () => {
      const ownerUrl = await emptyDatabase()
      const folder = migrations(TABLE, INDEX)
      const all = Array.from({ length: 4 }, () => migrate({ ownerUrl, consoleRole: null, folder }))
      expect((await Promise.all(all)).toSorted()).toEqual([0, 0, 0, 2])
    })

    it.each([
      ['one', 'alter table boxes add column m int'],
      [
        'a statement outside a transaction',
        '-- outside a transaction\nalter table boxes add column if not exists m int\n--> statement-breakpoint\nanalyze boxes',
      ],
    ])('a migration (%s) that waits for a busy table lets readers through and is tried again', async (_, content) => {
      const ownerUrl = await emptyDatabase()
      await migrate({ ownerUrl, consoleRole: null, folder: migrations(TABLE) })
      const [busy, reader] = [await connect(ownerUrl), await connect(ownerUrl)]
      await busy.query('begin')
      await busy.query('select * from boxes')
      const folder = migrations(TABLE, content)
      const migrated = migrate({ ownerUrl, consoleRole: null, folder })
      await wait(500)
      const { rows } = await reader.query(
        `select clock_timestamp() - statement_timestamp() < interval '3 s' as soon from (select count(*) from boxes) counted`,
      )
      expect(rows).toEqual([{ soon: true }])
      await busy.query('commit')
      expect(await migrated).toBe(1)
    })

    it('where no console role is named, a warning says that no role was given its rights', async () => {
      const ownerUrl = await emptyDatabase()
      const warnings: unknown[] = []
      const told = { warn: (...said: unknown[]) => void warnings.push(said.at(-1)) }
      await migrate({ ownerUrl, consoleRole: null, folder: migrations(TABLE) }, told)
      expect(warnings).toEqual([expect.stringContaining('No role was given the rights of a console')])
    })

    it('PostgreSQL 14 is refused with its version, at a start and before anything is migrated', async () => {
      const ownerUrl = await emptyDatabase()
      await onServer(ownerUrl, [
        'create schema old',
        "create function old.current_setting(text) returns text language sql as $$ select '140015' $$",
      ])
      const old = `${ownerUrl}?options=${encodeURIComponent('-c search_path=old,pg_catalog')}`
      const said = 'The database is PostgreSQL 14, and the console needs 15 or newer'
      const migrated = migrate({ ownerUrl: old, consoleRole: null, folder: migrations(TABLE) })
      await expect(migrated).rejects.toThrow(said)
      await expect(openPostgres({ databaseUrl: old, migrateWith: null, connectLimitMs }, log)).rejects.toThrow(said)
    })

    it('a console role that does not exist is refused', async () => {
      const ownerUrl = await emptyDatabase()
      await expect(migrate({ ownerUrl, consoleRole: 'nobody at all' })).rejects.toThrow(MissingRole)
    })
  })
