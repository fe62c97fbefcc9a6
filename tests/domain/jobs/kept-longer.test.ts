import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { documents } from '../../../app/db/schema/documents'
import { invites } from '../../../app/db/schema/invites'
import { messages } from '../../../app/db/schema/messages'
import { inboxEntries } from '../../../app/db/schema/notes'
import { legalHolds } from '../../../app/db/schema/personal-data'
import { sessions } from '../../../app/db/schema/sessions'
import { trustedDevices } from '../../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import { KEPT } from '../../../app/domain/keeping/periods'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, organization, verification } from '../../support/verifications'
import { DAY_MS, SECOND_MS } from '../../../app/durations'
import { keptThings, LONG_AGO, LONG_AHEAD } from '../../support/kept'

const db = await openTestDatabase()
let services: TestServices
let userId: string
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  userId = await addUser(db)
})

const { message, session, invite } = keptThings(db, () => ({ userId }))

it('a recovery request that changed a number is kept while an open one still names that number', async () => {
  const at = services.now()
  const request = { name: 'Дана', oldPhone: '+77010000004', message: 'lost' }
  const later = new Date(at.getTime() + DAY_MS)
  const moved = { ...request, newPhone: '+77010000005', outcome: 'number_changed' as const }
  await db.insert(recoveryRequests).values([
    { ...moved, createdAt: at, handledAt: later },
    { ...moved, oldPhone: '+77010000007', createdAt: at, handledAt: later },
    { ...request, newPhone: '+77010000006', createdAt: later },
  ])
  const left = async () => (await db.select().from(recoveryRequests)).map(({ newPhone }) => newPhone).toSorted()
  services.clock.set(new Date(at.getTime() + KEPT.recovery.days * DAY_MS + SECOND_MS))
  await tidyUp(services)
  expect(await left()).toEqual(['+77010000005', '+77010000006'])
  services.clock.advance(DAY_MS)
  await tidyUp(services)
  await tidyUp(services)
  expect(await left()).toEqual([])
})

it('a code that can still be used keeps its recipient, however old it is', async () => {
  const open = await invite(() => ({ expiresAt: null }))(services.now())
  const late = await invite(() => ({ code: 'INV-7K4M-9QXT-2B8E', expiresAt: LONG_AHEAD, usedCount: 9 }))(services.now())
  services.clock.advance(900 * DAY_MS)
  await tidyUp(services)
  expect([await open(), await late()]).toEqual([true, true])
})

it('everything of a person under a legal hold stays until it is lifted, and nothing of anybody else', async () => {
  const at = services.now()
  const setBy = await addUser(db, { phone: '+77010000051', role: 'superadmin' })
  const people = [
    { id: userId, phone: '+77010000003', email: 'Held@Mail.example' },
    { id: await addUser(db, { phone: '+77010000052' }), phone: '+77010000052', email: 'other@mail.example' },
  ] as const
  for (const { id, phone, email } of people) {
    await db.update(users).set({ email }).where(eq(users.id, id))
    await db.insert(sessions).values({ ...session(at), userId: id, accessTokenHash: id, refreshTokenHash: id })
    await db
      .insert(trustedDevices)
      .values({ userId: id, tokenHash: id, userAgent: 'Firefox', createdAt: at, lastUsedAt: at })
    await db.insert(messages).values([message(at, { to: phone }), message(at, { to: email.toUpperCase() })])
    await db.insert(inboxEntries).values({ userId: id, kind: 'mention', at })
    const request = { name: 'Дана', message: 'lost', createdAt: at }
    await db.insert(recoveryRequests).values([
      { ...request, oldPhone: phone, newPhone: '+77010000059' },
      { ...request, oldPhone: '+77010000059', newPhone: phone },
    ])
    const code = `INV-7K4M-9QXT-${phone.slice(-4)}`
    await addInvite(db, { code, channel: 'email', recipient: email.toLowerCase(), expiresAt: at })
    const { id: organizationId } = await organization(db, { status: 'rejected' })
    const application = await verification(db, {
      organizationId,
      status: 'rejected',
      submittedBy: id,
      submittedAt: LONG_AGO,
      reviewedAt: at,
    })
    await addDocument(db, application, 'rejected')
  }
  const left = async () => ({
    sessions: await db.$count(sessions),
    browsers: await db.$count(trustedDevices),
    messages: await db.$count(messages),
    inbox: await db.$count(inboxEntries),
    requests: await db.$count(recoveryRequests),
    recipients: await db.$count(invites, isNotNull(invites.recipient)),
    documents: await db.$count(documents),
  })
  await db.insert(legalHolds).values({ userId, reason: 'Court case 12', setBy, setAt: at })
  services.clock.set(new Date(at.getTime() + 400 * DAY_MS))
  await tidyUp(services)
  expect(await left()).toEqual({
    sessions: 1,
    browsers: 1,
    messages: 2,
    inbox: 1,
    requests: 2,
    recipients: 1,
    documents: 1,
  })
  expect(await db.select().from(sessions)).toMatchObject([{ userId }])
  await db.delete(legalHolds)
  await tidyUp(services)
  expect(await left()).toEqual({
    sessions: 0,
    browsers: 0,
    messages: 0,
    inbox: 0,
    requests: 0,
    recipients: 0,
    documents: 0,
  })
})
