import { setTimeout } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { PersonKey } from '../../../app/db/schema/person-key'
import { dataRequests, legalHolds, personKeys } from '../../../app/db/schema/personal-data'
import { users } from '../../../app/db/schema/users'
import { grant, type Ability, type Actor } from '../../../app/domain/access'
import { auditList } from '../../../app/domain/audit/audit-list'
import { recordAudit, type AuditEntry } from '../../../app/domain/audit/audit.server'
import { checkAnchors, writeAnchor } from '../../../app/domain/audit/anchors.server'
import { anchorPublicKeys } from '../../../app/domain/audit/anchor-key.server'
import { checkChain } from '../../../app/domain/audit/check-chain.server'
import { exportAudit, listAudit } from '../../../app/domain/audit/list-audit.server'
import { withRequestInfo } from '../../../app/domain/audit/request-info.server'
import { dateProof, type Fresh } from '../../../app/domain/fresh-proof'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { decideOnData } from '../../../app/domain/users/personal-data/data-requests.server'
import { erasePerson } from '../../../app/domain/users/personal-data/erase-person.server'
import { exportPerson } from '../../../app/domain/users/personal-data/export-person.server'
import { findUserDetail } from '../../../app/domain/users/user-detail.server'
import { ERASED } from '../../../app/pseudonyms'
import { openedAudit } from '../../support/audit'
import { emptyTables, openTestDatabase, statementsDuring, statementsOf } from '../../support/database'
import { testServices, type TestServices } from '../../support/services'
import { staff } from '../../support/verifications'

const NAME = 'Гүлнар Сейтқали'
const ADDRESS = '198.51.100.7'
const REASON = 'Left for a competitor'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let person: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'superadmin', 'Ержан Төлеген')
  person = await staff(db, 'manager', NAME)
})

const given = <Asked extends Ability>(actor: Actor, ability: Asked) => {
  const fresh = grant({ ...actor, provenAt: services.now() }, ability)
  if (!fresh) throw new Error(`${actor.role} may not`)
  return dateProof(fresh, services.now()) as Fresh<Asked>
}
const record = (...entries: Partial<AuditEntry>[]) =>
  db.transaction((tx) =>
    recordAudit(
      tx,
      ...entries.map((entry) => ({
        at: services.now(),
        actor: person,
        action: 'user.settings' as const,
        objectType: 'user' as const,
        objectId: person.id,
        requestId: 'REFERENCE1',
        ...entry,
      })),
    ),
  )
const fromAddress = (...entries: Partial<AuditEntry>[]) =>
  withRequestInfo({ address: ADDRESS }, () => record(...entries))
const settings = { before: { username: NAME, role: 'manager' }, after: { username: 'Гүлнар', pageSize: 50 } }
const suspended = { actor: null as Actor | null, action: 'user.suspend' as const, reason: REASON }
const stored = () => db.select().from(auditLog).orderBy(asc(auditLog.position))
const keys = async () => (await db.select().from(personKeys)).map(({ userId }) => userId)
const list = (search: Partial<typeof auditList.empty> = {}, actor = admin) =>
  listAudit(services, given(actor, 'audit.read'), { ...auditList.empty, ...search })
const found = async (text: string, actor = admin) => (await list({ text }, actor)).total
const erase = async (id = person.id) => {
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, id))
  const outcome = await db.transaction((tx) => erasePerson(tx, services, { id, actor: admin, requestId: 'R' }))
  expect(outcome.kind).toBe('done')
}

describe('what an audit row tells of a person', () => {
  it('is sealed in the table, while values that many people share stay plain', async () => {
    await fromAddress(settings, suspended)
    const [own, byAdmin] = await stored()
    expect(own).toMatchObject({
      before: { username: { sealed: expect.any(String) }, role: 'manager' },
      after: { username: { sealed: expect.any(String) }, pageSize: { sealed: expect.any(String) } },
      address: expect.stringMatching(/^sealed:/),
      requestId: 'REFERENCE1',
    })
    expect(byAdmin).toMatchObject({ reason: expect.stringMatching(/^sealed:/), objectId: person.id })
    expect(JSON.stringify([own, byAdmin])).not.toMatch(new RegExp(`${NAME}|Гүлнар|${REASON}|198\\.51`))
  })

  it.each([
    ['passkey', 'passkey.add', { username: NAME }],
    ['view', 'view.add', { name: `Queue of ${NAME}`, sharedWith: null }],
  ] as const)('is sealed with the key of the person whose %s it is', async (objectType, action, after) => {
    await record({ objectType, action, objectId: 'x', after })
    expect(JSON.stringify(await stored())).not.toContain(NAME)
    expect(await openedAudit(db)).toMatchObject([{ after }])
    expect(await keys()).toEqual([person.id])
  })

  it('is found under the person even when the page address had their id in upper case', async () => {
    await record({ ...suspended, actor: admin, objectId: person.id.toUpperCase() })
    expect((await stored())[0]?.objectId).toBe(person.id)
    expect((await list()).rows).toMatchObject([{ reason: REASON, objectUser: NAME }])
  })

  it('is sealed anew each time, so that the same name never looks the same', async () => {
    await record(settings, settings)
    const [first, second] = await stored()
    expect(first?.before?.username).not.toEqual(second?.before?.username)
  })

  it('stays plain in a row about nobody who is known, and about an organization except for the address', async () => {
    await fromAddress(
      {
        objectType: 'organization',
        objectId: 'x',
        action: 'organization.suspend',
        reason: 'Debt',
        after: { name: 'A' },
      },
      { actor: null, objectId: 'unknown', action: 'session.signInFailed', after: { wrongCodes: 5 } },
    )
    expect(await stored()).toMatchObject([
      { reason: 'Debt', after: { name: 'A' }, address: expect.stringMatching(/^sealed:/) },
      { address: ADDRESS, after: { wrongCodes: 5 } },
    ])
  })
})

describe('the key of a person', () => {
  it('has 256 bits, is made when it is first needed and differs from the keys of others', async () => {
    await record({ action: 'user.role', before: { role: 'cashier' }, after: { role: 'manager' } })
    expect(await keys()).toEqual([])
    await fromAddress(settings, { ...settings, actor: admin })
    await fromAddress(settings)
    const rows = await db.select().from(personKeys)
    expect(rows.map(({ userId }) => userId).toSorted()).toEqual([admin.id, person.id].toSorted())
    const [one, other] = rows.map(({ key }) => Buffer.from(PersonKey.open(key)))
    expect([one?.length, other?.length, one?.equals(other ?? Buffer.alloc(0))]).toEqual([32, 32, false])
  })

  it('is made once when concurrent writes all need it first', async () => {
    await Promise.all(Array.from({ length: 8 }, () => fromAddress(settings)))
    expect(await keys()).toEqual([person.id])
    expect((await openedAudit(db)).map(({ address }) => address)).toEqual(Array.from({ length: 8 }, () => ADDRESS))
  })

  it('is rolled back with the transaction that made it', async () => {
    const takenBack = db.transaction(async (tx) => {
      await recordAudit(tx, {
        ...settings,
        at: services.now(),
        actor: person,
        action: 'user.settings',
        objectType: 'user',
        objectId: person.id,
        requestId: 'R',
      })
      throw new Error('taken back')
    })
    await expect(takenBack).rejects.toThrow('taken back')
    expect(await keys()).toEqual([])
  })

  it('left by an older release after an erasure makes nothing searchable and goes with the next tidy-up', async () => {
    await record({ ...suspended, actor: admin }, { ...settings, actor: admin })
    const kept = await db.select().from(personKeys).where(eq(personKeys.userId, person.id))
    await erase()
    await db.insert(personKeys).values(kept)
    expect((await list({ text: 'competitor' })).total).toBe(0)
    expect(await keys()).toContain(person.id)
    await tidyUp(services)
    expect(await keys()).not.toContain(person.id)
  })

  it('is never printed, serialised or handed to readers', async () => {
    await fromAddress(settings)
    const [row] = await db.select().from(personKeys)
    expect([String(row?.key), JSON.stringify(row?.key)]).toEqual(['', '""'])
    const { rows } = await list()
    expect(Object.keys(rows[0] ?? {}).filter((name) => /key/i.test(name))).toEqual([])
  })

  it('costs a write one extra statement, and none when nothing is sealed', async () => {
    await fromAddress(settings)
    const asked = async (work: () => Promise<unknown>) =>
      (await statementsOf(work)).filter(({ text }) => !/^\s*(begin|commit)/i.test(text)).length
    expect(await asked(() => fromAddress(settings, suspended, { ...settings, actor: person }))).toBe(2)
    expect(await asked(() => record({ after: { role: 'admin' } }))).toBe(1)
  })
})

describe('readers see sealed values opened', () => {
  const told = { before: settings.before, after: settings.after, address: ADDRESS }

  it('in the list, without an extra statement', async () => {
    await fromAddress(settings, { ...suspended, actor: admin })
    const { rows } = await list({ sort: 'oldest' })
    expect(rows).toMatchObject([told, { reason: REASON, address: ADDRESS }])
    expect(await statementsDuring(() => list())).toBe(2)
  })

  it('in the history of a user, in the exported log and in the export of a person’s data', async () => {
    await fromAddress(settings)
    expect((await findUserDetail(services, given(admin, 'users.read'), person.id))?.history).toMatchObject([told])
    const blocks = await exportAudit(services, given(admin, 'audit.read'), auditList.empty, {
      search: '',
      requestId: 'R',
    })
    const taken = []
    for await (const block of blocks) taken.push(...block)
    expect(taken).toMatchObject([told])
    expect(Object.keys(taken[0] ?? {}).filter((name) => /key/i.test(name))).toEqual([])
    const second = await staff(db, 'superadmin', '王建国')
    const target = { kind: 'export' as const, id: person.id, requestId: 'R' }
    const data = (actor: Actor) => given(actor, 'users.data')
    await decideOnData(services, data(admin), { intent: 'propose', reason: 'Asked' }, target)
    const [proposal] = await db.select().from(dataRequests)
    await decideOnData(services, data(second), { intent: 'agree', proposal: proposal?.id ?? '' }, target)
    const outcome = await exportPerson(services, data(admin), { id: person.id, requestId: 'R' })
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    const { rows } = outcome.value.auditLog as { rows: object[] }
    expect(rows.at(-1)).toMatchObject(told)
    expect(JSON.stringify(outcome.value)).not.toMatch(/sealed|Key"/)
  })

  it('in the search, which finds reasons about people by their words in any case, within the filter', async () => {
    await record({ ...suspended, actor: admin }, { ...suspended, actor: admin, reason: 'Holiday' })
    expect([await found('COMPETITOR'), await found('competitor'), await found('day')]).toEqual([1, 1, 1])
    expect((await list({ text: 'competitor', action: ['user.restore'] })).total).toBe(0)
    expect(await found('competitor', { ...person, role: 'manager' })).toBe(0)
    expect(await found('sealed:')).toBe(0)
    expect(await found('REFERENCE1')).toBe(2)
    expect(await found(person.id)).toBe(2)
  })
})

describe('after an erasure', () => {
  beforeEach(async () => {
    await fromAddress(settings, { ...suspended, actor: admin })
    await erase()
  })

  it('the key of the person is gone and the keys of others remain', async () => {
    expect(await keys()).toEqual([admin.id])
  })

  it('the log says “erased” where it told of the person, and keeps what others did', async () => {
    const { rows } = await list({ sort: 'oldest' })
    expect(rows).toMatchObject([
      { before: { username: ERASED, role: 'manager' }, after: { username: ERASED, pageSize: ERASED }, address: null },
      { reason: ERASED, actorName: 'Ержан Төлеген' },
      { action: 'user.erase' },
    ])
    expect(JSON.stringify(await openedAudit(db))).not.toMatch(new RegExp(`${NAME}|${REASON}`))
    expect(await found('competitor')).toBe(0)
  })

  it('the chain is intact, also against anchors written before the erasure', async () => {
    const lines: string[] = []
    const anchors = { write: async (line: string) => void lines.push(line) } as never
    await writeAnchor({ ...services, anchors })
    await fromAddress({ ...settings, actor: admin, objectId: admin.id })
    const before = await checkChain(db)
    await erase(await staff(db, 'cashier', 'Марат').then(({ id }) => id))
    expect((await checkChain(db)).broken).toBeNull()
    expect((await checkAnchors(db, lines, anchorPublicKeys(services.env))).loose).toEqual([])
    expect((await checkChain(db)).rowCount).toBe(before.rowCount + 1)
  })

  it('no key is made for the person again, so what is told of them later is not kept', async () => {
    await fromAddress({ ...settings, actor: null }, { ...suspended, actor: admin })
    expect(await keys()).toEqual([admin.id])
    expect((await stored()).slice(-2)).toMatchObject([
      { before: { username: ERASED, role: 'manager' }, address: null },
      { reason: null },
    ])
  })
})

it('a write that first needs the key of a person during their erasure makes no key', async () => {
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id))
  let recorded: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await erasePerson(tx, services, { id: person.id, actor: null, requestId: 'R' })
    recorded = fromAddress({ ...settings, actor: null })
    await setTimeout(200)
  })
  await recorded
  expect(await keys()).toEqual([])
  expect((await stored()).at(-1)).toMatchObject({ before: { username: ERASED }, address: null })
})

it('a legal hold stops the erasure and keeps the key of the person', async () => {
  await fromAddress(settings)
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id))
  await db.insert(legalHolds).values({ userId: person.id, reason: 'Court', setBy: admin.id, setAt: services.now() })
  const asked = { id: person.id, actor: admin, requestId: 'R' }
  const outcome = await db.transaction((tx) => erasePerson(tx, services, asked))
  expect(outcome).toEqual({ kind: 'conflict', now: 'held' })
  expect(await keys()).toEqual([person.id])
})

it('rows from before sealing are read and searched as plain text, and erased with the person', async () => {
  await db.insert(auditLog).values({
    at: services.now(),
    actorId: admin.id,
    action: 'user.suspend',
    objectType: 'user',
    objectId: person.id,
    before: { username: NAME },
    reason: REASON,
    requestId: 'R',
    address: ADDRESS,
  })
  expect((await list()).rows).toMatchObject([{ before: { username: NAME }, reason: REASON, address: ADDRESS }])
  expect(await found('competitor')).toBe(1)
  await erase()
  expect((await list({ sort: 'oldest' })).rows[0]).toMatchObject({ before: { username: ERASED }, reason: ERASED })
  expect(await found('competitor')).toBe(0)
})
