import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { grant } from '../../../app/domain/access'
import { userList } from '../../../app/domain/users/user-list'
import { listUsers } from '../../../app/domain/users/users.server'
import { emptyTables, openTestDatabase, ownerOf, statementsOf } from '../../support/database'
import { readsMany, ROWS, scansOf } from '../../support/plans'
import { staff } from '../../support/verifications'

const db = await openTestDatabase()

it.each(['kebqusi', 'KBQS', 'kbq', 'кебкуси'])(
  'a search word that matches nobody reads few rows, even when many names share its first letters: %s',
  async (typed) => {
    await emptyTables(db)
    const permit = grant(await staff(db, 'superadmin', '王芳'), 'users.read')
    if (!permit) throw new Error('no permit')
    await ownerOf(db).execute(sql`insert into users (id, username, phone, status, created_at, search_key)
      select gen_random_uuid(), 'Kamal ' || n, '+7775' || 1000000 + n, 'invited', now(), '|kamal ' || n || '|kamal' || n || '|'
      from generate_series(1, ${2 * ROWS}) n`)
    await ownerOf(db).execute(sql`vacuum analyze users`)
    const state = userList.read(new URLSearchParams({ username: typed }))
    const statements = await statementsOf(async () => {
      expect((await listUsers({ db }, permit, state)).rows).toEqual([])
    })
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements)
      expect((await scansOf(db, statement)).filter(readsMany), statement.text).toEqual([])
  },
)
