import fs from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { inboxEntries } from '../../../app/db/schema/notes'
import { dataRequests, legalHolds } from '../../../app/db/schema/personal-data'
import { users } from '../../../app/db/schema/users'
import { grant, type Actor } from '../../../app/domain/access'
import { inboxList } from '../../../app/domain/inbox/inbox-list'
import { listInbox, openInboxEntry } from '../../../app/domain/inbox/inbox.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { findDataRequests } from '../../../app/domain/users/personal-data/data-requests.server'
import { erasePeopleWhoLeft } from '../../../app/domain/users/personal-data/erase-person.server'
import { changeLegalHold, findHeldPerson } from '../../../app/domain/users/personal-data/legal-hold.server'
import { findUserDetail } from '../../../app/domain/users/user-detail.server'
import { entryPath } from '../../../app/routes/inbox/entry-view.server'
import type { DataRequestKind } from '../../../app/vocabulary'
import { auditActions } from '../../support/audit'
import { openTestDatabase, ownerOf } from '../../support/database'
import { NAME, personWithSuperadmins, personWithTraces, request } from '../../support/person-with-traces'
import type { TestServices } from '../../support/services'
import { staff } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'
import { pseudonymOf } from '../../../app/pseudonyms'

const db = await openTestDatabase()
let services: TestServices
let person: Actor
/** Superadmins. */
let first: Actor
let second: Actor
beforeEach(async () => {
  ;({ services, person, first, second } = await personWithSuperadmins(db))
})

const { given, suspend, proposalOf, propose, press, stored } = personWithTraces(db, () => ({
  services,
  person,
  first,
  second,
}))
const acts = () => auditActions(db)
const read = (actor: Actor, kind: DataRequestKind = 'erase', id = person.id) =>
  findDataRequests(services, given(actor, 'users.data'), kind, id)
const hold = (intent: 'set' | 'lift', actor = second, reason = 'Court case 12') =>
  changeLegalHold(services, given(actor, 'users.hold'), { intent, reason }, { id: person.id, ...request() })

describe('erasing a person needs two superadmins', () => {
  beforeEach(() => suspend())

  it('neither the proposer nor the person nor an administrator can agree to an erasure', async () => {
    await propose()
    expect(await press(first)).toEqual({ kind: 'forbidden' })
    for (const actor of [person, await staff(db, 'admin', '李伟')]) expect(grant(actor, 'users.data')).toBeNull()
    expect(await press({ ...person, role: 'superadmin' })).toEqual({ kind: 'forbidden' })
    expect((await stored())?.erasedAt).toBeNull()
    expect((await press(second)).kind).toBe('done')
    expect((await stored())?.erasedAt).toEqual(services.now())
  })

  it('an erasure is recorded in a file outside the database with an id and no name, and again when it is repeated', async () => {
    const file = path.join(services.env.dataDir, 'erased.jsonl')
    await propose()
    expect(fs.existsSync(file)).toBe(false)
    const proposal = await proposalOf('erase')
    await press(second)
    const line = `${JSON.stringify({ userId: person.id, at: services.now().toISOString() })}\n`
    expect(fs.readFileSync(file, 'utf8')).toBe(line)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    // The disk may have been full the first time, so the line is written again.
    expect(await press(second, 'agree', 'erase', proposal)).toEqual({ kind: 'unchanged' })
    expect(fs.readFileSync(file, 'utf8')).toBe(line + line)
  })

  it('the page tells when there is no second superadmin who could agree', async () => {
    expect(await read(first)).toMatchObject({ value: { isAlone: false } })
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, second.id))
    expect(await read(first)).toMatchObject({ value: { isAlone: true } })
  })

  it('nobody proposes or agrees to erase or export themselves', async () => {
    const third = await staff(db, 'superadmin', 'Third')
    person = second
    for (const kind of ['erase', 'export'] as const) expect(await propose(second, kind)).toEqual({ kind: 'forbidden' })
    await propose(first, 'export')
    expect(await press(second, 'agree', 'export')).toEqual({ kind: 'forbidden' })
    expect((await press(third, 'agree', 'export')).kind).toBe('done')
    await suspend(second)
    expect(await propose(second)).toEqual({ kind: 'forbidden' })
    await propose(first)
    expect(await press(second)).toEqual({ kind: 'forbidden' })
    expect((await press(third)).kind).toBe('done')
  })

  it('a demoted superadmin cannot agree, and the proposal of a deactivated one can be replaced', async () => {
    const third = await staff(db, 'superadmin', 'Third')
    await propose()
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, second.id))
    expect(await press(second)).toEqual({ kind: 'forbidden' })
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, first.id))
    expect(await press(third)).toEqual({ kind: 'conflict', now: 'changed' })
    expect((await stored())?.erasedAt).toBeNull()
    expect(await read(third)).toMatchObject({ value: { state: 'none', request: null, buttons: ['propose'] } })
    expect((await propose(third)).kind).toBe('done')
    await db.update(users).set({ role: 'superadmin' }).where(eq(users.id, second.id))
    expect((await press(second)).kind).toBe('done')
  })

  it('a returned or withdrawn proposal can no longer be agreed to, and a newer one only by its own id', async () => {
    await propose()
    const proposal = await proposalOf('erase')
    expect(await press(second, 'withdraw')).toEqual({ kind: 'forbidden' })
    expect(await press(first, 'return')).toEqual({ kind: 'forbidden' })
    expect((await press(second, 'return')).kind).toBe('done')
    expect(await press(second, 'agree', 'erase', proposal)).toEqual({ kind: 'conflict', now: 'changed' })
    await propose()
    expect(await press(second, 'agree', 'erase', proposal)).toEqual({ kind: 'conflict', now: 'changed' })
    expect((await press(first, 'withdraw')).kind).toBe('done')
    expect(await db.select().from(dataRequests)).toEqual([])
    expect(await acts()).toEqual([
      'user.suspend',
      'user.proposeErase',
      'user.returnErase',
      'user.proposeErase',
      'user.withdrawErase',
    ])
  })

  it('two simultaneous proposals make one, and two simultaneous agreements erase once', async () => {
    const third = await staff(db, 'superadmin', 'Third')
    const proposed = await Promise.all([propose(first), propose(second)])
    expect(proposed.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'done'])
    const proposal = await proposalOf('erase')
    const [row] = await db.select().from(dataRequests)
    const other = row?.proposedBy === first.id ? second : first
    const agreed = await Promise.all([
      press(other, 'agree', 'erase', proposal),
      press(third, 'agree', 'erase', proposal),
    ])
    expect(agreed.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'done'])
    expect((await acts()).filter((action) => action === 'user.erase')).toHaveLength(1)
  })
})

describe('a proposal', () => {
  const waiting = async (actor: Actor) => {
    const { rows } = await listInbox(services, given(actor, 'inbox'), inboxList.empty)
    return rows.filter(({ readAt }) => readAt === null)
  }

  it.each(['agreed to', 'the clock'])('about a person who is erased no longer waits in any inbox: %s', async (by) => {
    const third = await staff(db, 'superadmin', 'Third')
    await suspend()
    await propose(first, 'export')
    await propose(first)
    expect(await waiting(third)).toHaveLength(2)
    if (by === 'agreed to') await press(second)
    else await erasePeopleWhoLeft(services, services.now())
    expect((await stored())?.erasedAt).not.toBeNull()
    for (const actor of [second, third]) expect(await waiting(actor)).toEqual([])
  })

  it('about a person erased by an earlier release is removed by the migration, and others stay', async () => {
    const third = await staff(db, 'superadmin', 'Third')
    await suspend()
    await propose(first, 'export')
    await propose(first, 'export', second.id)
    const entries = await db.select().from(inboxEntries)
    await erasePeopleWhoLeft(services, services.now())
    await db.insert(inboxEntries).values(entries).onConflictDoNothing()
    expect(await waiting(third)).toHaveLength(2)
    const migration = fs.readFileSync('app/db/migrations/0054_proposals_of_person.sql', 'utf8')
    await ownerOf(db).execute(sql.raw(migration.split('--> statement-breakpoint').at(-1) ?? ''))
    expect(await waiting(third)).toMatchObject([{ actorName: second.username }])
  })

  it.each([
    ['erase', 'erase_proposed'],
    ['export', 'export_proposed'],
  ] as const)('to %s waits in the inbox of those who may agree, and leads to its page', async (kind, entry) => {
    const third = await staff(db, 'superadmin', 'Third')
    await suspend()
    await propose(first, kind)
    expect(await waiting(first)).toEqual([])
    for (const other of [second, third]) expect(await waiting(other)).toMatchObject([{ kind: entry, actorName: NAME }])
    const [{ id = '' } = {}] = await waiting(second)
    const opened = await openInboxEntry(services, given(second, 'inbox'), id)
    expect(opened.kind === 'done' && entryPath(opened.value)).toBe(`/users/${person.id}/${kind}`)
    const demoted = given({ ...third, role: 'admin' }, 'inbox')
    expect((await listInbox(services, demoted, inboxList.empty)).rows).toEqual([])
  })

  it.each(['agree', 'return', 'withdraw'] as const)('no longer waits in any inbox after %s', async (button) => {
    const third = await staff(db, 'superadmin', 'Third')
    await suspend()
    await propose()
    await press(button === 'withdraw' ? first : second, button)
    expect([...(await waiting(second)), ...(await waiting(third))]).toEqual([])
  })

  it('about a superadmin does not wait in their own inbox', async () => {
    await staff(db, 'superadmin', 'Third')
    await propose(first, 'export', second.id)
    expect(await waiting(second)).toEqual([])
  })
})

describe('the same form sent again by the same person', () => {
  const again = { kind: 'unchanged' }

  it('proposes, withdraws, returns and erases only once', async () => {
    await suspend()
    await propose(first)
    expect(await propose(first)).toEqual(again)
    expect(await propose(second)).toEqual({ kind: 'conflict', now: 'changed' })
    const proposal = await proposalOf('erase')
    await press(first, 'withdraw')
    expect(await press(first, 'withdraw', 'erase', proposal)).toEqual(again)
    expect(await press(second, 'return', 'erase', proposal)).toEqual({ kind: 'conflict', now: 'changed' })
    await propose(first)
    await press(second, 'return')
    expect(await press(second, 'return', 'erase', proposal)).toEqual(again)
    await propose(first)
    expect(await press(second, 'return', 'erase', proposal)).toEqual({ kind: 'conflict', now: 'changed' })
    await press(second)
    expect(await press(second, 'agree', 'erase', proposal)).toEqual(again)
    expect(await press(first, 'agree', 'erase', proposal)).toEqual({ kind: 'conflict', now: 'erased' })
    expect((await acts()).filter((action) => action === 'user.erase')).toHaveLength(1)
  })

  it('leaves an agreed export valid when its proposer has left', async () => {
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, first.id))
    expect(await press(second, 'agree', 'export')).toEqual(again)
    expect(await read(second, 'export')).toMatchObject({ kind: 'done', value: { state: 'agreed' } })
  })

  it('agrees to an export only once, and is a conflict after the file is no longer available', async () => {
    await propose(first, 'export')
    const proposal = await proposalOf('export')
    await press(second, 'agree', 'export')
    expect(await press(second, 'agree', 'export', proposal)).toEqual(again)
    services.clock.advance(2 * DAY_MS)
    expect(await press(second, 'agree', 'export', proposal)).toEqual({ kind: 'conflict', now: 'changed' })
  })

  it('sets and lifts a legal hold only once, while another reason or person is a conflict', async () => {
    for (const act of ['set', 'lift'] as const) {
      expect((await hold(act)).kind).toBe('done')
      expect(await hold(act)).toEqual(again)
      const now = act === 'set' ? 'set' : 'lifted'
      expect(await hold(act, second, 'Court case 13')).toEqual({ kind: 'conflict', now })
      expect(await hold(act, first)).toEqual({ kind: 'conflict', now })
      services.clock.advance(DAY_MS)
    }
    expect(await acts()).toEqual(['user.hold', 'user.liftHold'])
  })
})

describe('obstacles to erasing a person', () => {
  it('an active person cannot be erased, even if they came back after the proposal', async () => {
    expect(await propose()).toEqual({ kind: 'conflict', now: 'active' })
    await suspend()
    await propose()
    await db.update(users).set({ status: 'active' }).where(eq(users.id, person.id))
    expect(await press(second)).toEqual({ kind: 'conflict', now: 'active' })
    const found = await read(second)
    expect(found).toMatchObject({ value: { obstacle: 'active', buttons: ['return'] } })
  })

  it('the last superadmin is not erased or proposed for it, because nobody else could decide', async () => {
    await suspend()
    await db.update(users).set({ role: 'superadmin' }).where(eq(users.id, person.id))
    services.clock.advance(500 * DAY_MS)
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, first.id))
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, second.id))
    expect(await erasePeopleWhoLeft(services, services.now())).toBe(0)
    expect(await read(first)).toMatchObject({ value: { obstacle: 'lastSuperadmin' } })
    for (const actor of [first, second, { ...person, role: 'superadmin' } as const])
      expect(await propose(actor)).toEqual({ kind: 'forbidden' })
  })

  it('nobody sets or lifts a legal hold on themselves, and no page offers it', async () => {
    person = second
    expect(await hold('set', second)).toEqual({ kind: 'forbidden' })
    expect((await hold('set', first)).kind).toBe('done')
    expect(await hold('lift', second)).toEqual({ kind: 'forbidden' })
    expect(await findHeldPerson(services, given(second, 'users.hold'), second.id)).toEqual({ kind: 'forbidden' })
    const seenBy = (actor: Actor) => findUserDetail(services, given(actor, 'users.read'), second.id)
    expect([(await seenBy(second))?.mayHold, (await seenBy(first))?.mayHold]).toEqual([false, true])
    expect((await hold('lift', first)).kind).toBe('done')
  })

  it('only superadmins read the reason of a legal hold', async () => {
    expect((await hold('set')).kind).toBe('done')
    const seenBy = async (actor: Actor) => (await findUserDetail(services, given(actor, 'users.read'), person.id))?.hold
    expect(await seenBy(first)).toMatchObject({ reason: 'Court case 12' })
    for (const role of ['admin', 'manager'] as const) expect(await seenBy(await staff(db, role, role))).toBeNull()
  })

  it('a legal hold blocks proposal, agreement and the retention period until it is lifted', async () => {
    await suspend()
    expect((await hold('set', first)).kind).toBe('done')
    expect(await propose()).toEqual({ kind: 'conflict', now: 'held' })
    expect(await db.$count(dataRequests)).toBe(0)
    expect((await hold('lift', first)).kind).toBe('done')
    await propose()
    expect((await hold('set')).kind).toBe('done')
    expect(await press(second)).toEqual({ kind: 'conflict', now: 'held' })
    services.clock.advance(500 * DAY_MS)
    expect(await erasePeopleWhoLeft(services, services.now())).toBe(0)
    expect((await stored())?.username).toBe(NAME)
    expect(await hold('set', first)).toEqual({ kind: 'conflict', now: 'set' })
    expect((await hold('lift', first)).kind).toBe('done')
    expect(await hold('lift')).toEqual({ kind: 'conflict', now: 'lifted' })
    expect(await db.select().from(legalHolds)).toEqual([])
    expect((await press(second)).kind).toBe('done')
    expect(await hold('set')).toEqual({ kind: 'conflict', now: 'erased' })
    const once = ['user.hold', 'user.liftHold']
    expect((await acts()).filter((action) => /old/.test(action))).toEqual([...once, ...once])
  })

  it('of a simultaneous hold and agreement only one succeeds', async () => {
    await suspend()
    await propose()
    const proposal = await proposalOf('erase')
    const [held, agreed] = await Promise.all([hold('set', first), press(second, 'agree', 'erase', proposal)])
    const isErased = (await stored())?.erasedAt !== null
    expect([held.kind, agreed.kind]).toEqual(isErased ? ['conflict', 'done'] : ['done', 'conflict'])
  })
})

describe('the retention period', () => {
  it('erases a person a year after they were suspended', async () => {
    await suspend()
    services.clock.advance(364 * DAY_MS)
    await tidyUp(services)
    expect((await stored())?.erasedAt).toBeNull()
    services.clock.advance(DAY_MS)
    await tidyUp(services)
    expect((await stored())?.username).toBe(pseudonymOf(person.id))
    const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'user.erase'))
    expect(row).toMatchObject({ actorId: null, requestId: 'clock', after: null })
    await tidyUp(services)
    expect((await acts()).filter((action) => action === 'user.erase')).toHaveLength(1)
  })

  it('starts again after a person was restored, and spares active and invited people', async () => {
    await suspend()
    services.clock.advance(300 * DAY_MS)
    const { version = 0 } = (await stored()) ?? {}
    await applyUserAction(services, given(first, 'users.read'), 'restore', { id: person.id, version, ...request() })
    await suspend()
    const invited = await staff(db, 'cashier', 'Invited')
    await db.update(users).set({ status: 'invited' }).where(eq(users.id, invited.id))
    services.clock.advance(300 * DAY_MS)
    expect(await erasePeopleWhoLeft(services, new Date(services.now().getTime() - 365 * DAY_MS))).toBe(0)
    services.clock.advance(65 * DAY_MS)
    expect(await erasePeopleWhoLeft(services, new Date(services.now().getTime() - 365 * DAY_MS))).toBe(1)
  })

  it('erases each person once when two processes run it', async () => {
    for (const name of ['A', 'B', 'C']) await suspend(await staff(db, 'cashier', name))
    services.clock.advance(400 * DAY_MS)
    const counts = await Promise.all([
      erasePeopleWhoLeft(services, services.now()),
      erasePeopleWhoLeft(services, services.now()),
    ])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  })
})
