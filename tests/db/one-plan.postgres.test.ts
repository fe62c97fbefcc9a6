import { inArray, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from '../../app/db/engine/postgres/postgres.server'
import { readRows } from '../../app/db/engine/sql'
import { users } from '../../app/db/schema/users'
import { openTestDatabase, testDatabaseUrl } from '../support/database'
import { connectLimitMs } from '../support/postgres'

await openTestDatabase()
const { db, close } = await openPostgres(
  { databaseUrl: testDatabaseUrl(), migrateWith: null, connectLimitMs },
  pino({ level: 'silent' }),
)
afterAll(close)

const byNames = (count: number) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      inArray(
        users.username,
        Array.from({ length: count }, (_, n) => `P${n}`),
      ),
    )
/** One connection serves what is asked one after the other. */
const plansOf = (count: number) =>
  readRows<{ anew: string; once: string }>(
    db,
    sql`select custom_plans as anew, generic_plans as once from pg_prepared_statements
      where statement like ${`% $${count})`}`,
  )

it('a statement of many values is planned once, one of few as the server chooses', async () => {
  for (let n = 0; n < 4; n += 1) {
    await byNames(120)
    await byNames(20)
  }
  expect(await plansOf(120)).toEqual([{ anew: '0', once: '3' }])
  expect(await plansOf(20)).toEqual([{ anew: '3', once: '0' }])
})

it('and one that fails leaves the connection as it was', async () => {
  const wrong = (n: number) =>
    db.execute(
      sql`select ${sql.join(
        [...Array(120).keys(), n].map((value) => sql`${value}::int`),
        sql` + `,
      )} / 0`,
    )
  for (let n = 0; n < 3; n += 1) await expect(wrong(n)).rejects.toThrow()
  expect(await readRows(db, sql`show plan_cache_mode`)).toEqual([{ plan_cache_mode: 'auto' }])
})
