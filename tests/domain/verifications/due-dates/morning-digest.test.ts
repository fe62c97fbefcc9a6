import { beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { messages, notificationChoices } from '../../../../app/db/schema/messages'
import { reviewPeople } from '../../../../app/db/schema/reviews'
import { users } from '../../../../app/db/schema/users'
import type { Actor } from '../../../../app/domain/access'
import { openText } from '../../../../app/domain/sealing.server'
import { sendMorningDigests } from '../../../../app/domain/verifications/notifications/morning-digest.server'
import { morningOf } from '../../../../app/domain/verifications/due-dates/working-time'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices, type TestServices } from '../../../support/services'
import { before, organization, staff, verification } from '../../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  await db.update(users).set({ email: 'olga@gatehouse.example' })
  // Monday, 9:00 in Almaty.
  services.clock.set('2026-03-02T04:00:00Z')
})

const open = async (more: Partial<Parameters<typeof verification>[1]> = {}) =>
  verification(db, { organizationId: (await organization(db)).id, ...more })
const told = async () => (await db.select().from(messages)).map(({ to, channel, kind }) => `${kind} ${channel} ${to}`)

describe('the morning digest', () => {
  it('is one message a day with what waits for this person, in their language', async () => {
    await db.update(users).set({ language: 'ru' })
    await open({ dueAt: before(DAY_MS) })
    await open({ dueAt: before(-3 * DAY_MS) })
    await open({ type: 'bank_account_update', dueAt: before(DAY_MS) })
    await open({ status: 'under_review', reviewer: manager, dueAt: before(-DAY_MS) })
    await open({ status: 'need_more_info', reviewer: manager })
    expect(await sendMorningDigests(services)).toBe(1)
    const [message] = await db.select().from(messages)
    expect(message).toMatchObject({ kind: 'staff_morning_digest', channel: 'email', to: 'olga@gatehouse.example' })
    expect(openText(services.env.sessionSecrets, 'outbox', message?.text ?? '')).toMatch(
      /^Ждут вас: 3\. Просрочено: 1\. У вас на рассмотрении: 1\. У заявителей: 1\./,
    )
    services.clock.advance(HOUR_MS)
    expect(await sendMorningDigests(services)).toBe(0)
    services.clock.advance(DAY_MS)
    expect(await sendMorningDigests(services)).toBe(1)
  })

  it('comes the morning after the clock was put back by 30 days', async () => {
    await open()
    services.clock.advance(30 * DAY_MS)
    expect(await sendMorningDigests(services)).toBe(1)
    services.clock.advance(-29 * DAY_MS)
    expect(await sendMorningDigests(services)).toBe(1)
    services.clock.advance(HOUR_MS)
    expect(await sendMorningDigests(services)).toBe(0)
  })

  it('is sent to each person in the morning of their own time zone', async () => {
    await open()
    const away = await staff(db, 'manager', 'Daniel Brooks')
    await db
      .update(users)
      .set({ timeZone: 'America/New_York', email: 'daniel@gatehouse.example' })
      .where(eq(users.id, away.id))
    expect(await sendMorningDigests(services)).toBe(1)
    expect(await told()).toEqual(['staff_morning_digest email olga@gatehouse.example'])
    services.clock.set('2026-03-02T14:00:00Z')
    expect(await sendMorningDigests(services)).toBe(1)
    expect(await told()).toContain('staff_morning_digest email daniel@gatehouse.example')
  })

  it('is not sent twice to a person who moves to a time zone where it is still the day before', async () => {
    await open()
    const moveTo = (timeZone: string) => db.update(users).set({ timeZone }).where(eq(users.id, manager.id))
    await moveTo('Pacific/Auckland')
    services.clock.set('2026-03-02T20:00:00Z')
    expect(await sendMorningDigests(services)).toBe(1)
    await moveTo('Pacific/Honolulu')
    expect(await sendMorningDigests(services)).toBe(0)
  })

  it('is sent once when many processes try at the same time', async () => {
    await open()
    const counts = await Promise.all(Array.from({ length: 8 }, () => sendMorningDigests(services)))
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect(await told()).toHaveLength(1)
  })

  it('is skipped for the day when nothing waits, and never sent to a cashier', async () => {
    await open({ type: 'legal_representative_change' })
    await staff(db, 'cashier', 'Daniel Brooks')
    expect(await sendMorningDigests(services)).toBe(0)
    await open()
    expect(await sendMorningDigests(services)).toBe(0)
    expect(await told()).toEqual([])
  })

  it('counts what this person may only prepare, where two people decide', async () => {
    await db.insert(reviewPeople).values({ type: 'legal_representative_change', people: 2 })
    await open({ type: 'legal_representative_change', dueAt: before(DAY_MS) })
    await open({ type: 'bank_account_update' })
    expect(await sendMorningDigests(services)).toBe(1)
    const [message] = await db.select().from(messages)
    expect(openText(services.env.sessionSecrets, 'outbox', message?.text ?? '')).toMatch(
      /Waiting for you: 1\. Late: 1\./,
    )
  })

  it('is neither sent to nor marked as sent for suspended staff', async () => {
    await open()
    await db.update(users).set({ status: 'suspended', suspendedReason: 'Left' })
    expect(await sendMorningDigests(services)).toBe(0)
    const [row] = await db.select().from(users)
    expect(row?.digestSentOn).toBeNull()
  })

  it('goes to the phone of staff without an e-mail address, unless they turned it off', async () => {
    await open()
    await db.update(users).set({ email: null }).where(eq(users.id, manager.id))
    expect(await sendMorningDigests(services)).toBe(1)
    expect(await told()).toEqual([`staff_morning_digest whatsapp ${manager.phone}`])
    await db.delete(messages)
    await db.insert(notificationChoices).values({ userId: manager.id, event: 'morning_digest', channel: 'email' })
    services.clock.advance(DAY_MS)
    await sendMorningDigests(services)
    expect(await told()).toEqual([])
  })

  it('goes to one of the chosen channels, e-mail first, and nowhere when none is chosen', async () => {
    await open()
    await db.insert(notificationChoices).values({ userId: manager.id, event: 'morning_digest', channel: 'whatsapp' })
    await sendMorningDigests(services)
    expect(await told()).toEqual(['staff_morning_digest email olga@gatehouse.example'])
    await db.delete(messages)
    await db.insert(notificationChoices).values({ userId: manager.id, event: 'morning_digest', channel: 'email' })
    services.clock.advance(DAY_MS)
    await sendMorningDigests(services)
    expect(await told()).toEqual([`staff_morning_digest whatsapp ${manager.phone}`])
    await db.delete(messages)
    await db.delete(notificationChoices).where(eq(notificationChoices.channel, 'whatsapp'))
    services.clock.advance(DAY_MS)
    await sendMorningDigests(services)
    expect(await told()).toEqual([])
  })

  it.each([
    ['2026-03-02T03:59:00Z', 'Asia/Almaty', null],
    ['2026-03-02T04:00:00Z', 'Asia/Almaty', '2026-03-02'],
    ['2026-03-02T06:59:00Z', 'Asia/Almaty', '2026-03-02'],
    ['2026-03-02T07:00:00Z', 'Asia/Almaty', null],
    ['2026-03-02T04:00:00Z', 'Europe/Moscow', null],
    ['2026-03-02T06:00:00Z', 'Europe/Moscow', '2026-03-02'],
    ['2026-03-01T20:30:00Z', 'Pacific/Auckland', '2026-03-02'],
    ['2026-02-28T04:00:00Z', 'Asia/Almaty', null],
    ['2026-03-01T04:00:00Z', 'Asia/Almaty', null],
    ['2026-03-06T14:00:00Z', 'America/New_York', '2026-03-06'],
    ['2026-03-09T13:00:00Z', 'America/New_York', '2026-03-09'],
  ])('at %s in %s is due for the day %s', (at, zone, day) => expect(morningOf(new Date(at), zone)).toBe(day))
})
