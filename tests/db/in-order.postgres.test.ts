import { asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { byCursor } from '../../app/db/engine/postgres/by-cursor.server'
import { BLOCK_ROWS, byIds, type Listed, type ReadInOrder } from '../../app/db/engine/in-order'
import { isAmong } from '../../app/db/engine/sql'
import { users } from '../../app/db/schema/users'
import { searchKey } from '../../app/domain/names/search-key.server'
import { emptyTables, openTestDatabase, testDatabaseUrl } from '../support/database'
import { before } from '../support/verifications'

const PEOPLE = 3 * BLOCK_ROWS + 7
const NEVER_MS = 600_000
const columns = { id: users.id, username: users.username, lastSignInAt: users.lastSignInAt, createdAt: users.createdAt }
type Row = { id: string; username: string; lastSignInAt: Date | null; createdAt: Date }

const db = await openTestDatabase()
const person = (n: number) => ({
  username: `P${n}`,
  searchKey: searchKey(`P${n}`),
  phone: `+7799${String(n).padStart(7, '0')}`,
  status: 'active' as const,
  createdAt: before(n * 1000),
  lastSignInAt: n % 2 ? before(n) : null,
})
beforeEach(async () => {
  await emptyTables(db)
  await db.insert(users).values(Array.from({ length: PEOPLE }, (_, n) => person(n)))
})

const people: Listed<Row> = {
  columns,
  rows: db.select(columns).from(users).orderBy(asc(users.createdAt), asc(users.id)),
  read: (ids) =>
    db
      .select(columns)
      .from(users)
      .where(isAmong(users.id, 'uuid', ids)),
}

function openPool(max = 2): pg.Pool {
  const pool = new pg.Pool({ connectionString: testDatabaseUrl(), max })
  onTestFinished(() => pool.end())
  return pool
}
const heldIn = (pool: pg.Pool) => pool.totalCount - pool.idleCount
const cursorsOf = (pool: pg.Pool, heldMs = NEVER_MS) => byCursor(pool, byIds(drizzle(openPool())), heldMs)

async function takeAll(blocks: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const block of blocks) rows.push(...block)
  return rows
}

const fails: ReadInOrder = () => {
  throw new Error('asked for ids')
}

it('a cursor gives the same rows as reading by ids, in one pass, and returns its connection', async () => {
  const pool = openPool()
  const rows = await takeAll(byCursor(pool, fails, NEVER_MS)(people))
  expect(rows).toHaveLength(PEOPLE)
  expect(rows).toEqual(await people.rows)
  expect(rows).toEqual(await takeAll(byIds(db)(people)))
  expect(heldIn(pool)).toBe(0)
})

it('a cursor gives no row that was added later, and each row as it was', async () => {
  const blocks = cursorsOf(openPool())(people)
  const first = await blocks.next()
  await db.insert(users).values(person(PEOPLE))
  await db.update(users).set({ username: 'later' }).where(eq(users.username, 'P0'))
  const rows = [...(first.value ?? []), ...(await takeAll(blocks))]
  expect(rows).toHaveLength(PEOPLE)
  expect(rows.at(-1)?.username).toBe('P0')
})

it('a slow reader holds no connection, and still gets the rest once and in order', async () => {
  const pool = openPool()
  const blocks = cursorsOf(pool, 20)(people)
  const first = await blocks.next()
  expect(heldIn(pool)).toBe(1)
  await expect.poll(() => heldIn(pool)).toBe(0)
  await db.insert(users).values(person(PEOPLE))
  const rows = [...(first.value ?? []), ...(await takeAll(blocks))]
  expect(rows.map(({ username }) => username)).toEqual(Array.from({ length: PEOPLE }, (_, n) => `P${PEOPLE - 1 - n}`))
})

it('a reader who left holds no connection', async () => {
  const pool = openPool()
  const blocks = cursorsOf(pool)(people)
  await blocks.next()
  await blocks.return(undefined)
  expect(heldIn(pool)).toBe(0)
})

it('a reader who finds all connections taken reads by ids instead of waiting', async () => {
  const pool = openPool(1)
  const read = cursorsOf(pool)
  const slow = read(people)
  await slow.next()
  expect(await takeAll(read(people))).toHaveLength(PEOPLE)
  expect(heldIn(pool)).toBe(1)
  await slow.return(undefined)
})

it('a statement that fails is reported, and its connection is returned', async () => {
  const pool = openPool()
  const wrong = { ...people, rows: db.select(columns).from(users).where(eq(users.id, 'no id')) }
  await expect(takeAll(cursorsOf(pool)(wrong))).rejects.toThrow(/declare/)
  expect(heldIn(pool)).toBe(0)
})
