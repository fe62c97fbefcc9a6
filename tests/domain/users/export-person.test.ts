import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { messages } from '../../../app/db/schema/messages'
import { dataRequests } from '../../../app/db/schema/personal-data'
import { sessions } from '../../../app/db/schema/sessions'
import { passkeys, trustedDevices } from '../../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import { savedViews } from '../../../app/db/schema/views'
import type { Actor } from '../../../app/domain/access'
import { withRequestInfo } from '../../../app/domain/audit/request-info.server'
import { enqueueMessage } from '../../../app/domain/messages/enqueue.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { exportPerson } from '../../../app/domain/users/personal-data/export-person.server'
import { pseudonymOf } from '../../../app/pseudonyms'
import { auditActions } from '../../support/audit'
import { openTestDatabase } from '../../support/database'
import {
  ADDRESS,
  EARLIER_PHONE,
  FIRST_PHONE,
  FORMER_PHONE,
  PHONE,
  PRESENT_NAME,
  personWithSuperadmins,
  personWithTraces,
  request,
} from '../../support/person-with-traces'
import type { TestServices } from '../../support/services'
import { staff } from '../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let person: Actor
/** Superadmins. */
let first: Actor
let second: Actor
beforeEach(async () => {
  ;({ services, person, first, second } = await personWithSuperadmins(db))
})

const { given, suspend, propose, press, livedHere, formerHolder, rename } = personWithTraces(db, () => ({
  services,
  person,
  first,
  second,
}))
const acts = () => auditActions(db)

describe('the data export of a person', () => {
  const take = (actor = first) => exportPerson(services, given(actor, 'users.data'), { id: person.id, ...request() })

  it('is available to superadmins for 24 hours after two agreed, with an audit row for each download', async () => {
    expect(await take()).toEqual({ kind: 'conflict', now: 'changed' })
    await propose(first, 'export')
    expect(await press(first, 'agree', 'export')).toEqual({ kind: 'forbidden' })
    expect(await take()).toEqual({ kind: 'conflict', now: 'changed' })
    expect((await press(second, 'agree', 'export')).kind).toBe('done')
    expect((await take()).kind).toBe('done')
    services.clock.advance(24 * HOUR_MS - 1)
    expect((await take(second)).kind).toBe('done')
    services.clock.advance(1)
    expect(await take()).toEqual({ kind: 'conflict', now: 'changed' })
    expect(await acts()).toEqual(['user.proposeExport', 'user.agreeExport', 'user.export', 'user.export'])
    expect((await propose(first, 'export')).kind).toBe('done')
    await press(second, 'agree', 'export')
    services.clock.advance(2 * DAY_MS)
    await tidyUp(services)
    expect(await db.select().from(dataRequests)).toEqual([])
  })

  it('is not available to the person themselves, however their id is written', async () => {
    await db.update(users).set({ role: 'superadmin', status: 'active' }).where(eq(users.id, person.id))
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const own = given({ ...person, role: 'superadmin' }, 'users.data')
    for (const id of [person.id, person.id.toUpperCase()])
      expect(await exportPerson(services, own, { id, ...request() })).toEqual({ kind: 'forbidden' })
  })

  it('lists the newest rows first in each section', async () => {
    await livedHere()
    const createdAt = new Date(services.now().getTime() - 1000)
    const earlier = { userId: person.id, createdAt }
    const seen = { lastUsedAt: createdAt, userAgent: 'x', tokenHash: 'earlier' }
    const key = { credentialId: 'earlier', publicKey: 'key', counter: 0, transports: [], name: 'Earlier' }
    const view = { ownerId: person.id, name: 'Earlier', path: '/users/', search: '', createdAt }
    await db.insert(trustedDevices).values({ ...earlier, ...seen })
    await db.insert(passkeys).values({ ...earlier, ...key })
    await db.insert(savedViews).values(view)
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const outcome = await take()
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    const rows = [{ createdAt: services.now() }, { createdAt }]
    expect(outcome.value).toMatchObject({ trustedBrowsers: { rows }, passkeys: { rows }, savedViews: { rows } })
  })

  const taken = async () => {
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const outcome = await take()
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    return JSON.stringify(outcome.value)
  }

  it('holds nothing of an earlier or later holder of their numbers', async () => {
    await livedHere()
    await formerHolder()
    const at = services.now()
    const since = { name: 'Бақыт', message: 'lost', oldPhone: EARLIER_PHONE, newPhone: '+77015550098', createdAt: at }
    await db.insert(recoveryRequests).values(since)
    await enqueueMessage(db, services, { channel: 'sms', kind: 'of_next_holder', to: EARLIER_PHONE, text: 'Hello' })
    await db.update(messages).set({ createdAt: at }).where(eq(messages.kind, 'of_next_holder'))
    const told = await taken()
    for (const text of ['Асель', FORMER_PHONE, 'of_former_holder', 'Бақыт', '+77015550098', 'of_next_holder'])
      expect(told).not.toContain(text)
    expect(told).toContain(FIRST_PHONE)
  })

  it('holds nothing of erased people, even in audit rows from before the keys', async () => {
    const erased = await staff(db, 'cashier', 'Зарина')
    const username = pseudonymOf(erased.id)
    await db.update(users).set({ username, erasedAt: services.now() }).where(eq(users.id, erased.id))
    await db.insert(auditLog).values({
      at: services.now(),
      actorId: person.id,
      action: 'user.suspend',
      objectType: 'user',
      objectId: erased.id,
      before: { username: 'Зарина Ким', status: 'active' },
      reason: 'Зарина left',
      requestId: 'r',
    })
    const told = await taken()
    expect(told).toContain('user.suspend')
    expect(told).not.toContain('Зарина')
    expect(told).not.toContain('rasedAt')
  })

  it('holds the addresses the person came from, but not those of people who acted on them', async () => {
    const elsewhere = '203.0.113.9'
    await withRequestInfo({ address: ADDRESS }, () => rename(PRESENT_NAME))
    await withRequestInfo({ address: elsewhere }, () => suspend())
    const told = await taken()
    expect(told).toContain('left the company')
    expect(told).toContain(ADDRESS)
    expect(told).not.toContain(elsewhere)
  })

  it('holds the address of an attempt on their account by somebody not signed in', async () => {
    await db.insert(auditLog).values({
      at: services.now(),
      action: 'recovery.file',
      objectType: 'user',
      objectId: person.id,
      address: '203.0.113.77',
      requestId: 'r',
    })
    expect(await taken()).toContain('203.0.113.77')
  })

  it('is complete, but without tokens, keys and codes', async () => {
    await livedHere()
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const outcome = await take()
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    const told = JSON.stringify(outcome.value)
    const sections = Object.entries(outcome.value).flatMap(([name, of]) =>
      typeof of === 'object' && of !== null && 'total' in of ? [[name, of.total]] : [],
    )
    expect(Object.fromEntries(sections)).toMatchObject({
      sessions: 1,
      trustedBrowsers: 1,
      passkeys: 1,
      recoveryRequests: 5,
      messages: 6,
      invitesUsed: 1,
      invitesReceived: 1,
      notesWritten: 1,
      notesThatMention: 2,
      inbox: 3,
      drafts: 1,
      savedViews: 1,
      notificationChoices: 1,
    })
    expect(told).toContain(PHONE)
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, person.id))
    for (const secret of [session?.accessTokenHash, session?.refreshTokenHash, 'credential', 'INV-'])
      expect(told).not.toContain(secret)
  })
})
