import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../app/db/schema/audit'
import { documents } from '../../../../app/db/schema/documents'
import { messages } from '../../../../app/db/schema/messages'
import { organizations } from '../../../../app/db/schema/organizations'
import { submissions } from '../../../../app/db/schema/reviews'
import { timelineEvents } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { VERIFICATION_STATUSES, VERIFICATION_TYPES } from '../../../../app/vocabulary'
import { openedAudit } from '../../../support/audit'
import { emptyTables, openTestDatabase, ownerOf } from '../../../support/database'
import { testServices } from '../../../support/services'
import { decisionActs, kindOf } from '../../../support/decision-acts'
import { addDocument, organization, partner, permitOf, staff, verification } from '../../../support/verifications'
import { HOUR_MS } from '../../../../app/durations'

const db = await openTestDatabase()
const services = await testServices()
let dana: Actor
let wei: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  services.delivered.length = 0
  dana = await staff(db, 'manager', 'Дана Оспанова')
  wei = await staff(db, 'admin', '李伟')
})

const { ACTS, written, row, statusOf, given } = decisionActs(db, () => ({ services, dana }))

type Act = keyof typeof ACTS

const MOVES: Record<string, { to: string; event: string }> = {
  'pending start': { to: 'under_review', event: 'review_started' },
  'under_review approve': { to: 'approved', event: 'approved' },
  'under_review reject': { to: 'rejected', event: 'rejected' },
  'need_more_info reject': { to: 'rejected', event: 'rejected' },
  'under_review request-info': { to: 'need_more_info', event: 'info_requested' },
  'need_more_info resubmit': { to: 'pending', event: 'resubmitted' },
}
describe('each status and action leads to its move or to a conflict', () => {
  const table = VERIFICATION_STATUSES.flatMap((status) =>
    (Object.keys(ACTS) as Act[]).map((act) => [status, act] as const),
  )

  it.each(table)('%s, %s', async (status, act) => {
    const { opened } = await given({ status })
    const eventsBefore = (await written()).events.length
    const outcome = await ACTS[act](wei, opened.id, opened.version)
    const after = await row(opened.id)
    const { events, audit, messages: told } = await written()
    const move = MOVES[`${status} ${act}`]
    if (move) {
      expect(outcome).toMatchObject({ kind: 'done', value: { version: opened.version + 1 } })
      expect(after).toMatchObject({ status: move.to, version: opened.version + 1 })
      expect(events).toHaveLength(eventsBefore + 1)
      expect(events.at(-1)).toMatchObject({
        event: move.event,
        actorId: wei.id,
        version: opened.version + 1,
        at: services.now(),
      })
      expect(audit).toMatchObject([
        { action: `verification.${act}`, actorId: wei.id, role: 'admin', objectId: opened.id, requestId: 'req' },
      ])
      expect(told).toHaveLength(act === 'start' ? 0 : 1)
    } else {
      expect(kindOf(outcome)).toBe('conflict')
      expect(after).toEqual(opened)
      expect([events.length, audit.length, told.length]).toEqual([eventsBefore, 0, 0])
    }
  })
})

describe('permission to decide', () => {
  it.each(['bank_account_update', 'legal_representative_change', 'operation_mode_change'] as const)(
    'a manager may not decide a %s',
    async (type) => {
      const { opened } = await given({ type, status: 'under_review' })
      for (const act of ['approve', 'reject', 'request-info'] as const)
        expect(kindOf(await ACTS[act](dana, opened.id, opened.version))).toBe('forbidden')
      expect(await row(opened.id)).toEqual(opened)
    },
  )

  it('a cashier is given no permit to review', async () => {
    const cashier = await staff(db, 'cashier', 'Касымов')
    expect(() => ACTS.start(cashier, 'any', 1)).toThrow()
  })

  it('nobody decides what they submitted', async () => {
    const { opened } = await given({ status: 'under_review', submittedBy: wei.id })
    expect(kindOf(await ACTS.approve(wei, opened.id, opened.version))).toBe('forbidden')
    expect(kindOf(await ACTS.approve(dana, opened.id, opened.version))).toBe('done')
  })

  it('a partner may resubmit their own organization’s application, and does not find another’s', async () => {
    const { steppe, opened } = await given({ status: 'need_more_info' })
    const altai = await organization(db, { name: 'Altai Cargo' })
    const stranger = await partner(db, altai.id)
    expect(kindOf(await ACTS.resubmit(stranger, opened.id, opened.version))).toBe('missing')
    expect(kindOf(await ACTS.resubmit(await partner(db, steppe.id), opened.id, opened.version))).toBe('done')
  })

  it.each(['', 'x', '00000000-0000-4000-8000-000000000000', "' or 1=1"])('no application has the id “%s”', async (id) =>
    expect(kindOf(await ACTS.start(wei, id, 1))).toBe('missing'),
  )
})

it('the audit log records the requested items and the reason of a rejection', async () => {
  const { opened } = await given({ status: 'under_review' })
  await ACTS['request-info'](wei, opened.id, opened.version)
  await ACTS.reject(wei, opened.id, opened.version + 1)
  const [asked, rejected] = await openedAudit(db)
  expect(asked?.after).toEqual({
    status: 'need_more_info',
    version: opened.version + 1,
    items: ['Lease', 'Charter'],
    reviewer: wei.id,
  })
  expect(rejected?.before).toEqual({ status: 'need_more_info', version: opened.version + 1 })
  expect(rejected?.after).toEqual({
    status: 'rejected',
    version: opened.version + 2,
    organizationStatus: 'rejected',
  })
  expect(rejected?.reason).toBe('Expired')
})

describe('a repeated decision', () => {
  it('by the same reviewer changes nothing, from the old page and from the new one', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS.reject(wei, opened.id, opened.version)
    const first = await written()
    services.clock.advance(HOUR_MS)
    for (const version of [opened.version, opened.version + 1])
      expect(kindOf(await ACTS.reject(wei, opened.id, version))).toBe('unchanged')
    expect(await written()).toEqual(first)
  })

  it.each([
    ['reject', 'a reason', (id: string, version: number) => ({ id, version, requestId: 'req', reason: 'Unreadable' })],
    ['request-info', 'items', (id: string, version: number) => ({ id, version, requestId: 'req', items: ['Lease'] })],
  ] as const)('to %s with a different text (%s) is a conflict and records nothing', async (act, _, other) => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS[act](wei, opened.id, opened.version)
    const first = await written()
    for (const version of [opened.version, opened.version + 1]) {
      const again = { reason: '', items: [], ...other(opened.id, version) }
      const reviewing = permitOf(wei, 'verifications.review')
      const outcome =
        act === 'reject'
          ? await rejectVerification(services, reviewing, again)
          : await requestMoreInfo(services, reviewing, again)
      expect(kindOf(outcome)).toBe('conflict')
    }
    expect(await written()).toEqual(first)
  })

  it('to approve without notes by a colleague who has seen the approval changes nothing', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS.approve(wei, opened.id, opened.version)
    const silent = { id: opened.id, version: opened.version + 1, requestId: 'req', notes: null }
    const outcome = await approveVerification(services, permitOf(dana, 'verifications.review'), silent)
    expect(kindOf(outcome)).toBe('unchanged')
  })

  it('to reject by a colleague from an older page is a conflict, even in the same words', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS.reject(wei, opened.id, opened.version)
    expect(kindOf(await ACTS.reject(dana, opened.id, opened.version))).toBe('conflict')
  })

  it('to reject in the same words by a colleague who has seen the rejection changes nothing', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS.reject(wei, opened.id, opened.version)
    const first = await written()
    expect(kindOf(await ACTS.reject(dana, opened.id, opened.version + 1))).toBe('unchanged')
    expect(await written()).toEqual(first)
  })

  it('is a conflict once the application has moved on', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS['request-info'](wei, opened.id, opened.version)
    await ACTS.resubmit(dana, opened.id, opened.version + 1)
    expect(kindOf(await ACTS['request-info'](wei, opened.id, opened.version))).toBe('conflict')
  })

  it('resubmitting a pending application is a conflict, not a repeat of its submission', async () => {
    const { opened } = await given({ status: 'pending' })
    expect(kindOf(await ACTS.resubmit(wei, opened.id, opened.version))).toBe('conflict')
  })
})

describe('a conflict', () => {
  it('reports the other reviewer’s decision with person, time and words', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS.reject(wei, opened.id, opened.version)
    const outcome = await ACTS.approve(dana, opened.id, opened.version)
    expect(outcome).toEqual({
      kind: 'conflict',
      now: {
        because: 'state',
        status: 'rejected',
        version: opened.version + 1,
        latest: { event: 'rejected', at: services.now(), actorName: '李伟', note: 'Expired', items: [] },
        documents: [],
      },
    })
  })

  it('reports who made the same decision first', async () => {
    const { opened } = await given({ status: 'pending' })
    await ACTS.start(wei, opened.id, opened.version)
    expect(await ACTS.start(dana, opened.id, opened.version)).toMatchObject({
      kind: 'conflict',
      now: { because: 'state', latest: { actorName: '李伟' } },
    })
  })

  it('is stale for a page from an earlier round of the same status', async () => {
    const { opened } = await given({ status: 'pending' })
    await ACTS.start(wei, opened.id, 1)
    await ACTS['request-info'](wei, opened.id, 2)
    await ACTS.resubmit(wei, opened.id, 3)
    await ACTS.start(wei, opened.id, 4)
    expect(await ACTS.approve(dana, opened.id, 2)).toMatchObject({
      kind: 'conflict',
      now: { because: 'stale', version: 5 },
    })
    expect((await row(opened.id)).status).toBe('under_review')
  })
})

describe('approval', () => {
  it('is refused while a document is rejected, and names that document', async () => {
    const { opened } = await given({ status: 'under_review' })
    await addDocument(db, opened, 'verified')
    const lease = await addDocument(db, opened, 'rejected', { type: 'lease_agreement', fileName: 'аренда.pdf' })
    expect(await ACTS.approve(wei, opened.id, opened.version)).toMatchObject({
      kind: 'conflict',
      now: {
        because: 'document',
        status: 'under_review',
        documents: [{ id: lease.id, type: 'lease_agreement', fileName: 'аренда.pdf' }],
      },
    })
    expect(await row(opened.id)).toEqual(opened)
  })

  it('ignores a rejected document that a requested one replaced, even if the verdict came later', async () => {
    const { opened } = await given({ status: 'under_review' })
    const first = await addDocument(db, opened, 'rejected')
    await ACTS['request-info'](wei, opened.id, opened.version)
    services.clock.advance(HOUR_MS)
    await addDocument(db, opened, 'verified', { uploadedAt: services.now() })
    await ACTS.resubmit(dana, opened.id, opened.version + 1)
    await ACTS.start(wei, opened.id, opened.version + 2)
    services.clock.advance(HOUR_MS)
    await db.update(documents).set({ reviewedAt: services.now() }).where(eq(documents.id, first.id))
    expect(kindOf(await ACTS.approve(wei, opened.id, opened.version + 3))).toBe('done')
  })

  it('ignores a rejected document of another application', async () => {
    const { steppe, opened } = await given({ status: 'under_review' })
    const other = await verification(db, { organizationId: steppe.id, type: 'address_change' })
    await addDocument(db, other, 'rejected')
    expect(kindOf(await ACTS.approve(wei, opened.id, opened.version))).toBe('done')
  })

  it('records reviewer, time and notes', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS.approve(wei, opened.id, opened.version)
    expect(await row(opened.id)).toMatchObject({
      reviewerId: wei.id,
      reviewedAt: services.now(),
      reviewNotes: 'Complete',
    })
  })
})

describe('effects on the organization', () => {
  it.each([
    ['approve', 'approved', 'ends the trial', false],
    ['reject', 'rejected', 'leaves the trial', true],
  ] as const)('an initial registration: %s makes the organization %s and %s', async (act, status, _, isTrial) => {
    const { steppe, opened } = await given({ status: 'under_review' })
    expect(await ACTS[act](wei, opened.id, opened.version)).toMatchObject({ kind: 'done' })
    const [now] = await db.select().from(organizations).where(eq(organizations.id, steppe.id))
    expect(now).toMatchObject({ status, isTrial })
  })

  it('an approved registration leaves an archived organization archived', async () => {
    const { steppe, opened } = await given({ status: 'under_review' })
    await db.update(organizations).set({ status: 'archived' }).where(eq(organizations.id, steppe.id))
    expect(await ACTS.approve(wei, opened.id, opened.version)).toMatchObject({ kind: 'done' })
    expect(await statusOf(steppe.id)).toBe('archived')
  })

  it.each(VERIFICATION_TYPES.filter((type) => type !== 'initial_registration'))(
    'a rejected or approved %s leaves the status of an organization as it is',
    async (type) => {
      for (const status of ['pending', 'active', 'suspended'] as const)
        for (const act of ['reject', 'approve'] as const) {
          const { id: organizationId } = await organization(db, { name: `${status} ${act}`, status })
          const opened = await verification(db, { organizationId, type, status: 'under_review', reviewer: dana })
          expect(await ACTS[act](wei, opened.id, opened.version)).toMatchObject({ kind: 'done' })
          expect(await statusOf(organizationId)).toBe(status)
        }
    },
  )

  it.each([
    ['another address', 'Dostyk 5, Almaty'],
    ['the address it has already', 'Abay Avenue 10, Almaty'],
  ] as const)('an approved address change to %s sets the organization’s address', async (_, address) => {
    const steppe = await organization(db, { status: 'active' })
    const opened = await verification(db, {
      organizationId: steppe.id,
      type: 'address_change',
      status: 'under_review',
      reviewer: dana,
    })
    const fields = { 'basic.address': address }
    const sent = { verificationId: opened.id, version: 1, submittedAt: opened.submittedAt, fields, documents: [] }
    await db.insert(submissions).values(sent)
    expect(await ACTS.approve(wei, opened.id, opened.version)).toMatchObject({ kind: 'done' })
    const [now] = await db.select().from(organizations).where(eq(organizations.id, steppe.id))
    expect(now).toMatchObject({ address, status: 'active' })
  })

  it.each([
    [
      'bank_account_update',
      { 'bank.name': 'Halyk', 'bank.account': 'KZ86' },
      { bankName: null, bankAccount: null },
      { bankName: 'Halyk', bankAccount: 'KZ86' },
    ],
    ['bank_account_update', { 'bank.account': 'KZ86' }, { bankAccount: null }, { bankAccount: 'KZ86' }],
    [
      'legal_representative_change',
      { 'representative.name': 'Алия', 'representative.document': 'N 2' },
      { representativeName: null, representativeDocument: null },
      { representativeName: 'Алия', representativeDocument: 'N 2' },
    ],
  ] as const)(
    'an approved %s writes its values into the organization and into the audit row',
    async (type, fields, before, after) => {
      const steppe = await organization(db, { status: 'active' })
      const opened = await verification(db, { organizationId: steppe.id, type, status: 'under_review', reviewer: wei })
      const sent = { verificationId: opened.id, version: 1, submittedAt: opened.submittedAt, documents: [] }
      await db.insert(submissions).values({ ...sent, fields })
      expect(await ACTS.approve(wei, opened.id, opened.version)).toMatchObject({ kind: 'done' })
      const [now] = await db.select().from(organizations).where(eq(organizations.id, steppe.id))
      expect(now).toMatchObject({ ...after, version: steppe.version + 1 })
      const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'verification.approve'))
      expect([row?.before, row?.after]).toMatchObject([before, after])
    },
  )

  it.each([
    ['another person', 'Алия Сейіт', null],
    ['the one on record', 'Ерлан Омар', 'N 1'],
    ['the one on record, written otherwise', 'ерлан  Омар ', 'N 1'],
  ])(
    'an approved representative change clears the document number only for another person: %s',
    async (_, name, document) => {
      const record = { representativeName: 'Ерлан Омар', representativeDocument: 'N 1' }
      const steppe = await organization(db, { status: 'active', ...record })
      const type = 'legal_representative_change'
      const opened = await verification(db, { organizationId: steppe.id, type, status: 'under_review', reviewer: wei })
      const sent = { verificationId: opened.id, version: 1, submittedAt: opened.submittedAt, documents: [] }
      await db.insert(submissions).values({ ...sent, fields: { 'representative.name': name } })
      expect(await ACTS.approve(wei, opened.id, opened.version)).toMatchObject({ kind: 'done' })
      const [now] = await db.select().from(organizations).where(eq(organizations.id, steppe.id))
      expect(now).toMatchObject({ representativeName: name, representativeDocument: document })
    },
  )

  it.each([
    ['operation_mode_change', {}, true],
    ['address_change', { 'basic.address': 'Dostyk 5, Almaty' }, false],
    ['bank_account_update', { 'bank.account': 'KZ86' }, false],
  ] as const)('an approved %s changes nothing in an archived organization', async (type, fields, isModeUnchanged) => {
    const steppe = await organization(db, { status: 'archived' })
    const opened = await verification(db, { organizationId: steppe.id, type, status: 'under_review', reviewer: dana })
    const sent = { verificationId: opened.id, version: 1, submittedAt: opened.submittedAt, fields, documents: [] }
    await db.insert(submissions).values(sent)
    expect(await ACTS.approve(wei, opened.id, opened.version)).toMatchObject({
      kind: 'done',
      value: { status: 'approved', isModeUnchanged },
    })
    const [now] = await db.select().from(organizations).where(eq(organizations.id, steppe.id))
    expect(now).toEqual(steppe)
    const [told] = await db.select().from(auditLog).where(eq(auditLog.action, 'verification.approve'))
    expect(told?.after).toEqual({ status: 'approved', version: opened.version + 1, reviewer: wei.id })
  })

  it.each([
    ['self_operated', 'hybrid', false],
    ['independent', 'independent', true],
  ] as const)(
    'an approved mode change: an organization that is %s by then becomes or stays %s',
    async (present, after, isModeUnchanged) => {
      const steppe = await organization(db, { status: 'active', operationMode: present })
      const opened = await verification(db, {
        organizationId: steppe.id,
        type: 'operation_mode_change',
        status: 'under_review',
        reviewer: dana,
      })
      expect(await ACTS.approve(wei, opened.id, opened.version)).toMatchObject({
        value: { isModeUnchanged },
      })
      const [now] = await db.select().from(organizations).where(eq(organizations.id, steppe.id))
      expect(now).toMatchObject({ operationMode: after, status: 'active' })
      const [told] = await db.select().from(auditLog).where(eq(auditLog.action, 'verification.approve'))
      expect(told?.before?.operationMode).toBe(isModeUnchanged ? undefined : present)
    },
  )
})

describe('the time an applicant takes', () => {
  it('adds up over every round', async () => {
    const { opened } = await given({ status: 'under_review' })
    await ACTS['request-info'](wei, opened.id, 2)
    expect(await row(opened.id)).toMatchObject({ waitingSince: services.now(), requestedChanges: ['Lease', 'Charter'] })
    services.clock.advance(5 * HOUR_MS)
    await ACTS.resubmit(dana, opened.id, 3)
    expect(await row(opened.id)).toMatchObject({
      waitingSince: null,
      waitedForApplicantMs: 5 * HOUR_MS,
      reviewerId: null,
    })
    await ACTS.start(wei, opened.id, 4)
    await ACTS['request-info'](wei, opened.id, 5)
    services.clock.advance(2 * HOUR_MS)
    await ACTS.reject(wei, opened.id, 6)
    expect(await row(opened.id)).toMatchObject({
      waitingSince: null,
      waitedForApplicantMs: 7 * HOUR_MS,
      rejectionReason: 'Expired',
    })
  })
})

describe('decisions at the same time', () => {
  it('of two reviewers: one wins and the other sees who; one event, one audit entry, one message', async () => {
    for (let round = 0; round < 50; round++) {
      const steppe = await organization(db, { name: `Steppe ${round}` })
      const opened = await verification(db, { organizationId: steppe.id, status: 'under_review', reviewer: dana })
      const ends = await Promise.all([
        ACTS.approve(dana, opened.id, opened.version),
        ACTS.reject(wei, opened.id, opened.version),
      ])
      expect(ends.map(kindOf).toSorted()).toEqual(['conflict', 'done'])
      const winner =
        ends[0]?.kind === 'done'
          ? { name: dana.username, status: 'approved' }
          : { name: wei.username, status: 'rejected' }
      const loss = ends.find((end) => end.kind === 'conflict')
      expect(loss).toMatchObject({ now: { status: winner.status, latest: { actorName: winner.name } } })
      expect(await statusOf(steppe.id)).toBe(winner.status)
      expect(await counts(opened.id)).toEqual({ events: 3, audit: 1, messages: 1 })
    }
  })

  it('of one reviewer, sent three times, have one effect; the rest change nothing', async () => {
    for (let round = 0; round < 20; round++) {
      const steppe = await organization(db, { name: `Steppe ${round}` })
      const opened = await verification(db, { organizationId: steppe.id, status: 'under_review', reviewer: dana })
      const ends = await Promise.all([1, 2, 3].map(() => ACTS['request-info'](wei, opened.id, opened.version)))
      expect(ends.map(kindOf).toSorted()).toEqual(['done', 'unchanged', 'unchanged'])
      expect(await counts(opened.id)).toEqual({ events: 3, audit: 1, messages: 1 })
    }
  })
})

async function counts(id: string) {
  return {
    events: await db.$count(timelineEvents, eq(timelineEvents.verificationId, id)),
    audit: await db.$count(auditLog, eq(auditLog.objectId, id)),
    messages: await db.$count(messages, eq(messages.verificationId, id)),
  }
}

it('a decision writes nothing at all when the outbox cannot be written', async () => {
  const { opened } = await given({ status: 'under_review' })
  await ownerOf(db).execute(sql`alter table messages add constraint refuse_all check (kind = 'none') not valid`)
  await expect(ACTS.approve(wei, opened.id, opened.version)).rejects.toThrow()
  await ownerOf(db).execute(sql`alter table messages drop constraint refuse_all`)
  expect(await row(opened.id)).toEqual(opened)
  expect(await counts(opened.id)).toEqual({ events: 2, audit: 0, messages: 0 })
})
