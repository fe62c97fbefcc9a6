import pino from 'pino'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DatabaseInUse } from '../../app/db/engine/pglite/lock-file.server'
import { openDatabase } from '../../app/db/engine/open.server'
import { users } from '../../app/db/schema/users'
import { isUnavailable } from '../../app/db/engine/unavailable'
import { testFolder } from '../support/folders'

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
    expect(isUnavailable(failure)).toBe(true)

    const again = await openDatabase({ dataDir }, log)
    expect(await again.db.$count(users)).toBe(1)
    await again.close()
  },
)

it('a PostgreSQL that is away is not ready, and its errors say so', async () => {
  const database = await openDatabase({ dataDir: '', databaseUrl: 'postgres://nobody@127.0.0.1:9/none' }, log)
  expect(await database.isReady()).toBe(false)
  const failure = await database.db.$count(users).then(
    () => null,
    (error: unknown) => error,
  )
  expect(isUnavailable(failure)).toBe(true)
  await database.close()
})
