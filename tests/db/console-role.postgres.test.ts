import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { listMiscounts } from '../../app/db/counts'
import { readRows } from '../../app/db/engine/sql'
import { checkChain } from '../../app/domain/audit/check-chain.server'
import { withoutTriggers, emptyTables, openEmptyDatabase, openTestDatabase, ownerOf } from '../support/database'
import { CONSOLE_ROLE } from '../support/postgres'
import { organization, verification } from '../support/verifications'

const db = await openTestDatabase()
const ENTRY = sql`(at, act, object_type, request_id, object_id)`

beforeEach(async () => {
  await emptyTables(db)
  await db.execute(
    sql`insert into audit_log ${ENTRY} select now(), 'invite.create', 'invite', 'R', n from generate_series(1, 3) n`,
  )
})

describe('the role of the console may not', () => {
  it.each([
    ['change a row of the audit log', sql`update audit_log set reason = 'other'`],
    ['delete one', sql`delete from audit_log`],
    ['empty it', sql`truncate audit_log`],
    ['empty it with what hangs on it', sql`truncate users cascade`],
    ['silence its triggers', sql`alter table audit_log disable trigger all`],
    ['drop one', sql`drop trigger audit_log_no_change on audit_log`],
    [
      'add one',
      sql`create trigger mine before insert on audit_log for each row execute function audit_log_is_append_only()`,
    ],
    ['go past them', sql`set session_replication_role = replica`],
    ['move the end of the chain', sql`update audit_head set position = 1`],
    ['remove the end', sql`delete from audit_head`],
    ['add an end', sql`insert into audit_head default values`],
    [
      'rewrite what moves it',
      sql`create or replace function audit_chain_open() returns trigger language sql as 'select 1'`,
    ],
    [
      'say that rows were taken off',
      sql`insert into audit_removals select 1, 1, previous_hash, hash, now(), now(), 'k', 's' from audit_log limit 1`,
    ],
    ['make a table', sql`create table mine (n int)`],
    ['give itself rights', sql`grant all on audit_log to current_user`],
    ['forget a migration', sql`delete from drizzle.__drizzle_migrations`],
  ])('%s', async (_, statement) => {
    const failure = await db.execute(statement).then(
      () => null,
      (error: Error) => error,
    )
    // Too few rights, or not the owner; a GRANT of rights one does not have only warns and changes nothing.
    if (failure) expect(failure).toMatchObject({ cause: expect.objectContaining({ code: '42501' }) })
    else await expect(db.execute(sql`update audit_log set reason = 'other'`)).rejects.toThrow()
    expect(await checkChain(db)).toMatchObject({ rowCount: 3, broken: null })
  })
})

it('what the console writes is counted even in a new table that it has no right to yet', async () => {
  const { id: organizationId } = await organization(db)
  const owner = ownerOf(db)
  await owner.execute(sql.raw(`revoke all on verification_week_counts from ${CONSOLE_ROLE}`))
  try {
    await verification(db, { organizationId })
  } finally {
    await owner.execute(sql.raw(`grant select, insert, update, delete on verification_week_counts to ${CONSOLE_ROLE}`))
  }
  expect(await listMiscounts(db)).toEqual([])
})

it('an append to the audit log cannot forge the end of the chain', async () => {
  const forged = sql`insert into audit_log ${ENTRY}
    select now(), 'invite.create', 'invite', 'R', set_config('gatehouse.audit_head', ${`900 ${'f'.repeat(64)}`}, true)`
  await expect(db.execute(forged)).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'audit_log rows must follow the head of the chain' }),
  })
  expect(await checkChain(db)).toMatchObject({ rowCount: 3, broken: null })
})

it('an insert that adds no row leaves the end of the audit chain where it was', async () => {
  await db.execute(sql`insert into audit_log ${ENTRY} select now(), 'invite.create', 'invite', 'R', '1' where false`)
  await db.execute(sql`insert into audit_log (id, at, act, object_type, request_id, object_id)
    overriding system value select id, now(), 'invite.create', 'invite', 'R', '1' from audit_log limit 1 on conflict do nothing`)
  await db.execute(sql`insert into audit_log ${ENTRY} values (now(), 'invite.create', 'invite', 'R', '4')`)
  expect(await checkChain(db)).toMatchObject({ rowCount: 4, broken: null })
})

it('the console removes audit rows that are older than seven years, and none that are younger', async () => {
  const takeOff = (olderThan: string) =>
    db.execute(sql`select audit_remove(1, 1, previous_hash, hash, ${olderThan}::timestamptz, now(), 'k', 's')
      from audit_log where position = 1`)
  await expect(takeOff('2999-01-01')).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'audit_log is append-only' }),
  })
  expect(await checkChain(db)).toMatchObject({ rowCount: 3, broken: null })
  await withoutTriggers(
    db,
    async (tx) => void (await tx.execute(sql`update audit_log set at = '2001-01-01' where position = 1`)),
  )
  await takeOff('2002-01-01')
  expect(await checkChain(db)).toMatchObject({ broken: { position: 1, why: 'missing' } })
  await expect(db.execute(sql`delete from audit_log`)).rejects.toMatchObject({ cause: { code: '42501' } })
})

it('an owner who is no superuser removes audit rows the same way, and keeps no right to delete', async () => {
  const owned = await openEmptyDatabase('the same storage')
  await owned.execute(sql`insert into audit_log ${ENTRY} values ('2001-01-01', 'invite.create', 'invite', 'R', '1')`)
  await owned.execute(sql`select audit_remove(1, 1, previous_hash, hash, '2002-01-01', now(), 'k', 's') from audit_log`)
  expect(await readRows(owned, sql`select position from audit_log`)).toEqual([])
  await owned.execute(sql`insert into audit_log ${ENTRY} values ('2001-01-01', 'invite.create', 'invite', 'R', '2')`)
  await expect(owned.execute(sql`delete from audit_log`)).rejects.toMatchObject({ cause: { code: '42501' } })
})
