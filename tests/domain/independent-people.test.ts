import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertRedemption } from '../../app/db/join'
import { auditLog } from '../../app/db/schema/audit'
import { inboxEntries } from '../../app/db/schema/notes'
import { dataRequests } from '../../app/db/schema/personal-data'
import { reviewPeople } from '../../app/db/schema/reviews'
import { recoveryRequests, users } from '../../app/db/schema/users'
import { verifications } from '../../app/db/schema/verifications'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../app/durations'
import type { Ability, Actor } from '../../app/domain/access'
import type { AuditAction } from '../../app/audit-actions'
import { recordAudit } from '../../app/domain/audit/audit.server'
import { dateProof, type Fresh } from '../../app/domain/fresh-proof'
import { INDEPENDENT_AFTER_DAYS } from '../../app/domain/independent-people'
import { findDependence } from '../../app/domain/independent-people.server'
import { inboxList } from '../../app/domain/inbox/inbox-list'
import { listInbox, openInboxEntry } from '../../app/domain/inbox/inbox.server'
import type { Outcome } from '../../app/domain/outcome'
import { applyUserAction } from '../../app/domain/users/change-user.server'
import { makeStaff } from '../../app/domain/users/operator.server'
import { completeNumberChanges } from '../../app/domain/users/numbers/number-changes.server'
import { decideOnData, findDataRequests } from '../../app/domain/users/personal-data/data-requests.server'
import {
  findRecoveryRequest,
  handleRecoveryRequest,
  needsOperator,
} from '../../app/domain/users/recovery/recovery.server'
import { verificationList } from '../../app/domain/verifications/queue/verification-list'
import { approveVerification } from '../../app/domain/verifications/decisions/decide.server'
import { agreeToPrepared } from '../../app/domain/verifications/second-person/second-person.server'
import { findForReview } from '../../app/domain/verifications/verification-detail.server'
import { entryPath } from '../../app/routes/inbox/entry-view.server'
import type { DataRequestKind, Role } from '../../app/vocabulary'
import { addInvite } from '../support/invites'
import { emptyTables, openTestDatabase, ownerOf, statementsOf } from '../support/database'
import { readsMany, scansOf } from '../support/plans'
import { testServices } from '../support/services'
import { addDocument, before, organization, permitOf, reviewing, staff, verification } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
/** Three superadmins, who may do everything here: two who decide, and the person it is about. */
let first: Actor
let second: Actor
let person: Actor
let others = 0

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  first = await staff(db, 'superadmin', 'Ержан Төлеген')
  second = await staff(db, 'superadmin', '王建国')
  person = await staff(db, 'superadmin', 'Гүлнар Сейтқали')
  await db.insert(reviewPeople).values({ type: 'bank_account_update', people: 2 })
})

const fresh = <Asked extends Ability>(actor: Actor, ability: Asked) =>
  dateProof(permitOf({ ...actor, provenAt: services.now() }, ability), services.now()) as Fresh<Asked>
const another = () => staff(db, 'superadmin', `Other ${(others += 1)}`)

const act = (action: AuditAction) => (by: Actor, to: Actor, at: Date) =>
  recordAudit(db, { at, actor: by, action, objectType: 'user', objectId: to.id, requestId: 'req' })

/** Acts after which two people are not independent of each other. */
const ACTS = {
  'let them in with a code': async (by: Actor, to: Actor, at: Date) => {
    const code = `INV-0000-0000-${String((others += 1)).padStart(4, '0')}`
    const invite = { type: 'invite_to_user', role: 'manager', createdBy: by.id } as const
    const inviteId = await addInvite(db, { ...invite, code, createdAt: before(60 * DAY_MS) })
    await insertRedemption(db, { inviteId, userId: to.id, organizationId: null, at })
  },
  'invited them': act('user.invite'),
  'invited them long ago, and they came now': async (by: Actor, to: Actor, at: Date) => {
    await act('user.invite')(by, to, before(20 * DAY_MS))
    await act('user.activate')(to, to, at)
  },
  'gave them their role': act('user.role'),
  'reactivated them': act('user.reactivate'),
  'restored them': act('user.restore'),
  'moved their number': act('user.phone'),
  'proposed their new number': (by: Actor, to: Actor, at: Date) => byClock(to, at, { proposedBy: by.id }),
  'agreed to their new number': (by: Actor, to: Actor, at: Date) => byClock(to, at, { agreedBy: by.id }),
}
const byClock = (to: Actor, at: Date, people: { proposedBy?: string; agreedBy?: string }) =>
  recordAudit(db, {
    at,
    actor: null,
    action: 'user.phone',
    objectType: 'user',
    objectId: to.id,
    before: { phone: '+7•••01' },
    after: { phone: '+7•••02', ...people },
    requestId: 'clock',
  })

type Command = {
  /** What the first person does; gives the id of what they began. */
  begin: () => Promise<string>
  agree: (actor: Actor, id: string) => Promise<Outcome<unknown, unknown>>
  /** What the page tells the second person. */
  page: (actor: Actor, id: string) => Promise<{ dependence: unknown; mayAgree: boolean }>
}

const data = (kind: DataRequestKind): Command => ({
  async begin() {
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id))
    const input = { intent: 'propose', reason: 'They asked for it' } as const
    const asked = { kind, id: person.id, requestId: 'req' }
    expect((await decideOnData(services, fresh(first, 'users.data'), input, asked)).kind).toBe('done')
    return (await db.select().from(dataRequests))[0]?.id ?? ''
  },
  agree: (actor, proposal) =>
    decideOnData(
      services,
      fresh(actor, 'users.data'),
      { intent: 'agree', proposal },
      { kind, id: person.id, requestId: 'req' },
    ),
  async page(actor) {
    const found = await findDataRequests(services, permitOf(actor, 'users.data'), kind, person.id)
    if (found.kind !== 'done') throw new Error(found.kind)
    const { dependence, buttons } = found.value
    return { dependence, mayAgree: buttons.includes('agree') }
  },
})

const COMMANDS: Record<string, Command> = {
  'a prepared decision': {
    async begin() {
      const { id: organizationId } = await organization(db)
      const open = { type: 'bank_account_update', status: 'under_review', reviewer: first } as const
      const opened = await verification(db, { organizationId, ...open })
      await addDocument(db, opened)
      const { id, version } = opened
      const target = { id, version, requestId: 'req', notes: 'Complete' }
      expect(await approveVerification(services, reviewing(first), target)).toMatchObject({ kind: 'done' })
      return id
    },
    async agree(actor, id) {
      const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
      const target = { id, version: row?.version ?? 0, requestId: 'req' }
      const agreed = await agreeToPrepared(services, fresh(actor, 'verifications.review'), target)
      if (agreed.kind !== 'conflict') return agreed
      const { now } = agreed
      return { kind: 'conflict', now: now?.dependence ? { dependence: now.dependence } : now }
    },
    async page(actor, id) {
      const state = verificationList.read(new URLSearchParams())
      const found = await findForReview(services, permitOf(actor, 'verifications.read'), { id, state })
      return { dependence: found?.dependence, mayAgree: found?.prepared !== null && found?.dependence === null }
    },
  },
  'an export of data': data('export'),
  'an erasure of data': data('erase'),
  'the number of a superadmin': {
    async begin() {
      const id = randomUUID()
      const numbers = { oldPhone: person.phone, newPhone: '+77019990000' }
      await db
        .insert(recoveryRequests)
        .values({ id, ...numbers, name: 'Гүлнар', message: 'SIM', createdAt: services.now() })
      const asked = { id, requestId: 'req' }
      const proposed = await handleRecoveryRequest(services, fresh(first, 'users.suspend'), 'propose', asked)
      expect(proposed.kind).toBe('done')
      return id
    },
    agree: (actor, id) =>
      handleRecoveryRequest(services, fresh(actor, 'users.suspend'), 'agree', { id, requestId: 'req' }),
    async page(actor, id) {
      const found = await findRecoveryRequest(services, permitOf(actor, 'recovery.read'), id)
      if (!found) throw new Error('gone')
      return { dependence: found.dependence, mayAgree: found.buttons.includes('agree') }
    },
  },
}

const lately = () => new Date(services.now().getTime() - INDEPENDENT_AFTER_DAYS * DAY_MS + SECOND_MS)

describe.each(Object.entries(COMMANDS))('%s', (_, { begin, agree, page }) => {
  const refused = async (how: string) => {
    const id = await begin()
    const dependence = { how, name: 'Ержан Төлеген' }
    expect(await page(second, id)).toEqual({ dependence, mayAgree: false })
    expect(await agree(second, id)).toEqual({ kind: 'conflict', now: { dependence } })
    // Nothing was done: somebody else can still agree.
    const other = await another()
    expect(await page(other, id)).toEqual({ dependence: null, mayAgree: true })
    expect((await agree(other, id)).kind).toBe('done')
  }
  const allowed = async () => {
    const id = await begin()
    expect(await page(second, id)).toEqual({ dependence: null, mayAgree: true })
    expect((await agree(second, id)).kind).toBe('done')
  }

  it('can be agreed to by a second person who has no recent tie to the first', allowed)

  describe.each(['let them in with a code', 'gave them their role', 'moved their number'] as const)(
    'when one of the two %s',
    (how) => {
      const done = ACTS[how]

      it('cannot be agreed to within 7 days by the person it was done to', async () => {
        await done(first, second, lately())
        await refused('first')
      })

      it('cannot be agreed to within 7 days by the person who did it', async () => {
        await done(second, first, lately())
        await refused('second')
      })

      it('can be agreed to after 7 days, whichever of the two did it', async () => {
        const aWeekAgo = new Date(lately().getTime() - SECOND_MS)
        await done(first, second, aWeekAgo)
        await done(second, first, aWeekAgo)
        await allowed()
      })

      it('can be agreed to when it happened between one of them and somebody else', async () => {
        const other = await another()
        await done(other, second, lately())
        await done(first, await another(), lately())
        await allowed()
      })
    },
  )
})

describe('two people', () => {
  const dependence = (a = first, b = second) => findDependence(db, services, { firstId: a.id, secondId: b.id })

  it.each(Object.entries(ACTS))('are not independent for 7 days after one of them %s', async (_, done) => {
    await done(first, second, lately())
    expect(await dependence()).toEqual({ how: 'first', name: 'Ержан Төлеген' })
    expect(await dependence(second, first)).toEqual({ how: 'second', name: '王建国' })
    services.clock.advance(SECOND_MS)
    expect(await dependence()).toBeNull()
  })
  const shared = { how: 'shared', name: 'Ержан Төлеген' }

  it('are not independent when the same third person gave both their access', async () => {
    const third = await another()
    await ACTS['let them in with a code'](third, first, lately())
    await ACTS['gave them their role'](third, second, lately())
    expect(await dependence()).toEqual(shared)
  })

  it('are not independent when a chain of such acts links them, even over five steps', async () => {
    let [last, next] = [first, await another()]
    for (let n = 0; n < 4; n += 1) {
      await ACTS['let them in with a code'](last, next, lately())
      ;[last, next] = [next, await another()]
    }
    await ACTS['moved their number'](last, second, lately())
    expect(await dependence()).toEqual(shared)
    expect(await dependence(second, first)).toEqual({ how: 'shared', name: '王建国' })
  })

  it('who did such acts to each other are reported with the act of the first', async () => {
    await ACTS['invited them'](first, second, lately())
    await ACTS['moved their number'](second, first, lately())
    expect(await dependence()).toEqual({ how: 'first', name: 'Ержан Төлеген' })
  })

  it('stay independent after acts that give no access, and after any act of the operator', async () => {
    for (const action of ['user.showPhone', 'user.deactivate', 'user.suspend', 'user.hold', 'user.activate'] as const)
      await act(action)(first, second, lately())
    for (const action of ['user.create', 'user.change', 'user.role'] as const)
      for (const { id: objectId } of [first, second])
        await recordAudit(db, {
          at: lately(),
          actor: null,
          action,
          objectType: 'user',
          objectId,
          requestId: 'operator',
        })
    expect(await dependence()).toBeNull()
  })
})

it('the check for independence is one statement and reads few rows of a long audit log', async () => {
  await ACTS['gave them their role'](first, second, lately())
  await db.insert(auditLog).values(
    Array.from({ length: 1500 }, (_, n) => ({
      at: lately(),
      actorId: first.id,
      action: 'user.role',
      objectType: 'user',
      objectId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      requestId: 'req',
    })),
  )
  await ownerOf(db).execute(sql`vacuum analyze audit_log, users, invites, redemptions`)
  const sent = await statementsOf(() => findDependence(db, services, { firstId: first.id, secondId: second.id }))
  expect(sent).toHaveLength(1)
  for (const statement of sent) expect((await scansOf(db, statement)).filter(readsMany)).toEqual([])
})

describe('a new superadmin', () => {
  const told = () =>
    db
      .select({ userId: inboxEntries.userId, actorId: inboxEntries.actorId })
      .from(inboxEntries)
      .where(eq(inboxEntries.kind, 'superadmin_made'))

  it('made by a role change is reported to all superadmins but the giver, another role to nobody', async () => {
    const admin = await staff(db, 'admin', '李伟')
    const give = (role: Role, version: number) =>
      applyUserAction(services, fresh(first, 'users.read'), 'role', { id: admin.id, version, role, requestId: 'req' })
    expect((await give('manager', 1)).kind).toBe('done')
    expect(await told()).toEqual([])
    expect((await give('superadmin', 2)).kind).toBe('done')
    expect((await told()).map(({ userId }) => userId).toSorted()).toEqual([second.id, person.id].toSorted())
    expect((await told()).map(({ actorId }) => actorId)).toEqual([admin.id, admin.id])
    const { rows } = await listInbox(services, permitOf(second, 'inbox'), inboxList.empty)
    expect(rows).toMatchObject([{ kind: 'superadmin_made', actorName: '李伟' }])
    const opened = await openInboxEntry(services, permitOf(second, 'inbox'), rows[0]?.id ?? '')
    expect(opened.kind === 'done' && entryPath(opened.value)).toBe(`/users/${admin.id}`)
  })

  it('made by the operator is reported to all other superadmins', async () => {
    const made = { phone: '+77018880000', username: 'Айгерім', role: 'superadmin' } as const
    expect(await makeStaff(services, made)).toBe('created')
    expect(await told()).toHaveLength(3)
    expect(await makeStaff(services, { ...made, role: 'admin' })).toBe('changed')
    expect(await makeStaff(services, made)).toBe('changed')
    expect(await told()).toHaveLength(6)
  })
})

it('the number of a third superadmin is left to the operator when the other two are not independent', async () => {
  const superadmins = [first.id, second.id, person.id]
  expect(await needsOperator(db, services, superadmins, person.id)).toBe(false)
  await ACTS['gave them their role'](first, second, lately())
  expect(await needsOperator(db, services, superadmins, person.id)).toBe(true)
})

describe('an act in the console makes two people dependent', () => {
  const done = (outcome: Outcome<unknown, unknown>) => expect(outcome.kind).toBe('done')
  const between = () => findDependence(db, services, { firstId: first.id, secondId: second.id })

  it('when one gives the other a role, for 7 days', async () => {
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, second.id))
    const asked = { id: second.id, version: 1, role: 'superadmin', requestId: 'req' } as const
    done(await applyUserAction(services, fresh(first, 'users.read'), 'role', asked))
    expect(await between()).toMatchObject({ how: 'first' })
    services.clock.advance(INDEPENDENT_AFTER_DAYS * DAY_MS)
    expect(await between()).toBeNull()
  })

  it('when one proposes or agrees to the other’s new number, once it moves a day later', async () => {
    const third = await another()
    const id = randomUUID()
    const numbers = { oldPhone: second.phone, newPhone: '+77019990000' }
    await db
      .insert(recoveryRequests)
      .values({ id, ...numbers, name: '王建国', message: 'SIM', createdAt: services.now() })
    const asked = { id, requestId: 'req' }
    done(await handleRecoveryRequest(services, fresh(third, 'users.suspend'), 'propose', asked))
    done(await handleRecoveryRequest(services, fresh(first, 'users.suspend'), 'agree', asked))
    expect(await between()).toBeNull()
    services.clock.advance(24 * HOUR_MS)
    expect(await completeNumberChanges(services)).toBe(1)
    expect(await between()).toMatchObject({ how: 'first' })
    expect(await findDependence(db, services, { firstId: third.id, secondId: second.id })).toMatchObject({
      how: 'first',
    })
  })
})
