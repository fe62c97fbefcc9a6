import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../../../../app/db/schema/documents'
import { inboxEntries } from '../../../../app/db/schema/notes'
import { organizations } from '../../../../app/db/schema/organizations'
import { preparedDecisions, reviewPeople } from '../../../../app/db/schema/reviews'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { readDrafts } from '../../../../app/domain/drafts/drafts.server'
import { dateProof, isFresh } from '../../../../app/domain/fresh-proof'
import { releaseClaim } from '../../../../app/domain/verifications/claims/claim.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
  startReview,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { undoDecision } from '../../../../app/domain/verifications/decisions/undo.server'
import { agreeToPrepared } from '../../../../app/domain/verifications/second-person/second-person.server'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { colleagues } from '../../../support/reviews'
import { testServices } from '../../../support/services'
import { addTemplate } from '../../../support/templates'
import { addDocument, organization, reviewing, verification } from '../../../support/verifications'

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

const given = async (type: 'bank_account_update' | 'initial_registration' = 'bank_account_update') => {
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
const agree = async (actor: Actor, id: string) => {
  const permit = dateProof(reviewing({ ...actor, provenAt: services.now() }), services.now())
  if (!isFresh(permit)) throw new Error('not fresh')
  return agreeToPrepared(services, permit, await targetOf(id))
}
const calledTo = ({ id }: Actor) =>
  db
    .select()
    .from(inboxEntries)
    .where(and(eq(inboxEntries.userId, id), eq(inboxEntries.kind, 'prepared'), isNull(inboxEntries.readAt)))

describe('a waiting vote', () => {
  it('comes back with its calls to agree when a request for more is undone, which becomes a draft', async () => {
    const { opened } = await given('initial_registration')
    await approve(olga, opened.id)
    const called = await calledTo(root)
    services.clock.advance(60_000)
    const items = ['Lease']
    await requestMoreInfo(services, reviewing(yerlan), { ...(await targetOf(opened.id)), items })
    expect(await calledTo(root)).toEqual([])
    services.clock.advance(1000)
    const undone = await undoDecision(services, reviewing(yerlan), await targetOf(opened.id))
    expect(undone).toMatchObject({ kind: 'done', value: { action: 'request-info' } })
    expect(await calledTo(root)).toEqual(called)
    expect(await readDrafts(services, yerlan, `/verifications/${opened.id}/request-info`)).toHaveLength(1)
    expect(await agree(root, opened.id)).toMatchObject({ kind: 'done' })
  })

  it('that was void stays void when a later approval is undone', async () => {
    const { opened, organizationId } = await given('initial_registration')
    await approve(olga, opened.id)
    await db.update(organizations).set({ version: 7 }).where(eq(organizations.id, organizationId))
    await db.delete(reviewPeople)
    expect(await approve(yerlan, opened.id)).toMatchObject({ kind: 'done', value: { status: 'approved' } })
    expect(await undoDecision(services, reviewing(yerlan), await targetOf(opened.id))).toMatchObject({ kind: 'done' })
    expect(await db.$count(preparedDecisions)).toBe(1)
    expect(await agree(root, opened.id)).toMatchObject({ kind: 'conflict', now: { because: 'stale' } })
  })

  it('in place of a void vote calls people to agree again', async () => {
    const { opened, document } = await given()
    await approve(olga, opened.id)
    await db.update(inboxEntries).set({ readAt: services.now() })
    await db.update(documents).set({ status: 'verified' }).where(eq(documents.id, document.id))
    await approve(olga, opened.id)
    expect(await calledTo(yerlan)).toMatchObject([{ kind: 'prepared', actorId: olga.id }])
  })

  it('in place of a colleague’s vote calls that colleague and withdraws the call to its own author', async () => {
    const { opened } = await given()
    await approve(yerlan, opened.id)
    expect(await calledTo(root)).toHaveLength(1)
    await reject(root, opened.id)
    expect(await calledTo(yerlan)).toMatchObject([{ kind: 'prepared', actorId: root.id }])
    expect(await calledTo(root)).toEqual([])
    expect(await db.$count(inboxEntries, eq(inboxEntries.kind, 'returned'))).toBe(0)
  })

  it('tells the author of the vote it replaces, who may not agree to it, that theirs was returned', async () => {
    const { opened } = await given()
    await approve(olga, opened.id)
    await reject(yerlan, opened.id)
    const told = await db.select().from(inboxEntries).where(eq(inboxEntries.userId, olga.id))
    expect(told.map(({ kind }) => kind)).toContain('returned')
  })

  it('moves the claim to its author', async () => {
    const { opened } = await given()
    expect(await approve(yerlan, opened.id)).toMatchObject({ value: { isPrepared: true } })
    expect(await row(opened.id)).toMatchObject({ reviewerId: yerlan.id, claimedAt: services.now() })
  })

  it('keeps the claim time of an author who already held the application', async () => {
    const { opened } = await given()
    const claimedAt = new Date('2026-03-02T08:00:00.000Z')
    await db.update(verifications).set({ claimedAt }).where(eq(verifications.id, opened.id))
    await approve(olga, opened.id)
    expect(await row(opened.id)).toMatchObject({ reviewerId: olga.id, claimedAt })
  })

  it('tells the previous holder of the take-over', async () => {
    const { opened } = await given()
    await approve(yerlan, opened.id)
    expect(await db.select().from(inboxEntries).where(eq(inboxEntries.userId, olga.id))).toMatchObject([
      { kind: 'taken_over', actorId: yerlan.id, verificationId: opened.id },
    ])
  })

  it('survives a release and a claim by somebody else', async () => {
    const { opened } = await given()
    await approve(olga, opened.id)
    await releaseClaim(services, reviewing(olga), await targetOf(opened.id))
    expect(await startReview(services, reviewing(yerlan), await targetOf(opened.id))).toMatchObject({ kind: 'done' })
    expect(await agree(yerlan, opened.id)).toMatchObject({ kind: 'done', value: { status: 'approved' } })
  })

  it('keeps the template of its reason when somebody else agrees', async () => {
    const { opened } = await given()
    const template = await addTemplate(db, { en: 'Expired', ru: 'Истекло', kk: 'Мерзімі өтті', zh: '已过期' })
    const reason = { reason: 'Expired', template, about: null }
    await rejectVerification(services, reviewing(olga), { ...(await targetOf(opened.id)), ...reason })
    await agree(yerlan, opened.id)
    const events = await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'rejected'))
    expect(events).toMatchObject([{ templateId: template }])
  })

  it('to reject leaves the applicant’s answer reserved for whoever asked for more', async () => {
    const { opened } = await given()
    await requestMoreInfo(services, reviewing(yerlan), { ...(await targetOf(opened.id)), items: ['Lease'] })
    expect(await reject(root, opened.id)).toMatchObject({ kind: 'done', value: { isPrepared: true } })
    await resubmitVerification(services, reviewing(olga), { ...(await targetOf(opened.id)), answer: 'Here' })
    expect(await row(opened.id)).toMatchObject({ status: 'pending', reservedFor: yerlan.id })
  })
})
