import { asc, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { UNDO_MS } from '../../../../app/durations'
import { auditLog } from '../../../../app/db/schema/audit'
import { documents } from '../../../../app/db/schema/documents'
import { messages } from '../../../../app/db/schema/messages'
import { inboxEntries } from '../../../../app/db/schema/notes'
import { organizations } from '../../../../app/db/schema/organizations'
import { submissions } from '../../../../app/db/schema/reviews'
import { templates } from '../../../../app/db/schema/templates'
import { users } from '../../../../app/db/schema/users'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { findApplicantView } from '../../../../app/domain/verifications/applicant-sees.server'
import { readDecisionsByDay } from '../../../../app/domain/dashboard/plots.server'
import { readDrafts } from '../../../../app/domain/drafts/drafts.server'
import { applyUserAction } from '../../../../app/domain/users/change-user.server'
import { dateProof } from '../../../../app/domain/fresh-proof'
import { takeOverClaim } from '../../../../app/domain/verifications/claims/claim.server'
import {
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { saveDueDate } from '../../../../app/domain/verifications/due-dates/due-dates.server'
import { dueDatesInput } from '../../../../app/domain/verifications/due-dates/due-input'
import { readDueSettings, saveDueSettings } from '../../../../app/domain/verifications/due-dates/due-settings.server'
import { VERIFICATION_TYPES } from '../../../../app/vocabulary'
import { findOwnUndoable } from '../../../../app/domain/verifications/decisions/undo.server'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import { addTemplate } from '../../../support/templates'
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

const { DECISIONS, EACH, undo, given, holds } = undoable(db, () => ({ services, olga }))

describe('undoing one’s own decision within the minute', () => {
  it.each(EACH)('%s: restores the application, the organization, the documents and the messages', async (act) => {
    const { opened, organizationId } = await given()
    const before = await holds(opened.id, organizationId)
    await DECISIONS[act](olga, opened.id, opened.version)
    expect(await holds(opened.id, organizationId)).not.toEqual(before)
    services.clock.advance(UNDO_MS - 1)
    expect(await undo(olga, opened.id, opened.version + 1)).toMatchObject({ kind: 'done', value: { action: act } })
    expect(await holds(opened.id, organizationId)).toEqual(before)
    expect(await db.$count(inboxEntries)).toBe(0)
  })

  it('restores the operation mode after an approved mode change', async () => {
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
    '%s: restores the organization’s values, and its partner never sees the new ones',
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
      const seen = await findApplicantView(db, organizationId, services.now())
      expect(seen?.organizationBefore(of as typeof organizations.$inferSelect)).toEqual(before.of)
      await undo(olga, opened.id, opened.version + 1)
      expect(await holds(opened.id, organizationId)).toEqual(before)
    },
  )

  it('takes back the use of the template and the decision counted for the day', async () => {
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
    '%s: computes the due date from the hours and holidays now in force, as if nobody had decided',
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
      for (const { id } of made) await saveDueDate(db, id, services.now())
      const dueOf = async ({ id }: { id: string }) =>
        (await db.select().from(verifications).where(eq(verifications.id, id)))[0]?.dueAt
      const [first, answered, ...undecided] = made
      if (!first || !answered) throw new Error('nothing made')
      const was = await dueOf(first)
      for (const { id, version } of [first, answered]) await DECISIONS[act](olga, id, version)
      const settings = permitOf(await staff(db, 'superadmin', 'Сауле Ахметова'), 'dueDates.edit')
      const { version } = await readDueSettings(services, settings)
      const hours = Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, '40']))
      const input = dueDatesInput(String).parse({ ...hours, KZ: '2026-03-03 A day off', version: String(version) })
      expect(await saveDueSettings(services, settings, input, { requestId: 'req' })).toMatchObject({ kind: 'done' })
      for (const { id, version: seen } of [first, answered]) await undo(olga, id, seen + 1)
      expect(await dueOf(first)).not.toEqual(was)
      expect([await dueOf(first), await dueOf(answered)]).toEqual(await Promise.all(undecided.map(dueOf)))
    },
  )

  it('keeps both the decision and the undo in the audit log and the timeline', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    const acts = await db.select().from(auditLog).orderBy(asc(auditLog.position))
    expect(acts.map(({ action }) => action)).toEqual(['verification.reject', 'verification.undo'])
    expect(acts[1]).toMatchObject({
      actorId: olga.id,
      before: { status: 'rejected', version: opened.version + 1 },
      after: { status: 'under_review', version: opened.version + 2 },
    })
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
  ] as const)('%s: keeps what was typed as a draft of its form', async (act, fields) => {
    const { opened } = await given()
    await DECISIONS[act](olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    expect(await readDrafts(services, olga, `/verifications/${opened.id}/${act}`)).toMatchObject([{ fields }])
  })

  it('keeps the chosen template, document and target in that draft too', async () => {
    const { opened, document } = await given()
    const chosen = { template: await addTemplate(db), about: document.id }
    const fieldsOf = async (act: string) => {
      const [draft] = await readDrafts(services, olga, `/verifications/${opened.id}/${act}`)
      return Object.fromEntries(draft?.fields ?? [])
    }
    const items = [{ text: 'Lease', target: 'document:lease_agreement', ...chosen }]
    await requestMoreInfo(services, reviewing(olga), { ...at(opened.id, opened.version), items })
    await undo(olga, opened.id, opened.version + 1)
    expect(await fieldsOf('request-info')).toEqual({
      'items[0].text': 'Lease',
      'items[0].target': 'document:lease_agreement',
      'items[0].template': chosen.template,
      'items[0].about': document.id,
    })
    const rejection = { ...at(opened.id, opened.version + 2), reason: 'Expired', ...chosen }
    await rejectVerification(services, reviewing(olga), rejection)
    await undo(olga, opened.id, opened.version + 3)
    expect(await fieldsOf('reject')).toEqual({ reason: 'Expired', ...chosen })
  })

  it.each(EACH)(
    '%s: returns the application to the queue when its earlier holder was suspended meanwhile',
    async (act) => {
      const { opened } = await given()
      const root = await staff(db, 'superadmin', '王芳')
      const outcome = await DECISIONS[act](yerlan, opened.id, opened.version)
      expect(outcome).toMatchObject({ kind: 'done' })
      const suspending = { id: olga.id, version: 1, reason: 'Left the company', requestId: 'req' }
      const permit = dateProof(permitOf(root, 'users.read'), services.now())
      expect(await applyUserAction(services, permit, 'suspend', suspending)).toMatchObject({ kind: 'done' })
      expect(await undo(yerlan, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
      const [row] = await db.select().from(verifications).where(eq(verifications.id, opened.id))
      expect(row).toMatchObject({ status: 'pending', reviewerId: null, version: opened.version + 3 })
      expect(await undo(yerlan, opened.id, opened.version + 1)).toMatchObject({ now: { because: 'undone' } })
    },
  )

  it('gives the claim back to its earlier holder and removes the unread take-over from their inbox', async () => {
    const entries = () => db.select().from(inboxEntries).where(eq(inboxEntries.userId, olga.id))
    const { opened } = await given()
    await DECISIONS.reject(yerlan, opened.id, opened.version)
    expect(await entries()).toMatchObject([{ kind: 'taken_over', actorId: yerlan.id }])
    await undo(yerlan, opened.id, opened.version + 1)
    expect(await entries()).toEqual([])
    expect((await db.select().from(verifications))[0]).toMatchObject({ reviewerId: olga.id })
  })

  it('tells an earlier holder who has read of the take-over that it is theirs again', async () => {
    const entries = () => db.select().from(inboxEntries).where(eq(inboxEntries.userId, olga.id))
    const { opened } = await given()
    await DECISIONS.reject(yerlan, opened.id, opened.version)
    await db.update(inboxEntries).set({ readAt: services.now() })
    services.clock.advance(1000)
    await undo(yerlan, opened.id, opened.version + 1)
    const at = services.now()
    expect((await entries()).toSorted((one, other) => Number(one.at) - Number(other.at))).toMatchObject([
      { kind: 'taken_over' },
      { kind: 'yours_again', actorId: yerlan.id, verificationId: opened.id, readAt: null, at },
    ])
  })

  it('tells an earlier holder who may no longer decide the type only that it was given back', async () => {
    const { opened } = await given({ type: 'bank_account_update' })
    await DECISIONS.reject(yerlan, opened.id, opened.version)
    await db.update(inboxEntries).set({ readAt: services.now() })
    await db.update(users).set({ role: 'manager' }).where(eq(users.id, olga.id))
    services.clock.advance(1000)
    expect(await undo(yerlan, opened.id, opened.version + 1)).toMatchObject({ kind: 'done' })
    const unread = await db.select().from(inboxEntries).where(isNull(inboxEntries.readAt))
    expect(unread).toMatchObject([{ kind: 'given_back', userId: olga.id }])
  })

  it('lets the application be decided again', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    await undo(olga, opened.id, opened.version + 1)
    expect(await DECISIONS.approve(olga, opened.id, opened.version + 2)).toMatchObject({ kind: 'done' })
  })

  it('twice is a conflict that says it is already undone', async () => {
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

  it('for the earlier of two decisions as acted on since, and as too late once the minute is over', async () => {
    const { opened } = await given()
    await DECISIONS['request-info'](olga, opened.id, opened.version)
    await DECISIONS.reject(olga, opened.id, opened.version + 1)
    const undoEarlier = () => undo(olga, opened.id, opened.version + 1)
    expect(await undoEarlier()).toEqual({ kind: 'conflict', now: { because: 'acted' } })
    services.clock.set('2026-03-02T09:01:00.000Z')
    expect(await undoEarlier()).toEqual({ kind: 'conflict', now: { because: 'late' } })
  })

  it('to anybody but the person who decided', async () => {
    const { opened } = await given()
    await DECISIONS.reject(olga, opened.id, opened.version)
    expect(await undo(yerlan, opened.id, opened.version + 1)).toEqual({ kind: 'forbidden' })
  })

  it.each(EACH)('%s: to a person who may no longer decide the type, and is not offered to them', async (act) => {
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

  it('when a colleague has rejected the application since', async () => {
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
    expect(await undo(olga, opened.id, opened.version + 1)).toEqual({
      kind: 'conflict',
      now: { because: 'organization' },
    })
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

  it('for a take-over of a claim, which can only be released', async () => {
    const { opened } = await given()
    await takeOverClaim(services, reviewing(yerlan), at(opened.id, opened.version))
    expect(await undo(yerlan, opened.id, opened.version + 1)).toMatchObject({ kind: 'conflict' })
  })
})

describe('the offer to undo', () => {
  it('goes only to whoever decided, for one minute, for the application in view first', async () => {
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
