import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { findDelivery, findSuccessor, listRedemptions, selectJoinable } from '../../../app/db/invites/invite-detail'
import { listInviteRows } from '../../../app/db/invites/invites'
import { findPartnerToNotify } from '../../../app/db/messages/messages'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { messages } from '../../../app/db/schema/messages'
import { branches } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import { listActiveStaff } from '../../../app/db/users/active-staff'
import {
  agreeToDataRequest,
  deleteDataRequest,
  findDataRequest,
  insertDataRequest,
  selectDataRequests,
} from '../../../app/db/users/data-requests'
import type { AuditAction, ObjectType } from '../../../app/audit-actions'
import { auditList } from '../../../app/domain/audit/audit-list'
import { recordAudit } from '../../../app/domain/audit/audit.server'
import { listAudit } from '../../../app/domain/audit/list-audit.server'
import type { Actor } from '../../../app/domain/access'
import { organizationSearch } from '../../../app/domain/organizations/organization-search'
import { organizationList } from '../../../app/domain/organizations/organization-list'
import {
  listActivityOf,
  listBranches,
  listBrands,
  listOrganizationDocuments,
  listInvitesOf,
  listPeopleOf,
} from '../../../app/domain/organizations/organization-detail.server'
import { listMessagesOf } from '../../../app/domain/organizations/organization-messages.server'
import { listOrganizations } from '../../../app/domain/organizations/organizations.server'
import { userList } from '../../../app/domain/users/user-list'
import { findUserDetail } from '../../../app/domain/users/user-detail.server'
import { listUsers } from '../../../app/domain/users/users.server'
import type { DataRequestKind, Role, UserStatus } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { testServices } from '../../support/services'
import {
  addBrand,
  addDocument,
  before,
  organization,
  partner,
  permitOf,
  staff,
  verification,
} from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
const services = await testServices()
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  admin = await staff(db, 'admin', 'Beata')
})

const params = (sort: string) => new URLSearchParams(sort ? { sort } : {})

it('organizations are listed by the day they came or by name, in both directions', async () => {
  for (const [n, name] of ['Volga', 'Altai', 'Steppe'].entries())
    await organization(db, { name, createdAt: before(n * DAY_MS) })
  const names = async (sort: string) =>
    (
      await listOrganizations(services, permitOf(admin, 'organizations.read'), organizationList.read(params(sort)))
    ).rows.map(({ name }) => name)
  expect(await names('')).toEqual(['Volga', 'Altai', 'Steppe'])
  expect(await names('oldest')).toEqual(['Steppe', 'Altai', 'Volga'])
  expect(await names('name')).toEqual(['Altai', 'Steppe', 'Volga'])
  expect(await names('name-last')).toEqual(['Volga', 'Steppe', 'Altai'])
  expect(await names('sideways')).toEqual(['Volga', 'Altai', 'Steppe'])
})

it('users are listed by day, name or last sign-in, where never signed in counts as longest ago', async () => {
  const person = (username: string, days: number, lastSignInAt: Date | null) =>
    db.insert(users).values({
      username,
      phone: `+7705000000${days}`,
      status: 'active',
      role: 'manager',
      createdAt: before(days * DAY_MS),
      lastSignInAt,
    })
  await person('Aida', 3, before(DAY_MS))
  await person('Chen', 1, before(2 * DAY_MS))
  await person('Dana', 2, null)
  const names = async (sort: string) =>
    (await listUsers(services, permitOf(admin, 'users.read'), userList.read(params(sort)))).rows
      .map(({ username }) => username)
      .filter((name) => name !== 'Beata')
  expect(await names('')).toEqual(['Chen', 'Dana', 'Aida'])
  expect(await names('oldest')).toEqual(['Aida', 'Dana', 'Chen'])
  expect(await names('name')).toEqual(['Aida', 'Chen', 'Dana'])
  expect(await names('name-last')).toEqual(['Dana', 'Chen', 'Aida'])
  expect(await names('seen')).toEqual(['Aida', 'Chen', 'Dana'])
  expect(await names('seen-last')).toEqual(['Dana', 'Chen', 'Aida'])
})

it('the audit log is listed newest or oldest first', async () => {
  for (const [n, requestId] of ['FIRST', 'SECOND', 'THIRD'].entries())
    await recordAudit(db, {
      at: before((9 - n) * DAY_MS),
      actor: admin,
      action: 'verification.start',
      objectType: 'verification',
      objectId: 'x',
      requestId,
    })
  const references = async (sort: string) =>
    (await listAudit(services, permitOf(admin, 'audit.read'), auditList.read(params(sort)))).rows.map(
      ({ requestId }) => requestId,
    )
  expect(await references('')).toEqual(['THIRD', 'SECOND', 'FIRST'])
  expect(await references('oldest')).toEqual(['FIRST', 'SECOND', 'THIRD'])
})

describe('an organization', () => {
  const TEN = Array.from({ length: 10 }, (_, n) => n)
  let id: string
  let other: string
  beforeEach(async () => {
    id = (await organization(db)).id
    other = (await organization(db, { name: 'Altai' })).id
  })

  it('shows its ten newest codes, without deleted ones', async () => {
    const invite = (n: number, more: Parameters<typeof addInvite>[1] = {}) =>
      addInvite(db, { code: `INV-0000-0000-${1000 + n}`, organizationId: id, createdAt: before(n * DAY_MS), ...more })
    await invite(20, { deletedAt: before(0), createdAt: before(0) })
    await invite(21, { organizationId: other, createdAt: before(0) })
    const ids: string[] = []
    for (const n of [...TEN.toReversed(), 10]) ids.unshift(await invite(n))
    const shown = await listInvitesOf(services, permitOf(admin, 'invites.read'), id)
    expect(shown.total).toBe(11)
    expect(shown.rows.map((row) => ids.indexOf(row.id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('shows the ten people who came first', async () => {
    await partner(db, other, { username: 'somebody else', createdAt: before(99 * DAY_MS) })
    for (const n of [10, ...TEN]) await partner(db, id, { username: `${n}`, createdAt: before((50 - n) * DAY_MS) })
    const shown = await listPeopleOf(services, permitOf(admin, 'users.read'), id)
    expect(shown.total).toBe(11)
    expect(shown.rows.map(({ username }) => Number(username))).toEqual(TEN)
  })

  it('shows the ten newest acts on it and its applications, to a manager only their own', async () => {
    const manager = await staff(db, 'manager', 'Olga')
    const own = await verification(db, { organizationId: id })
    const strange = await verification(db, { organizationId: other })
    const act = (actor: Actor, objectType: 'organization' | 'verification', objectId: string, days: number) =>
      recordAudit(db, {
        at: before(days * DAY_MS),
        actor,
        action: objectType === 'verification' ? 'verification.start' : 'organization.edit',
        objectType,
        objectId,
        requestId: 'R1',
      })
    await act(admin, 'verification', strange.id, 0)
    await act(admin, 'organization', other, 0)
    for (let n = 22; n >= 0; n -= 1) {
      const [objectType, objectId] = n % 2 ? (['verification', own.id] as const) : (['organization', id] as const)
      await act(n % 10 ? admin : manager, objectType, objectId, n + 1)
    }
    const shownTo = async (actor: Actor) =>
      (await listActivityOf(services, permitOf(actor, 'audit.read'), id)).map(
        ({ at, action, actorName }) => `${before(0).getTime() - at.getTime()} ${action} ${actorName}`,
      )
    const told = (n: number) =>
      `${(n + 1) * DAY_MS} ${n % 2 ? 'verification.start' : 'organization.edit'} ${n % 10 ? 'Beata' : 'Olga'}`
    expect(await shownTo(admin)).toEqual(TEN.map(told))
    expect(await shownTo(manager)).toEqual([0, 10, 20].map(told))
  })

  it('shows its primary branch first, its brands by name, and its newest document and message first', async () => {
    const branch = { person: 'Ерлан', phone: '', email: '', address: 'Abay Avenue 10' }
    const paper = async (organizationId: string, daysAgo: number[]) => {
      const type = organizationId === id ? 'address_change' : 'bank_account_update'
      const application = await verification(db, { organizationId, type })
      for (const days of daysAgo)
        await addDocument(db, application, 'pending', { fileName: `${days}`, uploadedAt: before(days * DAY_MS) })
    }
    const message = (organizationId: string, days: number) =>
      db.insert(messages).values({
        organizationId,
        channel: 'sms',
        kind: 'verification_approved',
        status: 'sent',
        to: '+77015550001',
        subject: `${days}`,
        text: '',
        createdAt: before(days * DAY_MS),
        nextAttemptAt: before(0),
        expiresAt: before(0),
      })
    for (const name of ['Taraz', 'Aktau', 'Oral', 'Semey', 'Balkhash'])
      await db.insert(branches).values({ ...branch, organizationId: id, name, isPrimary: name === 'Semey' })
    await db.insert(branches).values({ ...branch, organizationId: other, name: 'Aaa', isPrimary: true })
    for (const name of ['Zhol', 'Dala', 'Arna', 'Sary', 'Bota']) await addBrand(db, id, { name })
    await addBrand(db, other, { name: 'Aaa' })
    await paper(other, [0])
    await paper(id, [3, 1, 4, 2])
    for (const days of [3, 1, 4, 2]) await message(id, days)
    await message(other, 0)
    const reading = permitOf(admin, 'organizations.read')
    expect((await listBranches(services, reading, id)).map(({ name }) => name)).toEqual([
      'Semey',
      'Aktau',
      'Balkhash',
      'Oral',
      'Taraz',
    ])
    expect((await listBrands(services, reading, id)).map(({ name }) => name)).toEqual([
      'Arna',
      'Bota',
      'Dala',
      'Sary',
      'Zhol',
    ])
    const papers = await listOrganizationDocuments(services, permitOf(admin, 'documents.read'), id)
    expect(papers.map(({ fileName, verificationType }) => `${fileName} ${verificationType}`)).toEqual([
      '1 address_change',
      '2 address_change',
      '3 address_change',
      '4 address_change',
    ])
    const told = await listMessagesOf(services, permitOf(admin, 'contacts.read'), id)
    expect(told.map(({ subject }) => subject)).toEqual(['1', '2', '3', '4'])
  })

  it('is told through the partner who submitted, else through the first to come who can be told', async () => {
    const came = (username: string, days: number, more: Parameters<typeof partner>[2] = {}) =>
      partner(db, id, { username, phone: `+7705000${1000 + days}`, createdAt: before(days * DAY_MS), ...more })
    await partner(db, other, { createdAt: before(99 * DAY_MS) })
    const gone = await came('gone', 9, { status: 'suspended' })
    const second = await came('second', 6, { id: '00000000-0000-4000-8000-000000000000' })
    const first = await came('first', 7, { id: 'ffffffff-0000-4000-8000-000000000000', status: 'invited' })
    const told = async (submittedBy: string | null) => (await findPartnerToNotify(db, id, submittedBy))?.phone
    expect(await told(null)).toBe(first.phone)
    expect(await told(second.id)).toBe(second.phone)
    expect(await told(gone.id)).toBe(first.phone)
  })
})

it('the page of a user shows the 20 newest acts by and on them, to a manager only their own', async () => {
  const person = await staff(db, 'manager', 'Olga')
  const act = (n: number, actor: Actor, objectType: 'user' | 'verification', objectId: string) =>
    recordAudit(db, {
      at: before(n * DAY_MS),
      actor,
      action: objectType === 'user' ? 'user.change' : 'verification.start',
      objectType,
      objectId,
      requestId: `${n}`,
    })
  await act(0, admin, 'user', admin.id)
  await act(0, admin, 'verification', person.id)
  for (const n of [21, ...Array.from({ length: 20 }, (_, at) => at + 1)])
    await (n % 2 ? act(n, person, 'verification', 'x') : act(n, admin, 'user', person.id))
  const shownTo = async (actor: Actor) =>
    (await findUserDetail(services, permitOf(actor, 'users.read'), person.id))?.history.map((row) =>
      Number(row.requestId),
    )
  expect(await shownTo(admin)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(await shownTo(person)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21])
})

describe('an invite code', () => {
  it('has the state of its newest message, in the list and on its page', async () => {
    const sent = await addInvite(db, { code: 'INV-0000-0000-0001' })
    const failed = await addInvite(db, { code: 'INV-0000-0000-0002', createdAt: before(DAY_MS) })
    const fresh = await addInvite(db, { code: 'INV-0000-0000-0003', createdAt: before(2 * DAY_MS) })
    const message = (inviteId: string, status: 'sent' | 'failed', days: number) =>
      db.insert(messages).values({
        inviteId,
        channel: 'email',
        kind: 'invite_email',
        status,
        lastError: status === 'failed' ? 'bounced' : null,
        to: 'aru@mail.example',
        text: '',
        createdAt: before(days * DAY_MS),
        nextAttemptAt: before(0),
        expiresAt: before(0),
      })
    await message(sent, 'failed', 3)
    await message(sent, 'sent', 1)
    await message(sent, 'failed', 2)
    await message(failed, 'failed', 1)
    await message(failed, 'sent', 2)
    const nothing = { q: '', code: null, codesByPart: null, type: [], status: [] }
    const page = { limit: 10, offset: 0, total: 3, order: 'newest' } as const
    const rows = await listInviteRows(db, nothing, services.now(), page)
    expect(rows.map(({ id, delivery, failure }) => ({ id, delivery, failure }))).toEqual([
      { id: sent, delivery: 'sent', failure: null },
      { id: failed, delivery: 'failed', failure: 'bounced' },
      { id: fresh, delivery: null, failure: null },
    ])
    expect(await findDelivery(db, sent)).toMatchObject({ status: 'sent', lastError: null })
    expect(await findDelivery(db, failed)).toMatchObject({ status: 'failed', lastError: 'bounced' })
    expect(await findDelivery(db, fresh)).toBeNull()
  })

  it('shows who joined with it, the newest first, and how many in all', async () => {
    const [own, other] = [await addInvite(db), await addInvite(db, { code: 'INV-0000-0000-0001' })]
    const { id: organizationId } = await organization(db)
    const join = async (inviteId: string, days: number) => {
      const { id: userId } = await partner(db, organizationId, { username: `${days}` })
      await db.insert(redemptions).values({ inviteId, userId, organizationId, at: before(days * DAY_MS) })
    }
    await join(other, 0)
    for (const days of [3, 1, 4, 2]) await join(own, days)
    const { rows, total } = await listRedemptions(db, own, 3)
    expect(rows.map(({ username, organizationName }) => `${username} ${organizationName}`)).toEqual([
      '1 Steppe Freight',
      '2 Steppe Freight',
      '3 Steppe Freight',
    ])
    expect(total).toBe(4)
  })

  it('that was replaced leads to the code in its place while that exists', async () => {
    const next = await addInvite(db, { code: 'INV-0000-0000-0001' })
    const former = await addInvite(db, { deletedAt: before(0), replacedBy: next })
    expect([await findSuccessor(db, former), await findSuccessor(db, next)]).toEqual([next, null])
    await db
      .update(invites)
      .set({ deletedAt: before(0) })
      .where(eq(invites.id, next))
    expect(await findSuccessor(db, former)).toBeNull()
  })

  it('that was replaced repeatedly leads to the code that exists, and in a circle to none', async () => {
    const last = await addInvite(db, { code: 'INV-0000-0000-0009' })
    const second = await addInvite(db, { code: 'INV-0000-0000-0008', deletedAt: before(0), replacedBy: last })
    const first = await addInvite(db, { code: 'INV-0000-0000-0007', deletedAt: before(0), replacedBy: second })
    expect([await findSuccessor(db, first), await findSuccessor(db, second)]).toEqual([last, last])
    await db
      .update(invites)
      .set({ deletedAt: before(0), replacedBy: first })
      .where(eq(invites.id, last))
    expect(await findSuccessor(db, first)).toBeNull()
  })

  it('can be for an organization found by name, legal name or number, the closest first', async () => {
    const named = (name: string, more: Parameters<typeof organization>[1] = {}) =>
      organization(db, { legalName: name, registrationNumber: '', ...more, name })
    await named('The Old Steppe')
    await named('Bota', { legalName: 'STEPPE llp' })
    await named('Zhol', { registrationNumber: '180440012345' })
    await named('Steppe Wagons')
    await named('Steppe Go')
    for (const status of ['suspended', 'archived'] as const) await named(`Steppe ${status}`, { status })
    const found = async (typed: string, limit = 10) => {
      const search = organizationSearch(typed, false)
      return search && (await selectJoinable(db, search, limit)).map(({ name }) => name)
    }
    expect(await found('steppe')).toEqual(['Bota', 'Steppe Go', 'Steppe Wagons', 'The Old Steppe'])
    expect(await found('steppe', 2)).toEqual(['Bota', 'Steppe Go'])
    expect(await found('4400-123')).toEqual(['Zhol'])
    expect(await found('%')).toEqual([])
  })
})

it('the staff to tell are those who signed in last, without inactive or excluded people and other roles', async () => {
  const person = async (username: string, role: Role, daysAgo: number | null, status: UserStatus = 'active') => {
    const { id } = await staff(db, role, username)
    const lastSignInAt = daysAgo === null ? null : before(daysAgo * DAY_MS)
    await db.update(users).set({ lastSignInAt, status }).where(eq(users.id, id))
    return id
  }
  const never = await person('never', 'manager', null)
  const third = await person('third', 'admin', 3)
  const first = await person('first', 'manager', 1)
  const second = await person('second', 'admin', 2)
  const self = await person('self', 'manager', 0)
  await person('cashier', 'cashier', 0)
  await person('inactive', 'manager', 0, 'inactive')
  const told = (atMost: number) =>
    listActiveStaff(db, { roles: ['admin', 'manager'], without: [self, null, admin.id], atMost })
  expect(await told(10)).toEqual([first, second, third, never])
  expect(await told(2)).toEqual([first, second])
})

it('the audit log can be narrowed by who, what, where and when, names what each act was on and has pages', async () => {
  const manager = await staff(db, 'manager', 'Olga')
  const steppe = await organization(db)
  const altai = await organization(db, { name: 'Altai' })
  const application = await verification(db, { organizationId: steppe.id })
  const other = await verification(db, { organizationId: altai.id })
  const invite = await addInvite(db)
  await addInvite(db, { code: 'INV-0000-0000-0001' })
  const paper = await addDocument(db, application, 'pending', { fileName: 'lease.pdf' })
  await addDocument(db, other, 'pending', { fileName: 'other.pdf' })
  const act = (days: number, actor: Actor, objectType: ObjectType, objectId: string, action: AuditAction) =>
    recordAudit(db, { at: before(days * DAY_MS), actor, action, objectType, objectId, requestId: `${days}` })
  await act(6, admin, 'verification', application.id, 'verification.start')
  await act(5, admin, 'organization', steppe.id, 'organization.edit')
  await act(4, manager, 'organization', altai.id, 'organization.edit')
  await act(3, manager, 'verification', other.id, 'verification.start')
  await act(2, admin, 'document', paper.id, 'document.verify')
  await act(1, manager, 'invite', invite, 'invite.edit')
  const found = (search: Record<string, string>) =>
    listAudit(services, permitOf(admin, 'audit.read'), auditList.read(new URLSearchParams(search)))
  const daysAgo = async (search: Record<string, string>) =>
    (await found(search)).rows.map(({ requestId }) => requestId).join(' ')
  const day = (days: number) =>
    before(days * DAY_MS)
      .toISOString()
      .slice(0, 10)
  expect(await daysAgo({})).toBe('1 2 3 4 5 6')
  expect(await daysAgo({ role: 'manager' })).toBe('1 3 4')
  expect(await daysAgo({ actor: manager.id })).toBe('1 3 4')
  expect(await daysAgo({ action: 'organization.edit' })).toBe('4 5')
  expect(await daysAgo({ objectType: 'verification' })).toBe('3 6')
  expect(await daysAgo({ object: steppe.id })).toBe('5')
  expect(await daysAgo({ organization: steppe.id })).toBe('2 5 6')
  expect(await daysAgo({ from: day(3) })).toBe('1 2 3')
  expect(await daysAgo({ to: day(5) })).toBe('5 6')
  const named = (await found({})).rows.map((row) => [row.organizationName, row.inviteCode, row.documentName])
  expect(named).toEqual([
    [null, 'INV-7K4M-9QXT-2B8D', null],
    ['Steppe Freight', null, 'lease.pdf'],
    ['Altai', null, null],
    ['Altai', null, null],
    ['Steppe Freight', null, null],
    ['Steppe Freight', null, null],
  ])
  for (let days = 7; days < 13; days += 1) await act(days, admin, 'settings', 'x', 'verification.start')
  expect(await daysAgo({ page: '2' })).toBe('11 12')
})

it('a data request for one person is never shown, agreed to or withdrawn for another', async () => {
  const [aru, daniyar] = [await staff(db, 'manager', 'Aru'), await staff(db, 'manager', 'Daniyar')]
  const beata = await staff(db, 'superadmin', 'Beata')
  const propose = async (userId: string, kind: DataRequestKind, reason: string) => {
    const id = randomUUID()
    await insertDataRequest(db, { id, userId, kind, reason, proposedBy: beata.id, proposedAt: before(DAY_MS) })
    return id
  }
  const other = await propose(daniyar.id, 'erase', 'left')
  const exporting = await propose(aru.id, 'export', 'asked for it')
  const erasing = await propose(aru.id, 'erase', 'left')
  await agreeToDataRequest(db, exporting, { agreedBy: daniyar.id, agreedAt: before(0) })
  const told = (await selectDataRequests(db, aru.id)).map((row) => [row.id, row.proposedByName, row.agreedByName])
  expect(told).toEqual([
    [erasing, 'Beata', null],
    [exporting, 'Beata', 'Daniyar'],
  ])
  expect((await findDataRequest(db, aru.id, 'erase'))?.id).toBe(erasing)
  expect((await findDataRequest(db, aru.id, 'export'))?.id).toBe(exporting)
  expect(await findDataRequest(db, daniyar.id, 'export')).toBeNull()
  await deleteDataRequest(db, erasing)
  expect(await findDataRequest(db, aru.id, 'erase')).toBeNull()
  expect(await findDataRequest(db, daniyar.id, 'erase')).toMatchObject({ id: other, agreedAt: null })
})
