import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { UNDO_MS } from '../../app/durations'
import { findOrganizationWithDocuments } from '../../app/db/documents/documents'
import type { Queries } from '../../app/db/engine/database'
import { auditLog } from '../../app/db/schema/audit'
import { notificationChoices } from '../../app/db/schema/messages'
import { preparedDecisions, reviewPeople } from '../../app/db/schema/reviews'
import { verifications } from '../../app/db/schema/verifications'
import type { Actor } from '../../app/domain/access'
import { recordAudit } from '../../app/domain/audit/audit.server'
import { dateProof } from '../../app/domain/fresh-proof'
import { answerRequest } from '../../app/domain/setup/answers/answer-request.server'
import { applyUserAction } from '../../app/domain/users/change-user.server'
import { makeStaff } from '../../app/domain/users/operator.server'
import { takeOverClaim } from '../../app/domain/verifications/claims/claim.server'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
} from '../../app/domain/verifications/decisions/decide.server'
import { undoDecision } from '../../app/domain/verifications/decisions/undo.server'
import { notifyStaffOfApplication } from '../../app/domain/verifications/notifications/notify-reviewers.server'
import { changeReviewPeople, readReviewPeople } from '../../app/domain/verifications/second-person/review-people.server'
import { returnPrepared } from '../../app/domain/verifications/second-person/second-person.server'
import type { VerificationType } from '../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../support/database'
import { runDuringTransaction } from '../support/meanwhile'
import { testServices } from '../support/services'
import { organization, partner, permitOf, reviewing, staff, verification } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices({ db })
let olga: Actor
let yerlan: Actor
let root: Actor
let own: Awaited<ReturnType<typeof organization>>
/** An application that Olga reviews. */
let held: Awaited<ReturnType<typeof verification>>

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  olga = await staff(db, 'admin', 'Ольга Ким')
  yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
  root = await staff(db, 'superadmin', '王芳')
  own = await organization(db)
  held = await verification(db, {
    organizationId: own.id,
    type: 'bank_account_update',
    status: 'under_review',
    reviewer: olga,
  })
})

const targetOf = ({ id, version } = held) => ({ id, version, requestId: 'req' })
const another = async () =>
  verification(db, { organizationId: (await organization(db)).id, status: 'under_review', reviewer: olga })

/** The audit entry with which the other transaction ends, as every transaction does. */
const recordOwn = (tx: Queries) =>
  recordAudit(tx, {
    at: services.now(),
    actor: root,
    action: 'organization.edit',
    objectType: 'organization',
    objectId: own.id,
    requestId: 'req',
  })

/** Two transactions that change and record something at once must both succeed. */
async function both(change: (tx: Queries) => Promise<unknown>, act: () => Promise<unknown>): Promise<unknown> {
  const answer = await runDuringTransaction(db, change, act, recordOwn)
  expect(await db.$count(auditLog, eq(auditLog.action, 'organization.edit'))).toBeGreaterThan(0)
  return answer
}

it.each<[string, () => Promise<() => Promise<unknown>>, unknown]>([
  [
    'suspends who reviews it',
    async () => () =>
      applyUserAction(services, dateProof(permitOf(root, 'users.read'), services.now()), 'suspend', {
        ...targetOf({ id: olga.id, version: 1 } as typeof held),
        reason: 'Left the company',
      }),
    { kind: 'done' },
  ],
  [
    'makes who reviews it a cashier by command',
    async () => () => makeStaff(services, { phone: olga.phone, username: 'Ольга Ким', role: 'cashier' }),
    'changed',
  ],
  [
    'lets one person decide it that took two',
    async () => {
      const manager = await staff(db, 'manager', 'Ольга Павлова')
      await db.update(verifications).set({ reviewerId: manager.id }).where(eq(verifications.id, held.id))
      await db.insert(reviewPeople).values({ type: held.type, people: 2 })
      const permit = dateProof(permitOf(root, 'reviews.settings'), services.now())
      const { types, version } = await readReviewPeople(services, permit)
      const ones = Object.fromEntries(types.map(({ type }) => [type, 1])) as Record<VerificationType, number>
      return () => changeReviewPeople(services, permit, { ...ones, mustOpen: [], version }, { requestId: 'req' })
    },
    { kind: 'done' },
  ],
  [
    'takes back a decision on another that its reviewer had',
    async () => {
      const other = await another()
      await rejectVerification(services, reviewing(yerlan), { ...targetOf(other), reason: 'Expired' })
      return () => undoDecision(services, reviewing(yerlan), { ...targetOf(other), version: other.version + 1 })
    },
    { kind: 'done' },
  ],
])('an application is changed without deadlock while somebody %s', async (_, given, answer) => {
  const act = await given()
  const change = (tx: Queries) =>
    tx.update(verifications).set({ overdueNoticeAt: services.now() }).where(eq(verifications.id, held.id))
  expect(await both(change, act)).toEqual(typeof answer === 'string' ? answer : expect.objectContaining(answer))
})

it.each<[string, () => Promise<unknown>]>([
  ['takes its application over', () => takeOverClaim(services, reviewing(yerlan), targetOf())],
  ['prepares a decision on it', () => approveVerification(services, reviewing(yerlan), { ...targetOf(), notes: null })],
  [
    'gives a prepared one back',
    () => returnPrepared(services, reviewing(yerlan), { ...targetOf(), note: 'See page 2' }),
  ],
])('an organization gets a document without deadlock while somebody %s', async (how, act) => {
  if (!how.startsWith('takes')) await db.insert(reviewPeople).values({ type: held.type, people: 2 })
  if (how.startsWith('gives'))
    await db.insert(preparedDecisions).values({
      verificationId: held.id,
      version: held.version,
      action: 'approve',
      input: { typed: {}, seen: { organizationVersion: 1, papers: '' } },
      actorId: olga.id,
      at: services.now(),
    })
  const lock = (tx: Queries) => findOrganizationWithDocuments(tx, own.id, 'lock')
  expect(await both(lock, act)).toMatchObject({ kind: 'done' })
})

it('an applicant answers a request without deadlock while staff are notified of another application', async () => {
  await db.insert(notificationChoices).values({ userId: root.id, event: 'new_verification', channel: 'whatsapp' })
  const items = [{ text: 'Check the name', target: 'field:basic.name' as const }]
  await requestMoreInfo(services, reviewing(olga), { ...targetOf(), items })
  services.clock.advance(UNDO_MS)
  const applicant = await partner(db, own.id)
  const other = await another()
  const fields = { step: 'basic' as const, whole: null, values: { name: 'Steppe & Sons' } }
  const answer = await both(
    (tx) => notifyStaffOfApplication(tx, services, other.id),
    () =>
      answerRequest(
        services,
        permitOf(applicant, 'setup.own'),
        { organizationId: own.id, requestId: randomUUID() },
        {
          application: held.id,
          version: held.version + 1,
          organizationVersion: own.version,
          note: null,
          answers: [{ text: null, fields }],
        },
      ),
  )
  expect(answer).toMatchObject({ kind: 'done' })
})
