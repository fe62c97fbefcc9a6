import { sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { readRows } from '../../app/db/engine/sql'
import { changeTerms, deleteMatchingInvites } from '../../app/db/invites/invite-changes'
import { addInvite } from '../support/invites'
import { emptyTables, openTestDatabase } from '../support/database'

const NOW = new Date('2026-03-02T09:00:00.000Z')
const YESTERDAY = new Date('2026-03-01T19:00:00.000Z')
const NEXT_MONTH = new Date('2026-04-01T19:00:00.000Z')
const EXPIRED = { q: '', code: null, codesByPart: null, type: [], status: ['expired'] } as const

const db = await openTestDatabase()
beforeEach(() => emptyTables(db))

it('a code that a colleague prolongs while all that have expired are deleted stays', async () => {
  const id = await addInvite(db, { expiresAt: YESTERDAY })
  const seen = { maximumUses: 10, expiresAt: YESTERDAY }
  let deletion = Promise.resolve(-1)
  await db.transaction(async (tx) => {
    await changeTerms(tx, id, seen, { ...seen, expiresAt: NEXT_MONTH, timeZone: 'Asia/Almaty' })
    deletion = deleteMatchingInvites(db, EXPIRED, { at: NOW, atMost: 10 })
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect(await readRows(db, waiting)).toHaveLength(1), 10_000)
  })
  expect(await deletion).toBe(0)
})
