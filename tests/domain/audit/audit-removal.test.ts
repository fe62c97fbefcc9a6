import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog, auditRemovals } from '../../../app/db/schema/audit'
import { keepingPeriods } from '../../../app/db/schema/keeping'
import { legalHolds } from '../../../app/db/schema/personal-data'
import type { Actor } from '../../../app/domain/access'
import { anchorPublicKeys } from '../../../app/domain/audit/anchor-key.server'
import { checkAnchors, writeAnchor } from '../../../app/domain/audit/anchors.server'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { checkChain } from '../../../app/domain/audit/check-chain.server'
import { removeOldAudit } from '../../../app/domain/audit/remove-old.server'
import { KEPT } from '../../../app/domain/keeping/periods'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { withoutTriggers, emptyTables, openTestDatabase, ownerOf } from '../../support/database'
import { testEnv, testServices, type TestServices } from '../../support/services'
import { staff } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let wei: Actor
let aru: Actor
let lines: string[]
beforeEach(async () => {
  await emptyTables(db)
  lines = []
  const anchors = { write: async (line: string) => void lines.push(line), read: null }
  services = { ...(await testServices()), anchors }
  wei = await staff(db, 'admin', '李伟')
  aru = await staff(db, 'manager', 'Ару')
})

/** Midnight of the first day that is kept. */
const keptFrom = (days: number = KEPT.audit.days) =>
  new Date(Math.floor((services.now().getTime() - days * DAY_MS) / DAY_MS) * DAY_MS)
const before = (at: Date, ms: number) => new Date(at.getTime() - ms)
const old = (n = 1) => before(keptFrom(), n * DAY_MS)

const append = (at: Date, { actor = wei, on = 'an object', user = false } = {}) =>
  db.transaction((tx) =>
    recordAudit(tx, {
      at,
      actor,
      action: 'verification.approve',
      objectType: user ? 'user' : 'verification',
      objectId: on,
      requestId: 'REFERENCE1',
    }),
  )
const positions = async () =>
  (await db.select({ position: auditLog.position }).from(auditLog).orderBy(asc(auditLog.position))).map(
    ({ position }) => position,
  )
const check = (keys = anchorPublicKeys(services.env)) => checkChain(db, { keys })
const refused = { cause: expect.objectContaining({ message: 'audit_log is append-only' }) }

describe('the oldest days of the audit log', () => {
  it('are removed once they are past the period, and a day that is not over stays', async () => {
    await append(before(keptFrom(), 1))
    await append(keptFrom())
    await append(services.now())
    await tidyUp(services)
    expect(await positions()).toEqual([2, 3, 4])
    expect(await check()).toMatchObject({ rowCount: 3, removed: 1, broken: null })
  })

  it('are removed by the default period when services and database agree on the time', async () => {
    services.clock.advance(Date.now() - services.now().getTime())
    await append(before(keptFrom(), 1))
    await tidyUp(services)
    expect(await positions()).toEqual([2])
  })

  it('are removed by the period that was set', async () => {
    await db.insert(keepingPeriods).values({ kept: 'audit', days: 3000 })
    await append(before(keptFrom(3000), 1))
    await append(keptFrom(3000))
    await tidyUp(services)
    expect(await positions()).toEqual([2, 3])
  })

  it('leave a signed record and an audit row that tell how many rows went, up to which and when', async () => {
    await append(old(3))
    await append(old(2))
    const [, last] = await db.select().from(auditLog).orderBy(asc(auditLog.position))
    await tidyUp(services)
    expect(await db.select().from(auditRemovals)).toMatchObject([
      {
        firstPosition: 1,
        lastPosition: 2,
        previousHash: '0'.repeat(64),
        hash: last?.hash,
        olderThan: keptFrom(),
        removedAt: services.now(),
        key: anchorPublicKeys(services.env)[0],
      },
    ])
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        position: 3,
        previousHash: last?.hash,
        action: 'keeping.remove',
        actorId: null,
        after: { total: 2, olderThan: keptFrom().toISOString(), lastPosition: 2, lastHash: last?.hash },
      },
    ])
    await tidyUp(services)
    expect(await positions()).toEqual([3])
  })

  it('are removed in blocks, and only once when four processes remove them at the same time', async () => {
    await db.execute(
      sql`insert into audit_log (at, act, object_type, request_id, object_id)
        select ${old().toISOString()}::timestamptz, 'invite.create', 'invite', 'R', n from generate_series(1, 10001) n`,
    )
    await Promise.all(Array.from({ length: 4 }, () => removeOldAudit(services, keptFrom())))
    expect(await positions()).toEqual([10_002, 10_003])
    expect(await check()).toMatchObject({ rowCount: 2, removed: 10_001, broken: null })
  })

  it('are removed again later, and the chain is proven across both removals', async () => {
    await append(old(2))
    await tidyUp(services)
    services.clock.advance(2 * DAY_MS)
    await append(old(1))
    await append(services.now())
    await tidyUp(services)
    expect(await db.$count(auditRemovals)).toBe(2)
    expect(await positions()).toEqual([2, 4, 5])
    expect(await check()).toMatchObject({ rowCount: 3, removed: 2, broken: null })
  })
})

describe('a legal hold', () => {
  it('keeps the rows by and about the person while the rows around them are removed', async () => {
    await append(old(9))
    await append(old(8), { actor: aru })
    await append(old(7))
    await append(old(6), { on: aru.id, user: true })
    await append(old(5))
    const hold = { userId: aru.id, reason: 'Court', setBy: wei.id, setAt: services.now() }
    await db.insert(legalHolds).values(hold)
    await tidyUp(services)
    expect((await positions()).slice(0, 2)).toEqual([2, 4])
    expect(await db.$count(auditLog, eq(auditLog.action, 'keeping.remove'))).toBe(1)
    expect(await check()).toMatchObject({ removed: 3, broken: null })
    await db.delete(legalHolds).where(eq(legalHolds.userId, aru.id))
    await tidyUp(services)
    expect((await positions())[0]).toBe(6)
    expect(await check()).toMatchObject({ removed: 5, broken: null })
  })
})

describe('the database refuses', () => {
  it('to remove rows younger than seven years, whatever date it is given', async () => {
    // The database asks its own clock.
    const today = new Date()
    await append(today)
    await expect(removeOldAudit(services, before(today, -2 * DAY_MS))).rejects.toMatchObject(refused)
    expect(await positions()).toEqual([1])
    expect(await db.$count(auditRemovals)).toBe(0)
  })

  it('its owner the removal of rows without a record, and with a record that does not match them', async () => {
    await append(old(2))
    await append(old(1))
    const owner = ownerOf(db)
    await expect(owner.execute(sql`delete from audit_log where position = 1`)).rejects.toMatchObject(refused)
    const [row] = await db.select().from(auditLog).where(eq(auditLog.position, 1))
    const call = (last: number, hash: string, olderThan: Date) =>
      owner.execute(
        sql`select audit_remove(1, ${last}::bigint, ${'0'.repeat(64)}, ${hash}, ${olderThan.toISOString()}::timestamptz, now(), 'k', 's')`,
      )
    await expect(call(2, row?.hash ?? '', keptFrom())).rejects.toMatchObject(refused)
    await expect(call(1, row?.hash ?? '', old(3))).rejects.toMatchObject(refused)
    await expect(call(7, row?.hash ?? '', keptFrom())).rejects.toThrow()
    expect(await positions()).toEqual([1, 2])
  })

  it('a record of no rows, which could stand in for a real one', async () => {
    await append(old(2))
    const call = (first: number, last: number) =>
      db.execute(
        sql`select audit_remove(${first}::bigint, ${last}::bigint, 'x', 'x', '2001-01-01'::timestamptz, now(), 'k', 's')`,
      )
    for (const [first, last] of [
      [1, 0],
      [0, -1],
      [-5, 0],
    ] as const)
      await expect(call(first, last)).rejects.toMatchObject({
        cause: expect.objectContaining({ message: 'audit_log has no such rows' }),
      })
    expect(await db.$count(auditRemovals)).toBe(0)
  })

  it('to change or delete a removal record', async () => {
    await append(old())
    await tidyUp(services)
    for (const statement of [sql`update audit_removals set key = 'k'`, sql`delete from audit_removals`])
      await expect(ownerOf(db).execute(statement)).rejects.toMatchObject(refused)
  })
})

describe('the check of the chain finds', () => {
  const missing = { position: 1, why: 'missing' }

  beforeEach(async () => {
    await append(old(3))
    await append(old(2))
    await append(services.now())
  })

  it('rows removed without a record', async () => {
    await withoutTriggers(db, async (tx) => void (await tx.execute(sql`delete from audit_log where position < 3`)))
    expect((await check()).broken).toEqual(missing)
  })

  it('rows removed with a record that nobody signed', async () => {
    const [, { hash = '' } = {}] = await db.select().from(auditLog).orderBy(asc(auditLog.position))
    await ownerOf(db).execute(
      sql`select audit_remove(1, 2, ${'0'.repeat(64)}, ${hash}, ${keptFrom().toISOString()}::timestamptz, now(), 'k', 's')`,
    )
    expect(await positions()).toEqual([3])
    expect((await check()).broken).toEqual(missing)
  })

  it.each([
    ['a record that was changed', sql`update audit_removals set older_than = older_than - interval '1 day'`],
    ['a record that is gone', sql`delete from audit_removals`],
  ])('%s', async (_, statement) => {
    await tidyUp(services)
    expect((await check()).broken).toBeNull()
    await withoutTriggers(db, async (tx) => void (await tx.execute(statement)))
    expect((await check()).broken).toEqual(missing)
  })

  it('a record signed with a key that is not accepted', async () => {
    await tidyUp(services)
    const other = testEnv({ SESSION_SECRET: 'another secret of the tests that is long enough to seal with' })
    expect((await check(anchorPublicKeys(other))).broken).toEqual(missing)
    expect((await check([])).broken).toEqual(missing)
  })

  it('a record that covers more than was removed', async () => {
    await tidyUp(services)
    await withoutTriggers(db, async (tx) => void (await tx.execute(sql`update audit_removals set last_position = 3`)))
    expect((await check()).broken).toEqual(missing)
  })

  it('a removed row that was put back, and a change to a row after the removed ones', async () => {
    await tidyUp(services)
    await withoutTriggers(
      db,
      async (tx) => void (await tx.execute(sql`update audit_log set reason = 'x' where position = 3`)),
    )
    expect((await check()).broken).toEqual({ position: 3, why: 'changed' })
    await withoutTriggers(
      db,
      async (tx) =>
        void (await tx.execute(
          sql`insert into audit_log (at, act, object_type, request_id, object_id, position) values (now(), 'a', 'user', 'R', 'o', 2)`,
        )),
    )
    expect((await check()).broken).toEqual({ position: 2, why: 'added' })
  })
})

describe('the anchors of the audit log', () => {
  const anchored = () => checkAnchors(db, lines, anchorPublicKeys(services.env))

  it('all hold when written before and after a removal', async () => {
    services.clock.set(old(4))
    for (let n = 0; n < 3; n += 1) {
      await append(services.now())
      await writeAnchor(services)
      services.clock.advance(DAY_MS)
    }
    services.clock.set(new Date('2026-03-02T09:00:00Z'))
    await append(services.now())
    await writeAnchor(services)
    await tidyUp(services)
    await writeAnchor(services)
    expect(await anchored()).toMatchObject({ removed: 3, broken: null, anchorCount: 5, loose: [] })
  })

  it('reveal rows that were backdated so that they could be removed', async () => {
    await writeAnchor(services)
    await append(old())
    await tidyUp(services)
    expect((await checkChain(db, { keys: anchorPublicKeys(services.env) })).broken).toBeNull()
    expect((await anchored()).loose).toMatchObject([{ from: { position: 0 }, why: 'young' }])
  })

  it.each([
    [HOUR_MS, []],
    [HOUR_MS + 1, [{ from: { position: 0 }, why: 'young' }]],
  ])('allow a removed row to be written at most an hour after its time: %d ms', async (lateMs, loose) => {
    services.clock.set(new Date(keptFrom().getTime() + lateMs))
    await writeAnchor(services)
    services.clock.set(new Date('2026-03-02T09:00:00Z'))
    await append(old())
    await tidyUp(services)
    expect(await anchored()).toMatchObject({ removed: 1, loose })
  })

  it('reveal that the last removed row was rewritten before the removal', async () => {
    services.clock.set(old(4))
    await append(services.now())
    await writeAnchor(services)
    await withoutTriggers(
      db,
      async (tx) =>
        void (
          await tx.execute(sql`update audit_log a set reason = 'x' where position = 1`),
          await tx.execute(sql`update audit_log a set hash = audit_hash(a, a.previous_hash)`),
          await tx.execute(sql`update audit_head set hash = (select hash from audit_log)`)
        ),
    )
    services.clock.set(new Date('2026-03-02T09:00:00Z'))
    await tidyUp(services)
    expect((await anchored()).loose).toMatchObject([{ from: { position: 1 }, why: 'rewritten' }])
  })
})
