import { sql, type SQL } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from '../../app/db/engine/postgres/postgres.server'
import { oneRow, plannedOnce, readRows } from '../../app/db/engine/sql'
import { users } from '../../app/db/schema/users'
import { openTestDatabase, testDatabaseUrl } from '../support/database'
import { connectLimitMs } from '../support/postgres'

await openTestDatabase()
const { db, close } = await openPostgres(
  { databaseUrl: testDatabaseUrl(), migrateWith: null, connectLimitMs },
  pino({ level: 'silent' }),
)
afterAll(close)

const byName = (from: SQL, username: string) =>
  db.select({ n: sql`(select count(*) from ${users} where ${users.username} = ${username})` }).from(from)
/** Sequential queries all use the same connection. */
const plansOf = (from: string) =>
  readRows<{ anew: string; once: string }>(
    db,
    sql`select custom_plans as anew, generic_plans as once from pg_prepared_statements where statement like ${`%(values (1)) as ${from}`}`,
  )

it('a statement that asks for one plan has it for all values, and any other is planned as the server chooses', async () => {
  for (const username of ['Aigerim', 'Bolat', 'Wei', 'Ivan']) {
    await byName(plannedOnce, username)
    await byName(oneRow, username)
  }
  expect(await plansOf('planned_once')).toEqual([{ anew: '0', once: '3' }])
  expect(await plansOf('one_row')).toEqual([{ anew: '3', once: '0' }])
})

it('a statement that asks for one plan and fails leaves the plan mode of its connection unchanged', async () => {
  const wrong = (n: number) => db.execute(sql`select ${n}::int / 0 from ${plannedOnce}`)
  for (let n = 0; n < 3; n += 1) await expect(wrong(n)).rejects.toThrow()
  expect(await readRows(db, sql`show plan_cache_mode`)).toEqual([{ plan_cache_mode: 'auto' }])
})
