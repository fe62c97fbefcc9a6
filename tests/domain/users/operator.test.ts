import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { inboxEntries } from '../../../app/db/schema/notes'
import { organizations } from '../../../app/db/schema/organizations'
import { sessions } from '../../../app/db/schema/sessions'
import { users } from '../../../app/db/schema/users'
import { planDemo } from '../../../app/demo/demo'
import { openSession } from '../../../app/domain/sessions/sessions.server'
import { makeStaff } from '../../../app/domain/users/operator.server'
import { prepareData } from '../../../edge/serve'
import { emptyTables, openEmptyDatabase, openTestDatabase } from '../../support/database'
import { addUser } from '../../support/people'
import { testEnv, testServices } from '../../support/services'

const db = await openTestDatabase()
const services = await testServices()
beforeEach(() => emptyTables(db))

const AIGUL = { phone: '+77015550001', username: 'Айгүл', role: 'superadmin' } as const
const found = async () => (await db.select().from(users).where(eq(users.phone, AIGUL.phone)))[0]
const acts = async () => (await db.select().from(auditLog)).map(({ action, actorId }) => [action, actorId])

it('neither the migrations nor a start in production create an account', async () => {
  const empty = await openEmptyDatabase('the same storage')
  await prepareData({ ...services, db: empty, env: { ...testEnv(), isDemo: false, isProduction: true } })
  expect(await empty.$count(users)).toBe(0)
})

it('the operator creates the first superadmin, who is active at once', async () => {
  expect(await makeStaff(services, AIGUL)).toBe('created')
  expect(await found()).toMatchObject({ ...AIGUL, status: 'active', organizationId: null, createdAt: services.now() })
  expect(await acts()).toEqual([['user.create', null]])
})

it('no account is created with a number that cannot receive codes, but an existing one can be changed', async () => {
  const abroad = { ...AIGUL, phone: '+33612345678' }
  expect(await makeStaff(services, abroad)).toBe('unreachable')
  expect(await db.$count(users)).toBe(0)
  await addUser(db, { phone: abroad.phone, role: 'admin' })
  expect(await makeStaff(services, abroad)).toBe('changed')
})

it('a command without effect changes and records nothing', async () => {
  await makeStaff(services, AIGUL)
  expect(await makeStaff(services, AIGUL)).toBe('unchanged')
  expect(await acts()).toHaveLength(1)
})

it('a suspended user becomes active again only when the operator asks for it', async () => {
  await addUser(db, { phone: AIGUL.phone, status: 'suspended', suspendedReason: 'Left', role: 'cashier' })
  expect(await makeStaff(services, AIGUL)).toBe('isSuspended')
  expect(await found()).toMatchObject({ status: 'suspended', role: 'cashier' })
  expect(await makeStaff(services, { ...AIGUL, restores: true })).toBe('changed')
  expect(await found()).toMatchObject({ ...AIGUL, status: 'active', suspendedReason: null })
  const [entry] = await db.select().from(auditLog)
  expect(entry).toMatchObject({
    action: 'user.change',
    before: { role: 'cashier', status: 'suspended' },
    after: { role: 'superadmin', status: 'active' },
  })
})

it('the last active superadmin cannot be given another role', async () => {
  await makeStaff(services, AIGUL)
  expect(await makeStaff(services, { ...AIGUL, role: 'admin' })).toBe('lastSuperadmin')
  expect(await found()).toMatchObject({ role: 'superadmin' })
  await addUser(db, { phone: '+77015550002', role: 'superadmin' })
  expect(await makeStaff(services, { ...AIGUL, role: 'admin' })).toBe('changed')
})

it('a new role ends the sessions of the user and makes open forms stale', async () => {
  await makeStaff(services, { ...AIGUL, role: 'manager' })
  const user = await found()
  if (!user) throw new Error('No user')
  await openSession(db, services, user.id, { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' })
  expect(await makeStaff(services, { ...AIGUL, role: 'cashier' })).toBe('changed')
  expect(await db.select().from(sessions).where(isNull(sessions.endedAt))).toEqual([])
  expect((await found())?.version).toBe(user.version + 1)
})

it('a new name alone ends no session and announces no new superadmin', async () => {
  await makeStaff(services, AIGUL)
  const other = await addUser(db, { phone: '+77015550002', role: 'superadmin' })
  const { id = '' } = (await found()) ?? {}
  await openSession(db, services, id, { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' })
  expect(await makeStaff(services, { ...AIGUL, username: 'Айгүл Ким' })).toBe('changed')
  expect(await db.select().from(sessions)).toMatchObject([{ userId: id, endedAt: null }])
  expect(await db.$count(inboxEntries, eq(inboxEntries.userId, other))).toBe(0)
})

it('a partner of an organization cannot be made staff', async () => {
  const [organization] = planDemo(services.now(), 1).organizations
  if (!organization) throw new Error('No organization')
  await db.insert(organizations).values(organization)
  await addUser(db, { phone: AIGUL.phone, role: null, organizationId: organization.id })
  expect(await makeStaff(services, AIGUL)).toBe('belongsToPartner')
  expect(await found()).toMatchObject({ role: null, organizationId: organization.id })
  expect(await acts()).toEqual([])
})
