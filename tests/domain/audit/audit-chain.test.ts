import { createHash } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { readRows } from '../../../app/db/engine/sql'
import { auditHead, auditLog } from '../../../app/db/schema/audit'
import { invites } from '../../../app/db/schema/invites'
import { verifications } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { checkChain } from '../../../app/domain/audit/check-chain.server'
import { withRequestInfo } from '../../../app/domain/audit/request-info.server'
import { dateProof } from '../../../app/domain/fresh-proof'
import { editInvite } from '../../../app/domain/invites/edit-invite.server'
import { startReview } from '../../../app/domain/verifications/decisions/decide.server'
import { openedAudit } from '../../support/audit'
import { withoutTriggers, emptyTables, openTestDatabase, ownerOf } from '../../support/database'
import { addInvite } from '../../support/invites'
import { testServices, type TestServices } from '../../support/services'
import { organization, permitOf, staff, verification } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let wei: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  wei = await staff(db, 'admin', '李伟')
})

const entry = (n: number) => ({
  at: services.now(),
  actor: wei,
  action: 'verification.approve' as const,
  objectType: 'verification' as const,
  objectId: `object ${n}`,
  before: { status: 'under_review', big: 1e21, 'ключ 🙂': null },
  after: { status: 'approved', version: n, list: ['a', "it's", '{"}'] },
  reason: n % 2 ? 'Бәрі дұрыс 🙂\nline two' : undefined,
  requestId: 'REFERENCE1',
})
const append = (...numbers: number[]) => db.transaction((tx) => recordAudit(tx, ...numbers.map(entry)))
const rows = () => db.select().from(auditLog).orderBy(asc(auditLog.position))
const broken = async () => (await checkChain(db)).broken

describe('the audit chain', () => {
  it('gives each row its position, the hash of the row before and a hash of its own', async () => {
    await append(1, 2)
    await append(3)
    const chain = await rows()
    expect(chain.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(chain.map(({ previousHash }) => previousHash)).toEqual(['0'.repeat(64), chain[0]?.hash, chain[1]?.hash])
    expect(await checkChain(db)).toMatchObject({ rowCount: 3, removed: 0, head: chain[2]?.hash, broken: null })
  })

  it('hashes every column, each with its length in front', async () => {
    await append(1)
    const [row] = await rows()
    const [words] = await readRows<{ b: string; a: string }>(
      db,
      sql`select before::text as b, after::text as a from audit_log`,
    )
    const texts = ['1', '0'.repeat(64), String(row?.id), String(services.now().getTime()), wei.id, 'admin']
    texts.push('verification.approve', 'verification', 'object 1', words?.b ?? '', words?.a ?? '', row?.reason ?? '')
    texts.push('REFERENCE1')
    const whole = `${texts.map((text) => `${Buffer.byteLength(text)}:${text},`).join('')}-,`
    expect(row?.hash).toBe(createHash('sha256').update(whole).digest('hex'))
  })

  it('is intact when it is empty, and after a transaction that was rolled back', async () => {
    expect(await checkChain(db)).toMatchObject({ rowCount: 0, removed: 0, head: '0'.repeat(64), broken: null })
    const takenBack = db.transaction(async (tx) => {
      await recordAudit(tx, entry(1))
      throw new Error('taken back')
    })
    await expect(takenBack).rejects.toThrow('taken back')
    await append(2)
    expect(await broken()).toBeNull()
  })

  it('does not let the writer of a row choose its position or hashes', async () => {
    await db.insert(auditLog).values({ ...entry(1), actorId: null, position: 7, previousHash: 'mine', hash: 'mine' })
    expect((await rows())[0]).toMatchObject({ position: 1, previousHash: '0'.repeat(64) })
    expect(await broken()).toBeNull()
  })

  it('stays intact when one statement appends 3,000 rows', async () => {
    await append(...Array.from({ length: 3000 }, (_, n) => n))
    expect(await checkChain(db)).toMatchObject({ rowCount: 3000, broken: null })
  })

  it('records the address of the request, and none outside of a request', async () => {
    await withRequestInfo({ address: '198.51.100.7' }, () => append(1))
    await append(2)
    expect((await openedAudit(db)).map(({ address }) => address)).toEqual(['198.51.100.7', null])
    expect(await broken()).toBeNull()
  })
})

describe('the append-only audit log', () => {
  it.each([
    ['changed', sql`update audit_log set reason = 'other'`],
    ['deleted', sql`delete from audit_log`],
    ['emptied', sql`truncate audit_log`],
    ['emptied with all that hangs on it', sql`truncate users cascade`],
    ['separated from its end', sql`delete from audit_head`],
  ])('cannot be %s', async (_, statement) => {
    await append(1, 2)
    await expect(ownerOf(db).execute(statement)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: 'audit_log is append-only' }),
    })
    expect(await checkChain(db)).toMatchObject({ rowCount: 2, broken: null })
  })

  it('gives even its owner no right to update or delete rows', async () => {
    const [answer] = await readRows<{ rights: string }>(
      ownerOf(db),
      sql`select string_agg(privilege_type, ' ' order by privilege_type) as rights
        from information_schema.role_table_grants where table_schema = 'public' and table_name = 'audit_log' and grantee = current_user`,
    )
    expect(answer?.rights).toBe('INSERT REFERENCES SELECT TRIGGER')
  })
})

describe('the check of the chain finds, after a change past the triggers,', () => {
  beforeEach(() => append(1, 2, 3, 4, 5))

  it.each([
    ['a reason', sql`update audit_log set reason = 'other' where position = 3`],
    ['who', sql`update audit_log set actor_id = null where position = 3`],
    ['when', sql`update audit_log set at = at + interval '1 ms' where position = 3`],
    ['what changed', sql`update audit_log set after = after || '{"status":"rejected"}' where position = 3`],
    ['an address', sql`update audit_log set address = '203.0.113.9' where position = 3`],
    ['the hash before', sql`update audit_log set previous_hash = hash where position = 3`],
  ])('a changed row (%s)', async (_, statement) => {
    await withoutTriggers(db, async (tx) => void (await tx.execute(statement)))
    expect(await broken()).toEqual({ position: 3, why: 'changed' })
  })

  it('a changed row whose hash was recalculated, by the row after it', async () => {
    await withoutTriggers(db, async (tx) => {
      await tx.execute(sql`update audit_log set reason = 'other' where position = 3`)
      await tx.execute(sql`update audit_log a set hash = audit_hash(a, a.previous_hash) where position = 3`)
    })
    expect(await broken()).toEqual({ position: 4, why: 'changed' })
  })

  it('a removed row', async () => {
    await withoutTriggers(db, async (tx) => void (await tx.execute(sql`delete from audit_log where position = 2`)))
    expect(await broken()).toEqual({ position: 2, why: 'missing' })
  })

  it('a tail that was cut off', async () => {
    await withoutTriggers(db, async (tx) => void (await tx.execute(sql`delete from audit_log where position > 3`)))
    expect(await broken()).toEqual({ position: 4, why: 'end' })
  })

  it('an end with another hash', async () => {
    await withoutTriggers(db, async (tx) => void (await tx.update(auditHead).set({ hash: 'f'.repeat(64) })))
    expect(await broken()).toEqual({ position: 6, why: 'end' })
  })

  it('a row inserted outside of the chain', async () => {
    await withoutTriggers(db, async (tx) => void (await tx.insert(auditLog).values(entry(6))))
    expect(await broken()).toEqual({ position: 0, why: 'added' })
  })

  it('a row appended past the end, and an end that was removed', async () => {
    await withoutTriggers(db, async (tx) => void (await tx.insert(auditLog).values({ ...entry(6), position: 6 })))
    expect(await broken()).toEqual({ position: 6, why: 'changed' })
    await withoutTriggers(db, async (tx) => {
      await tx.delete(auditLog).where(eq(auditLog.position, 6))
      await tx.delete(auditHead)
    })
    expect(await broken()).toEqual({ position: 6, why: 'end' })
  })
})

it('40 concurrent writes finish without a deadlock and leave one audit chain', async () => {
  const { id: organizationId } = await organization(db)
  const opened = []
  for (let n = 0; n < 20; n += 1)
    opened.push(
      await verification(db, {
        organizationId: n ? (await organization(db, { name: `Org ${n}` })).id : organizationId,
      }),
    )
  const codes = []
  for (let n = 0; n < 20; n += 1)
    codes.push(await addInvite(db, { code: `INV-7K4M-9QXT-2C${10 + n}`, type: 'invite_to_user', createdBy: wei.id }))
  const terms = { maximumUses: 42, lastDay: null, seenMaximum: 10, seenExpiry: null }
  const answers = await Promise.all([
    ...opened.map(({ id }) =>
      startReview(services, permitOf(wei, 'verifications.review'), { id, version: 1, requestId: 'r' }),
    ),
    ...codes.map((id) =>
      editInvite(services, dateProof(permitOf(wei, 'invites.create'), wei.provenAt), id, terms, 'r'),
    ),
  ])
  expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 40 }, () => 'done'))
  expect(await db.$count(verifications, eq(verifications.status, 'under_review'))).toBe(20)
  expect(await db.$count(invites, eq(invites.maximumUses, 42))).toBe(20)
  expect(await checkChain(db)).toMatchObject({ rowCount: 40, broken: null })
})
