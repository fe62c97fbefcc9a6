import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readOpenWork } from '../../../../app/db/dashboard/dashboard'
import { documents } from '../../../../app/db/schema/documents'
import { preparedDecisions, reviewPeople } from '../../../../app/db/schema/reviews'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { dateProof } from '../../../../app/domain/fresh-proof'
import { done } from '../../../../app/domain/outcome'
import { releaseClaim, takeOverClaim } from '../../../../app/domain/verifications/claims/claim.server'
import {
  approveVerification,
  rejectVerification,
  startReview,
} from '../../../../app/domain/verifications/decisions/decide.server'
import {
  changeReviewPeople,
  readReviewPeople,
} from '../../../../app/domain/verifications/second-person/review-people.server'
import { isTwoPersonAction } from '../../../../app/domain/verifications/second-person/second-person'
import { findForReview } from '../../../../app/domain/verifications/verification-detail.server'
import { permissionFor } from '../../../../app/domain/verifications/verification-actions'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import {
  findNextInQueue,
  listVerifications,
} from '../../../../app/domain/verifications/queue/verification-queue.server'
import { findWhenNextDue, viewContextOf } from '../../../../app/domain/verifications/queue/verification-views.server'
import { ROLES, type VerificationStatus, type VerificationType } from '../../../../app/vocabulary'
import { emptyTables, keepRows, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import {
  addDocument,
  before,
  organization,
  permitOf,
  reviewing,
  staff,
  verification,
} from '../../../support/verifications'
import { HOUR_MS } from '../../../../app/durations'

const db = await openTestDatabase()
const services = await testServices()
/** One that managers decide, one that they may only prepare. */
const TYPES = ['address_change', 'bank_account_update'] as const satisfies VerificationType[]

let olga: Actor
let wei: Actor

async function begin() {
  await emptyTables(db)
  olga = await staff(db, 'manager', 'Ольга Ким')
  wei = await staff(db, 'superadmin', '王伟')
  await db.insert(reviewPeople).values(TYPES.map((type) => ({ type, people: 2 })))
}

/** What each test begins with: the staff alone, unless a group of tests has more. */
let bringBack = begin
beforeEach(() => bringBack())

type Given = { status?: VerificationStatus; reviewer?: Actor; submittedBy?: string | null; reservedFor?: string }

let hours = 0
async function open(type: VerificationType, { reservedFor, ...given }: Given = {}): Promise<string> {
  const { id: organizationId } = await organization(db)
  hours += 1
  const isWaitedFor = given.status !== 'need_more_info' && given.status !== 'approved'
  const opened = await verification(db, {
    organizationId,
    type,
    submittedAt: before((200 - (hours % 100)) * HOUR_MS),
    dueAt: isWaitedFor ? before((hours % 2 === 0 ? 1 : -1) * hours * HOUR_MS) : null,
    ...given,
    ...(reservedFor && { reservedFor, reservedUntil: before(-HOUR_MS) }),
  })
  await addDocument(db, opened)
  return opened.id
}

async function targetOf(id: string) {
  const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
  return { id, version: row?.version ?? 0, requestId: 'req' }
}

/** An application with a decision prepared by somebody, and what happened to it then. */
async function prepare(type: VerificationType, by: Actor, then: (id: string) => Promise<unknown> = async () => {}) {
  const id = await open(type, { status: 'under_review', reviewer: by })
  const outcome = await approveVerification(services, reviewing(by), { ...(await targetOf(id)), notes: null })
  expect(outcome).toMatchObject({ kind: 'done', value: { isPrepared: true } })
  await then(id)
}

/** An application in every state that this person may find. */
async function everyKind(me: Actor) {
  for (const type of TYPES) {
    await open(type)
    for (const status of ['pending', 'under_review', 'under_review'] as const)
      await open(type, { submittedBy: me.id, status, reviewer: olga })
    await open(type, { reservedFor: me.id })
    await open(type, { reservedFor: olga.id })
    await open(type, { status: 'under_review', reviewer: olga })
    await open(type, { status: 'need_more_info', reviewer: olga })
    await open(type, { status: 'approved', reviewer: olga })
    for (const by of [olga, wei]) await prepare(type, by)
    await prepare(type, olga, async (id) => takeOverClaim(services, reviewing(wei), await targetOf(id)))
    await prepare(type, olga, async (id) => releaseClaim(services, reviewing(olga), await targetOf(id)))
    await prepare(type, olga, (id) =>
      db.update(documents).set({ status: 'rejected' }).where(eq(documents.verificationId, id)),
    )
    await prepare(type, olga, (id) =>
      db.update(verifications).set({ submittedBy: me.id }).where(eq(verifications.id, id)),
    )
    const asked = await open(type, { status: 'need_more_info', reviewer: olga })
    const why = { ...(await targetOf(asked)), reason: 'Expired' }
    expect(await rejectVerification(services, reviewing(olga), why)).toMatchObject({ value: { isPrepared: true } })
    if (me.role === 'cashier') continue
    await open(type, { status: 'under_review', reviewer: me })
    await prepare(type, me)
    await prepare(type, me, async (id) => releaseClaim(services, reviewing(me), await targetOf(id)))
    await prepare(type, me, async (id) => takeOverClaim(services, reviewing(wei), await targetOf(id)))
    await prepare(type, me, (id) =>
      db.update(documents).set({ status: 'rejected' }).where(eq(documents.verificationId, id)),
    )
    await prepare(type, olga, async (id) => takeOverClaim(services, reviewing(me), await targetOf(id)))
  }
}

const state = (query: string) => verificationList.read(new URLSearchParams(query), 100)
const list = (query: string, actor: Actor) =>
  listVerifications(services, permitOf(actor, 'verifications.read'), state(query))
const idsOf = async (query: string, actor: Actor) => (await list(query, actor)).rows.map(({ id }) => id)

/** The state of every application for this person, by the rules of the actions and not the queries of the views. */
async function readOpen(me: Actor) {
  const rows = await db.select().from(verifications)
  return Promise.all(
    rows.map(async (row) => {
      const found = await findForReview(services, permitOf(me, 'verifications.read'), { id: row.id, state: state('') })
      if (!found) throw new Error('gone')
      const { prepared, verification: shown, claim } = found
      const may = (action: Parameters<typeof permissionFor>[2], people = shown.people) =>
        permissionFor(me, { ...row, people }, action) === 'yes'
      const isMine = row.status === 'under_review' && row.reviewerId === me.id
      const isHeld = row.status === 'under_review' && !isMine && row.reviewerId !== prepared?.actorId
      const isKept = claim.reserved !== null && !claim.reserved.isForMe
      const mayAgree =
        prepared !== null &&
        isTwoPersonAction(prepared.action) &&
        (may(prepared.action, 1) || (row.status === 'pending' && may('start', 1)))
      const mayAgreeToAnothers = prepared?.actorId !== me.id && mayAgree
      const mayGoOn = may('start') || may('approve')
      const mayAct =
        prepared && shown.people === 2
          ? mayAgreeToAnothers || (prepared.actorId !== me.id && isMine && may('approve'))
          : mayAgreeToAnothers || mayGoOn
      return {
        ...row,
        isPrepared: prepared !== null,
        mayAct,
        isFree: !isHeld && !isKept,
        isOwn: isMine || claim.reserved?.isForMe === true,
      }
    }),
  )
}

/** All roles but superadmin, which may decide exactly what an admin may. */
const READERS = ROLES.filter((role) => role !== 'superadmin')

describe.each(READERS)('work that waits for a %s', (role) => {
  let me: Actor
  beforeAll(async () => {
    await begin()
    me = await staff(db, role, 'Ерлан Сейітов')
    await everyKind(me)
    bringBack = await keepRows(db)
  })
  afterAll(() => void (bringBack = begin))

  it.each([1, 2])('is exactly what “mine” and “claimable” hold (people who decide: %i)', async (people) => {
    await db.update(reviewPeople).set({ people })
    const open = await readOpen(me)
    const { views, work } = await list('', me)
    for (const { name, count } of views) {
      const { total, rows } = await list(`view=${name}`, me)
      expect({ name, total, rows: rows.length }).toEqual({ name, total: count, rows: count })
      expect({ name, total: (await list(`view=${name}&country=KZ`, me)).total }).toEqual({ name, total: count })
    }

    const waiting = open.filter(({ mayAct, isFree }) => mayAct && isFree)
    const sorted = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
    expect((await idsOf('view=mine', me)).toSorted()).toEqual(sorted(waiting.filter(({ isOwn }) => isOwn)))
    expect((await idsOf('view=claimable', me)).toSorted()).toEqual(sorted(waiting.filter(({ isOwn }) => !isOwn)))
    for (const { id, isPrepared } of (await list('view=claimable', me)).rows)
      expect(isPrepared).toBe(open.find((row) => row.id === id)?.isPrepared)
    expect(waiting.length > 0).toBe(role !== 'cashier')

    const late = waiting.filter(({ dueAt }) => dueAt && dueAt < services.now())
    expect(work).toMatchObject({ waiting: waiting.length, late: late.length })
    const overdue = await idsOf('view=overdue', me)
    expect(overdue).toEqual(expect.arrayContaining(late.map(({ id }) => id)))
    if (role !== 'cashier')
      for (const row of open.filter(({ id, isFree }) => overdue.includes(id) && isFree))
        expect(row).toMatchObject({ mayAct: true })

    const { oldest, ...counted } = await readOpenWork(db, viewContextOf(me, services.now()))
    const first = waiting.toSorted(
      (a, b) => a.submittedAt.getTime() - b.submittedAt.getTime() || (a.id < b.id ? -1 : 1),
    )[0]
    expect(oldest?.id ?? null).toBe(first?.id ?? null)
    expect(counted).toMatchObject({ ...work.counts, late: late.length })
    if (role === 'cashier') return

    const seen = new Set<string>()
    const key = { id: olga.id, submittedAt: before(0) }
    for (const view of ['', 'view=claimable', 'view=mine'])
      for (const sort of ['due', 'oldest', 'newest']) {
        const next = await findNextInQueue(services, reviewing(me), state(`${view}&sort=${sort}`), key)
        if (next) seen.add(next.id)
      }
    expect(seen.size).toBeGreaterThan(1)
    expect(waiting.map(({ id }) => id)).toEqual(expect.arrayContaining([...seen]))
    for (const id of waiting.map((row) => row.id)) {
      const found = await findForReview(services, permitOf(me, 'verifications.read'), {
        id,
        state: state('view=claimable'),
      })
      const neighbours = [found?.queue.previous, found?.queue.next].flatMap((one) => one?.id ?? [])
      expect(waiting.map((row) => row.id)).toEqual(expect.arrayContaining(neighbours))
    }
  })
})

it('positions in “claimable” run from 1 without gaps and link neighbours, prepared ones included', async () => {
  const yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
  await everyKind(yerlan)
  for (const sort of ['due', 'oldest', 'newest']) {
    const query = `view=claimable&sort=${sort}`
    const ids = await idsOf(query, yerlan)
    for (const [at, id] of ids.entries()) {
      const found = await findForReview(services, permitOf(yerlan, 'verifications.read'), { id, state: state(query) })
      expect(found?.queue).toMatchObject({
        position: at + 1,
        total: ids.length,
        previous: at > 0 ? { id: ids[at - 1] } : null,
        next: at + 1 < ids.length ? { id: ids[at + 1] } : null,
      })
    }
  }
})

it('what a manager prepared leaves that manager’s views until it is returned', async () => {
  const id = await open('bank_account_update')
  const viewsWith = async (actor: Actor) => {
    const names = ['mine', 'claimable'] as const
    const held = await Promise.all(names.map((name) => idsOf(`view=${name}`, actor)))
    return names.filter((_, at) => held[at]?.includes(id))
  }
  const anna = await staff(db, 'manager', 'Анна')
  expect(await viewsWith(olga)).toEqual(['claimable'])
  const claimed = { status: 'under_review', reviewerId: olga.id } as const
  await db.update(verifications).set(claimed).where(eq(verifications.id, id))
  expect([await viewsWith(olga), await viewsWith(anna), await viewsWith(wei)]).toEqual([['mine'], [], []])
  await approveVerification(services, reviewing(olga), { ...(await targetOf(id)), notes: null })
  expect([await viewsWith(olga), await viewsWith(anna), await viewsWith(wei)]).toEqual([[], [], ['claimable']])
  expect(await findWhenNextDue(services, reviewing(olga))).toBeNull()
  expect(
    await findNextInQueue(services, reviewing(olga), state(''), { id: olga.id, submittedAt: before(0) }),
  ).toBeNull()
  await db.delete(preparedDecisions)
  expect([await viewsWith(olga), await viewsWith(wei)]).toEqual([['mine'], []])
})

describe('a type set back from two people to one', () => {
  const setBack = async () => {
    const permit = dateProof(permitOf(wei, 'reviews.settings'), services.now())
    const { types, version } = await readReviewPeople(services, permit)
    const ones = Object.fromEntries(types.map(({ type }) => [type, 1])) as Record<VerificationType, number>
    expect(
      await changeReviewPeople(services, permit, { ...ones, mustOpen: [], version }, { requestId: 'req' }),
    ).toEqual(done(undefined))
  }
  const viewsWith = async (id: string, actor: Actor) => {
    const names = ['mine', 'claimable'] as const
    const held = await Promise.all(names.map((name) => idsOf(`view=${name}`, actor)))
    return names.filter((_, at) => held[at]?.includes(id))
  }
  const nextOf = async (actor: Actor) =>
    (await findNextInQueue(services, reviewing(actor), state(''), { id: olga.id, submittedAt: before(0) }))?.id

  it.each([false, true])(
    'lets admins claim what a manager holds but may not decide (prepared: %s)',
    async (isPrepared) => {
      const id = await open('bank_account_update', { status: 'under_review', reviewer: olga })
      if (isPrepared) await approveVerification(services, reviewing(olga), { ...(await targetOf(id)), notes: null })
      await setBack()
      expect([await viewsWith(id, olga), await viewsWith(id, wei)]).toEqual([[], ['claimable']])
      expect([await nextOf(olga), await nextOf(wei)]).toEqual([undefined, id])
      expect((await list('', wei)).work).toMatchObject({ waiting: 1 })
      expect(await startReview(services, reviewing(wei), await targetOf(id))).toMatchObject({ kind: 'done' })
      const taken = await approveVerification(services, reviewing(wei), { ...(await targetOf(id)), notes: null })
      expect(taken).toMatchObject({ kind: 'done', value: { status: 'approved' } })
    },
  )

  it('makes a prepared decision “mine” for its author, who now decides alone, “claimable” for others', async () => {
    const yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
    const id = await open('bank_account_update', { status: 'under_review', reviewer: wei })
    await approveVerification(services, reviewing(wei), { ...(await targetOf(id)), notes: null })
    expect([await viewsWith(id, wei), await viewsWith(id, yerlan)]).toEqual([[], ['claimable']])
    await setBack()
    expect([await viewsWith(id, wei), await viewsWith(id, yerlan)]).toEqual([['mine'], ['claimable']])
    expect([await nextOf(wei), await nextOf(yerlan)]).toEqual([id, id])
  })
})
