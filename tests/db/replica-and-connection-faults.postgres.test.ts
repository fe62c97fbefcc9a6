import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import pino from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { OpenDatabase } from '../../app/db/engine/database'
import { migratePostgres } from '../../app/db/engine/postgres/migrate-postgres.server'
import { openPostgres } from '../../app/db/engine/postgres/postgres.server'
import { oneRow, readRows } from '../../app/db/engine/sql'
import { users } from '../../app/db/schema/users'
import { isDatabaseUnavailable, isInDoubt } from '../../app/db/engine/unavailable'
import { waitForEachAddress } from '../../app/gateways/addresses.server'
import { cuttingProxy } from '../../scripts/crash/cutting-proxy'
import { asConsole, connectLimitMs, databaseUrl, onServer } from '../support/postgres'
import { resolveTo } from '../support/resolve-to'
import { silentAddress } from '../support/silent-address'
import { standstill } from '../support/standstill'

const { server } = inject('databaseSource')
const log = pino({ level: 'silent' })
const HEAD = sql`insert into audit_log (at, act, object_type, object_id, request_id) values (now(), 'invite.create', 'invite', '1', 'R')`

async function ownDatabase(): Promise<string> {
  if (!server) throw new Error('Only with PostgreSQL')
  const name = `${server.template}_neighbours_${Math.random().toString(36).slice(2, 8)}`
  await onServer(server.url, [`CREATE DATABASE ${name} TEMPLATE ${server.template}`])
  return databaseUrl(server.url, name)
}

async function open(url: string, statementLimitMs?: number): Promise<OpenDatabase> {
  const settings = { databaseUrl: asConsole(url), migrateWith: null, statementLimitMs, connectLimitMs }
  const database = await openPostgres(settings, log)
  onTestFinished(() => database.close())
  return database
}

const append = ({ db }: OpenDatabase) => db.transaction((tx) => tx.execute(HEAD))
async function auditRows(url: string): Promise<number | undefined> {
  const direct = new pg.Client(url)
  await direct.connect()
  const { rows } = await direct.query<{ n: number }>('select count(*)::int as n from audit_log')
  await direct.end()
  return rows[0]?.n
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('with a replica that froze while it held the end of the audit chain', () => {
  it('reads go on, writes fail as unavailable, and are possible again within 6 s', async () => {
    const url = await ownDatabase()
    const [frozen, healthy] = [await open(url), await open(url)]
    let isFrozen = () => {}
    const froze = new Promise<void>((resolve) => (isFrozen = resolve))
    const thaw = new AbortController()
    const stuck = frozen.db.transaction(async (tx) => {
      await tx.execute(HEAD)
      isFrozen()
      await wait(20_000, null, { signal: thaw.signal }).catch(() => {})
    })
    const stuckEnd = failureOf(stuck)
    await froze
    const stood = standstill()
    const startedMs = performance.now()
    const failures: unknown[] = []
    let slowestReadMs = 0
    let writtenMs: number | null = null
    let isOver = false
    onTestFinished(() => void (isOver = true))
    const writers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const failure = await failureOf(append(healthy))
        if (failure === null) return void (writtenMs ??= performance.now() - startedMs - stood())
        failures.push(failure)
      }
    })
    while (writtenMs === null) {
      const [askedMs, stoodBeforeMs] = [performance.now(), stood()]
      const stoodSince = () => stood() - stoodBeforeMs
      await healthy.db.$count(users)
      // If this process stood still, the second of the probe may be over before its answer is seen, so it asks again.
      expect((await healthy.isReady()) || (stoodSince() > 500 && (await healthy.isReady()))).toBe(true)
      slowestReadMs = Math.max(slowestReadMs, performance.now() - askedMs - stoodSince())
      await wait(50)
    }
    await Promise.all(writers)
    expect(writtenMs).toBeLessThan(6000)
    expect(slowestReadMs).toBeLessThan(1000)
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((failure) => !isDatabaseUnavailable(failure))).toEqual([])
    thaw.abort()
    expect(isDatabaseUnavailable(await stuckEnd)).toBe(true)
  })
})

describe('connections', () => {
  it('are waited for longer than a second, and at most as long as a statement may take', async () => {
    const { db } = await open(await ownDatabase())
    const busy = Array.from({ length: 6 }, () => db.transaction((tx) => tx.execute(sql`select pg_sleep(2)`)))
    expect(await failureOf(append({ db } as OpenDatabase))).toBeNull()
    await Promise.all(busy)
    const blocked = Array.from({ length: 6 }, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_sleep(4)`)
        await tx.execute(sql`select pg_sleep(4)`)
      }),
    )
    const stood = standstill()
    const startedMs = performance.now()
    const failure = await failureOf(db.transaction((tx) => tx.execute(sql`select pg_sleep(1)`)))
    expect(isDatabaseUnavailable(failure)).toBe(true)
    expect(performance.now() - startedMs - stood()).toBeLessThan(6000)
    await Promise.all(blocked)
  })

  it('cut while in use end nothing but their own transaction', async () => {
    const { db } = await open(await ownDatabase())
    const cut = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
      await wait(50)
    })
    expect(isDatabaseUnavailable(await failureOf(cut))).toBe(true)
    expect(await db.$count(users)).toBe(0)
  })

  it('that lose the answer to a COMMIT report an outcome in doubt, and the next ones work', async () => {
    const url = await ownDatabase()
    const proxy = await cuttingProxy(url)
    onTestFinished(() => proxy.close())
    const database = await open(proxy.databaseUrl)
    const cut = proxy.loseCommit()
    const failure = await failureOf(append(database))
    expect([isDatabaseUnavailable(failure), isInDoubt(failure)]).toEqual([true, true])
    await cut
    await append(database)
    expect(await auditRows(url)).toBe(2)
  })

  it.for([
    ['that writes', undefined],
    ['that reads', { accessMode: 'read only' }],
  ] as const)('lost as they begin a transaction %s are replaced by new ones', async ([, config]) => {
    const proxy = await cuttingProxy(await ownDatabase())
    onTestFinished(() => proxy.close())
    const database = await open(proxy.databaseUrl)
    const count = () => database.db.transaction((tx) => tx.$count(users), config)
    for (let lost = 0; lost < 6; lost += 1) {
      const cut = proxy.whileOpen(/^begin/, proxy.cut)
      expect(isDatabaseUnavailable(await failureOf(count()))).toBe(true)
      await cut
      proxy.mend()
    }
    expect(await count()).toBe(0)
    expect(database.poolUse().filter(({ busy }) => busy > 0)).toEqual([])
  })

  it('given up with a statement unanswered carry nothing into another transaction', async () => {
    const url = await ownDatabase()
    const proxy = await cuttingProxy(url)
    onTestFinished(() => proxy.close())
    const database = await open(proxy.databaseUrl, 1000)
    const frozen = proxy.whileOpen(/^begin/, proxy.freeze)
    const givenUp = failureOf(append(database))
    await frozen
    expect(isDatabaseUnavailable(await givenUp)).toBe(true)
    const next = append(database)
    proxy.thaw()
    await next
    expect(await auditRows(url)).toBe(1)
  })

  it('have the limits and keepalives by which the server notices a silent client', async () => {
    const { db } = await open(await ownDatabase())
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'tcp_keepalives_idle']
    const settings = await Promise.all(
      names.map(async (name) => {
        const [row] = await readRows<{ value: string }>(db, sql`select current_setting(${name}) as value`)
        return row?.value
      }),
    )
    expect(settings).toEqual(['5s', '2s', '5s', '10'])
  })

  it('for exported lists may query for 20 s and idle for 40 s', async () => {
    const { db, readInOrder } = await open(await ownDatabase())
    const columns = {
      id: sql<string>`current_setting('statement_timeout')`,
      idle: sql<string>`current_setting('idle_in_transaction_session_timeout')`,
    }
    const blocks = readInOrder({ columns, rows: db.select(columns).from(oneRow), read: async () => [] })
    expect((await blocks.next()).value).toEqual([{ id: '20s', idle: '40s' }])
    await blocks.return(undefined)
  })

  it('use the second address of a name whose first one is silent, for migrations too', async () => {
    const proxy = await cuttingProxy(await ownDatabase())
    onTestFinished(() => proxy.close())
    const url = new URL(proxy.databaseUrl)
    resolveTo(await silentAddress(Number(url.port)), url.hostname)
    url.hostname = 'two-addresses.example'
    const nodesLimitMs = net.getDefaultAutoSelectFamilyAttemptTimeout()
    onTestFinished(() => net.setDefaultAutoSelectFamilyAttemptTimeout(nodesLimitMs))
    waitForEachAddress()
    // The console allows one second; a loaded machine may need several attempts.
    const { isReady, close } = await openPostgres({ databaseUrl: asConsole(url.href), migrateWith: null }, log)
    onTestFinished(close)
    await expect.poll(isReady).toBe(true)
    const migrate = () => migratePostgres({ ownerUrl: url.href, consoleRole: null }, log)
    await expect.poll(() => failureOf(migrate())).toBe(null)
  })

  it('are divided among the processes of a console', async () => {
    const settings = { databaseUrl: asConsole(await ownDatabase()), migrateWith: null, workers: 12, connectLimitMs }
    const { db, poolUse, close } = await openPostgres(settings, log)
    onTestFinished(close)
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const held = Array.from({ length: 3 }, () => db.transaction(() => gate))
    const writes = () => poolUse().find(({ pool }) => pool === 'writes') ?? { busy: 0, waiting: 0 }
    await expect.poll(() => writes().busy + writes().waiting).toBe(3)
    const { busy, waiting } = writes()
    open()
    await Promise.all(held)
    expect([busy, waiting]).toEqual([2, 1])
  })
})

describe('repeated statements', () => {
  const asked = sql`select number from planned where number >= ${1}`

  async function prepared() {
    const url = await ownDatabase()
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    onTestFinished(() => owner.end())
    await owner.query(
      'create table planned (number int not null); insert into planned values (7); grant select on planned to public',
    )
    const database = await open(url)
    for (let n = 0; n < 3; n += 1) await readRows(database.db, asked)
    return { owner, database }
  }

  it('are prepared once per connection', async () => {
    const { database } = await prepared()
    const rows = await readRows<{ n: number }>(
      database.db,
      sql`select count(*)::int as n from pg_prepared_statements where statement like '%from planned%'`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('work again after a migration changed a type, alone and in a transaction', async () => {
    const { owner, database } = await prepared()
    const alone = () => readRows(database.db, asked)
    const inTransaction = () => database.db.transaction((tx) => readRows(tx, asked), { accessMode: 'read only' })
    for (const read of [alone, inTransaction]) {
      for (let n = 0; n < 3; n += 1) expect(await read()).toEqual([{ number: 7 }])
      await owner.query('alter table planned alter column number type bigint')
      await failureOf(read())
      expect(await read()).toHaveLength(1)
      await owner.query('alter table planned alter column number type int')
      await failureOf(read())
    }
  })
})
