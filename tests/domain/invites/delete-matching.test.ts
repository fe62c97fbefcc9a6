import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deleteMatchingInvites } from '../../../app/db/invites/invite-changes'
import { emptyTables, openTestDatabase, ownerOf, statementsOf } from '../../support/database'
import { addInvite } from '../../support/invites'
import { mostRowsOfAStep } from '../../support/plans'
import { TEST_START } from '../../support/services'

const db = await openTestDatabase()
const NOW = new Date(TEST_START)
const ALL = { q: '', code: null, codesByPart: null, type: [], status: [] }
const MANY = 2000

it('deleting 2,001 codes reads few rows even when the planner does not yet know of their 2,001 messages', async () => {
  await emptyTables(db)
  await addInvite(db)
  const owner = ownerOf(db)
  await owner.execute(sql`insert into messages (id, channel, kind, "to", text, status, created_at, next_attempt_at, expires_at)
    select gen_random_uuid(), 'email', 'invite', 'a@example.kz', '', 'sent', now(), now(), now() from generate_series(1, 100)`)
  await owner.execute(sql`vacuum analyze invites, messages`)
  await owner.execute(sql`insert into invites (id, code, type, maximum_uses, created_at)
    select gen_random_uuid(), 'INV-' || n, type, 1, created_at from invites, generate_series(1, ${MANY}) as n`)
  await owner.execute(sql`insert into messages (id, channel, kind, "to", text, status, created_at, next_attempt_at, expires_at, invite_id)
    select gen_random_uuid(), 'email', 'invite', 'a@example.kz', '', 'queued', now(), now(), now(), id from invites`)
  const undone = new Error('undone')
  const deleted = statementsOf(async () => {
    const deleting = db.transaction(async (tx) => {
      expect(await deleteMatchingInvites(tx, ALL, { at: NOW, atMost: 10_000 })).toBe(MANY + 1)
      throw undone
    })
    await expect(deleting).rejects.toBe(undone)
  })
  const [statement] = (await deleted).filter(({ text }) => /^\s*with\b/.test(text))
  expect(await mostRowsOfAStep(db, statement ?? { text: '', values: [] })).toBeLessThan(100_000)
})
