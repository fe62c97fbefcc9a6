import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../app/db/schema/audit'
import { inboxEntries } from '../../../../app/db/schema/notes'
import { reviewPeople } from '../../../../app/db/schema/reviews'
import { users } from '../../../../app/db/schema/users'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { dateProof } from '../../../../app/domain/fresh-proof'
import { applyUserAction } from '../../../../app/domain/users/change-user.server'
import { makeStaff } from '../../../../app/domain/users/operator.server'
import type { UserChange } from '../../../../app/domain/users/user-actions'
import { resubmitVerification } from '../../../../app/domain/verifications/decisions/decide.server'
import {
  changeReviewPeople,
  readReviewPeople,
} from '../../../../app/domain/verifications/second-person/review-people.server'
import type { Role, VerificationType } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import { organization, permitOf, staff, verification } from '../../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
let holder: Actor
let colleague: Actor
let root: Actor

beforeEach(async () => {
  await emptyTables(db)
  holder = await staff(db, 'admin', 'Ольга Ким')
  colleague = await staff(db, 'admin', 'Ерлан Сейітов')
  root = await staff(db, 'superadmin', '王芳')
})

async function held(
  type: VerificationType,
  reviewer: Actor,
  status: 'under_review' | 'need_more_info' = 'under_review',
) {
  const { id: organizationId } = await organization(db)
  return verification(db, { organizationId, type, status, reviewer })
}
const rowOf = async (id: string) => (await db.select().from(verifications).where(eq(verifications.id, id)))[0]
const releasesOf = (id: string) =>
  db
    .select()
    .from(timelineEvents)
    .where(and(eq(timelineEvents.verificationId, id), eq(timelineEvents.event, 'released')))
/** Answered by the applicant, over the phone. */
async function comesBack({ id, version }: { id: string; version: number }) {
  const target = { id, version, requestId: 'req', answer: 'Here it is' }
  const outcome = await resubmitVerification(services, permitOf(colleague, 'verifications.review'), target)
  expect(outcome).toMatchObject({ kind: 'done' })
  return rowOf(id)
}
const inboxOf = (actor: Actor) => db.select().from(inboxEntries).where(eq(inboxEntries.userId, actor.id))

async function change(user: Actor, action: UserChange, more: { role?: Role; reason?: string } = {}) {
  const [row] = await db.select({ version: users.version }).from(users).where(eq(users.id, user.id))
  const asked = { id: user.id, version: row?.version ?? 0, requestId: 'req', ...more }
  return applyUserAction(services, dateProof(permitOf(root, 'users.read'), services.now()), action, asked)
}
const STOPS = {
  suspended: () => change(holder, 'suspend', { reason: 'Left the company' }),
  paused: () => change(holder, 'deactivate'),
}

describe('an application whose holder can no longer finish it', () => {
  it.each(Object.entries(STOPS))('returns to the queue when its holder is %s', async (_, stop) => {
    const mine = await held('address_change', holder)
    const asked = await held('legal_representative_change', holder, 'need_more_info')
    const others = await held('address_change', colleague)
    expect(await stop()).toMatchObject({ kind: 'done' })
    expect(await rowOf(mine.id)).toMatchObject({
      status: 'pending',
      reviewerId: null,
      claimedAt: null,
      version: mine.version + 1,
    })
    expect(await releasesOf(mine.id)).toMatchObject([{ actorId: root.id, version: mine.version + 1 }])
    expect(await db.select().from(auditLog).where(eq(auditLog.action, 'verification.release'))).toMatchObject([
      { objectId: mine.id, actorId: root.id, before: { reviewer: holder.id }, after: { status: 'pending' } },
    ])
    expect(await rowOf(asked.id)).toMatchObject({ status: 'need_more_info', version: asked.version })
    expect(await rowOf(others.id)).toMatchObject({ status: 'under_review', reviewerId: colleague.id })
    expect(await inboxOf(holder)).toEqual([])
    expect(await comesBack(asked)).toMatchObject({ status: 'pending', reservedFor: null, reservedUntil: null })
  })

  it.each(Object.entries(STOPS))('is no longer reserved for a reviewer who is %s', async (_, stop) => {
    const asked = await held('address_change', holder, 'need_more_info')
    expect(await comesBack(asked)).toMatchObject({ reservedFor: holder.id })
    const others = await held('address_change', colleague, 'need_more_info')
    expect(await comesBack(others)).toMatchObject({ reservedFor: colleague.id })
    expect(await stop()).toMatchObject({ kind: 'done' })
    expect(await rowOf(asked.id)).toMatchObject({ status: 'pending', reservedFor: null, reservedUntil: null })
    expect(await rowOf(others.id)).toMatchObject({ reservedFor: colleague.id })
  })

  it('returns to the queue when the holder’s new role may not decide it, and the holder is told', async () => {
    const sensitive = await held('bank_account_update', holder)
    const plain = await held('address_change', holder)
    const asked = await held('address_change', holder, 'need_more_info')
    await comesBack(asked)
    expect(await change(holder, 'role', { role: 'manager' })).toMatchObject({ kind: 'done' })
    expect(await rowOf(sensitive.id)).toMatchObject({ status: 'pending', reviewerId: null })
    expect(await rowOf(plain.id)).toMatchObject({ status: 'under_review', reviewerId: holder.id })
    expect(await rowOf(asked.id)).toMatchObject({ status: 'pending', reservedFor: holder.id })
    expect(await inboxOf(holder)).toMatchObject([
      { kind: 'given_back', actorId: root.id, verificationId: sensitive.id, readAt: null },
    ])
  })

  it('stays with a manager while two people decide its type, and returns when one does again', async () => {
    const olga = await staff(db, 'manager', 'Ольга Павлова')
    await db.insert(reviewPeople).values([{ type: 'bank_account_update', people: 2 }])
    const prepared = await held('bank_account_update', holder)
    expect(await change(holder, 'role', { role: 'manager' })).toMatchObject({ kind: 'done' })
    const own = await held('bank_account_update', olga)
    const admins = await held('bank_account_update', colleague)
    expect(await rowOf(prepared.id)).toMatchObject({ status: 'under_review', reviewerId: holder.id })
    const permit = dateProof(permitOf(root, 'reviews.settings'), services.now())
    const { types, version } = await readReviewPeople(services, permit)
    const ones = Object.fromEntries(types.map(({ type }) => [type, 1])) as Record<VerificationType, number>
    const changed = await changeReviewPeople(services, permit, { ...ones, mustOpen: [], version }, { requestId: 'req' })
    expect(changed).toMatchObject({ kind: 'done' })
    for (const { id } of [prepared, own]) expect(await rowOf(id)).toMatchObject({ status: 'pending', reviewerId: null })
    expect(await rowOf(admins.id)).toMatchObject({ status: 'under_review', reviewerId: colleague.id })
    expect(await inboxOf(olga)).toMatchObject([{ kind: 'given_back', verificationId: own.id }])
  })

  it('returns to the queue when an operator of the server changes the holder’s role', async () => {
    const mine = await held('address_change', holder)
    const [row] = await db.select().from(users).where(eq(users.id, holder.id))
    expect(await makeStaff(services, { phone: row?.phone ?? '', username: 'Ольга Ким', role: 'cashier' })).toBe(
      'changed',
    )
    expect(await rowOf(mine.id)).toMatchObject({ status: 'pending', reviewerId: null })
    expect(await releasesOf(mine.id)).toMatchObject([{ actorId: null }])
  })
})
