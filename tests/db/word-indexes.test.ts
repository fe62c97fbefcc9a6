import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readRows } from '../../app/db/engine/sql'
import { openTestDatabase } from '../support/database'

const db = await openTestDatabase()

it('every word index limits its pending list, so that no write has to index thousands of words at once', async () => {
  const rows = await readRows<{ name: string; options: string[] | null }>(
    db,
    sql`select relname as name, reloptions as options from pg_class join pg_am on pg_am.oid = relam where amname = 'gin'`,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ options }) => !options?.includes('gin_pending_list_limit=256'))).toEqual([])
})
