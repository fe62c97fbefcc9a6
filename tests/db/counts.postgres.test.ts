import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { foldCounts } from '../../app/db/counts'
import { inviteCounts } from '../../app/db/schema/counts'
import { emptyTables, openTestDatabase } from '../support/database'
import { addInvite } from '../support/invites'

const db = await openTestDatabase()
beforeEach(() => emptyTables(db))

it('kept counts are folded by one process at a time, and another one neither waits nor deadlocks', async () => {
  for (const code of ['A', 'B', 'C']) await addInvite(db, { code })
  await db.transaction(async (tx) => {
    await foldCounts(tx)
    await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '2s'`)
      await foldCounts(other)
    })
  })
  expect(await db.select({ n: inviteCounts.n }).from(inviteCounts)).toEqual([{ n: 3 }])
})
