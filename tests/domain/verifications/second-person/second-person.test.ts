import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { rollDice } from '../../../../app/demo/dice'
import { auditLog } from '../../../../app/db/schema/audit'
import { documents } from '../../../../app/db/schema/documents'
import { messages } from '../../../../app/db/schema/messages'
import { inboxEntries } from '../../../../app/db/schema/notes'
import { organizations } from '../../../../app/db/schema/organizations'
import { preparedDecisions, reviewPeople } from '../../../../app/db/schema/reviews'
import { users } from '../../../../app/db/schema/users'
import { pseudonymOf } from '../../../../app/pseudonyms'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { readDrafts } from '../../../../app/domain/drafts/drafts.server'
import { dateProof, isFresh } from '../../../../app/domain/fresh-proof'
import { releaseClaim, takeOverClaim } from '../../../../app/domain/verifications/claims/claim.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
  startReview,
} from '../../../../app/domain/verifications/decisions/decide.server'
import {
  agreeToPrepared,
  returnPrepared,
} from '../../../../app/domain/verifications/second-person/second-person.server'
import { judgeDocument } from '../../../../app/domain/organizations/judge-document.server'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import { findForReview } from '../../../../app/domain/verifications/verification-detail.server'
import { undoDecision } from '../../../../app/domain/verifications/decisions/undo.server'
import { openedAudit } from '../../../support/audit'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { colleagues } from '../../../support/reviews'
import { testServices } from '../../../support/services'
import { addDocument, organization, permitOf, reviewing, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor
let yerlan: Actor
let root: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  ;({ olga, yerlan, root } = await colleagues(db))
  await db.insert(reviewPeople).values([
    { type: 'bank_account_update', people: 2 },
    { type: 'initial_registration', people: 2 },
  ])
})

const fresh = (actor: Actor) => {
  const given = dateProof(reviewing({ ...actor, provenAt: services.now() }), services.now())
  if (!isFresh(given)) throw new Error('not fresh')
  return given
}
type Type = 'bank_account_update' | 'initial_registration'
const given = async (type: Type = 'bank_account_update') => {
  const { id: organizationId } = await organization(db)
  const opened = await verification(db, { organizationId, type, status: 'under_review', reviewer: olga })
  const document = await addDocument(db, opened)
  return { opened, document, organizationId }
}
const row = async (id: string) => {
  const [found] = await db.select().from(verifications).where(eq(verifications.id, id))
  if (!found) throw new Error('gone')
  return found
}
const targetOf = async (id: string) => ({ id, version: (await row(id)).version, requestId: 'req' })
const approve = async (actor: Actor, id: string) =>
  approveVerification(services, reviewing(actor), { ...(await targetOf(id)), notes: 'Complete' })
const reject = async (actor: Actor, id: string) =>
  rejectVerification(services, reviewing(actor), { ...(await targetOf(id)), reason: 'Expired' })
const agree = async (actor: Actor, id: string) => agreeToPrepared(services, fresh(actor), await targetOf(id))
const give = async (actor: Actor, id: string) =>
  returnPrepared(services, reviewing(actor), { ...(await targetOf(id)), note: 'Look again' })

describe('where two people decide', () => {
  it.each([
    ['approve', approve, 'approved'],
    ['reject', reject, 'rejected'],
  ] as const)(
    '%s: the first person only prepares the decision; the applicant is told after the second agrees',
    async (action, act, status) => {
      const { opened } = await given()
      expect(await act(olga, opened.id)).toMatchObject({ kind: 'done', value: { isPrepared: true } })
      expect(await row(opened.id)).toMatchObject({ status: 'under_review', reviewerId: olga.id })
      expect(await db.$count(messages)).toBe(0)
      expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'done' })
      expect((await row(opened.id)).status).toBe(status)
      expect(await db.$count(messages)).toBe(1)
      const acts = await db.select().from(auditLog).orderBy(auditLog.position)
      expect(acts).toMatchObject([
        { action: 'verification.prepare', actorId: olga.id, after: { decision: action } },
        { action: `verification.${action}`, actorId: yerlan.id, after: { preparedBy: olga.id } },
      ])
      const events = await db.select().from(timelineEvents).orderBy(timelineEvents.version)
      expect(events.slice(-2)).toMatchObject([
        { event: 'prepared', actorId: olga.id },
        { event: status, actorId: yerlan.id, note: action === 'approve' ? 'Complete' : 'Expired' },
      ])
    },
  )

  it('a prepared approval without notes still has no notes after it is agreed to', async () => {
    const { opened } = await given()
    await approveVerification(services, reviewing(olga), { ...(await targetOf(opened.id)), notes: null })
    expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'done' })
    const [event] = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'approved'))
    expect(event?.note).toBeNull()
    expect(await row(opened.id)).toMatchObject({ reviewNotes: null })
  })

  it('nobody agrees to or returns a decision they prepared, superadmins included', async () => {
    const { opened } = await given()
    await approve(root, opened.id)
    expect(await agree(root, opened.id)).toMatchObject({ kind: 'conflict' })
    expect(await approve(root, opened.id)).toMatchObject({ kind: 'done', value: { isPrepared: true } })
    expect(await agree(root, opened.id)).toMatchObject({ kind: 'conflict' })
    expect(await give(root, opened.id)).toEqual({ kind: 'forbidden' })
    expect((await row(opened.id)).status).toBe('under_review')
  })

  it('nobody returns a decision prepared about an application they submitted themselves', async () => {
    const { opened } = await given()
    await db.update(verifications).set({ submittedBy: yerlan.id }).where(eq(verifications.id, opened.id))
    await reject(olga, opened.id)
    expect(await give(yerlan, opened.id)).toEqual({ kind: 'forbidden' })
    expect(await db.$count(preparedDecisions)).toBe(1)
  })

  it('a role that does not decide the type prepares it, but cannot agree, return or ask for more', async () => {
    const { opened } = await given()
    const timur = await staff(db, 'manager', 'Тимур')
    expect(olga.role).toBe('manager')
    expect(await approve(olga, opened.id)).toMatchObject({ kind: 'done', value: { isPrepared: true } })
    expect(await row(opened.id)).toMatchObject({ status: 'under_review', reviewerId: olga.id })
    expect(await db.select().from(preparedDecisions)).toMatchObject([{ action: 'approve', actorId: olga.id }])
    expect(await agree(timur, opened.id)).toEqual({ kind: 'forbidden' })
    expect(await give(timur, opened.id)).toEqual({ kind: 'forbidden' })
    expect(
      await requestMoreInfo(services, reviewing(timur), { ...(await targetOf(opened.id)), items: ['Lease'] }),
    ).toEqual({ kind: 'forbidden' })
  })

  it.each([
    ['approve', approve, 'approval_agreed'],
    ['reject', reject, 'rejection_agreed'],
  ] as const)(
    '%s: the first person’s inbox tells of the agreement only, and of nothing once it is undone',
    async (_, act, kind) => {
      const { opened } = await given()
      await act(olga, opened.id)
      await agree(yerlan, opened.id)
      const own = () => db.select().from(inboxEntries).where(eq(inboxEntries.userId, olga.id))
      expect(await own()).toMatchObject([{ kind, actorId: yerlan.id, verificationId: opened.id, readAt: null }])
      const undone = await undoDecision(services, reviewing(yerlan), await targetOf(opened.id))
      expect(undone).toMatchObject({ kind: 'done' })
      expect(await own()).toEqual([])
    },
  )

  it('an agreement tells the current holder of the take-over and the first person of the agreement', async () => {
    const { opened } = await given()
    await approve(olga, opened.id)
    await takeOverClaim(services, reviewing(root), await targetOf(opened.id))
    await agree(yerlan, opened.id)
    const told = (await db.select().from(inboxEntries).orderBy(inboxEntries.kind)).filter(
      ({ actorId }) => actorId === yerlan.id,
    )
    expect(told.map(({ userId, kind }) => [userId, kind])).toEqual([
      [olga.id, 'approval_agreed'],
      [root.id, 'taken_over'],
    ])
  })

  it('a return deletes the prepared decision, records its note and tells the first person', async () => {
    const { opened } = await given()
    await approve(olga, opened.id)
    expect(await give(yerlan, opened.id)).toMatchObject({ kind: 'done' })
    expect(await db.$count(preparedDecisions)).toBe(0)
    expect(await db.select().from(inboxEntries).where(eq(inboxEntries.kind, 'returned'))).toMatchObject([
      { kind: 'returned', userId: olga.id, actorId: yerlan.id, verificationId: opened.id },
    ])
    const events = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'returned'))
    expect(events).toMatchObject([{ note: 'Look again', actorId: yerlan.id }])
    expect((await openedAudit(db)).at(-1)).toMatchObject({ action: 'verification.return', reason: 'Look again' })
    expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'conflict' })
  })

  describe('a repeated request', () => {
    const acts = {
      prepare: (actor: Actor, at: Awaited<ReturnType<typeof targetOf>>, notes: string) =>
        approveVerification(services, reviewing(actor), { ...at, notes }),
      agree: (actor: Actor, at: Awaited<ReturnType<typeof targetOf>>, _note: string) =>
        agreeToPrepared(services, fresh(actor), at),
      return: (actor: Actor, at: Awaited<ReturnType<typeof targetOf>>, note: string) =>
        returnPrepared(services, reviewing(actor), { ...at, note }),
    }
    const ready = async (act: keyof typeof acts) => {
      const { opened } = await given()
      if (act !== 'prepare') await approve(olga, opened.id)
      return { id: opened.id, at: await targetOf(opened.id), who: act === 'prepare' ? olga : yerlan }
    }

    it.each(['prepare', 'agree', 'return'] as const)(
      'to %s in the same words changes nothing, in sequence or at the same time',
      async (act) => {
        for (const times of ['after', 'at once']) {
          const { id, at, who } = await ready(act)
          const send = () => acts[act](who, at, 'Look again')
          const both = times === 'at once' ? await Promise.all([send(), send()]) : [await send(), await send()]
          expect(both.map(({ kind }) => kind).sort()).toEqual(['done', 'unchanged'])
          expect((await row(id)).version).toBe(at.version + 1)
        }
      },
    )

    it.each(['prepare', 'return'] as const)('to %s in other words is a conflict', async (act) => {
      const { at, who } = await ready(act)
      expect(await acts[act](who, at, 'Look again')).toMatchObject({ kind: 'done' })
      expect(await acts[act](who, at, 'Look once more')).toMatchObject({ kind: 'conflict' })
    })

    it.each(['prepare', 'agree', 'return'] as const)('to %s by somebody else is a conflict', async (act) => {
      const { at, who } = await ready(act)
      expect(await acts[act](who, at, 'Look again')).toMatchObject({ kind: 'done' })
      expect(await acts[act](root, at, 'Look again')).toMatchObject({ kind: 'conflict' })
    })

    it('to return is a conflict when another decision was prepared since', async () => {
      const { id, at } = await ready('return')
      expect(await acts.return(yerlan, at, 'Look again')).toMatchObject({ kind: 'done' })
      await approve(olga, id)
      expect(await acts.return(yerlan, at, 'Look again')).toMatchObject({ kind: 'conflict' })
    })

    it('to prepare is a conflict when a document was judged since', async () => {
      const { opened, document } = await given()
      const at = await targetOf(opened.id)
      expect(await acts.prepare(olga, at, 'Complete')).toMatchObject({ kind: 'done' })
      await db.update(documents).set({ status: 'rejected' }).where(eq(documents.id, document.id))
      expect(await acts.prepare(olga, at, 'Complete')).toMatchObject({ kind: 'conflict' })
    })
  })

  it('a first vote tells each active staff member who may agree once, and nobody else', async () => {
    const zarina = await staff(db, 'admin', 'Зарина')
    const paused = await staff(db, 'admin', 'Paused')
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, paused.id))
    await staff(db, 'manager', 'Тимур')
    await staff(db, 'cashier', 'Daniel')
    const { opened } = await given()
    await db.update(verifications).set({ submittedBy: zarina.id }).where(eq(verifications.id, opened.id))
    await approve(olga, opened.id)
    await approve(olga, opened.id)
    const entries = await db.select().from(inboxEntries)
    expect(entries.map(({ userId }) => userId).toSorted()).toEqual([yerlan.id, root.id].toSorted())
    for (const entry of entries)
      expect(entry).toMatchObject({ kind: 'prepared', actorId: olga.id, verificationId: opened.id, readAt: null })
  })

  it.each([
    ['agreed', agree],
    ['gave it back', give],
  ])('once somebody %s, requests to agree are marked as read and other inbox entries are not', async (_, act) => {
    const { opened } = await given()
    await approve(olga, opened.id)
    const news = { userId: yerlan.id, kind: 'taken_over', verificationId: opened.id, at: services.now() } as const
    await db.insert(inboxEntries).values(news)
    await act(yerlan, opened.id)
    const own = (await db.select().from(inboxEntries)).filter(({ userId }) => userId === yerlan.id)
    expect(own.find(({ kind }) => kind === 'taken_over')).toMatchObject({ readAt: null })
    const called = await db.select().from(inboxEntries).where(eq(inboxEntries.kind, 'prepared'))
    expect(called.map(({ readAt }) => readAt)).toEqual([services.now(), services.now()])
  })

  it('a first vote tells at most 50 people who may agree', async () => {
    for (let n = 0; n < 50; n += 1) await staff(db, 'admin', `Admin ${n}`)
    const { opened } = await given('initial_registration')
    await approve(olga, opened.id)
    expect(await db.$count(inboxEntries)).toBe(50)
  })

  it('a take-over keeps the vote', async () => {
    const { opened } = await given()
    await approve(olga, opened.id)
    await takeOverClaim(services, reviewing(root), await targetOf(opened.id))
    expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'done' })
  })

  it.each([
    [
      'a document',
      ({ document }: Awaited<ReturnType<typeof given>>) =>
        db.update(documents).set({ status: 'verified' }).where(eq(documents.id, document.id)),
    ],
    [
      'the organization',
      ({ organizationId }: Awaited<ReturnType<typeof given>>) =>
        db.update(organizations).set({ version: 7 }).where(eq(organizations.id, organizationId)),
    ],
  ] as const)('a change of %s voids the vote', async (_, change) => {
    const all = await given()
    await approve(olga, all.opened.id)
    await change(all)
    expect(await agree(yerlan, all.opened.id)).toMatchObject({ kind: 'conflict', now: { because: 'stale' } })
  })

  it.each([
    ['was suspended', { status: 'suspended' }],
    ['was deactivated', { status: 'inactive' }],
    ['may no longer review', { role: 'cashier' }],
    ['is no longer of the staff', { role: null }],
  ] as const)('the vote of somebody who %s is void until they are back', async (_, change) => {
    const { opened } = await given()
    const set = (values: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(values).where(eq(users.id, olga.id))
    await approve(olga, opened.id)
    await set(change)
    const state = verificationList.read(new URLSearchParams('view=mine'))
    const seen = { id: opened.id, state }
    const permit = permitOf(yerlan, 'verifications.read')
    expect(await findForReview(services, permit, seen)).toMatchObject({ voidedOf: 'Ольга Ким', prepared: null })
    expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'conflict', now: { because: 'stale' } })
    await set({ status: 'active', role: 'manager' })
    expect(await findForReview(services, permit, seen)).toMatchObject({ voidedOf: null })
    expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'done' })
  })

  it('the vote of somebody who was erased is void', async () => {
    const { opened } = await given()
    await approve(olga, opened.id)
    const state = verificationList.read(new URLSearchParams('view=mine'))
    const seen = () => findForReview(services, permitOf(yerlan, 'verifications.read'), { id: opened.id, state })
    expect(await seen()).toMatchObject({ voidedOf: null, prepared: { actorName: 'Ольга Ким' } })
    const username = pseudonymOf(olga.id)
    await db.update(users).set({ username, status: 'inactive', erasedAt: services.now() }).where(eq(users.id, olga.id))
    expect(await seen()).toMatchObject({ voidedOf: username, prepared: null })
    expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'conflict', now: { because: 'stale' } })
  })

  it('the review page names whose vote a document verdict voided, until there is a new vote', async () => {
    const { opened, document, organizationId } = await given()
    const page = async (actor: Actor) => {
      const state = verificationList.read(new URLSearchParams('view=mine'))
      const permit = permitOf(actor, 'verifications.read')
      const found = await findForReview(services, permit, { id: opened.id, state })
      return { voidedOf: found?.voidedOf, prepared: found?.prepared?.actorName, position: found?.queue.position }
    }
    await approve(olga, opened.id)
    expect(await page(olga)).toEqual({ voidedOf: null, prepared: 'Ольга Ким', position: null })
    const verdict = { organizationId, documentId: document.id, seen: document.status, requestId: 'req' }
    const judging = permitOf(yerlan, 'organizations.edit')
    expect(await judgeDocument(services, judging, verdict, { status: 'verified' })).toMatchObject({ kind: 'done' })
    expect(await page(yerlan)).toMatchObject({ voidedOf: 'Ольга Ким', prepared: undefined })
    expect(await page(olga)).toEqual({ voidedOf: 'Ольга Ким', prepared: undefined, position: 1 })
    // Once one person decides, nobody has to prepare it again.
    await db.update(reviewPeople).set({ people: 1 })
    expect(await page(yerlan)).toMatchObject({ voidedOf: null })
    await db.update(reviewPeople).set({ people: 2 })
    await approve(olga, opened.id)
    expect(await page(yerlan)).toMatchObject({ voidedOf: null, prepared: 'Ольга Ким' })
  })

  it('a resubmission voids the vote', async () => {
    const { opened } = await given()
    await approve(olga, opened.id)
    await requestMoreInfo(services, reviewing(yerlan), { ...(await targetOf(opened.id)), items: ['Lease'] })
    await resubmitVerification(services, reviewing(olga), { ...(await targetOf(opened.id)), answer: 'Here' })
    await startReview(services, reviewing(yerlan), await targetOf(opened.id))
    expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'conflict' })
  })

  it('undoing the second person’s agreement restores the vote and the requests to agree', async () => {
    const { opened } = await given('initial_registration')
    await approve(olga, opened.id)
    const unread = () => db.$count(inboxEntries, and(eq(inboxEntries.kind, 'prepared'), isNull(inboxEntries.readAt)))
    const called = await unread()
    expect(called).toBeGreaterThan(0)
    services.clock.advance(60_000)
    await agree(yerlan, opened.id)
    expect(await unread()).toBe(0)
    services.clock.advance(1000)
    const undone = await undoDecision(services, reviewing(yerlan), await targetOf(opened.id))
    // Agreeing takes no typing, so there is no form to restore.
    expect(undone).toMatchObject({ kind: 'done', value: { action: null } })
    expect(await readDrafts(services, yerlan, `/verifications/${opened.id}/approve`)).toEqual([])
    expect(await unread()).toBe(called)
    expect(await agree(root, opened.id)).toMatchObject({ kind: 'done' })
  })

  it('of two agreements at the same time, one is done and the other is a conflict', async () => {
    const { opened } = await given()
    await approve(olga, opened.id)
    const seen = await targetOf(opened.id)
    const ends = await Promise.all([yerlan, root].map((actor) => agreeToPrepared(services, fresh(actor), seen)))
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'done'])
  })

  it('no sequence of actions lets one person decide alone', { timeout: 120_000 }, async () => {
    const dice = rollDice(20_260_302)
    const people = [olga, yerlan, root]
    const acts = [
      approve,
      reject,
      agree,
      agree,
      give,
      async (actor: Actor, id: string) => startReview(services, reviewing(actor), await targetOf(id)),
      async (actor: Actor, id: string) => releaseClaim(services, reviewing(actor), await targetOf(id)),
      async (actor: Actor, id: string) => takeOverClaim(services, reviewing(actor), await targetOf(id)),
      async (actor: Actor, id: string) => undoDecision(services, reviewing(actor), await targetOf(id)),
      async (actor: Actor, id: string) =>
        requestMoreInfo(services, reviewing(actor), { ...(await targetOf(id)), items: ['Lease'] }),
      async (actor: Actor, id: string) =>
        resubmitVerification(services, reviewing(actor), { ...(await targetOf(id)), answer: 'Here' }),
    ]
    let decided = 0
    for (let round = 0; round < 12; round += 1) {
      const { opened } = await given(dice.pick(['bank_account_update', 'initial_registration'] as const))
      for (let step = 0; step < 25; step += 1) await dice.pick(acts)(dice.pick(people), opened.id)
      const events = await db
        .select()
        .from(timelineEvents)
        .where(eq(timelineEvents.verificationId, opened.id))
        .orderBy(timelineEvents.version)
      for (const [index, { event, actorId }] of events.entries()) {
        if (event !== 'approved' && event !== 'rejected') continue
        decided += 1
        const vote = events.slice(0, index).findLast((one) => one.event === 'prepared')
        expect(vote?.actorId).toBeTruthy()
        expect(vote?.actorId).not.toBe(actorId)
      }
    }
    expect(decided).toBeGreaterThan(0)
  })
})

it('where one person decides, a single approval is final and prepares nothing', async () => {
  await db.delete(reviewPeople)
  const { opened } = await given()
  expect(await approve(yerlan, opened.id)).toMatchObject({ kind: 'done', value: { status: 'approved' } })
})
