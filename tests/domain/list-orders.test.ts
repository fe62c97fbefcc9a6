import { beforeEach, describe, expect, it } from 'vitest'
import { findPartnerToNotify } from '../../app/db/messages/messages'
import { messages } from '../../app/db/schema/messages'
import { branches } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { auditList } from '../../app/domain/audit/audit-list'
import { recordAudit } from '../../app/domain/audit/audit.server'
import { listAudit } from '../../app/domain/audit/list-audit.server'
import type { Actor } from '../../app/domain/access'
import { organizationList } from '../../app/domain/organizations/input'
import {
  listActivityOf,
  listBranches,
  listBrands,
  listDocuments,
  listInvitesOf,
  listPeopleOf,
} from '../../app/domain/organizations/organization-detail.server'
import { listMessagesOf } from '../../app/domain/organizations/organization-messages.server'
import { listOrganizations } from '../../app/domain/organizations/organizations.server'
import { userList } from '../../app/domain/users/input'
import { findUserDetail } from '../../app/domain/users/user-detail.server'
import { listUsers } from '../../app/domain/users/users.server'
import { emptyTables, openTestDatabase } from '../support/database'
import { addInvite } from '../support/invites'
import { testServices } from '../support/services'
import {
  addBrand,
  addDocument,
  before,
  DAY_MS,
  organization,
  partner,
  permitOf,
  staff,
  verification,
} from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  admin = await staff(db, 'admin', 'Beata')
})

const params = (sort: string) => new URLSearchParams(sort ? { sort } : {})

it('organizations stand by the day they came or by their name, either way round', async () => {
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

it('users stand by the day they came, by name or by their last sign-in; who never signed in is not among those seen lately', async () => {
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

it('the audit log stands newest first, or oldest first', async () => {
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

describe('what belongs to an organization', () => {
  const TEN = Array.from({ length: 10 }, (_, n) => n)
  let id: string
  let other: string
  beforeEach(async () => {
    id = (await organization(db)).id
    other = (await organization(db, { name: 'Altai' })).id
  })

  it('is told by its ten newest codes, but for deleted ones', async () => {
    const invite = (n: number, more: Parameters<typeof addInvite>[1] = {}) =>
      addInvite(db, { code: `INV-0000-0000-${1000 + n}`, organizationId: id, createdAt: before(n * DAY_MS), ...more })
    await invite(20, { deletedAt: before(0), createdAt: before(0) })
    await invite(21, { organizationId: other, createdAt: before(0) })
    const ids = []
    for (const n of [...TEN.toReversed(), 10]) ids.unshift(await invite(n))
    const shown = await listInvitesOf(services, permitOf(admin, 'invites.read'), id)
    expect(shown.map((row) => ids.indexOf(row.id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('is told by the ten people who came first', async () => {
    await partner(db, other, { username: 'somebody else', createdAt: before(99 * DAY_MS) })
    for (const n of [10, ...TEN]) await partner(db, id, { username: `${n}`, createdAt: before((50 - n) * DAY_MS) })
    const shown = await listPeopleOf(services, permitOf(admin, 'users.read'), id)
    expect(shown.map(({ username }) => Number(username))).toEqual(TEN)
  })

  it('is told by the ten newest acts on it and its applications, one’s own where one sees no others', async () => {
    const manager = await staff(db, 'manager', 'Olga')
    const own = await verification(db, { organizationId: id })
    const strange = await verification(db, { organizationId: other })
    const act = (actor: Actor, on: { id: string } | null, days: number) =>
      recordAudit(db, {
        at: before(days * DAY_MS),
        actor,
        action: on ? 'verification.start' : 'organization.edit',
        objectType: on ? 'verification' : 'organization',
        objectId: on?.id ?? id,
        requestId: 'R1',
      })
    await act(admin, strange, 0)
    for (const n of [10, ...TEN]) await act(n % 5 ? admin : manager, n % 2 ? own : null, n + 1)
    const shownTo = async (actor: Actor) =>
      (await listActivityOf(services, permitOf(actor, 'audit.read'), id)).map(
        ({ at, action, actorName }) => `${before(0).getTime() - at.getTime()} ${action} ${actorName}`,
      )
    const told = (n: number) =>
      `${(n + 1) * DAY_MS} ${n % 2 ? 'verification.start' : 'organization.edit'} ${n % 5 ? 'Beata' : 'Olga'}`
    expect(await shownTo(admin)).toEqual(TEN.map(told))
    expect(await shownTo(manager)).toEqual([0, 5, 10].map(told))
  })

  it('stands in its order: branches with the primary one first, brands by name, the newest document and message first', async () => {
    const branch = { person: 'Ерлан', phone: '', email: '', address: 'Abay Avenue 10' }
    const paper = async (organizationId: string, daysAgo: number[]) => {
      const application = await verification(db, { organizationId, type: 'address_change' })
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
    const papers = await listDocuments(services, permitOf(admin, 'documents.read'), id)
    expect(papers.map(({ fileName, verificationType }) => `${fileName} ${verificationType}`)).toEqual([
      '1 address_change',
      '2 address_change',
      '3 address_change',
      '4 address_change',
    ])
    const told = await listMessagesOf(services, permitOf(admin, 'contacts.read'), id)
    expect(told.map(({ subject }) => subject)).toEqual(['1', '2', '3', '4'])
  })

  it('is told to who submitted it, else to the first to come of those who can be told', async () => {
    const came = (username: string, days: number, more: Parameters<typeof partner>[2] = {}) =>
      partner(db, id, { username, phone: `+7705000${1000 + days}`, createdAt: before(days * DAY_MS), ...more })
    await partner(db, other, { createdAt: before(99 * DAY_MS) })
    const gone = await came('gone', 9, { status: 'suspended' })
    const second = await came('second', 6)
    const first = await came('first', 7, { status: 'invited' })
    const told = async (submittedBy: string | null) => (await findPartnerToNotify(db, id, submittedBy))?.phone
    expect(await told(null)).toBe(first.phone)
    expect(await told(second.id)).toBe(second.phone)
    expect(await told(gone.id)).toBe(first.phone)
  })
})

it('the page of a user has the twenty newest acts by and on them', async () => {
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
    (await findUserDetail(services, permitOf(actor, 'users.read'), person.id))?.history.map((row) => Number(row.requestId))
  expect(await shownTo(admin)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(await shownTo(person)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21])
})
