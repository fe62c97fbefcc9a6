import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UNDO_MS } from '../../../../app/durations'
import { messages } from '../../../../app/db/schema/messages'
import { organizations } from '../../../../app/db/schema/organizations'
import { reviewPeople } from '../../../../app/db/schema/reviews'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { deliverDue } from '../../../../app/domain/messages/outbox.server'
import { LEASE_MS } from '../../../../app/domain/messages/retry'
import { AFTER_DECISION_MS, changeStatus } from '../../../../app/domain/organizations/status/change-status.server'
import { answerRequest } from '../../../../app/domain/setup/answers/answer-request.server'
import { findVerificationStatus } from '../../../../app/domain/setup/verification-status.server'
import { resubmitVerification, startReview } from '../../../../app/domain/verifications/decisions/decide.server'
import { findOwnUndoable } from '../../../../app/domain/verifications/decisions/undo.server'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import { at, undoable } from '../../../support/undoable'
import { organization, partner, permitOf, reviewing, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor
let yerlan: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  services.delivered.length = 0
  olga = await staff(db, 'admin', 'Ольга Ким')
  yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
})

const { DECISIONS, EACH, undo, given } = undoable(db, () => ({ services, olga }))

describe('the message of a decision', () => {
  it.each(EACH)('%s: is sent once, and not before the minute to undo is over', async (act) => {
    const { opened } = await given()
    await DECISIONS[act](olga, opened.id, opened.version)
    for (let second = 0; second < 60; second += 1) {
      expect(await deliverDue(services)).toBe(0)
      services.clock.advance(1000)
    }
    expect(await deliverDue(services)).toBe(1)
    expect(services.delivered).toHaveLength(1)
    expect(await deliverDue(services)).toBe(0)
  })

  it('is never sent once the decision is undone', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    services.clock.advance(10 * UNDO_MS)
    expect(await deliverDue(services)).toBe(0)
  })

  it('to ask for more is not sent when staff record an answer within the minute; the answer is confirmed', async () => {
    const { opened } = await given()
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    const answer = { ...at(opened.id, opened.version + 1), answer: 'By phone: the lease is in the post' }
    expect(await resubmitVerification(services, reviewing(yerlan), answer)).toMatchObject({ kind: 'done' })
    services.clock.advance(2 * UNDO_MS)
    await deliverDue(services)
    expect((await db.select().from(messages)).map(({ kind, status }) => [kind, status])).toEqual([
      ['verification_resubmitted', 'sent'],
    ])
  })

  it('to ask for more is not sent when the answer comes after a rejection was made and undone', async () => {
    const { opened, organizationId } = await given()
    const aigul = permitOf(await partner(db, organizationId), 'setup.own')
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    await DECISIONS.reject(yerlan, opened.id, opened.version + 1)
    await undo(yerlan, opened.id, opened.version + 2)
    const answer = { ...at(opened.id, opened.version + 3), answer: 'Here' }
    expect(await resubmitVerification(services, aigul, answer)).toMatchObject({ kind: 'done' })
    services.clock.advance(2 * UNDO_MS)
    await deliverDue(services)
    expect(services.delivered.map(({ kind }) => kind)).toEqual(['verification_resubmitted'])
  })

  it('to ask for more is not sent after a rejection that the answering applicant is told of', async () => {
    const { opened, organizationId } = await given()
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    await DECISIONS.reject(olga, opened.id, opened.version + 1)
    const answers = ['Here', 'Here too'].map((text) => ({ text, fields: null }))
    const seen = { application: opened.id, version: opened.version + 1, organizationVersion: 1, note: null }
    const target = { organizationId, requestId: 'req' }
    expect(await answerRequest(services, own, target, { ...seen, answers })).toMatchObject({
      kind: 'conflict',
      now: { status: 'rejected' },
    })
    services.clock.advance(2 * UNDO_MS)
    await deliverDue(services)
    expect(services.delivered.map(({ kind }) => kind)).toEqual(['verification_rejected'])
  })

  it('can no longer be undone once a worker took it, and is sent by the next if that worker is killed', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS)
    const work: { killed?: Promise<number> } = {}
    const die = await new Promise<() => void>((taken) => {
      const deliver = () => new Promise<void>((_, fail) => taken(() => fail(new Error('killed'))))
      const hanging = { sms: { deliver }, whatsapp: { deliver }, email: { deliver } }
      work.killed = deliverDue({ ...services, messages: hanging })
    })
    services.clock.advance(-1)
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'sent' } })
    services.clock.advance(LEASE_MS.whatsapp)
    expect(await deliverDue(services)).toBe(0)
    expect(services.delivered).toHaveLength(0)
    services.clock.advance(1)
    expect(await deliverDue(services)).toBe(1)
    expect(services.delivered).toHaveLength(1)
    // The failure of the killed worker comes too late to count.
    die()
    await work.killed
    services.clock.advance(10 * UNDO_MS)
    expect(await deliverDue(services)).toBe(0)
  })

  it('is either sent or undone, never both, when 100 undos and deliveries run at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      await emptyTables(db)
      olga = await staff(db, 'admin', 'Ольга Ким')
      services.delivered.length = 0
      services.clock.set('2026-03-02T09:00:00.000Z')
      const { opened } = await given()
      await DECISIONS.reject(olga, opened.id, opened.version)
      const sender = { ...services, now: () => new Date(services.now().getTime() + UNDO_MS) }
      const acts = Array.from({ length: 100 }, (_, n) =>
        (n + round) % 2 === 0 ? () => undo(olga, opened.id, opened.version + 1) : () => deliverDue(sender),
      )
      const ends = await Promise.all(acts.map((act) => act()))
      const wins = ends.filter((end) => typeof end === 'object' && end.kind === 'done').length
      await deliverDue(sender)
      expect([wins, services.delivered.length].toSorted()).toEqual([0, 1])
      const [row] = await db.select().from(verifications).where(eq(verifications.id, opened.id))
      expect(row?.status).toBe(wins === 1 ? 'under_review' : 'rejected')
    }
  })
})

describe('a change of the organization’s status within the minute to undo', () => {
  const change = async (to: 'activate' | 'archive' | 'suspend', organizationId: string, seen?: number) => {
    const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
    const target = { id: organizationId, version: seen ?? row?.version ?? 0, requestId: 'req' }
    return changeStatus(services, permitOf(yerlan, 'organizations.edit'), to, target, null)
  }
  const told = async () => {
    await deliverDue(services)
    return services.delivered.map(({ kind }) => kind)
  }

  it('to archived after a rejection sends only its own message, shows on the page and ends the undo', async () => {
    const { opened, organizationId } = await given()
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    await DECISIONS.reject(olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS / 3)
    expect(await change('archive', organizationId)).toMatchObject({ kind: 'done' })
    expect(await told()).toEqual(['organization_archive'])
    expect(await findVerificationStatus(services, own, organizationId)).toMatchObject({
      organization: { status: 'archived' },
      application: { status: 'rejected' },
    })
    expect(await findOwnUndoable(services, olga, opened.id)).toBeNull()
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'acted' } })
    services.clock.advance(2 * UNDO_MS)
    expect(await told()).toEqual(['organization_archive'])
  })

  it.each([
    ['was undone', 1],
    ['waits for a second person', 2],
  ])('to archived after a request for more and a rejection that %s sends only its own message', async (_, people) => {
    const { id: organizationId } = await organization(db, { status: 'approved' })
    const opened = await verification(db, {
      organizationId,
      type: 'address_change',
      status: 'under_review',
      reviewer: olga,
    })
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS / 3)
    await db.insert(reviewPeople).values({ type: 'address_change', people })
    expect(await DECISIONS.reject(olga, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
    if (people === 1) expect(await undo(olga, opened.id, opened.version + 2)).toMatchObject({ kind: 'done' })
    expect(await change('archive', organizationId)).toMatchObject({ kind: 'done' })
    services.clock.advance(2 * UNDO_MS)
    expect(await told()).toEqual(['organization_archive'])
  })

  it('to active after an approval sends the approval first', async () => {
    const { opened, organizationId } = await given()
    await DECISIONS.approve(olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS / 3)
    expect(await change('activate', organizationId)).toMatchObject({ kind: 'done' })
    expect(await told()).toEqual(['verification_approved'])
    services.clock.advance(AFTER_DECISION_MS)
    expect(await told()).toEqual(['verification_approved', 'organization_activate'])
  })

  it('to suspended after a rejected change sends the rejection first', async () => {
    const { id: organizationId } = await organization(db, { status: 'active' })
    const asked = { type: 'address_change', status: 'under_review', reviewer: olga } as const
    const opened = await verification(db, { organizationId, ...asked })
    await DECISIONS.reject(olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS / 3)
    expect(await change('suspend', organizationId)).toMatchObject({ kind: 'done' })
    expect(await told()).toEqual(['verification_rejected'])
    services.clock.advance(AFTER_DECISION_MS)
    expect(await told()).toEqual(['verification_rejected', 'organization_suspend'])
  })

  it('that is refused leaves the decision open to undo', async () => {
    const { opened, organizationId } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    expect(await change('archive', organizationId, 99)).toMatchObject({ kind: 'conflict' })
    expect(await undo(olga, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
  })
})

describe('a message held up by an unavailable gateway', () => {
  const MINUTE_MS = 60_000
  const { whatsapp } = services.messages
  beforeEach(() => {
    services.messages.whatsapp = { deliver: () => Promise.reject(new Error('the provider answered 503')) }
  })
  afterEach(() => {
    services.messages.whatsapp = whatsapp
  })
  const tried = async () => {
    services.clock.advance(2 * MINUTE_MS)
    await deliverDue(services)
  }
  const toldAfterwards = async () => {
    services.messages.whatsapp = whatsapp
    services.clock.advance(20 * MINUTE_MS)
    while ((await deliverDue(services)) > 0);
    return services.delivered.map(({ kind }) => kind)
  }
  const change = async (to: 'suspend' | 'reactivate' | 'archive', organizationId: string) => {
    const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
    const target = { id: organizationId, version: row?.version ?? 0, requestId: 'req' }
    const outcome = await changeStatus(services, permitOf(yerlan, 'organizations.edit'), to, target, 'Lease over')
    expect(outcome).toMatchObject({ kind: 'done' })
  }
  const stored = async () =>
    (await db.select().from(messages).orderBy(asc(messages.createdAt))).map(({ status, lastError }) => [
      status,
      lastError,
    ])

  it('is dropped once the application has moved on, and only the latest is sent', async () => {
    const info = vi.spyOn(services.log, 'info')
    const { opened } = await given()
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    await tried()
    await resubmitVerification(services, reviewing(yerlan), { ...at(opened.id, opened.version + 1), answer: 'Here' })
    await tried()
    await startReview(services, reviewing(olga), at(opened.id, opened.version + 2))
    await DECISIONS.approve(olga, opened.id, opened.version + 3)
    await tried()
    expect(await toldAfterwards()).toEqual(['verification_approved'])
    const notSent = info.mock.calls.filter(([, message]) => message === 'message not sent')
    expect(notSent).toMatchObject(
      ['verification_info_requested', 'verification_resubmitted'].map((kind) => [
        { kind, reason: 'overtaken' },
        'message not sent',
      ]),
    )
    expect(await stored()).toEqual([
      ['failed', 'overtaken'],
      ['failed', 'overtaken'],
      ['sent', null],
    ])
  })

  it('of a registration is dropped after another registration is decided; other applications’ are sent', async () => {
    const { opened, organizationId } = await given()
    const change = await given({ organizationId, type: 'address_change' })
    for (const { id, version } of [opened, change.opened]) await DECISIONS.reject(olga, id, version)
    await tried()
    for (const type of ['initial_registration', 'address_change'] as const) {
      const again = await verification(db, { organizationId, type, status: 'under_review', reviewer: olga })
      await DECISIONS.approve(olga, again.id, again.version)
    }
    await tried()
    const told = (await toldAfterwards()).toSorted()
    expect(told).toEqual(['verification_approved', 'verification_approved', 'verification_rejected'])
  })

  it('is still sent while the decision after it can be undone', async () => {
    const { opened } = await given()
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    await tried()
    services.messages.whatsapp = whatsapp
    services.clock.advance(MINUTE_MS)
    await DECISIONS.reject(olga, opened.id, opened.version + 1)
    await deliverDue(services)
    expect(services.delivered.map(({ kind }) => kind)).toEqual(['verification_info_requested'])
  })

  it('of an organization’s status is dropped once the status has changed again', async () => {
    const { id } = await organization(db, { status: 'active' })
    await change('suspend', id)
    await tried()
    await change('reactivate', id)
    await tried()
    expect(await toldAfterwards()).toEqual(['organization_reactivate'])
  })

  it('of an application is dropped once its organization is archived, but not of another organization', async () => {
    const { opened, organizationId } = await given()
    const other = await given()
    for (const { id, version } of [opened, other.opened]) await DECISIONS.reject(olga, id, version)
    await tried()
    await change('archive', organizationId)
    await tried()
    expect((await toldAfterwards()).toSorted()).toEqual(['organization_archive', 'verification_rejected'])
  })
})
