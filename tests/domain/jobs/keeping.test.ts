import { randomUUID } from 'node:crypto'
import { ne, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { blankRecipientsBefore } from '../../../app/db/invites/ended-invites'
import { documents } from '../../../app/db/schema/documents'
import { drafts, sentForms } from '../../../app/db/schema/drafts'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { keepingPeriods } from '../../../app/db/schema/keeping'
import { rateLimits } from '../../../app/db/schema/limits'
import { deleteFinishedMessages, wipeSentTexts } from '../../../app/db/messages/messages'
import { messages } from '../../../app/db/schema/messages'
import { auditLog } from '../../../app/db/schema/audit'
import { dataRequests, legalHolds } from '../../../app/db/schema/personal-data'
import { presence, submissions, undoableDecisions } from '../../../app/db/schema/reviews'
import { sessions } from '../../../app/db/schema/sessions'
import { deleteSessionsBefore } from '../../../app/db/sessions'
import { deleteDevicesBefore } from '../../../app/db/sign-in/trusted-devices'
import { signInCodes, spentChallenges, trustedDevices } from '../../../app/db/schema/sign-in'
import { recoveryRequests } from '../../../app/db/schema/users'
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
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { emptyTables, openTestDatabase, statementsOf } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, organization, partner, verification } from '../../support/verifications'
import { DAY_MS, SECOND_MS } from '../../../app/durations'
import { keptThings, LONG_AGO, LONG_AHEAD, type Planted } from '../../support/kept'

const db = await openTestDatabase()
let services: TestServices
let userId: string
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  userId = await addUser(db)
})

const { message, session, device, invite } = keptThings(db, () => ({ userId }))

/** Plants one row in a table; it is gone when that table is empty. */
const row =
  <Table extends PgTable>(
    table: Table,
    values: (at: Date) => Table['$inferInsert'] | Promise<Table['$inferInsert']>,
  ): Planted =>
  async (at) => {
    await db.insert(table).values((await values(at)) as never)
    return async () => (await db.$count(table)) > 0
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

/** At least one thing to plant for each class of kept data; the first test below fails without it. */
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

/** People are covered where people are erased, the audit log in audit-removal. */
const NOT_HERE: readonly KeptClass[] = ['people', 'audit']

const CASES = Object.entries(PLANTED).flatMap(([kept, things]) =>
  Object.entries(things).map(([name, plant]) => ({ kept: kept as KeptClass, name, plant })),
)

describe('every class is kept for its period and no longer', () => {
  it('and has something planted for it here', () =>
    expect([...Object.keys(PLANTED), ...NOT_HERE].toSorted()).toEqual(KEPT_CLASSES.toSorted()))

  it.each(CASES)(
    '$kept: $name is there a second before its period ends and gone a second after it',
    async ({ kept, plant }) => {
      const at = services.now()
      const isKept = await plant(at)
      const endMs = at.getTime() + KEPT[kept].days * DAY_MS
      services.clock.set(new Date(endMs - SECOND_MS))
      await tidyUp(services)
      expect(await isKept()).toBe(true)
      services.clock.set(new Date(endMs + SECOND_MS))
      await tidyUp(services)
      expect(await isKept()).toBe(false)
    },
  )

  it.each(CASES.filter(({ kept }) => SETTABLE_CLASSES.some((one) => one === kept)))(
    '$kept: $name is kept for the period that was set',
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

describe('the keeping periods', () => {
  it('have the defaults that were decided', () =>
    expect(DEFAULT_PERIODS).toMatchObject({
      codes: 1,
      limits: 1,
      presence: 1 / 24,
      drafts: 30,
      sentForms: 1,
      dataRequests: 1,
      inbox: 180,
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

  it('lie within their bounds, and seven that other rules rely on cannot be set', () => {
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

  it('of rate limit counters cover the longest window of any limit', () => {
    for (const { name, windowMs } of Object.values(LIMITS))
      expect(KEPT.limits.days * DAY_MS, name).toBeGreaterThanOrEqual(windowMs)
  })

  it('of trusted browsers are at most as long as a browser is trusted', () =>
    expect(boundsOf('devices').max * DAY_MS).toBe(TRUST_MS))

  it('that were set are held within today’s bounds, and those of classes that cannot be set are ignored', () => {
    const set = [
      { kept: 'sessions', days: 1 },
      { kept: 'messages', days: 9999 },
      { kept: 'limits', days: 0 },
      { kept: 'gone', days: 5 },
    ]
    expect(periodsOf(set)).toEqual({ ...DEFAULT_PERIODS, sessions: 30, messages: 180 })
  })
})

it('recipients of codes are forgotten in batches, until none is left', async () => {
  for (let n = 0; n < 3; n++)
    await addInvite(db, {
      code: `INV-7K4M-9QXT-2B8${n}`,
      channel: 'email',
      recipient: `dana${n}@steppe.example`,
      expiresAt: LONG_AGO,
    })
  const taken = await db.transaction(async (tx) => {
    // Forces the plan that reads the inner rows again for each outer one, which statistics of a small table may choose.
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
])('%s are erased at most 1,000 at a time, until none is left', async (_, table, made, erase) => {
  const rows = Array.from({ length: 1001 }, (__, n) => made(n))
  await db.insert(table).values(rows as never)
  const statements = await statementsOf(() => erase(services.now()))
  expect(statements).toHaveLength(2)
  expect(await db.$count(table)).toBe(0)
})

it('texts that WhatsApp may still refuse are wiped at most 1,000 at a time, until none is left', async () => {
  const rows = Array.from({ length: 1001 }, () => message(LONG_AGO, { text: 'sealed' }))
  await db.insert(messages).values(rows)
  const statements = await statementsOf(() => wipeSentTexts(db, services.now()))
  expect(statements).toHaveLength(2)
  expect(await db.$count(messages, ne(messages.text, ''))).toBe(0)
})

it.each([
  ['under a legal hold', 'draft', true],
  ['whose organization works', 'active', false],
] as const)('a document that was never sent stays for a partner %s', async (_whose, status, isHeld) => {
  const { id: organizationId } = await organization(db, { status })
  const { id } = await partner(db, organizationId)
  const hold = { userId: id, reason: 'A court asks', setBy: userId, setAt: services.now() }
  if (isHeld) await db.insert(legalHolds).values(hold)
  await addDocument(db, { organizationId, id: '' }, 'pending', { verificationId: null, uploadedAt: LONG_AGO })
  await tidyUp(services)
  expect(await db.$count(documents)).toBe(1)
})

it('only old documents that were never sent are erased, not the new ones of the same organization', async () => {
  const { id: organizationId } = await organization(db, { status: 'draft' })
  const send = (fileName: string, uploadedAt: Date) =>
    addDocument(db, { organizationId, id: '' }, 'pending', { verificationId: null, fileName, uploadedAt })
  await send('old.pdf', LONG_AGO)
  await send('new.pdf', services.now())
  await tidyUp(services)
  expect((await db.select().from(documents)).map(({ fileName }) => fileName)).toEqual(['new.pdf'])
})

it('when the periods cannot be read, only the classes that nobody can set are erased', async () => {
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
