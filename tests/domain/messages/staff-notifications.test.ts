import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertRecoveryRequest } from '../../../app/db/users/recovery'
import { rateLimits } from '../../../app/db/schema/limits'
import { messages, notificationChoices } from '../../../app/db/schema/messages'
import { reviewPeople } from '../../../app/db/schema/reviews'
import { recoveryRequests } from '../../../app/db/schema/users'
import { verifications } from '../../../app/db/schema/verifications'
import type { Actor } from '../../../app/domain/access'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import { notifyStaffOfRecovery } from '../../../app/domain/users/recovery/notify-of-recovery.server'
import {
  notifyStaffOfApplication,
  notifyStaffOfOverdue,
} from '../../../app/domain/verifications/notifications/notify-reviewers.server'
import { approveVerification } from '../../../app/domain/verifications/decisions/decide.server'
import { openText } from '../../../app/domain/sealing.server'
import type { StaffChannel, StaffEvent } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { before, organization, permitOf, staff, verification } from '../../support/verifications'
import { HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  admin = await staff(db, 'admin', '王建国')
})

const want = (userId: string, event: StaffEvent, channel: StaffChannel = 'whatsapp') =>
  db.insert(notificationChoices).values({ userId, event, channel })
const told = async () => (await db.select().from(messages)).map(({ to, kind }) => `${kind} ${to}`).toSorted()
const application = async (more: Partial<Parameters<typeof verification>[1]> = {}) => {
  const { id } = await organization(db, { name: 'Сарыарқа Қоймалары' })
  return verification(db, { organizationId: id, ...more })
}

it('a staff notification goes to those who asked for it, on their channel and in their language', async () => {
  const reader = await addUser(db, { phone: '+77010000077', email: 'sea@gatehouse.example', language: 'kk' })
  await want(reader, 'new_verification', 'email')
  await want(admin.id, 'recovery_request')
  const { id } = await application()
  await notifyStaffOfApplication(db, services, id)
  await deliverDue(services)
  expect(services.delivered).toMatchObject([
    { channel: 'email', to: 'sea@gatehouse.example', subject: 'Кезекте жаңа өтінім бар' },
  ])
  expect(services.delivered[0]?.text).toContain(`/verifications/${id}`)
  expect(services.delivered[0]?.text).toContain('Сарыарқа Қоймалары')
})

it('a staff notification has no link but our own, whatever a partner is called', async () => {
  await want(admin.id, 'new_verification')
  const names = [
    'Cargo-login.com/verify',
    'https://склад.рф',
    'Cargo❤.ws',
    '93.184.216.34/verify',
    'A. B. Cargo Ltd. No.1 v1.5.2',
  ]
  for (const name of names) {
    const { id: organizationId } = await organization(db, { name })
    await notifyStaffOfApplication(db, services, (await verification(db, { organizationId })).id)
  }
  await deliverDue(services)
  const texts = services.delivered.map(({ text }) => text)
  for (const text of texts) expect(text.match(/\S\.\p{L}{2}|(\d+\.){3}\d|:\/\//gu)).toEqual(['://'])
  for (const name of names) expect(texts.filter((text) => text.replaceAll('\u2060', '').includes(name))).toHaveLength(1)
  expect(texts.filter((text) => text.includes(names.at(-1) ?? ''))).toHaveLength(1)
})

it('a staff notification goes to the phone, once, without an e-mail gateway, and by SMS without WhatsApp', async () => {
  const env = { ...services.env, emailGateway: 'none', whatsappGateway: 'none' } as const
  const reader = await addUser(db, { phone: '+77010000074', email: 'sea@gatehouse.example' })
  await want(reader, 'new_verification', 'email')
  for (const channel of ['email', 'whatsapp'] as const) await want(admin.id, 'new_verification', channel)
  const { id } = await application()
  await notifyStaffOfApplication(db, { ...services, env }, id)
  expect(await told()).toEqual(['+77010000074', admin.phone].map((to) => `staff_new_verification ${to}`).toSorted())
  expect((await db.select().from(messages)).map(({ channel }) => channel)).toEqual(['sms', 'sms'])
  await notifyStaffOfApplication(db, services, id)
  expect(await told()).toHaveLength(4)
})

it('no staff notification goes to a cashier, to suspended staff, or by e-mail without an address', async () => {
  await want(await addUser(db, { phone: '+77010000071', email: null }), 'new_verification', 'email')
  await want(await addUser(db, { phone: '+77010000072', status: 'suspended' }), 'new_verification')
  await want(await addUser(db, { phone: '+77010000073', role: 'cashier' }), 'new_verification')
  const { id } = await application()
  await notifyStaffOfApplication(db, services, id)
  expect(await told()).toEqual([])
})

it('an application of a type that only admins decide is announced to admins only', async () => {
  for (const { id } of [manager, admin]) {
    await want(id, 'new_verification')
    await want(id, 'new_mode_change')
  }
  const bank = await application({ type: 'bank_account_update' })
  const mode = await application({ type: 'operation_mode_change' })
  await notifyStaffOfApplication(db, services, bank.id)
  await notifyStaffOfApplication(db, services, mode.id)
  expect(await told()).toEqual([`staff_new_mode_change ${admin.phone}`, `staff_new_verification ${admin.phone}`])
})

it('people who share an address are each told of a new application and that it is late', async () => {
  for (const phone of ['+77010000071', '+77010000072']) {
    const reader = await addUser(db, { phone, email: 'reviews@gatehouse.example' })
    await want(reader, 'new_verification', 'email')
    await want(reader, 'overdue_verification', 'email')
  }
  const { id } = await application({ dueAt: before(HOUR_MS) })
  await db.transaction((tx) => notifyStaffOfApplication(tx, services, id))
  expect(await notifyStaffOfOverdue(services)).toBe(1)
  expect(await told()).toEqual(
    ['new', 'new', 'overdue', 'overdue'].map((what) => `staff_${what}_verification reviews@gatehouse.example`),
  )
})

describe('when two people decide', () => {
  beforeEach(async () => {
    await db.insert(reviewPeople).values({ type: 'bank_account_update', people: 2 })
    for (const { id } of [manager, admin]) {
      await want(id, 'new_verification')
      await want(id, 'overdue_verification')
    }
  })

  it('an application is announced to managers who may prepare it, when it comes and when it is late', async () => {
    const { id } = await application({ type: 'bank_account_update', dueAt: before(HOUR_MS) })
    await notifyStaffOfApplication(db, services, id)
    expect(await told()).toEqual([admin, manager].map(({ phone }) => `staff_new_verification ${phone}`).toSorted())
    await db.delete(messages)
    expect(await notifyStaffOfOverdue(services)).toBe(1)
    expect(await told()).toEqual([admin, manager].map(({ phone }) => `staff_overdue_verification ${phone}`).toSorted())
  })

  it('a prepared application that is late is announced only to those who may agree', async () => {
    const { id, version } = await application({
      type: 'bank_account_update',
      status: 'under_review',
      reviewer: manager,
      dueAt: before(HOUR_MS),
    })
    const seen = { id, version, requestId: 'req' }
    const vote = await approveVerification(services, permitOf(manager, 'verifications.review'), {
      ...seen,
      notes: null,
    })
    expect(vote).toMatchObject({ value: { isPrepared: true } })
    expect(await notifyStaffOfOverdue(services)).toBe(1)
    expect(await told()).toEqual([`staff_overdue_verification ${admin.phone}`])
  })
})

describe('news of recovery requests', () => {
  let filed = 0
  const file = (more: Partial<typeof recoveryRequests.$inferInsert> = {}) =>
    insertRecoveryRequest(db, {
      id: randomUUID(),
      name: 'Daniel Brooks',
      oldPhone: `+7705000${1000 + ++filed}`,
      newPhone: '+77019990000',
      message: 'Lost my SIM card',
      createdAt: services.now(),
      ...more,
    })
  const texts = async () =>
    (await db.select().from(messages).orderBy(messages.createdAt)).map(({ text }) =>
      openText(services.env.sessionSecrets, 'outbox', text),
    )

  it('goes to those who may read them, with how many wait and how many name an active user’s number', async () => {
    await want(manager.id, 'recovery_request')
    await want(await addUser(db, { phone: '+77010000074', role: 'cashier' }), 'recovery_request')
    await file({ oldPhone: admin.phone })
    await file()
    await notifyStaffOfRecovery(services)
    expect(await told()).toEqual([`staff_recovery_request ${manager.phone}`])
    expect((await texts())[0]).toMatch(/waiting: 2\..*active user: 1\./)
  })

  it('counts no active user for a request from before its number was changed', async () => {
    await want(manager.id, 'recovery_request')
    await file({ oldPhone: admin.phone })
    services.clock.advance(HOUR_MS)
    await file({ oldPhone: admin.phone, outcome: 'number_changed', handledAt: services.now() })
    services.clock.advance(HOUR_MS)
    await file({ oldPhone: admin.phone })
    await notifyStaffOfRecovery(services)
    expect((await texts())[0]).toMatch(/waiting: 2\..*active user: 1\./)
  })

  it('is at most one message an hour, however many requests a stranger files', async () => {
    await want(manager.id, 'recovery_request')
    for (let hour = 0; hour < 3; hour += 1) {
      for (let n = 0; n < 6; n += 1) {
        await file()
        await notifyStaffOfRecovery(services)
        services.clock.advance(600_000)
      }
    }
    expect(await told()).toHaveLength(3)
  })

  it('comes once a day while old requests wait, and not when none do', async () => {
    await want(manager.id, 'recovery_request')
    expect(await notifyStaffOfRecovery(services)).toBe(0)
    await file()
    for (let span = 0; span < 12; span += 1) {
      await notifyStaffOfRecovery(services)
      services.clock.advance(6 * HOUR_MS)
    }
    expect(await told()).toHaveLength(3)
    // A request that is agreed to waits for its time, and for nobody.
    await db.update(recoveryRequests).set({ agreedAt: services.now() })
    services.clock.advance(48 * HOUR_MS)
    expect(await notifyStaffOfRecovery(services)).toBe(0)
    await db.update(recoveryRequests).set({ outcome: 'declined', handledAt: services.now() })
    services.clock.advance(48 * HOUR_MS)
    expect(await notifyStaffOfRecovery(services)).toBe(0)
  })

  it('comes at once after the clock was set back by 29 days, and not again within 23 hours', async () => {
    await want(manager.id, 'recovery_request')
    await file()
    services.clock.advance(30 * 24 * HOUR_MS)
    expect(await notifyStaffOfRecovery(services)).toBe(1)
    services.clock.advance(-29 * 24 * HOUR_MS)
    expect(await notifyStaffOfRecovery(services)).toBe(1)
    services.clock.advance(23 * HOUR_MS)
    expect(await notifyStaffOfRecovery(services)).toBe(0)
  })

  it('comes once when several workers look at the same time', async () => {
    await want(manager.id, 'recovery_request')
    await file()
    await Promise.all([
      notifyStaffOfRecovery(services),
      notifyStaffOfRecovery(services),
      notifyStaffOfRecovery(services),
    ])
    expect(await told()).toHaveLength(1)
  })
})

it('one person gets at most 100 staff notifications a day, 24 of them only for news of recovery requests', async () => {
  await want(manager.id, 'new_verification')
  await want(manager.id, 'recovery_request')
  const { id } = await application()
  const tell = () => db.transaction((tx) => notifyStaffOfApplication(tx, services, id))
  await tell()
  await db.update(rateLimits).set({ count: 75 })
  await tell()
  await tell()
  expect(await told()).toHaveLength(2)
  const request = {
    name: 'Daniel Brooks',
    oldPhone: admin.phone,
    newPhone: '+77019990000',
    message: 'Lost my SIM card',
  }
  await insertRecoveryRequest(db, { id: randomUUID(), ...request, createdAt: services.now() })
  await db.update(rateLimits).set({ count: 99 })
  for (let time = 0; time < 2; time++) {
    await notifyStaffOfRecovery(services)
    await db.update(recoveryRequests).set({ toldAt: null })
  }
  expect((await told()).filter((line) => line.startsWith('staff_recovery_request'))).toHaveLength(1)
})

it('a late application is announced once, by one of several workers, and not again after it came back', async () => {
  await want(manager.id, 'overdue_verification')
  const late = await application({ dueAt: before(1000) })
  await application({ status: 'under_review', reviewer: manager, dueAt: before(9 * HOUR_MS) })
  await application({ dueAt: services.now() })
  await application({ status: 'need_more_info', reviewer: manager, dueLeftMinutes: 0 })
  const counts = await Promise.all([
    notifyStaffOfOverdue(services),
    notifyStaffOfOverdue(services),
    notifyStaffOfOverdue(services),
  ])
  expect(counts.toSorted()).toEqual([0, 0, 2])
  await db
    .update(verifications)
    .set({ dueAt: before(500) })
    .where(eq(verifications.id, late.id))
  expect(await notifyStaffOfOverdue(services)).toBe(0)
  expect(await told()).toEqual([`staff_overdue_verification ${manager.phone}`])
})

it('a notification of several late applications names the one that was due first', async () => {
  await want(manager.id, 'overdue_verification')
  for (const lateMs of [2, 9, 1].map((hours) => hours * HOUR_MS)) {
    const { id } = await organization(db, { name: `Late by ${lateMs / HOUR_MS}` })
    await verification(db, { organizationId: id, dueAt: before(lateMs) })
  }
  expect(await notifyStaffOfOverdue(services)).toBe(3)
  await deliverDue(services)
  expect(services.delivered[0]?.text).toContain('Late by 9')
})

it('a notification of late applications counts for each person what they may decide', async () => {
  for (const { id } of [manager, admin]) await want(id, 'overdue_verification')
  await application({ type: 'bank_account_update', dueAt: before(9 * HOUR_MS) })
  await application({ type: 'address_change', dueAt: before(HOUR_MS) })
  expect(await notifyStaffOfOverdue(services)).toBe(2)
  await deliverDue(services)
  const texts = new Map(services.delivered.map(({ to, text }) => [to, text]))
  expect(texts.get(manager.phone)).toContain('Past their due date: 1.')
  expect(texts.get(admin.phone)).toContain('Past their due date: 2.')
})

it('late applications stay unmarked while nobody wants to be told', async () => {
  await application({ dueAt: before(1000) })
  expect(await notifyStaffOfOverdue(services)).toBe(0)
  expect((await db.select().from(verifications))[0]?.overdueNoticeAt).toBeNull()
})
