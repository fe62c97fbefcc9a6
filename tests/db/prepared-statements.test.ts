import { afterAll, beforeEach, expect, it } from 'vitest'
import { statementsOf } from '../../scripts/bench/statements'
import { openDump } from '../support/dump'

const db = await openDump()
afterAll(() => db.close())
beforeEach(() =>
  db.exec('drop table if exists boxes; create table boxes (n int, label text, tags text[], at timestamptz)'),
)

type Plans = { anew: number; once: number }
const plansOf = async (text: string) =>
  (
    await db.query<Plans>(
      `select custom_plans::int as anew, generic_plans::int as once from pg_prepared_statements where statement = $1`,
      [text],
    )
  ).rows
const countOf = async () =>
  (await db.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements')).rows[0]?.count

it('a statement is prepared once, in and out of transactions, and answers for its own values', async () => {
  const text = 'select $1::int + 1 as next'
  expect((await db.query(text, [1])).rows).toEqual([{ next: 2 }])
  expect((await db.query(text, [41])).rows).toEqual([{ next: 42 }])
  expect(await db.transaction(async (tx) => (await tx.query(text, [6])).rows)).toEqual([{ next: 7 }])
  expect(await plansOf(text)).toEqual([{ anew: 3, once: 0 }])
})

it('a prepared statement writes and reads values of every kind like one that is not prepared', async () => {
  const at = new Date('2026-03-02T09:00:00.123Z')
  const values = [7, 'Гүлнар 王', ['a', 'b,"c"', null], at]
  const insert = 'insert into boxes (n, label, tags, at) values ($1, $2, $3, $4)'
  for (const row of [values, [null, null, null, null]])
    expect(await db.query(insert, row)).toMatchObject({ affectedRows: 1, rows: [] })
  const asked = 'select n, label, tags, at, now() > at as past from boxes order by n'
  const plain = await db.query(`/* not named */ ${asked}`)
  expect(await db.query(asked)).toEqual(plain)
  expect((await db.query(asked, [], { rowMode: 'array' })).rows[0]).toEqual(Object.values(plain.rows[0] ?? {}))
  expect(await db.query('update boxes set n = n + 1')).toMatchObject({ affectedRows: 2, command: 'UPDATE' })
})

it('a statement that asks for one plan gets it, and its failure leaves the plan mode unchanged', async () => {
  const once = 'select (select count(*) from boxes where n = $1)::int as count from (values (1)) as planned_once'
  for (let n = 0; n < 3; n += 1) expect((await db.query(once, [n])).rows).toEqual([{ count: 0 }])
  expect(await plansOf(once)).toEqual([{ anew: 0, once: 3 }])
  await expect(db.query(once, ['many'])).rejects.toMatchObject({ code: '22P02' })
  expect((await db.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }])
})

it('a statement that fails reports its code and can be asked again', async () => {
  const divide = 'select 1 / $1::int as part'
  await expect(db.query(divide, [0])).rejects.toMatchObject({ code: '22012' })
  expect((await db.query(divide, [1])).rows).toEqual([{ part: 1 }])
  await expect(db.query('select nothing from boxes')).rejects.toMatchObject({ code: '42703' })
  const failed = db.transaction(async (tx) => {
    await tx.query('insert into boxes (n) values ($1)', [1])
    await tx.query(divide, [0])
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  expect((await db.query('select n from boxes')).rows).toEqual([])
})

it('a statement whose table changes fails once and is then prepared anew', async () => {
  await db.query('insert into boxes (n) values (1)')
  const all = 'select * from boxes'
  expect((await db.query(all)).fields).toHaveLength(4)
  await db.exec('alter table boxes add column colour text')
  await expect(db.query(all)).rejects.toMatchObject({ code: '0A000' })
  expect((await db.query(all)).rows).toEqual([{ n: 1, label: null, tags: null, at: null, colour: null }])
})

it('only the three hundred statements that were asked last stay prepared', async () => {
  const often = 'select 0 as often'
  for (let n = 1; n <= 400; n += 1) {
    await db.query(`select ${n}`)
    if (n % 100 === 0) await db.query(often)
  }
  expect(await countOf()).toBeLessThanOrEqual(300)
  expect(await plansOf(often)).toEqual([{ anew: 0, once: 4 }])
  expect(await plansOf('select 1')).toEqual([])
})

it('the bench counts each statement once, prepared or not, in and out of transactions', async () => {
  const seen = await statementsOf({ $client: db }, async () => {
    await db.query('select $1::int as one', [1])
    await db.query('show search_path')
    await db.transaction((tx) => tx.query('select 2 as two'))
  })
  expect(seen.map(({ sql }) => sql)).toEqual(['select $1::int as one', 'show search_path', 'select 2 as two'])
})
