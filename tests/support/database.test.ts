import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { facts } from '../../app/db/schema/facts'
import { users } from '../../app/db/schema/users'
import { emptyTables, keepRows, openTestDatabase } from './database'
import { testServices } from './services'

const db = await openTestDatabase()
beforeEach(() => emptyTables(db))

it('a worker has one database', async () => {
  expect(await openTestDatabase()).toBe(db)
})

it('a test starts from empty tables', async () => {
  await db.insert(facts).values({ key: 'written', value: 'yes' })
  await emptyTables(db)
  expect(await db.select().from(facts)).toEqual([])
  expect(await db.$count(users)).toBe(0)
})

it('tables that many rows have left are small again', async () => {
  const sizeOfFacts = async () => {
    const { rows } = (await db.execute(sql`select pg_relation_size('facts')::int as bytes`)) as {
      rows: { bytes: number }[]
    }
    return rows[0]?.bytes
  }
  await db.execute(sql`insert into facts (key, value) select n, repeat('x', 900) from generate_series(1, 6000) n`)
  expect(await sizeOfFacts()).toBeGreaterThan(4_000_000)
  await emptyTables(db)
  expect(await sizeOfFacts()).toBe(0)
})

it('kept rows come back, and rows that came since are gone', async () => {
  await db.insert(facts).values({ key: 'written', value: 'yes' })
  const bringBack = await keepRows(db)
  await db.update(facts).set({ value: 'no' })
  await db.insert(facts).values({ key: 'later', value: 'yes' })
  await bringBack()
  expect(await db.select().from(facts)).toEqual([{ key: 'written', value: 'yes' }])
})

it('the schema is migrated, with trigrams', async () => {
  await db.insert(facts).values({ key: 'word', value: 'warehouses' })
  const similar = await db
    .select({ key: facts.key })
    .from(facts)
    .where(sql`similarity(${facts.value}, 'warehouse') > 0.5`)
  expect(similar).toEqual([{ key: 'word' }])
})

it('the clock stands still until it is moved', async () => {
  const services = await testServices()
  const before = services.now()
  services.clock.advance(60_000)
  expect(services.now().getTime() - before.getTime()).toBe(60_000)
})
