import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Queries } from '../../app/db/engine/database'
import { lockInvite } from '../../app/db/invites/invite-changes'
import { lockKeys } from '../../app/db/limits'
import { dataRequests } from '../../app/db/schema/personal-data'
import { documents } from '../../app/db/schema/documents'
import { notificationChoices } from '../../app/db/schema/messages'
import { organizations } from '../../app/db/schema/organizations'
import { preparedDecisions, reviewPeople } from '../../app/db/schema/reviews'
import { sessions } from '../../app/db/schema/sessions'
import { passkeys } from '../../app/db/schema/sign-in'
import { users } from '../../app/db/schema/users'
import { verifications } from '../../app/db/schema/verifications'
import { changeUser, findUser, lockUsers } from '../../app/db/users/user-changes'
import { saveReviewPeople } from '../../app/db/verifications/review-people'
import { takeOverdue } from '../../app/db/verifications/verification-notices'
import type { Actor, Permit } from '../../app/domain/access'
import { dateProof, type Fresh } from '../../app/domain/fresh-proof'
import type { Registration } from '../../app/domain/passkeys/input'
import { finishJoin } from '../../app/domain/join/finish-join.server'
import { judgeDocument } from '../../app/domain/organizations/judge-document.server'
import { deliverDue } from '../../app/domain/messages/outbox.server'
import { addPasskey } from '../../app/domain/passkeys/own-passkeys.server'
import { signOutEverywhere } from '../../app/domain/sessions/sign-out-everywhere.server'
import { removeDocument } from '../../app/domain/setup/change-documents.server'
import type { SavedStep } from '../../app/domain/setup/input.server'
import { saveStep } from '../../app/domain/setup/save-step.server'
import { submitOrganization } from '../../app/domain/setup/submit.server'
import { sendCode } from '../../app/domain/sign-in/send-code.server'
import { saveOwnAccount } from '../../app/domain/settings/account.server'
import { moveNumber } from '../../app/domain/users/numbers/move-number.server'
import { exportPerson } from '../../app/domain/users/personal-data/export-person.server'
import { releaseUnfinishable } from '../../app/domain/verifications/claims/release-claims.server'
import { takeOverClaim } from '../../app/domain/verifications/claims/claim.server'
import {
  approveVerification,
  rejectVerification,
  resubmitVerification,
  startReview,
} from '../../app/domain/verifications/decisions/decide.server'
import { undoDecision } from '../../app/domain/verifications/decisions/undo.server'
import { saveDueDate } from '../../app/domain/verifications/due-dates/due-dates.server'
import { dueDatesInput } from '../../app/domain/verifications/due-dates/due-input'
import { readDueSettings, saveDueSettings } from '../../app/domain/verifications/due-dates/due-settings.server'
import { notifyStaffOfOverdue } from '../../app/domain/verifications/notifications/notify-reviewers.server'
import { returnPrepared } from '../../app/domain/verifications/second-person/second-person.server'
import { HOUR_MS } from '../../app/durations'
import { SETUP_STEPS, VERIFICATION_TYPES } from '../../app/vocabulary'
import { Authenticator } from '../support/authenticator'
import { emptyTables, openTestDatabase } from '../support/database'
import { addInvite } from '../support/invites'
import { runDuringTransaction } from '../support/meanwhile'
import { testServices } from '../support/services'
import { enter, sendAndRead } from '../support/sign-in'
import {
  addDocument,
  before,
  organization,
  partner,
  permitOf,
  reviewing,
  staff,
  verification,
} from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices({ db })
beforeEach(() => emptyTables(db))

/** A suspension that is written with all its effects but not yet committed. */
const suspending = (person: Actor, by: Actor) => async (tx: Queries) => {
  const at = services.now()
  await changeUser(tx, { id: person.id, version: 1 }, { status: 'suspended' })
  await signOutEverywhere(tx, person.id, at)
  await releaseUnfinishable(tx, { holderId: person.id }, { actor: by, at, requestId: 'req' })
}

it('a code of the old number that is entered while the number changes signs nobody in', async () => {
  const dana = await staff(db, 'manager', 'Дана Оспанова')
  const sent = await sendAndRead(services, { phone: dana.phone })
  const answer = await runDuringTransaction(
    db,
    async (tx) => {
      const user = await findUser(tx, dana.id)
      if (!user) throw new Error('nobody')
      const request = { id: dana.id, oldPhone: dana.phone, newPhone: '+77019990000' }
      await moveNumber(tx, services, { user, request, actor: null, requestId: 'req' })
    },
    () => enter(services, { ...sent, phone: dana.phone }),
  )
  expect(answer).toEqual({ kind: 'wrong', triesLeft: null })
  expect(await db.$count(sessions)).toBe(0)
})

it('a passkey added while its owner’s number is moved or its owner suspended is refused', async () => {
  const root = await staff(db, 'superadmin', '王芳')
  const dana = await staff(db, 'manager', 'Дана Оспанова')
  const olga = await staff(db, 'manager', 'Ольга Ким')
  const moving = async (tx: Queries) => {
    const user = await findUser(tx, dana.id)
    if (!user) throw new Error('nobody')
    const request = { id: dana.id, oldPhone: dana.phone, newPhone: '+77019990000' }
    await moveNumber(tx, services, { user, request, actor: null, requestId: 'req' })
  }
  const adding = (actor: Actor) => () => {
    const challenge = randomBytes(32).toString('base64url')
    const registration = new Authenticator().register({ challenge, user: { id: 'x' } }) as Registration
    const permit = dateProof(permitOf(actor, 'settings.own'), services.now()) as Fresh<'settings.own'>
    return addPasskey(services, permit, { name: 'Phone', registration, challenge, requestId: 'req' })
  }
  expect(await runDuringTransaction(db, moving, adding(dana))).toEqual({ kind: 'forbidden' })
  expect(await runDuringTransaction(db, suspending(olga, root), adding(olga))).toEqual({ kind: 'forbidden' })
  expect(await db.$count(passkeys)).toBe(0)
  expect(await adding(root)()).toMatchObject({ kind: 'done' })
})

it('the file of a person’s data is refused to a superadmin who is suspended in the same moment', async () => {
  const [root, second] = [await staff(db, 'superadmin', '王芳'), await staff(db, 'superadmin', 'Ержан Төлеген')]
  const { id } = await staff(db, 'manager', 'Дана Оспанова')
  const at = services.now()
  const agreed = { proposedBy: root.id, proposedAt: at, agreedBy: second.id, agreedAt: at }
  await db.insert(dataRequests).values({ ...agreed, id: randomUUID(), userId: id, kind: 'export', reason: 'asked' })
  const permit = dateProof(permitOf(second, 'users.data'), at) as Fresh<'users.data'>
  const taking = () => exportPerson(services, permit, { id, requestId: 'req' })
  expect(await runDuringTransaction(db, suspending(second, root), taking)).toEqual({ kind: 'forbidden' })
})

it.each(['claims', 'takes over'])(
  'an admin who %s an application while being suspended does not hold it',
  async (how) => {
    const [olga, yerlan] = [await staff(db, 'admin', 'Ольга Ким'), await staff(db, 'admin', 'Ерлан Сейітов')]
    const { id: organizationId } = await organization(db)
    const of = how === 'claims' ? { status: 'pending' as const } : { status: 'under_review' as const, reviewer: yerlan }
    const { id, version } = await verification(db, { organizationId, ...of })
    const act = how === 'claims' ? startReview : takeOverClaim
    await runDuringTransaction(db, suspending(olga, yerlan), () =>
      act(services, permitOf(olga, 'verifications.review'), { id, version, requestId: 'req' }),
    )
    const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
    expect(row?.reviewerId).not.toBe(olga.id)
    expect(await db.$count(users, eq(users.status, 'suspended'))).toBe(1)
  },
)

it('a partner suspended in the same moment saves no step, removes no document and submits nothing', async () => {
  const root = await staff(db, 'superadmin', '王芳')
  const { id: organizationId, version } = await organization(db, { status: 'draft', setupSteps: [...SETUP_STEPS] })
  const types = ['business_license', 'tax_certificate', 'representative_id'] as const
  const [first] = await Promise.all(
    types.map((type) => addDocument(db, { organizationId, id: '' }, 'pending', { type, verificationId: null })),
  )
  const target = { organizationId, version, requestId: 'req' }
  const orders = { orderTimeoutMinutes: 45, maxWeightKg: 20, maxSizeCm: 240, autoAcceptOrders: false }
  const acts: ((own: Permit<'setup.own'>) => Promise<{ kind: string }>)[] = [
    (own) => saveStep(services, own, { ...target, seen: '' }, { step: 'orders', input: orders } as SavedStep),
    (own) => removeDocument(services, own, { ...target, documentId: first?.id ?? '' }),
    (own) => submitOrganization(services, own, target),
  ]
  for (const act of acts) {
    const person = await partner(db, organizationId)
    const outcome = await runDuringTransaction(db, suspending(person, root), () => act(permitOf(person, 'setup.own')))
    expect(outcome).toEqual({ kind: 'forbidden' })
  }
  expect(await db.$count(verifications)).toBe(0)
})

it('an admin suspended in the same moment judges no document and returns no vote', async () => {
  const [olga, yerlan] = [await staff(db, 'admin', 'Ольга Ким'), await staff(db, 'admin', 'Ерлан Сейітов')]
  const root = await staff(db, 'superadmin', '王芳')
  const { id: organizationId } = await organization(db)
  const of = { organizationId, type: 'bank_account_update', status: 'under_review', reviewer: root } as const
  const { id, version } = await verification(db, of)
  const document = await addDocument(db, { id, organizationId })
  await db.insert(reviewPeople).values({ type: of.type, people: 2 })
  const target = { id, version, requestId: 'req' }
  await rejectVerification(services, reviewing(root), { ...target, reason: 'Expired' })
  const shown = { organizationId, documentId: document.id, seen: document.status, requestId: 'req' }
  const judged = await runDuringTransaction(db, suspending(olga, root), () =>
    judgeDocument(services, permitOf(olga, 'organizations.edit'), shown, { status: 'rejected', reason: 'Expired' }),
  )
  const returned = await runDuringTransaction(db, suspending(yerlan, root), () =>
    returnPrepared(services, reviewing(yerlan), { ...target, version: version + 1, note: 'Look again' }),
  )
  expect([judged, returned]).toEqual([{ kind: 'forbidden' }, { kind: 'forbidden' }])
  expect(await db.$count(documents, eq(documents.status, 'rejected'))).toBe(0)
  expect(await db.$count(preparedDecisions)).toBe(1)
})

describe('somebody suspended in the same moment', () => {
  let olga: Actor
  let yerlan: Actor
  let organizationId: string
  const rowOf = async (id: string) => (await db.select().from(verifications).where(eq(verifications.id, id)))[0]
  beforeEach(async () => {
    olga = await staff(db, 'admin', 'Ольга Ким')
    yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
    organizationId = (await organization(db)).id
  })

  it.each(['who held it before', 'who decided it'])(
    '%s does not get the application back by an undo',
    async (whose) => {
      const holder = whose === 'who decided it' ? yerlan : olga
      const { id, version } = await verification(db, { organizationId, status: 'under_review', reviewer: holder })
      const target = { id, version, requestId: 'req' }
      const decided = await rejectVerification(services, reviewing(yerlan), { ...target, reason: 'Expired' })
      expect(decided).toMatchObject({ kind: 'done' })
      const answer = await runDuringTransaction(db, suspending(holder, olga), () =>
        undoDecision(services, reviewing(yerlan), { ...target, version: version + 1 }),
      )
      expect(answer).toMatchObject({ kind: holder === yerlan ? 'forbidden' : 'done' })
      const now = await rowOf(id)
      expect(now).toMatchObject(
        holder === yerlan ? { status: 'rejected' } : { status: 'pending', reviewerId: null, claimedAt: null },
      )
    },
  )

  it('who asked for more does not get the application back by the answer', async () => {
    const asked = await verification(db, { organizationId, status: 'need_more_info', reviewer: olga })
    const target = { id: asked.id, version: asked.version, requestId: 'req', answer: 'Here it is' }
    const answer = await runDuringTransaction(db, suspending(olga, yerlan), () =>
      resubmitVerification(services, reviewing(yerlan), target),
    )
    expect(answer).toMatchObject({ kind: 'done' })
    expect(await rowOf(asked.id)).toMatchObject({ status: 'pending', reservedFor: null, reservedUntil: null })
  })
})

it('a decision taken while the due hours change is undone with the new due date', async () => {
  const yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
  const { id: organizationId } = await organization(db)
  const { id, version } = await verification(db, { organizationId, status: 'under_review', reviewer: yerlan })
  await saveDueDate(db, id, services.now())
  const dueIn = async (queries: Queries) =>
    (await queries.select().from(verifications).where(eq(verifications.id, id)))[0]?.dueAt
  const was = await dueIn(db)
  const settings = permitOf(await staff(db, 'superadmin', '王芳'), 'dueDates.edit')
  const hours = Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, '40']))
  const { version: seen } = await readDueSettings(services, settings)
  const input = dueDatesInput(String).parse({ ...hours, version: String(seen) })
  const reviewing = permitOf(yerlan, 'verifications.review')
  const target = { id, version, requestId: 'req' }
  let renewed: Date | null | undefined
  const decided = await runDuringTransaction(
    db,
    async (tx) => {
      await saveDueSettings({ ...services, db: tx as typeof db }, settings, input, target)
      renewed = await dueIn(tx)
    },
    () => rejectVerification(services, reviewing, { ...target, reason: 'Expired' }),
  )
  expect(decided).toMatchObject({ kind: 'done' })
  await undoDecision(services, reviewing, { ...target, version: version + 1 })
  expect(renewed).not.toEqual(was)
  expect(await dueIn(db)).toEqual(renewed)
})

it.each(['claims', 'takes over', 'prepares'])(
  'a manager who %s what becomes a one-person decision in the same moment does not hold it',
  async (how) => {
    const admin = await staff(db, 'admin', 'Ольга Ким')
    const manager = await staff(db, 'manager', 'Ольга Павлова')
    const { id: organizationId } = await organization(db)
    const type = 'bank_account_update'
    const given =
      how === 'claims' ? ({ status: 'pending' } as const) : ({ status: 'under_review', reviewer: admin } as const)
    const { id, version } = await verification(db, { organizationId, type, ...given })
    await db.insert(reviewPeople).values({ type, people: 2 })
    const target = { id, version, requestId: 'req' }
    const reviewing = permitOf(manager, 'verifications.review')
    const answer = await runDuringTransaction(
      db,
      async (tx) => {
        await saveReviewPeople(tx, { type, people: 1, mustOpen: false, version: 1 })
        await releaseUnfinishable(tx, { types: [type] }, { actor: admin, at: services.now(), requestId: 'req' })
      },
      () =>
        how === 'prepares'
          ? approveVerification(services, reviewing, { ...target, notes: null })
          : (how === 'claims' ? startReview : takeOverClaim)(services, reviewing, target),
    )
    expect(answer).toEqual({ kind: 'forbidden' })
    const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
    expect(row?.reviewerId).not.toBe(manager.id)
  },
)

it('settings saved while their owner is suspended are refused', async () => {
  const olga = await staff(db, 'manager', 'Olga')
  const root = await staff(db, 'superadmin', 'Root')
  const input = { pageSize: 30, density: 'compact', startPage: 'verifications', hasShortcuts: true } as const
  const saving = () => saveOwnAccount(services, permitOf(olga, 'settings.own'), input, { version: 1, requestId: 'req' })
  expect(await runDuringTransaction(db, suspending(olga, root), saving)).toMatchObject({ kind: 'conflict' })
})

describe('whoever joins with a code', () => {
  const PHONE = '+77017650001'
  const invite = 'INV-7K4M-9QXT-2B8D'
  const browser = { deviceId: 'device', userAgent: 'Firefox', address: '198.51.100.7' }

  /** Gets a code for a phone and returns the last step of joining with it. */
  async function joining() {
    const asked = { phone: PHONE, channel: 'sms', purpose: 'sign-up', invite, language: 'ru', ...browser } as const
    const sent = await sendCode(services, asked)
    if (sent.kind !== 'sent') throw new Error('no code was sent')
    while ((await deliverDue(services)) > 0);
    const code = /\d{6}/.exec(services.delivered.findLast(({ to }) => to === PHONE)?.text ?? '')?.[0] ?? ''
    const person = { name: 'Айгерім', phone: PHONE, language: 'ru' } as const
    const { challengeId } = sent
    return () =>
      finishJoin(services, {
        ...browser,
        invite,
        person,
        challengeId,
        code,
        requestId: 'req',
        formerToken: null,
        proofs: [],
      })
  }

  it.each([
    ['suspended', { status: 'suspended' }],
    ['made a cashier', { role: 'cashier' }],
  ] as const)('whose maker is %s in the same moment gets neither account nor role', async (_, change) => {
    const maker = await staff(db, 'admin', 'Ольга Ким')
    await addInvite(db, { code: invite, type: 'invite_to_user', role: 'admin', createdBy: maker.id, maximumUses: 1 })
    const answer = await runDuringTransaction(
      db,
      (tx) => changeUser(tx, { id: maker.id, version: 1 }, change),
      await joining(),
    )
    expect(answer).toEqual({ kind: 'gone', why: 'unknown' })
    expect(await db.$count(users, eq(users.phone, PHONE))).toBe(0)
  })

  it('to an organization archived in the same moment gets no account', async () => {
    const { id: organizationId } = await organization(db, { status: 'active' })
    await addInvite(db, { code: invite, type: 'invite_to_organization', organizationId, maximumUses: 1 })
    const archiving = (tx: Queries) =>
      tx.update(organizations).set({ status: 'archived' }).where(eq(organizations.id, organizationId))
    expect(await runDuringTransaction(db, archiving, await joining())).toEqual({ kind: 'gone', why: 'unknown' })
    expect(await db.$count(users, eq(users.phone, PHONE))).toBe(0)
  })

  it.each(['invite_to_user', 'invite_logistic_provider'] as const)(
    'of kind %s does so without deadlock while its maker and the code are changed',
    async (type) => {
      const maker = await staff(db, 'superadmin', '王芳')
      const role = type === 'invite_to_user' ? ('admin' as const) : null
      const id = await addInvite(db, { code: invite, type, role, createdBy: maker.id, maximumUses: 1 })
      const answer = await runDuringTransaction(
        db,
        (tx) => lockUsers(tx, [maker.id]),
        await joining(),
        async (tx) => {
          await lockKeys(tx, [`phone ${PHONE}`])
          await lockInvite(tx, id)
        },
      )
      expect(answer.kind).toBe('joined')
    },
  )
})

it('overdue applications are announced by one of two processes, all in one message', async () => {
  const reader = await staff(db, 'manager', 'Дана Оспанова')
  await db.insert(notificationChoices).values({ userId: reader.id, event: 'overdue_verification', channel: 'whatsapp' })
  for (const hours of [2, 3]) {
    const { id: organizationId } = await organization(db)
    await verification(db, { organizationId, dueAt: before(hours * HOUR_MS) })
  }
  const takeOne = (tx: Queries) => takeOverdue(tx, { at: services.now(), atMost: 1 })
  expect(await runDuringTransaction(db, takeOne, () => notifyStaffOfOverdue(services), takeOne)).toBe(0)
})
