import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../app/db/schema/audit'
import { messages } from '../../../../app/db/schema/messages'
import { inboxEntries } from '../../../../app/db/schema/notes'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import { presence } from '../../../../app/db/schema/reviews'
import { grant, type Actor } from '../../../../app/domain/access'
import { tidyUp } from '../../../../app/domain/jobs/tidy-up.server'
import { releaseClaim, takeOverClaim } from '../../../../app/domain/verifications/claims/claim.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
  startReview,
} from '../../../../app/domain/verifications/decisions/decide.server'
import { recordViewing } from '../../../../app/domain/verifications/claims/presence.server'
import { findForReview } from '../../../../app/domain/verifications/verification-detail.server'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import { findNextInQueue } from '../../../../app/domain/verifications/queue/verification-queue.server'
import { ROLES, VERIFICATION_TYPES, type Role, type VerificationType } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { colleagues } from '../../../support/reviews'
import { testServices } from '../../../support/services'
import { before, organization, partner, permitOf, reviewing, staff, verification } from '../../../support/verifications'
import { DAY_MS, HOUR_MS } from '../../../../app/durations'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor
let yerlan: Actor
let root: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  ;({ olga, yerlan, root } = await colleagues(db))
})

const seen = ({ id, version }: { id: string; version: number }, later = 0) => ({
  id,
  version: version + later,
  requestId: 'req',
})
const given = async (more: Partial<Parameters<typeof verification>[1]> = {}) => {
  const { id: organizationId } = await organization(db)
  return verification(db, { organizationId, type: 'address_change', reviewer: olga, ...more })
}
const row = async (id: string) => {
  const [found] = await db.select().from(verifications).where(eq(verifications.id, id))
  if (!found) throw new Error('gone')
  return found
}
const auditActions = async () =>
  (await db.select().from(auditLog).orderBy(auditLog.position)).map(({ action }) => action)
const inboxOf = (actor: Actor) => db.select().from(inboxEntries).where(eq(inboxEntries.userId, actor.id))
const claimSeenBy = async (actor: Actor, id: string) =>
  (
    await findForReview(services, permitOf(actor, 'verifications.read'), {
      id,
      state: verificationList.read(new URLSearchParams()),
    })
  )?.claim

describe('a claim', () => {
  it('sets holder, time and a new version, is shown to colleagues and sends the applicant nothing', async () => {
    const open = await given()
    expect(await startReview(services, reviewing(olga), seen(open))).toMatchObject({ kind: 'done' })
    expect(await row(open.id)).toMatchObject({
      status: 'under_review',
      reviewerId: olga.id,
      claimedAt: services.now(),
      version: open.version + 1,
    })
    expect(await db.$count(messages)).toBe(0)
    expect(await claimSeenBy(yerlan, open.id)).toMatchObject({
      isMine: false,
      holder: { name: 'Ольга Ким', since: services.now(), isIdle: false },
    })
  })

  it('of what a colleague has claimed is a conflict, also from a page that already shows that claim', async () => {
    const open = await given()
    await startReview(services, reviewing(olga), seen(open))
    for (const later of [0, 1])
      expect(await startReview(services, reviewing(yerlan), seen(open, later))).toMatchObject({ kind: 'conflict' })
    expect((await row(open.id)).reviewerId).toBe(olga.id)
  })

  it('repeated by its holder changes nothing', async () => {
    const open = await given()
    await startReview(services, reviewing(olga), seen(open))
    expect(await startReview(services, reviewing(olga), seen(open))).toEqual({ kind: 'unchanged' })
    expect(await auditActions()).toEqual(['verification.start'])
  })

  it('has one holder when 100 requests come at once', async () => {
    const open = await given()
    const people = [olga, yerlan, root]
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) => startReview(services, reviewing(people[n % 3] ?? olga), seen(open))),
    )
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1)
    const { reviewerId, version } = await row(open.id)
    expect(version).toBe(open.version + 1)
    const own = outcomes.filter((_, n) => people[n % 3]?.id === reviewerId)
    expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['done', 'unchanged']))
    const others = outcomes.filter((_, n) => people[n % 3]?.id !== reviewerId)
    expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['conflict']))
  })

  it('becomes idle 30 minutes after it was made', async () => {
    const open = await given()
    await startReview(services, reviewing(olga), seen(open))
    services.clock.advance(HOUR_MS / 2 - 1)
    expect((await claimSeenBy(yerlan, open.id))?.holder?.isIdle).toBe(false)
    services.clock.advance(1)
    expect((await claimSeenBy(yerlan, open.id))?.holder?.isIdle).toBe(true)
  })

  it('becomes idle 30 minutes after its holder last viewed the application', async () => {
    const open = await given()
    await startReview(services, reviewing(olga), seen(open))
    services.clock.advance(HOUR_MS / 2)
    await recordViewing(services, reviewing(olga), open.id)
    expect((await claimSeenBy(yerlan, open.id))?.holder?.isIdle).toBe(false)
    services.clock.advance(HOUR_MS / 2)
    expect((await claimSeenBy(yerlan, open.id))?.holder?.isIdle).toBe(true)
  })

  const ONLY_ADMINS = ['bank_account_update', 'legal_representative_change', 'operation_mode_change']
  const MAY: Record<Role, (type: VerificationType) => boolean> = {
    superadmin: () => true,
    admin: () => true,
    manager: (type) => !ONLY_ADMINS.includes(type),
    cashier: () => false,
  }
  const byRole = ROLES.flatMap((role) => VERIFICATION_TYPES.map((type) => [role, type, MAY[role](type)] as const))

  it.each(byRole)('a %s may claim, release and take over a %s: %s', async (role, type, may) => {
    const person = await staff(db, role, 'Кто-то')
    const permit = grant(person, 'verifications.review')
    if (!permit) return expect([role, may]).toEqual(['cashier', false])
    const open = await given({ type })
    const own = await given({ type, status: 'under_review', reviewer: person })
    const another = await given({ type, status: 'under_review', reviewer: root })
    const kind = may ? 'done' : 'forbidden'
    expect(await startReview(services, permit, seen(open))).toMatchObject({ kind })
    expect(await releaseClaim(services, permit, seen(own))).toMatchObject({ kind })
    expect(await takeOverClaim(services, permit, seen(another))).toMatchObject({ kind })
    const holders = await Promise.all([open, own, another].map(async ({ id }) => (await row(id)).reviewerId))
    expect(holders).toEqual(may ? [person.id, null, person.id] : [null, person.id, root.id])
  })
})

describe('a viewer of an application', () => {
  it('is shown to the others for 90 seconds, and the tidy-up deletes the record of the view', async () => {
    const [open, other] = [await given(), await given()]
    await recordViewing(services, reviewing(root), other.id)
    expect(await recordViewing(services, reviewing(yerlan), open.id)).toEqual([])
    expect(await recordViewing(services, reviewing(olga), open.id)).toEqual(['Ерлан Сейітов'])
    expect((await claimSeenBy(olga, open.id))?.viewers).toEqual(['Ерлан Сейітов'])
    expect((await claimSeenBy(root, open.id))?.viewers).toEqual(['Ерлан Сейітов', 'Ольга Ким'])
    services.clock.advance(89_999)
    expect((await claimSeenBy(root, open.id))?.viewers).toHaveLength(2)
    services.clock.advance(1)
    expect((await claimSeenBy(root, open.id))?.viewers).toEqual([])
    services.clock.advance(2 * HOUR_MS)
    await tidyUp(services)
    expect(await db.$count(presence)).toBe(0)
  })

  it('seen before the clock was set back is not shown', async () => {
    const open = await given()
    await recordViewing(services, reviewing(yerlan), open.id)
    services.clock.advance(-DAY_MS)
    expect((await claimSeenBy(olga, open.id))?.viewers).toEqual([])
    expect(await recordViewing(services, reviewing(olga), open.id)).toEqual([])
    services.clock.advance(DAY_MS)
  })

  it('is not recorded for an unknown application', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000'])
      expect(await recordViewing(services, reviewing(olga), id)).toBeNull()
  })
})

describe('a release', () => {
  it('returns the application to the queue and sends no message', async () => {
    const held = await given({ status: 'under_review' })
    expect(await releaseClaim(services, reviewing(olga), seen(held))).toMatchObject({ kind: 'done' })
    expect(await row(held.id)).toMatchObject({ status: 'pending', reviewerId: null, claimedAt: null })
    expect(await auditActions()).toEqual(['verification.release'])
    expect(await db.$count(messages)).toBe(0)
  })

  it('by anyone but the holder is a conflict', async () => {
    const held = await given({ status: 'under_review' })
    expect(await releaseClaim(services, reviewing(yerlan), seen(held))).toMatchObject({ kind: 'conflict' })
    expect(await row(held.id)).toEqual(held)
  })

  it('repeated changes nothing', async () => {
    const held = await given({ status: 'under_review' })
    await releaseClaim(services, reviewing(olga), seen(held))
    expect(await releaseClaim(services, reviewing(olga), seen(held))).toEqual({ kind: 'unchanged' })
  })
})

describe('a take-over', () => {
  it('of an application one submitted oneself is forbidden', async () => {
    const held = await given({ status: 'under_review', submittedBy: yerlan.id })
    expect(await takeOverClaim(services, reviewing(yerlan), seen(held))).toEqual({ kind: 'forbidden' })
    expect(await row(held.id)).toEqual(held)
  })

  it('makes the actor the holder, writes an audit row and tells the previous holder', async () => {
    const held = await given({ status: 'under_review' })
    expect(await takeOverClaim(services, reviewing(yerlan), seen(held))).toMatchObject({ kind: 'done' })
    expect(await row(held.id)).toMatchObject({
      status: 'under_review',
      reviewerId: yerlan.id,
      claimedAt: services.now(),
      version: held.version + 1,
    })
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        action: 'verification.take_over',
        actorId: yerlan.id,
        before: { reviewer: olga.id },
        after: { reviewer: yerlan.id },
      },
    ])
    expect(await inboxOf(olga)).toMatchObject([
      { kind: 'taken_over', actorId: yerlan.id, verificationId: held.id, organizationId: held.organizationId },
    ])
    expect(await db.select().from(timelineEvents).where(eq(timelineEvents.event, 'taken_over'))).toMatchObject([
      { actorId: yerlan.id, version: held.version + 1 },
    ])
  })

  it('of a claim that changed hands since is a conflict that names the new holder', async () => {
    const held = await given({ status: 'under_review' })
    await takeOverClaim(services, reviewing(yerlan), seen(held))
    expect(await takeOverClaim(services, reviewing(root), seen(held))).toMatchObject({
      kind: 'conflict',
      now: { because: 'stale', latest: { event: 'taken_over', actorName: 'Ерлан Сейітов' } },
    })
  })

  it('of one’s own claim changes nothing', async () => {
    const held = await given({ status: 'under_review' })
    expect(await takeOverClaim(services, reviewing(olga), seen(held))).toEqual({ kind: 'unchanged' })
    expect(await row(held.id)).toEqual(held)
    expect(await db.$count(inboxEntries)).toBe(0)
  })

  it('of a decided application is a conflict', async () => {
    const decided = await given({ status: 'approved' })
    expect(await takeOverClaim(services, reviewing(yerlan), seen(decided))).toMatchObject({ kind: 'conflict' })
  })
})

it.each([
  ['release', releaseClaim, 'olga'],
  ['taking over', takeOverClaim, 'root'],
] as const)(
  'an address of mode change requests does not find an application of another type: %s',
  async (_, act, who) => {
    const held = await given({ status: 'under_review' })
    const actor = who === 'olga' ? olga : root
    expect(await act(services, reviewing(actor), { ...seen(held), mustBeModeChange: true })).toEqual({
      kind: 'missing',
    })
    expect(await row(held.id)).toEqual(held)
  },
)

describe('a decision on a colleague’s claim', () => {
  const DECISIONS = {
    approve: (actor: Actor, target: ReturnType<typeof seen>) =>
      approveVerification(services, reviewing(actor), { ...target, notes: null }),
    reject: (actor: Actor, target: ReturnType<typeof seen>) =>
      rejectVerification(services, reviewing(actor), { ...target, reason: 'Expired' }),
    'request-info': (actor: Actor, target: ReturnType<typeof seen>) =>
      requestMoreInfo(services, reviewing(actor), { ...target, items: ['Lease'] }),
  }
  const each = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]

  it.each(each)('%s takes the claim over in the same act and tells the previous holder', async (act) => {
    const held = await given({ status: 'under_review' })
    expect(await DECISIONS[act](yerlan, seen(held))).toMatchObject({ kind: 'done' })
    expect(await db.select().from(auditLog)).toMatchObject([
      { action: `verification.${act}`, before: { reviewer: olga.id }, after: { reviewer: yerlan.id } },
    ])
    expect(await inboxOf(olga)).toMatchObject([{ kind: 'taken_over', actorId: yerlan.id }])
  })

  it.each(each)('%s on one’s own claim tells nobody', async (act) => {
    const held = await given({ status: 'under_review' })
    await DECISIONS[act](olga, seen(held))
    expect(await auditActions()).toEqual([`verification.${act}`])
    expect(await db.$count(inboxEntries)).toBe(0)
  })

  it.each(each)('%s is a conflict after a take-over that the reviewer has not seen', async (act) => {
    const open = await given({ status: 'under_review' })
    await takeOverClaim(services, reviewing(root), seen(open))
    expect(await DECISIONS[act](olga, seen(open))).toMatchObject({
      kind: 'conflict',
      now: { because: 'stale', latest: { event: 'taken_over', actorName: '王芳' } },
    })
    expect((await row(open.id)).status).toBe('under_review')
  })

  it('and a take-over at the same time have one outcome', async () => {
    for (let round = 0; round < 10; round += 1) {
      const held = await given({ status: 'under_review' })
      const [decided, taken] = await Promise.all([
        DECISIONS.approve(olga, seen(held)),
        takeOverClaim(services, reviewing(yerlan), seen(held)),
      ])
      expect([decided.kind, taken.kind].toSorted()).toEqual(['conflict', 'done'])
      expect((await row(held.id)).version).toBe(held.version + 1)
    }
  })
})

describe('an application that comes back from the applicant', () => {
  const cameBack = async () => {
    const asked = await given({ status: 'need_more_info' })
    const aigul = await partner(db, asked.organizationId)
    await resubmitVerification(services, permitOf(aigul, 'setup.own'), { ...seen(asked), answer: 'Here' })
    return asked
  }
  const nextFor = (actor: Actor, elsewhere: { id: string; submittedAt: Date }) =>
    findNextInQueue(services, reviewing(actor), verificationList.read(new URLSearchParams()), elsewhere)

  it('is reserved for 24 hours for whoever asked, and its page says so', async () => {
    const asked = await cameBack()
    expect(await row(asked.id)).toMatchObject({
      status: 'pending',
      reviewerId: null,
      reservedFor: olga.id,
      reservedUntil: new Date(services.now().getTime() + DAY_MS),
    })
    expect((await claimSeenBy(yerlan, asked.id))?.reserved).toMatchObject({ name: 'Ольга Ким', isForMe: false })
    expect((await claimSeenBy(olga, asked.id))?.reserved).toMatchObject({ isForMe: true })
    services.clock.advance(24 * 60 * 60_000 - 1)
    expect((await claimSeenBy(yerlan, asked.id))?.reserved).toMatchObject({ isForMe: false })
    services.clock.advance(1)
    expect((await claimSeenBy(yerlan, asked.id))?.reserved).toBeNull()
  })

  it('is next in the queue for whoever asked, and for others after 24 hours', async () => {
    const asked = await cameBack()
    const elsewhere = { id: '00000000-0000-4000-8000-000000000000', submittedAt: before(99 * DAY_MS) }
    expect((await nextFor(olga, elsewhere))?.id).toBe(asked.id)
    expect(await nextFor(yerlan, elsewhere)).toBeNull()
    services.clock.advance(DAY_MS - 1)
    expect(await nextFor(yerlan, elsewhere)).toBeNull()
    services.clock.advance(1)
    expect((await nextFor(yerlan, elsewhere))?.id).toBe(asked.id)
  })

  it('may be claimed by somebody else, which ends the reservation', async () => {
    const asked = await cameBack()
    await startReview(services, reviewing(yerlan), seen(asked, 1))
    expect(await row(asked.id)).toMatchObject({ reviewerId: yerlan.id, reservedFor: null, reservedUntil: null })
  })

  const queueOf = async (actor: Actor, id: string) =>
    (
      await findForReview(services, permitOf(actor, 'verifications.read'), {
        id,
        state: verificationList.read(new URLSearchParams()),
      })
    )?.queue

  it('is a neighbour in the queue for whoever asked, and for others after 24 hours', async () => {
    const first = await given({ submittedAt: before(50 * DAY_MS) })
    const asked = await cameBack()
    const besides = async (actor: Actor) => {
      const queue = await queueOf(actor, first.id)
      return [queue?.previous?.id, queue?.next?.id].filter((id) => id !== undefined)
    }
    expect([await besides(olga), await besides(yerlan)]).toEqual([[asked.id], []])
    services.clock.advance(DAY_MS)
    expect(await besides(yerlan)).toEqual([asked.id])
  })

  it('previous and next skip applications that others hold', async () => {
    const first = await given({ submittedAt: before(5 * DAY_MS) })
    const held = await given({ status: 'under_review', submittedAt: before(4 * DAY_MS) })
    const third = await given({ submittedAt: before(3 * DAY_MS) })
    expect((await queueOf(yerlan, first.id))?.next?.id).toBe(third.id)
    expect((await queueOf(olga, first.id))?.next?.id).toBe(held.id)
    expect((await queueOf(yerlan, third.id))?.previous?.id).toBe(first.id)
  })
})
