import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../app/db/schema/audit'
import { documents } from '../../app/db/schema/documents'
import { messages } from '../../app/db/schema/messages'
import { organizations } from '../../app/db/schema/organizations'
import { requestedItems, reviewPeople, submissions } from '../../app/db/schema/reviews'
import { templates } from '../../app/db/schema/templates'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import type { Actor } from '../../app/domain/access'
import { findAsApplicantSees } from '../../app/domain/verifications/applicant-sees.server'
import { readDecisionsByDay } from '../../app/domain/dashboard/plots.server'
import { readDrafts } from '../../app/domain/drafts/drafts.server'
import { deliverDue } from '../../app/domain/messages/outbox.server'
import { addDocument as sendDocument, openUpload, removeDocument } from '../../app/domain/setup/change-documents.server'
import { DOCUMENT_MAX_BYTES } from '../../app/domain/files/limits'
import { LEASE_MS } from '../../app/domain/messages/retry'
import { AFTER_DECISION_MS, changeStatus } from '../../app/domain/organizations/status/change-status.server'
import { findLandingPath } from '../../app/domain/join/landing-path.server'
import { answerRequest } from '../../app/domain/setup/answers/answer-request.server'
import { changeUserBy } from '../../app/domain/users/change-user.server'
import { dateProof } from '../../app/domain/fresh-proof'
import { submitOrganization } from '../../app/domain/setup/submit.server'
import { findVerificationStatus } from '../../app/domain/setup/verification-status.server'
import { takeOverClaim } from '../../app/domain/verifications/claims/claim.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
} from '../../app/domain/verifications/decisions/decide.server'
import { UNDO_MS } from '../../app/domain/verifications/decisions/undo'
import { keepDueDate } from '../../app/domain/verifications/due-dates/due-dates.server'
import { dueDatesInput } from '../../app/domain/verifications/due-dates/due-input'
import { readDueSettings, saveDueSettings } from '../../app/domain/verifications/due-dates/due-settings.server'
import { VERIFICATION_TYPES } from '../../app/vocabulary'
import { findOwnUndoable, undoDecision } from '../../app/domain/verifications/decisions/undo.server'
import * as documentsPage from '../../app/routes/organizations/verification-status/documents'
import * as statusPage from '../../app/routes/organizations/verification-status/status'
import type { StatusView } from '../../app/routes/organizations/verification-status/status-view.server'
import { emptyTables, openTestDatabase } from '../support/database'
import { pdfFile } from '../support/files'
import { answerOf, visit } from '../support/requests'
import { testServices } from '../support/services'
import { addTemplate } from '../support/templates'
import { addDocument, organization, partner, permitOf, staff, verification } from '../support/verifications'

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

const reviewing = (actor: Actor) => permitOf(actor, 'verifications.review')
const at = (id: string, version: number) => ({ id, version, requestId: 'req' })
const DECISIONS = {
  approve: (actor: Actor, id: string, version: number) =>
    approveVerification(services, reviewing(actor), { ...at(id, version), notes: 'Complete' }),
  reject: (actor: Actor, id: string, version: number) =>
    rejectVerification(services, reviewing(actor), { ...at(id, version), reason: 'Expired' }),
  'request-info': (actor: Actor, id: string, version: number) =>
    requestMoreInfo(services, reviewing(actor), { ...at(id, version), items: ['Lease', 'Charter'] }),
}
const EACH = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]
const undo = (actor: Actor, id: string, version: number) => undoDecision(services, reviewing(actor), at(id, version))

async function given(more: Partial<Parameters<typeof verification>[1]> = {}) {
  const { id: organizationId } = await organization(db)
  const opened = await verification(db, { organizationId, status: 'under_review', reviewer: olga, ...more })
  const document = await addDocument(db, opened)
  return { organizationId, opened, document }
}

/** Everything that a decision touches, without versions, which only ever rise. */
async function holds(id: string, organizationId: string) {
  const [{ version: _, ...application } = { version: 0 }] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.id, id))
  const [{ version: __, ...of } = { version: 0 }] = await db
    .select()
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const rows = await db.select().from(documents).where(eq(documents.verificationId, id)).orderBy(asc(documents.id))
  return {
    application,
    of,
    documents: rows,
    messages: await db.$count(messages),
    items: await db.$count(requestedItems),
  }
}

describe('undoing one’s own decision within the minute', () => {
  it.each(EACH)('%s: takes back state, organization, documents and message', async (act) => {
    const { opened, organizationId } = await given()
    const before = await holds(opened.id, organizationId)
    await DECISIONS[act](olga, opened.id, opened.version)
    expect(await holds(opened.id, organizationId)).not.toEqual(before)
    services.clock.advance(UNDO_MS - 1)
    expect(await undo(olga, opened.id, opened.version + 1)).toMatchObject({ kind: 'done', value: { action: act } })
    expect(await holds(opened.id, organizationId)).toEqual(before)
  })

  it('a mode change: the mode is as it was', async () => {
    const { opened, organizationId } = await given({ type: 'operation_mode_change' })
    const before = await holds(opened.id, organizationId)
    await DECISIONS.approve(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    expect(await holds(opened.id, organizationId)).toEqual(before)
  })

  it.each([
    ['address_change', { 'basic.address': 'Dostyk 5' }, { address: 'Dostyk 5' }],
    [
      'bank_account_update',
      { 'bank.name': 'Halyk', 'bank.account': 'KZ86' },
      { bankName: 'Halyk', bankAccount: 'KZ86' },
    ],
    [
      'legal_representative_change',
      { 'representative.name': 'Алия' },
      { representativeName: 'Алия', representativeDocument: null },
    ],
  ] as const)(
    '%s: what the organization holds is as it was, and its partner never sees the other',
    async (type, fields, held) => {
      const { opened, organizationId } = await given({ type })
      await db
        .update(organizations)
        .set({ bankName: 'Kaspi', bankAccount: 'KZ11', representativeName: 'Павел', representativeDocument: 'N 1' })
      const sent = { verificationId: opened.id, version: 1, submittedAt: opened.submittedAt, documents: [] }
      await db.insert(submissions).values({ ...sent, fields })
      const before = await holds(opened.id, organizationId)
      await DECISIONS.approve(olga, opened.id, opened.version)
      const { of } = await holds(opened.id, organizationId)
      expect(of).toEqual({ ...before.of, ...held })
      const seen = await findAsApplicantSees(db, organizationId, services.now())
      expect(seen?.organizationBefore(of as typeof organizations.$inferSelect)).toEqual(before.of)
      await undo(olga, opened.id, opened.version + 1)
      expect(await holds(opened.id, organizationId)).toEqual(before)
    },
  )

  it('the words that were ready count as never sent, and the day as one without a decision', async () => {
    const { opened } = await given()
    const template = await addTemplate(db, { en: 'Expired', ru: 'Истекло', kk: 'Мерзімі өтті', zh: '已过期' })
    const decision = { ...at(opened.id, opened.version), reason: 'Expired', template, about: null }
    await rejectVerification(services, reviewing(olga), decision)
    const used = async () => (await db.select().from(templates).where(eq(templates.id, template)))[0]?.usedCount
    const decided = async () => {
      const days = await readDecisionsByDay(services, permitOf(olga, 'dashboard.read'))
      return days.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0)
    }
    expect([await used(), await decided()]).toEqual([1, 1])
    await undo(olga, opened.id, opened.version + 1)
    expect([await used(), await decided()]).toEqual([0, 0])
  })

  it.each(EACH)(
    '%s: it is due by hours and holidays that were changed meanwhile, as one that nobody decided',
    async (act) => {
      const paths = [
        undefined,
        ['submitted', 'review_started', 'info_requested', 'resubmitted', 'review_started'],
      ] as const
      const made = []
      for (const path of [...paths, ...paths]) {
        const { id: organizationId } = await organization(db)
        const more = { type: 'address_change', status: 'under_review', path: path && [...path] } as const
        made.push(await verification(db, { organizationId, ...more }))
      }
      for (const { id } of made) await keepDueDate(db, id, services.now())
      const dueOf = async ({ id }: { id: string }) =>
        (await db.select().from(verifications).where(eq(verifications.id, id)))[0]?.dueAt
      const [first, answered, ...undecided] = made
      if (!first || !answered) throw new Error('nothing made')
      const was = await dueOf(first)
      for (const { id, version } of [first, answered]) await DECISIONS[act](olga, id, version)
      const settings = permitOf(await staff(db, 'superadmin', 'Сауле Ахметова'), 'dueDates.edit')
      const { version } = await readDueSettings(services, settings)
      const hours = Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, '40']))
      const input = dueDatesInput.parse({ ...hours, KZ: '2026-03-03 A day off', version: String(version) })
      expect(await saveDueSettings(services, settings, input, { requestId: 'req' })).toMatchObject({ kind: 'done' })
      for (const { id, version: seen } of [first, answered]) await undo(olga, id, seen + 1)
      expect(await dueOf(first)).not.toEqual(was)
      expect([await dueOf(first), await dueOf(answered)]).toEqual(await Promise.all(undecided.map(dueOf)))
    },
  )

  it('keeps both acts in the audit log and the timeline', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    const acts = await db.select().from(auditLog).orderBy(asc(auditLog.position))
    expect(acts.map(({ action }) => action)).toEqual(['verification.reject', 'verification.undo'])
    const events = await db
      .select()
      .from(timelineEvents)
      .where(eq(timelineEvents.verificationId, opened.id))
      .orderBy(asc(timelineEvents.version))
    expect(events.map(({ event }) => event)).toEqual(['submitted', 'review_started', 'rejected', 'undone'])
  })

  it.each([
    ['approve', [['notes', 'Complete']]],
    ['reject', [['reason', 'Expired']]],
    [
      'request-info',
      [
        ['items[0].text', 'Lease'],
        ['items[1].text', 'Charter'],
      ],
    ],
  ] as const)('%s: what was typed is a draft of its form', async (act, fields) => {
    const { opened } = await given()
    await DECISIONS[act](olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    expect(await readDrafts(services, olga, `/verifications/${opened.id}/${act}`)).toMatchObject([{ fields }])
  })

  it.each(EACH)('%s: gives back what its holder was suspended from meanwhile', async (act) => {
    const { opened } = await given()
    const root = await staff(db, 'superadmin', '王芳')
    const outcome = await DECISIONS[act](yerlan, opened.id, opened.version)
    expect(outcome).toMatchObject({ kind: 'done' })
    const suspending = { id: olga.id, version: 1, reason: 'Left the company', requestId: 'req' }
    const permit = dateProof(permitOf(root, 'users.read'), services.now())
    expect(await changeUserBy(services, permit, 'suspend', suspending)).toMatchObject({ kind: 'done' })
    expect(await undo(yerlan, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
    const [row] = await db.select().from(verifications).where(eq(verifications.id, opened.id))
    expect(row).toMatchObject({ status: 'pending', reviewerId: null, version: opened.version + 3 })
    expect(await undo(yerlan, opened.id, opened.version + 1)).toMatchObject({ now: { because: 'undone' } })
  })

  it('and the same can be decided anew', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    expect(await DECISIONS.approve(olga, opened.id, opened.version + 2)).toMatchObject({ kind: 'done' })
  })

  it('twice: the second finds that it is undone', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'undone' } })
  })
})

describe('undoing is refused', () => {
  it.each(EACH)('%s: once the minute is over', async (act) => {
    const { opened, organizationId } = await given()
    await DECISIONS[act](olga, opened.id, opened.version)
    const decided = await holds(opened.id, organizationId)
    for (const laterMs of [0, 1000]) {
      services.clock.set(new Date(new Date('2026-03-02T09:00:00.000Z').getTime() + UNDO_MS + laterMs).toISOString())
      expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'late' } })
    }
    expect(await holds(opened.id, organizationId)).toEqual(decided)
  })

  it('to anybody else', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    expect(await undo(yerlan, opened.id, opened.version + 1)).toEqual({ kind: 'forbidden' })
  })

  it.each(EACH)('%s: to who may not decide it any more, and is not offered to them', async (act) => {
    const { opened } = await given({ type: 'bank_account_update' })
    await DECISIONS[act](olga, opened.id, opened.version)
    const asManager = { ...olga, role: 'manager' as const }
    expect(await findOwnUndoable(services, olga, opened.id)).toMatchObject({ id: opened.id })
    expect(await findOwnUndoable(services, asManager, opened.id)).toBeNull()
    expect(await undo(asManager, opened.id, opened.version + 1)).toEqual({ kind: 'forbidden' })
    expect(await undo(olga, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
  })

  it('when the applicant has answered since', async () => {
    const { opened, organizationId } = await given()
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    const aigul = await partner(db, organizationId)
    const answer = { ...at(opened.id, opened.version + 1), answer: 'Here' }
    await resubmitVerification(services, permitOf(aigul, 'setup.own'), answer)
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'acted' } })
  })

  it('when a colleague has rejected what was asked for since', async () => {
    const { opened } = await given()
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    await DECISIONS.reject(yerlan, opened.id, opened.version + 1)
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'acted' } })
    expect(await undo(yerlan, opened.id, opened.version + 2)).toMatchObject({ kind: 'done' })
  })

  it('when the organization was changed since', async () => {
    const { opened, organizationId } = await given()
    await DECISIONS.approve(olga, opened.id, opened.version)
    await db.update(organizations).set({ version: 99 }).where(eq(organizations.id, organizationId))
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'acted' } })
  })

  it('when a document was judged since', async () => {
    const { opened, document } = await given()
    await DECISIONS.approve(olga, opened.id, opened.version)
    await db.update(documents).set({ status: 'rejected' }).where(eq(documents.id, document.id))
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'acted' } })
  })

  it('when the message is on its way', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    await db.update(messages).set({ attempts: 1 })
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({ kind: 'conflict', now: { because: 'sent' } })
  })

  it('for a claim, which is released instead', async () => {
    const { opened } = await given()
    await takeOverClaim(services, reviewing(yerlan), at(opened.id, opened.version))
    expect(await undo(yerlan, opened.id, opened.version + 1)).toMatchObject({ kind: 'conflict' })
  })
})

describe('the message of a decision', () => {
  it.each(EACH)('%s: never leaves before the minute is over, and then once', async (act) => {
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

  it('never leaves at all once it is undone', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    services.clock.advance(10 * UNDO_MS)
    expect(await deliverDue(services)).toBe(0)
  })

  it('never leaves where staff took down the answer within the minute: only that the answer came is told', async () => {
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

  it('never leaves where a rejection was undone before the answer came either', async () => {
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

  it('of a request never leaves once it was rejected and its applicant, who answers, is told of that', async () => {
    const { opened, organizationId } = await given()
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    await DECISIONS.reject(olga, opened.id, opened.version + 1)
    const answers = ['Here', 'Here too'].map((text) => ({ text, fields: null }))
    const seen = { application: opened.id, version: opened.version + 1, organizationVersion: 1, note: null }
    const place = { organizationId, requestId: 'req' }
    expect(await answerRequest(services, own, place, { ...seen, answers })).toMatchObject({
      kind: 'conflict',
      now: { status: 'rejected' },
    })
    services.clock.advance(2 * UNDO_MS)
    await deliverDue(services)
    expect(services.delivered.map(({ kind }) => kind)).toEqual(['verification_rejected'])
  })

  it('taken by a worker that was killed before it sent can no longer be undone, and is sent by the next', async () => {
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
    services.clock.advance(LEASE_MS)
    expect(await deliverDue(services)).toBe(0)
    expect(services.delivered).toHaveLength(0)
    services.clock.advance(1)
    expect(await deliverDue(services)).toBe(1)
    expect(services.delivered).toHaveLength(1)
    // Its failure comes too late to count.
    die()
    await work.killed
    services.clock.advance(10 * UNDO_MS)
    expect(await deliverDue(services)).toBe(0)
  })

  it('a hundred undoing and sending at once: exactly one of the two happens', { timeout: 60_000 }, async () => {
    const undone: boolean[] = []
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
      undone.push(wins === 1)
    }
  })
})

describe('a change of the organization’s status within the minute', () => {
  const change = async (to: 'activate' | 'archive', organizationId: string, seen?: number) => {
    const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
    const place = { id: organizationId, version: seen ?? row?.version ?? 0, requestId: 'req' }
    return changeStatus(services, permitOf(yerlan, 'organizations.edit'), to, place, null)
  }
  const told = async () => {
    await deliverDue(services)
    return services.delivered.map(({ kind }) => kind)
  }

  it('closes a rejected one: that alone is told, the page shows it, and nothing can be undone', async () => {
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
  ])('closes one of which more was asked for before a rejection that %s: that alone is told', async (_, people) => {
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

  it('activates an approved one: first the approval is told', async () => {
    const { opened, organizationId } = await given()
    await DECISIONS.approve(olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS / 3)
    expect(await change('activate', organizationId)).toMatchObject({ kind: 'done' })
    expect(await told()).toEqual(['verification_approved'])
    services.clock.advance(AFTER_DECISION_MS)
    expect(await told()).toEqual(['verification_approved', 'organization_activate'])
  })

  it('that is refused leaves the decision to be undone', async () => {
    const { opened, organizationId } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    expect(await change('archive', organizationId, 99)).toMatchObject({ kind: 'conflict' })
    expect(await undo(olga, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
  })
})

describe('the applicant', () => {
  const add = async (own: Parameters<typeof sendDocument>[1], organizationId: string, by = services) => {
    const incoming = await services.documents.receive(
      new Blob([new Uint8Array(pdfFile())]).stream(),
      DOCUMENT_MAX_BYTES,
    )
    if (incoming === 'too-large') throw new Error(incoming)
    const sent = { formId: null, organizationId, type: 'bank_statement', fileName: 'lease.pdf' } as const
    return sendDocument(by, own, { ...sent, incoming, requestId: 'req' })
  }

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['request-info', 'need_more_info'],
  ] as const)('does not know of %s before the minute is over', async (act, status) => {
    const { opened, organizationId } = await given()
    const person = await partner(db, organizationId)
    const own = permitOf(person, 'setup.own')
    const at = { actor: person, params: { organizationId } }
    const answered = { application: opened.id, version: String(opened.version), organizationVersion: '1', note: '' }
    const seen = async () => {
      const found = await findVerificationStatus(services, own, organizationId)
      const page = await answerOf(() => documentsPage.loader(visit(services, '/x', at) as never))
      const answer = await answerOf(() => statusPage.action(visit(services, '/x', { ...at, form: answered }) as never))
      return {
        organization: found?.organization.status,
        organizationVersion: found?.organization.version,
        status: found?.application?.status,
        version: found?.application?.version,
        reason: found?.application?.rejectionReason,
        documents: found?.application?.documents.map(({ status }) => status),
        events: found?.application?.timeline.map(({ event }) => event),
        upload: await openUpload(services, own, organizationId),
        added: await add(own, organizationId),
        page: { status: page.status, location: page.location },
        answer: { status: answer.status, body: answer.body },
      }
    }
    const before = await seen()
    await DECISIONS[act](olga, opened.id, opened.version)
    services.clock.advance(UNDO_MS - 1)
    expect(await seen()).toEqual(before)
    expect(await undo(olga, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
    await DECISIONS[act](olga, opened.id, opened.version + 2)
    services.clock.advance(UNDO_MS)
    expect((await seen()).status).toBe(status)
  })

  describe('whose answer an application waits for that is rejected', () => {
    const waiting = async () => {
      const made = await given({ status: 'need_more_info', requestedChanges: ['A readable lease'] })
      const own = permitOf(await partner(db, made.organizationId), 'setup.own')
      const document = await addDocument(db, made.opened, 'pending', { uploadedAt: services.now() })
      await DECISIONS.reject(olga, made.opened.id, made.opened.version)
      services.clock.advance(UNDO_MS - 1)
      return { ...made, document, own, page: () => findVerificationStatus(services, own, made.organizationId) }
    }
    const withoutRemoval = {
      ...services,
      documents: { ...services.documents, remove: () => Promise.reject(new Error('away')) },
    }
    const ACTED = { kind: 'conflict', now: { because: 'acted' } }

    it('adds a document within the minute, which ends the undo', async () => {
      const { opened, organizationId, own } = await waiting()
      const upload = await openUpload(services, own, organizationId)
      expect(upload.kind).toBe('done')
      expect(await add(own, organizationId)).toMatchObject({ kind: 'done' })
      const sent = await db.select().from(documents).where(eq(documents.type, 'bank_statement'))
      expect(sent).toMatchObject([{ verificationId: opened.id }])
      expect(await undo(olga, opened.id, opened.version + 1)).toEqual(ACTED)
    })

    it.each([
      ['does not give up its file', () => Promise.reject(new Error('away'))],
      ['does not answer', () => new Promise<void>(() => {})],
    ])('takes one back though the store %s', async (_name, remove) => {
      const { organizationId, own, document } = await waiting()
      const place = { organizationId, documentId: document.id, requestId: 'req' }
      const store = { ...services, documents: { ...services.documents, remove } }
      expect((await removeDocument(store, own, place)).kind).toBe('done')
      expect(await db.select().from(documents).where(eq(documents.id, document.id))).toEqual([])
    })

    it('is told why a document is not taken though the store does not give up its file', async () => {
      const { organizationId, own } = await waiting()
      await db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, organizationId))
      expect(await add(own, organizationId, withoutRemoval)).toEqual({ kind: 'conflict', now: 'closed' })
    })

    it('takes one back within the minute, which ends the undo too', async () => {
      const { opened, organizationId, own, document } = await waiting()
      const place = { organizationId, documentId: document.id, requestId: 'req' }
      expect((await removeDocument(services, own, place)).kind).toBe('done')
      expect(await undo(olga, opened.id, opened.version + 1)).toEqual(ACTED)
    })

    it('answers within the minute: the decision stands from then on, and is told at once', async () => {
      const { opened, organizationId, own, page } = await waiting()
      expect((await page())?.application).toMatchObject({ status: 'need_more_info', version: opened.version })
      expect(await deliverDue(services)).toBe(0)
      const answers = { application: opened.id, version: opened.version, organizationVersion: 1, note: null }
      const outcome = await answerRequest(
        services,
        own,
        { organizationId, requestId: 'req' },
        { ...answers, answers: [{ text: 'Here it is', fields: null }] },
      )
      expect(outcome).toMatchObject({ kind: 'conflict', now: { because: 'state', status: 'rejected' } })
      expect((await page())?.application).toMatchObject({ status: 'rejected', rejectionReason: 'Expired' })
      expect(await deliverDue(services)).toBe(1)
      expect(await findOwnUndoable(services, olga, opened.id)).toBeNull()
      expect(await undo(olga, opened.id, opened.version + 1)).toEqual(ACTED)
    })
  })

  it('is led where they were led before, and submits nothing anew, before the minute is over', async () => {
    const { opened, organizationId } = await given()
    const person = await partner(db, organizationId)
    const page = (name: string) => `/organizations/${organizationId}/${name}`
    await DECISIONS.reject(olga, opened.id, opened.version)
    const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
    expect(row?.status).toBe('rejected')
    expect(await findLandingPath(services, person.id)).toBe(page('verification-status'))
    const submitting = { organizationId, version: row?.version ?? 0, requestId: 'req' }
    const own = permitOf(person, 'setup.own')
    expect((await submitOrganization(services, own, submitting)).kind).toBe('unchanged')
    services.clock.advance(UNDO_MS)
    expect(await findLandingPath(services, person.id)).toBe(page('setup'))
    expect((await submitOrganization(services, own, submitting)).kind).toBe('conflict')
  })

  it('knows of none of two decisions of the same minute, and asks about the same application as before', async () => {
    const { organizationId } = await given({ type: 'initial_registration', status: 'approved' })
    const modes = { currentMode: 'self_operated', requestedMode: 'hybrid' } as const
    const open = { organizationId, status: 'under_review', reviewer: olga } as const
    const older = await verification(db, { ...open, type: 'operation_mode_change', ...modes })
    const newer = await verification(db, { ...open, type: 'business_license_renewal' })
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    const seen = async () => {
      const found = await findVerificationStatus(services, own, organizationId)
      return [found?.organization.operationMode, found?.application?.id, found?.application?.status]
    }
    const before = await seen()
    expect((await DECISIONS.approve(olga, older.id, older.version)).kind).toBe('done')
    expect(await seen()).toEqual(before)
    services.clock.advance(1000)
    expect((await DECISIONS.approve(olga, newer.id, newer.version)).kind).toBe('done')
    expect(await seen()).toEqual(before)
    services.clock.advance(UNDO_MS)
    expect(await seen()).not.toEqual(before)
  })

  it('answers by the form that they see though another application of theirs was approved since', async () => {
    const { opened, organizationId } = await given({ type: 'address_change' })
    const sent = { verificationId: opened.id, version: 1, submittedAt: opened.submittedAt, documents: [] }
    await db.insert(submissions).values({ ...sent, fields: { 'basic.address': 'Dostyk 5' } })
    const requestedChanges = ['Correct the address']
    const waiting = await verification(db, { organizationId, status: 'need_more_info', requestedChanges })
    const item = { position: 0, text: requestedChanges[0] ?? '', target: 'field:basic.address' }
    await db.insert(requestedItems).values({ verificationId: waiting.id, version: waiting.version, ...item })
    await DECISIONS.approve(olga, opened.id, opened.version)
    const at = { actor: await partner(db, organizationId), params: { organizationId } }
    const { own } = await statusPage.loader(visit(services, '/x', at) as never)
    const { organizationVersion, values } = own as StatusView
    const form = {
      application: waiting.id,
      version: String(waiting.version),
      organizationVersion: String(organizationVersion),
      address: String(values.address),
      note: '',
    }
    const answered = await answerOf(() => statusPage.action(visit(services, '/x', { ...at, form }) as never))
    expect(answered.status).toBe(302)
    expect((await holds(opened.id, organizationId)).of).toMatchObject({ address: 'Dostyk 5' })
  })

  it('is given the very same page while an approval may be undone', async () => {
    const { opened, organizationId } = await given({ type: 'initial_registration' })
    const at = { actor: await partner(db, organizationId), params: { organizationId } }
    const page = async () => JSON.stringify(await statusPage.loader(visit(services, '/x', at) as never))
    const before = await page()
    expect((await DECISIONS.approve(olga, opened.id, opened.version)).kind).toBe('done')
    expect(await page()).toBe(before)
    services.clock.advance(UNDO_MS)
    expect(await page()).not.toBe(before)
  })

  it('never reads of what was undone', async () => {
    const { opened, organizationId } = await given()
    const own = permitOf(await partner(db, organizationId), 'setup.own')
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    const found = await findVerificationStatus(services, own, organizationId)
    expect(found?.application?.timeline.map(({ event }) => event)).toEqual(['review_started', 'submitted'])
  })
})

describe('what may be undone is offered', () => {
  it('to its maker alone, for a minute, the one in view first', async () => {
    const { opened: first } = await given()
    const { opened: second } = await given()
    await DECISIONS.reject(olga, first.id, first.version)
    services.clock.advance(1000)
    await DECISIONS.approve(olga, second.id, second.version)
    expect(await findOwnUndoable(services, olga)).toMatchObject({ id: second.id, action: 'approve' })
    expect(await findOwnUndoable(services, olga, first.id)).toMatchObject({ id: first.id, action: 'reject' })
    expect(await findOwnUndoable(services, yerlan)).toBeNull()
    services.clock.advance(UNDO_MS)
    expect(await findOwnUndoable(services, olga)).toBeNull()
  })
})
