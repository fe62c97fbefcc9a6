import { randomUUID } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { blankRecipientsBefore } from '../../../app/db/invites/ended-invites'
import { documents } from '../../../app/db/schema/documents'
import { drafts, sentForms } from '../../../app/db/schema/drafts'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { keepingPeriods } from '../../../app/db/schema/keeping'
import { rateLimits } from '../../../app/db/schema/limits'
import { deleteFinishedMessages } from '../../../app/db/messages/messages'
import { messages } from '../../../app/db/schema/messages'
import { dataRequests, legalHolds } from '../../../app/db/schema/personal-data'
import { presence, submissions, undoableDecisions } from '../../../app/db/schema/reviews'
import { sessions } from '../../../app/db/schema/sessions'
import { deleteSessionsBefore } from '../../../app/db/sessions'
import { deleteDevicesBefore } from '../../../app/db/sign-in/trusted-devices'
import { signInCodes, spentChallenges, trustedDevices } from '../../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import { timelineEvents, verifications } from '../../../app/db/schema/verifications'
import { inboxEntries } from '../../../app/db/schema/notes'
import {
  boundsOf,
  DEFAULT_PERIODS,
  KEPT,
  KEPT_CLASSES,
  periodsOf,
  SETTABLE_CLASSES,
  type KeptClass,
} from '../../../app/domain/keeping/periods'
import { LIMITS } from '../../../app/domain/limits/limit'
import { CODE_MESSAGE } from '../../../app/domain/messages/code-message.server'
import { TRUST_MS } from '../../../app/domain/sign-in/trusted-device.server'
import { eraseRejectedDocuments } from '../../../app/domain/documents/erase-rejected.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { emptyTables, openTestDatabase, statementsOf } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, organization, partner, verification } from '../../support/verifications'
import { DAY_MS, SECOND_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let userId: string
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  userId = await addUser(db)
})

/** Something that is kept since an instant, and whether it still is. */
type Planted = (at: Date) => Promise<() => Promise<boolean>>

/** A row of a table; it is gone when its table is empty. */
const row =
  <Table extends PgTable>(
    table: Table,
    values: (at: Date) => Table['$inferInsert'] | Promise<Table['$inferInsert']>,
  ): Planted =>
  async (at) => {
    await db.insert(table).values((await values(at)) as never)
    return async () => (await db.$count(table)) > 0
  }

const message = (at: Date, more: Partial<typeof messages.$inferInsert> = {}): typeof messages.$inferInsert => ({
  channel: 'sms',
  kind: 'verification_approved',
  to: '+77010000006',
  text: 'approved',
  status: 'sent',
  // Written long before it could be sent.
  createdAt: new Date(at.getTime() - 3 * DAY_MS),
  nextAttemptAt: at,
  expiresAt: at,
  sentAt: at,
  ...more,
})

const session = (at: Date) => ({
  userId,
  accessTokenHash: 'a',
  accessExpiresAt: at,
  refreshTokenHash: 'r',
  deviceId: 'd',
  userAgent: 'Firefox',
  address: '192.0.2.1',
  createdAt: at,
  lastSeenAt: at,
  provenAt: at,
  endedAt: at,
})

const device = (at: Date, tokenHash = 'h') => ({
  userId,
  tokenHash,
  userAgent: 'Firefox',
  createdAt: LONG_AGO,
  lastUsedAt: at,
})

const LONG_AGO = new Date('2024-01-01T00:00:00Z')
const LONG_AHEAD = new Date('2036-01-01T00:00:00Z')

const invite =
  (
    ending: (at: Date) => Parameters<typeof addInvite>[1],
    after?: (id: string, at: Date) => Promise<unknown>,
  ): Planted =>
  async (at) => {
    const sent = { channel: 'email', recipient: 'dana@steppe.example', customMessage: 'Welcome, Dana' } as const
    const id = await addInvite(db, { ...sent, language: 'ru', createdAt: LONG_AGO, ...ending(at) })
    await after?.(id, at)
    return async () => {
      const [found] = await db.select().from(invites).where(eq(invites.id, id))
      if (!found) throw new Error('the code itself is gone')
      expect((found.recipient === null) === (found.customMessage === null)).toBe(true)
      expect(found).toMatchObject({ channel: 'email', language: 'ru' })
      return found.recipient !== null
    }
  }

const rejected: Planted = async (reviewedAt) => {
  const { id: organizationId } = await organization(db, { status: 'rejected' })
  const application = await verification(db, { organizationId, status: 'rejected', submittedAt: LONG_AGO, reviewedAt })
  const { id, storageKey, type, fileName } = await addDocument(db, application, 'rejected')
  services.files.set(storageKey, new Uint8Array([1]))
  await db.insert(submissions).values({
    verificationId: application.id,
    version: 1,
    submittedAt: LONG_AGO,
    fields: {},
    documents: [{ id, type, fileName }],
  })
  return async () => {
    const isThere = (await db.$count(documents)) > 0
    const [{ erasedAt } = {}] = await db.select({ erasedAt: verifications.documentsErasedAt }).from(verifications)
    const [{ sent } = {}] = await db.select({ sent: submissions.documents }).from(submissions)
    expect(services.files.has(storageKey)).toBe(isThere)
    expect(sent).toEqual([{ id, type, fileName: isThere ? fileName : '' }])
    expect(erasedAt).toEqual(isThere ? null : services.now())
    expect(await db.$count(timelineEvents)).toBe(3)
    return isThere
  }
}

const unsent =
  (status: 'draft' | 'rejected' | 'archived'): Planted =>
  async (uploadedAt) => {
    const { id: organizationId } = await organization(db, { status })
    const own = { organizationId, id: '' }
    const { storageKey } = await addDocument(db, own, 'pending', { verificationId: null, uploadedAt })
    services.files.set(storageKey, new Uint8Array([1]))
    return async () => {
      const isThere = (await db.$count(documents)) > 0
      expect(services.files.has(storageKey)).toBe(isThere)
      const erased = [{ action: 'document.erase', objectId: organizationId, after: { documents: 1 } }]
      expect(await db.select().from(auditLog)).toMatchObject(isThere ? [] : erased)
      return isThere
    }
  }

/** What tells each class apart; every class has one, and nobody's is left out by not being thought of. */
const PLANTED: Record<Exclude<KeptClass, 'people' | 'audit'>, Record<string, Planted>> = {
  codes: {
    'a sign-in code': row(signInCodes, (at) => ({
      phone: '+77010000003',
      channel: 'sms' as const,
      codeHash: 'h',
      createdAt: at,
      expiresAt: at,
    })),
    'a spent passkey challenge': row(spentChallenges, (at) => ({ challengeHash: 'h', spentAt: at })),
    'who got a code': row(messages, (at) => message(at, { kind: CODE_MESSAGE })),
  },
  limits: { 'a counter': row(rateLimits, (at) => ({ key: 'k', windowStart: at, count: 1 })) },
  presence: {
    'who has an application open': row(presence, async (at) => {
      const { id: organizationId } = await organization(db)
      return { verificationId: (await verification(db, { organizationId })).id, userId, seenAt: at }
    }),
    'what a decision would be taken back to': row(undoableDecisions, async (at) => {
      const { id: organizationId } = await organization(db)
      const { id: verificationId } = await verification(db, { organizationId })
      return { verificationId, version: 1, action: 'approve', actorId: userId, until: at, before: {}, input: {} }
    }),
  },
  drafts: {
    'a draft': row(drafts, (at) => ({
      userId,
      form: '/f',
      drawing: '',
      fields: [['reason', 'Expired'] as [string, string]],
      updatedAt: at,
    })),
  },
  dataRequests: {
    'an export that was agreed to': row(dataRequests, (at) => ({
      userId,
      kind: 'export' as const,
      id: randomUUID(),
      reason: 'asked by letter',
      proposedBy: userId,
      proposedAt: LONG_AGO,
      agreedBy: userId,
      agreedAt: at,
    })),
  },
  inbox: { 'an entry of an inbox': row(inboxEntries, (at) => ({ userId, kind: 'mention' as const, at })) },
  sentForms: { 'a sent form': row(sentForms, (at) => ({ id: randomUUID(), contentHash: 'h', sentAt: at })) },
  sessions: { 'a session': row(sessions, session) },
  devices: {
    'a trusted browser': row(trustedDevices, (at) => device(at)),
  },
  messages: {
    'a sent message': row(messages, (at) => message(at)),
    'a delivered message': row(messages, (at) => message(at, { status: 'delivered' })),
    'a message that never left': row(messages, (at) => message(at, { status: 'failed', sentAt: null, createdAt: at })),
  },
  recovery: {
    'a recovery request': row(recoveryRequests, (at) => ({
      name: 'Дана',
      oldPhone: '+77010000004',
      newPhone: '+77010000005',
      message: 'lost',
      createdAt: at,
    })),
  },
  recipients: {
    'the recipient of an expired code': invite((at) => ({ expiresAt: at })),
    'the recipient of a deleted code': invite((at) => ({ deletedAt: at, expiresAt: LONG_AHEAD })),
    'the recipient of a code that was used up': invite(
      () => ({ maximumUses: 2, usedCount: 2, expiresAt: LONG_AHEAD }),
      async (inviteId, at) => {
        const other = await addUser(db, { phone: '+77010000044' })
        await db.insert(redemptions).values([
          { inviteId, userId, at: LONG_AGO },
          { inviteId, userId: other, at },
        ])
      },
    ),
  },
  rejectedDocuments: { 'a document of a rejected application': rejected },
  unsentDocuments: {
    'a document of a draft': unsent('draft'),
    'a new document after a rejection': unsent('rejected'),
    'a document of an archived draft': unsent('archived'),
  },
}

/** People are another test's (erasing), and days of the log (audit-removal). */
const NOT_HERE: readonly KeptClass[] = ['people', 'audit']

const CASES = Object.entries(PLANTED).flatMap(([kept, things]) =>
  Object.entries(things).map(([name, plant]) => ({ kept: kept as KeptClass, name, plant })),
)

describe('every class is kept for its period and no longer', () => {
  it('and each has something planted', () =>
    expect([...Object.keys(PLANTED), ...NOT_HERE].toSorted()).toEqual(KEPT_CLASSES.toSorted()))

  it.each(CASES)('$kept: $name stays a second before the end and goes a second after', async ({ kept, plant }) => {
    const at = services.now()
    const isKept = await plant(at)
    const endMs = at.getTime() + KEPT[kept].days * DAY_MS
    services.clock.set(new Date(endMs - SECOND_MS))
    await tidyUp(services)
    expect(await isKept()).toBe(true)
    services.clock.set(new Date(endMs + SECOND_MS))
    await tidyUp(services)
    expect(await isKept()).toBe(false)
  })

  it.each(CASES.filter(({ kept }) => SETTABLE_CLASSES.some((one) => one === kept)))(
    '$kept: $name goes by the period that was set',
    async ({ kept, plant }) => {
      const days = KEPT[kept].days - 10
      await db.insert(keepingPeriods).values({ kept, days })
      const at = services.now()
      const isKept = await plant(at)
      services.clock.set(new Date(at.getTime() + days * DAY_MS - SECOND_MS))
      await tidyUp(services)
      expect(await isKept()).toBe(true)
      services.clock.advance(2 * SECOND_MS)
      await tidyUp(services)
      expect(await isKept()).toBe(false)
    },
  )
})

describe('the periods', () => {
  it('are those that were decided', () =>
    expect(DEFAULT_PERIODS).toMatchObject({
      codes: 1,
      limits: 1,
      sessions: 180,
      devices: 180,
      messages: 30,
      recovery: 180,
      recipients: 180,
      rejectedDocuments: 365,
      unsentDocuments: 365,
      people: 365,
      audit: 2557,
    }))

  it('lie between their bounds, and what others rely on cannot be set', () => {
    for (const kept of SETTABLE_CLASSES) {
      const { min, max } = boundsOf(kept)
      expect(min, kept).toBeGreaterThan(0)
      expect(KEPT[kept].days, kept).toBeGreaterThanOrEqual(min)
      expect(KEPT[kept].days, kept).toBeLessThanOrEqual(max)
    }
    expect(KEPT_CLASSES.filter((kept) => !SETTABLE_CLASSES.some((one) => one === kept))).toEqual([
      'codes',
      'limits',
      'presence',
      'drafts',
      'sentForms',
      'dataRequests',
      'inbox',
    ])
  })

  it('of counters are no shorter than the longest limit counts', () => {
    for (const { name, windowMs } of Object.values(LIMITS))
      expect(KEPT.limits.days * DAY_MS, name).toBeGreaterThanOrEqual(windowMs)
  })

  it('of trusted browsers are no longer than a browser is trusted', () =>
    expect(boundsOf('devices').max * DAY_MS).toBe(TRUST_MS))

  it('that were set are held within the bounds of today, and none is taken for what cannot be set', () => {
    const set = [
      { kept: 'sessions', days: 1 },
      { kept: 'messages', days: 9999 },
      { kept: 'limits', days: 0 },
      { kept: 'gone', days: 5 },
    ]
    expect(periodsOf(set)).toEqual({ ...DEFAULT_PERIODS, sessions: 30, messages: 180 })
  })
})

/** The same, but for one method. */
const withMethod = <Of extends object, Name extends keyof Of>(of: Of, method: Name, instead: unknown): Of =>
  new Proxy(of, { get: (target, name) => (name === method ? instead : Reflect.get(target, name, target)) })

const yearsAgo = (years: number) => new Date(services.now().getTime() - years * 366 * DAY_MS)

it('that a number was changed is known while an older request for that number is open', async () => {
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

it('a code that can still be used keeps whom it was sent to, however old it is', async () => {
  const open = await invite(() => ({ expiresAt: null }))(services.now())
  const late = await invite(() => ({ code: 'INV-7K4M-9QXT-2B8E', expiresAt: LONG_AHEAD, usedCount: 9 }))(services.now())
  services.clock.advance(900 * DAY_MS)
  await tidyUp(services)
  expect([await open(), await late()]).toEqual([true, true])
})

it('recipients are forgotten at most so many at a time, until none is left', async () => {
  for (let n = 0; n < 3; n++)
    await addInvite(db, {
      code: `INV-7K4M-9QXT-2B8${n}`,
      channel: 'email',
      recipient: `dana${n}@steppe.example`,
      expiresAt: LONG_AGO,
    })
  const taken = await db.transaction(async (tx) => {
    // The plan that reads the inner rows again for each outer one, which the statistics of a small table chose by chance.
    for (const other of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
      await tx.execute(sql.raw(`set local enable_${other} = off`))
    const take = () => blankRecipientsBefore(tx, services.now(), 2)
    return [await take(), await take(), await take()]
  })
  expect(taken).toEqual([2, 1, 0])
  expect((await db.select().from(invites)).map(({ recipient }) => recipient)).toEqual([null, null, null])
})

it.each<[string, PgTable, (n: number) => Record<string, unknown>, (before: Date) => Promise<void>]>([
  [
    'sessions',
    sessions,
    (n) => ({ ...session(LONG_AGO), accessTokenHash: `a${n}`, refreshTokenHash: `r${n}` }),
    (instant) => deleteSessionsBefore(db, instant),
  ],
  ['messages', messages, () => message(LONG_AGO), (instant) => deleteFinishedMessages(db, instant)],
  ['devices', trustedDevices, (n) => device(LONG_AGO, `t${n}`), (instant) => deleteDevicesBefore(db, instant)],
])('%s are erased at most a thousand at a time, until none is left', async (_, table, made, erase) => {
  const rows = Array.from({ length: 1001 }, (__, n) => made(n))
  await db.insert(table).values(rows as never)
  const statements = await statementsOf(() => erase(services.now()))
  expect(statements).toHaveLength(2)
  expect(await db.$count(table)).toBe(0)
})

it('what there is of a person under a legal hold stays until the hold is lifted, and nothing of anybody else', async () => {
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
    requests: await db.$count(recoveryRequests),
    recipients: await db.$count(invites, isNotNull(invites.recipient)),
    documents: await db.$count(documents),
  })
  await db.insert(legalHolds).values({ userId, reason: 'Court case 12', setBy, setAt: at })
  services.clock.set(new Date(at.getTime() + 400 * DAY_MS))
  await tidyUp(services)
  expect(await left()).toEqual({ sessions: 1, browsers: 1, messages: 2, requests: 2, recipients: 1, documents: 1 })
  expect(await db.select().from(sessions)).toMatchObject([{ userId }])
  await db.delete(legalHolds)
  await tidyUp(services)
  expect(await left()).toEqual({ sessions: 0, browsers: 0, messages: 0, requests: 0, recipients: 0, documents: 0 })
})

describe('documents', () => {
  const put = async (
    status: 'rejected' | 'approved' | 'pending',
    organizationId: string,
    type = 'initial_registration',
  ) => {
    const reviewedAt = status === 'pending' ? null : yearsAgo(2)
    const application = await verification(db, {
      organizationId,
      status,
      reviewedAt,
      submittedAt: yearsAgo(3),
      type: type as 'initial_registration',
    })
    const document = await addDocument(db, application)
    services.files.set(document.storageKey, new Uint8Array([1]))
    return { application, document }
  }
  const left = async () => (await db.select({ id: documents.id }).from(documents)).map(({ id }) => id)

  it('of open and approved applications stay, those not yet submitted too', async () => {
    const { id: organizationId } = await organization(db)
    const gone = await put('rejected', organizationId)
    const approved = await put('approved', organizationId, 'address_change')
    const open = await put('pending', organizationId)
    const unsent = await addDocument(db, gone.application, 'pending', { verificationId: null })
    await tidyUp(services)
    expect((await left()).toSorted()).toEqual([approved.document.id, open.document.id, unsent.id].toSorted())
    expect(services.files.has(gone.document.storageKey)).toBe(false)
    expect(services.files.size).toBe(2)
  })

  it.each([
    ['approved', true],
    ['pending', true],
    ['rejected', false],
  ] as const)('that a later %s application was sent with: kept is %s', async (status, isKept) => {
    const { id: organizationId } = await organization(db)
    const first = await put('rejected', organizationId)
    const later = await put(status, organizationId, 'address_change')
    const { id, type, fileName } = first.document
    await db.insert(submissions).values({
      verificationId: later.application.id,
      version: 1,
      submittedAt: yearsAgo(2),
      fields: {},
      documents: [{ id, type, fileName }],
    })
    await tidyUp(services)
    expect((await left()).includes(id)).toBe(isKept)
    expect(services.files.has(first.document.storageKey)).toBe(isKept)
  })

  it('leave an entry in the log that says how many, of which application, and nothing of what they were', async () => {
    const { id: organizationId } = await organization(db)
    const { application } = await put('rejected', organizationId)
    await addDocument(db, application)
    await tidyUp(services)
    await tidyUp(services)
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        action: 'document.erase',
        actorId: null,
        objectType: 'organization',
        objectId: organizationId,
        after: { verification: application.id, documents: 2 },
      },
    ])
  })

  it('that somebody else erased in the same moment are not erased again, and not noted twice', async () => {
    const { id: organizationId } = await organization(db)
    const { application } = await put('rejected', organizationId)
    let isFirst = true
    const nothing = { where: () => ({ returning: () => Promise.resolve([]) }) }
    const overtaken = withMethod(db, 'transaction', (work: Parameters<typeof db.transaction>[0]) =>
      db.transaction((tx) => work(isFirst && !(isFirst = false) ? withMethod(tx, 'delete', () => nothing) : tx)),
    )
    await eraseRejectedDocuments({ ...services, db: overtaken }, yearsAgo(1))
    expect(await left()).toEqual([])
    expect(await db.select().from(auditLog)).toMatchObject([{ after: { verification: application.id, documents: 1 } }])
  })

  it('leave no name of a file in what was sent, also of one that the applicant had taken back before', async () => {
    const { id: organizationId } = await organization(db)
    const { application, document } = await put('rejected', organizationId)
    const [type, fileName] = ['business_license', 'passport of Dana.pdf'] as const
    await db.insert(submissions).values({
      verificationId: application.id,
      version: 1,
      submittedAt: yearsAgo(3),
      fields: {},
      documents: [document.id, randomUUID()].map((id) => ({ id, type, fileName })),
    })
    await tidyUp(services)
    const [row] = await db.select().from(submissions)
    expect(row?.documents.map((sent) => sent.fileName)).toEqual(['', ''])
  })

  it('whose file the store does not give up are erased, and their file is left to the sweep', async () => {
    const { id: organizationId } = await organization(db)
    const { document } = await put('rejected', organizationId)
    const { documents: store } = services
    const away = { ...store, remove: () => Promise.reject(new Error('away')) }
    await tidyUp({ ...services, documents: away })
    expect(await left()).toEqual([])
    expect(services.files.has(document.storageKey)).toBe(true)
  })
})

it.each([
  ['under a legal hold', 'draft', true],
  ['whose organization works', 'active', false],
] as const)('a document that was never sent stays, of a partner %s', async (_whose, status, isHeld) => {
  const { id: organizationId } = await organization(db, { status })
  const { id } = await partner(db, organizationId)
  const hold = { userId: id, reason: 'A court asks', setBy: userId, setAt: services.now() }
  if (isHeld) await db.insert(legalHolds).values(hold)
  await addDocument(db, { organizationId, id: '' }, 'pending', { verificationId: null, uploadedAt: LONG_AGO })
  await tidyUp(services)
  expect(await db.$count(documents)).toBe(1)
})

it('where the periods cannot be read, what nobody can set is erased and the rest is left alone', async () => {
  await db.insert(sessions).values(session(LONG_AGO))
  await db.insert(rateLimits).values({ key: 'k', windowStart: LONG_AGO, count: 1 })
  const failing = new Proxy(db, {
    get: (target, name, receiver) =>
      name === 'select'
        ? () => {
            throw new Error('broken')
          }
        : Reflect.get(target, name, receiver),
  })
  await expect(tidyUp({ ...services, db: failing })).rejects.toThrow('not everything')
  expect([await db.$count(sessions), await db.$count(rateLimits)]).toEqual([1, 0])
})
