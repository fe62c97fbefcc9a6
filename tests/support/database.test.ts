import { getTableName, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { facts } from '../../app/db/schema/facts'
import { auditLog } from '../../app/db/schema/audit'
import { users } from '../../app/db/schema/users'
import { recordAudit } from '../../app/domain/audit/audit.server'
import { checkChain } from '../../app/domain/audit/check-chain.server'
import { emptyTables, keepRows, openTestDatabase, ownerOf, TABLES } from './database'
import { testServices } from './services'

const db = await openTestDatabase()
beforeEach(() => emptyTables(db))

it('a worker opens its database only once', async () => {
  expect(await openTestDatabase()).toBe(db)
})

it('a test starts from empty tables', async () => {
  await db.insert(facts).values({ key: 'written', value: 'yes' })
  await emptyTables(db)
  expect(await db.select().from(facts)).toEqual([])
  expect(await db.$count(users)).toBe(0)
})

const entry = {
  at: new Date(),
  actor: null,
  action: 'user.settings',
  objectType: 'user',
  objectId: '1',
  requestId: 'R',
} as const

it.each([2, 2000])('emptying tables of %i rows removes all rows and resets ids and the audit chain', async (people) => {
  const services = await testServices()
  await db.insert(users).values(
    Array.from({ length: people }, (_, n) => ({
      username: 'Айгүл',
      phone: `+7701${n}`,
      status: 'active' as const,
      createdAt: services.now(),
    })),
  )
  const [{ id = '' } = {}] = await db.select({ id: users.id }).from(users).limit(1)
  await recordAudit(db, { ...entry, objectId: id })
  await emptyTables(db)
  const left = await Promise.all(
    TABLES.map(async (table) => ({ name: getTableName(table), rows: await db.$count(table) })),
  )
  expect(left.filter(({ rows }) => rows > 0)).toEqual([{ name: 'audit_head', rows: 1 }])
  await recordAudit(db, { ...entry, objectId: id })
  expect(await db.select({ id: auditLog.id, position: auditLog.position }).from(auditLog)).toEqual([
    { id: 1, position: 1 },
  ])
})

it('triggers fire again after the tables were emptied', async () => {
  await recordAudit(db, entry)
  await expect(ownerOf(db).update(auditLog).set({ reason: null })).rejects.toThrow()
})

it('emptying a table that held many rows also shrinks its file', async () => {
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

it('restoring kept rows undoes changes and removes rows added since', async () => {
  await db.insert(facts).values({ key: 'written', value: 'yes' })
  const bringBack = await keepRows(db)
  await db.update(facts).set({ value: 'no' })
  await db.insert(facts).values({ key: 'later', value: 'yes' })
  await bringBack()
  expect(await db.select().from(facts)).toEqual([{ key: 'written', value: 'yes' }])
})

it('restoring kept rows leaves the rows of an unchanged table in place', async () => {
  const lying = async () => {
    const { rows } = (await db.execute(sql`select ctid::text, xmin::text from facts`)) as { rows: unknown[] }
    return rows
  }
  await db.insert(facts).values({ key: 'written', value: 'yes' })
  await recordAudit(db, entry)
  const bringBack = await keepRows(db)
  const before = await lying()
  const audit = await db.select().from(auditLog)
  for (const again of [1, 2]) {
    await recordAudit(db, { ...entry, objectId: String(again) })
    await bringBack()
    expect(await db.select().from(auditLog)).toEqual(audit)
    expect(await lying()).toEqual(before)
  }
  await emptyTables(db)
  await bringBack()
  expect(await db.select().from(facts)).toEqual([{ key: 'written', value: 'yes' }])
  expect(await checkChain(db, { keys: [] })).toMatchObject({ broken: null, rowCount: 1 })
})

it('raw values arrive in the same form from every query', async () => {
  const values = sql`'2026-03-02'::date as day, '2026-03-02 09:30+00'::timestamptz as at, '1 hour'::interval as span,
    array['2026-03-02'::date] as days, array[1.5::numeric] as numbers, 7 as count, true as yes, array['a', 'b'] as words`
  const read = async (queries: Pick<typeof db, 'execute'>) =>
    ((await queries.execute(sql`select ${values}`)) as { rows: unknown[] }).rows[0]
  const expected = {
    day: '2026-03-02',
    at: '2026-03-02 09:30:00+00',
    span: '01:00:00',
    days: '{2026-03-02}',
    numbers: '{1.5}',
    count: 7,
    yes: true,
    words: ['a', 'b'],
  }
  expect(await read(db)).toEqual(expected)
  expect(await db.transaction(read)).toEqual(expected)
})

it('the schema is migrated and has trigram functions', async () => {
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
