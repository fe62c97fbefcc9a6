import pino from 'pino'
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { DatabaseInUse } from '../../app/db/engine/pglite/lock-file.server'
import { openDatabase } from '../../app/db/engine/open.server'
import { users } from '../../app/db/schema/users'
import { isDatabaseUnavailable } from '../../app/db/engine/unavailable'
import { openServices } from '../../app/services.server'
import { migratedFolder, openMigrated } from '../support/database'
import { testFolder } from '../support/folders'
import { testEnv } from '../support/services'

const log = pino({ level: 'silent' })

it(
  'the embedded database is migrated, serves one process at a time, and keeps its rows',
  { timeout: 120_000 },
  async () => {
    const dataDir = testFolder()
    const database = await openDatabase({ dataDir }, log)
    expect(await database.isReady()).toBe(true)
    await database.db
      .insert(users)
      .values({ username: 'Aru', phone: '+77015550001', status: 'active', createdAt: new Date() })
    await expect(openDatabase({ dataDir }, log)).rejects.toThrow(DatabaseInUse)
    await database.close()

    expect(await database.isReady()).toBe(false)
    const failure = await database.db.execute(sql`select 1`).then(
      () => null,
      (error: unknown) => error,
    )
    expect(isDatabaseUnavailable(failure)).toBe(true)

    const again = await openDatabase({ dataDir }, log)
    expect(await again.db.$count(users)).toBe(1)
    await again.close()
  },
)

it('closing the services gives the error tracker 2 s to send its last reports', { timeout: 120_000 }, async () => {
  const services = await openServices(testEnv({ DATA_DIR: await migratedFolder() }))
  const flush = vi.spyOn(services.tracker, 'flush')
  await services.close()
  expect(flush).toHaveBeenCalledWith(2000)
})

it('a loop of queries on the embedded database does not starve the timers of the process', async () => {
  const client = await openMigrated()
  const turnsDuring = async (ask: () => Promise<unknown>) => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const begun = process.cpuUsage()
    const busyMs = ({ user, system } = process.cpuUsage(begun)) => (user + system) / 1000
    while (turns <= 5 && busyMs() < 1500) await ask()
    clearInterval(timer)
    return turns
  }
  expect(await turnsDuring(() => client.query('select 1'))).toBeGreaterThan(5)
  expect(await turnsDuring(() => client.transaction((tx) => tx.query('select 1')))).toBeGreaterThan(5)
  expect(
    await turnsDuring(() =>
      client.transaction(async (tx) => {
        for (let n = 0; n < 500; n += 1) await tx.query('select 1')
      }),
    ),
  ).toBeGreaterThan(5)
})

it('a PostgreSQL that is away is not ready, and its errors count as an unavailable database', async () => {
  const database = await openDatabase({ dataDir: '', databaseUrl: 'postgres://nobody@127.0.0.1:9/none' }, log)
  expect(await database.isReady()).toBe(false)
  const failure = await database.db.$count(users).then(
    () => null,
    (error: unknown) => error,
  )
  expect(isDatabaseUnavailable(failure)).toBe(true)
  await database.close()
})
