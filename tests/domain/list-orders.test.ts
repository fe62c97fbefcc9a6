import { beforeEach, expect, it } from 'vitest'
import { users } from '../../app/db/schema/users'
import { auditList } from '../../app/domain/audit/audit-list'
import { recordAudit } from '../../app/domain/audit/audit.server'
import { listAudit } from '../../app/domain/audit/list-audit.server'
import type { Actor } from '../../app/domain/access'
import { organizationList } from '../../app/domain/organizations/input'
import { listOrganizations } from '../../app/domain/organizations/organizations.server'
import { userList } from '../../app/domain/users/input'
import { listUsers } from '../../app/domain/users/users.server'
import { emptyTables, openTestDatabase } from '../support/database'
import { testServices } from '../support/services'
import { before, DAY_MS, organization, permitOf, staff } from '../support/verifications'

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
