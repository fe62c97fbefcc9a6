import { randomUUID } from 'node:crypto'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { auditLog } from '../../app/db/schema/audit'
import { organizations } from '../../app/db/schema/organizations'
import { preparedDecisions } from '../../app/db/schema/reviews'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { listQueue } from '../../app/db/verifications/queue/verification-queue'
import { rollDice } from '../../app/demo/dice'
import { grant, SENSITIVE_VERIFICATION_TYPES, type Actor } from '../../app/domain/access'
import { dateProof, isFresh } from '../../app/domain/fresh-proof'
import {
  approveVerification,
  rejectVerification,
  requestMoreInfo,
  resubmitVerification,
  startReview,
} from '../../app/domain/verifications/decisions/decide.server'
import { saveDueDate } from '../../app/domain/verifications/due-dates/due-dates.server'
import { sendMorningDigests } from '../../app/domain/verifications/notifications/morning-digest.server'
import { agreeToPrepared } from '../../app/domain/verifications/second-person/second-person.server'
import { permissionFor } from '../../app/domain/verifications/verification-actions'
import { verificationList } from '../../app/domain/verifications/queue/verification-list'
import { queueFilter } from '../../app/domain/verifications/queue/verification-queue.server'
import { addWorkingMinutes } from '../../app/domain/verifications/due-dates/working-time'
import type { Services } from '../../app/services.server'
import {
  DECIDED_STATUSES,
  VERIFICATION_TYPES,
  type VerificationStatus,
  type VerificationType,
} from '../../app/vocabulary'

export const DAY_MINUTES = 9 * 60
export const PLACE = { timeZone: 'Asia/Almaty', holidays: new Set<string>() }
/** A Monday, 9:00 in Almaty. */
export const START = new Date('2026-03-30T04:00:00Z')
/** Minutes lost on opening an application that the person may not decide. */
const WRONG_ONE_MINUTES = 3
const ROWS_READ = 40
/** Two types that need two people: one that a manager may decide, one that a manager may only prepare. */
export const TWO_PEOPLE: readonly VerificationType[] = ['address_change', 'bank_account_update']
/** Without a digest, a person first looks at the queue within this time of the morning. */
const FIRST_LOOK_MINUTES = 60
/** The share of begun reviews that are interrupted, and for how long. */
const CALLED_AWAY = 0.05
const AWAY_MINUTES = 60

/** The features that people have: `views` by due date with their counts, the `digest` of each morning. */
export const WAYS = {
  'as it was': { views: false, digest: false },
  'views by due date': { views: true, digest: false },
  'views and digest': { views: true, digest: true },
} as const
type Way = (typeof WAYS)[keyof typeof WAYS]
type Asked = { days: number; aDay: number; seed: number }

/** Simulates `aDay` applications a day, four managers and two admins; times are working minutes since the start. */
export async function simulate(opened: Services, way: Way, { days, aDay, seed }: Asked) {
  const { db } = opened
  const dice = rollDice(seed)
  const instant = (minute: number) => addWorkingMinutes(START, minute, PLACE)
  const at = (minute: number): Services => ({ ...opened, now: () => instant(minute) })
  const made = await db.select({ id: organizations.id }).from(organizations)
  const people = [...(await team(db, 'manager', 4)), ...(await team(db, 'admin', 2))].map((actor) => ({
    actor,
    freeAt: 0,
    /** The last day on which they have looked at the queue. */
    day: -1,
    left: [] as string[],
  }))
  const events = Array.from({ length: days * aDay }, () => ({ minute: dice.between(0, days * DAY_MINUTES), id: '' }))
  const found = { handled: 0, late: 0, lateForAdmins: 0, wrong: 0, told: 0 }
  /** The status that each application must have at this point. */
  const expected = new Map<string, VerificationStatus>()

  async function arrive(minute: number) {
    const type = dice.pick(VERIFICATION_TYPES)
    // Each organization has one open application of a type at most: another one for each.
    const [organization] = await db
      .select()
      .from(organizations)
      .where(eq(organizations.id, made[0]?.id ?? ''))
    if (!organization) throw new Error('The demonstration has no organization')
    const organizationId = randomUUID()
    const own = { id: organizationId, registrationNumber: organizationId, timeZone: PLACE.timeZone, country: 'KZ' }
    await db.insert(organizations).values({ ...organization, ...own, country: 'KZ' })
    const id = randomUUID()
    const modes = { currentMode: 'hybrid', requestedMode: 'independent', modeReason: 'More work' } as const
    await db.insert(verifications).values({
      id,
      organizationId,
      type,
      status: 'pending',
      submittedAt: instant(minute),
      ...(type === 'operation_mode_change' && modes),
    })
    await db.insert(timelineEvents).values({ verificationId: id, event: 'submitted', at: instant(minute), version: 1 })
    await saveDueDate(db, id, instant(minute))
    expected.set(id, 'pending')
  }

  const read = async (id: string) => {
    const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
    if (!row) throw new Error('An application is gone')
    return row
  }
  const targetOf = async (id: string) => ({ id, version: (await read(id)).version, requestId: 'month' })

  async function act(name: string, id: string, outcome: Promise<{ kind: string }>) {
    const { kind } = await outcome
    if (kind !== 'done') throw new Error(`${name} of ${id}: ${kind}`)
    const { status } = await read(id)
    expected.set(id, status)
    return status
  }

  function rowsOf(query: string, actor: Actor, minute: number) {
    const state = verificationList.read(new URLSearchParams(query))
    const all = way.views ? state.type : [...VERIFICATION_TYPES]
    const filter = queueFilter({ ...state, type: all }, actor, instant(minute))
    return listQueue(db, filter, { limit: ROWS_READ, offset: 0, total: Infinity })
  }

  /** The row that a person would open next, and how many they opened in vain before. */
  async function choose({ actor, left }: (typeof people)[number], minute: number) {
    if (way.views) {
      const rows = await rowsOf('view=mine', actor, minute)
      const mine = rows.find(({ id, status }) => status === 'pending' || left.includes(id))
      if (mine) return { row: mine, inVain: 0 }
    }
    const rows = await rowsOf(way.views ? 'view=claimable' : 'sort=oldest&status=pending', actor, minute)
    const decidable = rows.findIndex(({ type, status }) => {
      const people = TWO_PEOPLE.includes(type) ? 2 : 1
      return permissionFor(actor, { type, status, people, submittedBy: null, organizationId: '' }, 'start') === 'yes'
    })
    return { row: rows[decidable], inVain: decidable < 0 ? rows.length : decidable }
  }

  /** The decision prepared by somebody else that this person may agree to and that is due first; found by the views where there are any. */
  async function findPrepared(actor: Actor, minute: number) {
    if (way.views) {
      const found = await rowsOf('view=claimable&status=under_review', actor, minute)
      return found.find(({ isPrepared }) => isPrepared)
    }
    const rows = await db
      .select({ id: verifications.id, type: verifications.type, dueAt: verifications.dueAt })
      .from(preparedDecisions)
      .innerJoin(verifications, eq(verifications.id, preparedDecisions.verificationId))
      .where(ne(preparedDecisions.actorId, actor.id))
      .orderBy(verifications.dueAt)
    const reviewed = { status: 'under_review', submittedBy: null, organizationId: '' } as const
    return rows.find(({ type }) => permissionFor(actor, { ...reviewed, type, people: 1 }, 'approve') === 'yes')
  }

  async function work(person: (typeof people)[number]) {
    const { actor } = person
    const begins = person.freeAt
    const vote = await findPrepared(actor, begins)
    if (vote) {
      person.freeAt = begins + dice.between(5, 15)
      const agreeing = agreeToPrepared(
        at(person.freeAt),
        proven(actor, instant(person.freeAt)),
        await targetOf(vote.id),
      )
      await act('agreeing', vote.id, agreeing)
      return answered(vote, person.freeAt)
    }
    const { row, inVain } = await choose(person, begins)
    found.wrong += inVain
    const from = begins + Math.min(inVain, 3) * WRONG_ONE_MINUTES
    if (!row) return void (person.freeAt = Math.max(from, begins + 10))
    const isLeft = person.left.includes(row.id)
    if (!isLeft)
      await act('claiming', row.id, startReview(at(from), proven(actor, instant(from)), await targetOf(row.id)))
    if (!isLeft && dice.chance(CALLED_AWAY)) {
      person.left.push(row.id)
      return void (person.freeAt = from + AWAY_MINUTES)
    }
    person.left = person.left.filter((id) => id !== row.id)
    person.freeAt = from + dice.between(25, 65)
    const deciding = at(person.freeAt)
    const permit = proven(actor, instant(person.freeAt))
    const target = await targetOf(row.id)
    const reviewed = { type: row.type, status: 'under_review', submittedBy: null, organizationId: '' } as const
    if (dice.chance(0.2) && permissionFor(actor, reviewed, 'request-info') === 'yes') {
      await act('asking', row.id, requestMoreInfo(deciding, permit, { ...target, items: ['A lease that is valid'] }))
      events.push({ minute: person.freeAt + dice.between(60, 2 * DAY_MINUTES), id: row.id })
    } else if (dice.chance(0.1)) {
      const rejected = await act(
        'rejecting',
        row.id,
        rejectVerification(deciding, permit, { ...target, reason: 'Forged' }),
      )
      if (rejected === 'under_review') return
    } else if (
      (await act('approving', row.id, approveVerification(deciding, permit, { ...target, notes: null }))) ===
      'under_review'
    )
      return
    answered(row, person.freeAt)
  }

  function answered({ type, dueAt }: Pick<typeof verifications.$inferSelect, 'type' | 'dueAt'>, minute: number) {
    found.handled += 1
    if (!dueAt || dueAt >= instant(minute)) return
    found.late += 1
    if (SENSITIVE_VERIFICATION_TYPES.includes(type)) found.lateForAdmins += 1
  }

  /** With a digest, a person starts at nine; without, when they first look. Without views, interrupted reviews are found then. */
  async function beginDay(person: (typeof people)[number], day: number) {
    if (way.digest && people.every((one) => one.day < day))
      found.told += await sendMorningDigests(at(day * DAY_MINUTES + 1))
    person.day = day
    if (!way.digest) person.freeAt += dice.between(0, FIRST_LOOK_MINUTES)
    if (way.views || person.left.length === 0) return
    for (const id of person.left.splice(0)) {
      const left = await read(id)
      person.freeAt += dice.between(25, 65)
      const permit = proven(person.actor, instant(person.freeAt))
      const status = await act(
        'approving',
        id,
        approveVerification(at(person.freeAt), permit, { ...(await targetOf(id)), notes: null }),
      )
      if (status === 'approved') answered(left, person.freeAt)
    }
  }

  const end = days * DAY_MINUTES
  for (;;) {
    events.sort((a, b) => a.minute - b.minute)
    const person = people.reduce((first, one) => (one.freeAt < first.freeAt ? one : first))
    const next = events[0]
    const minute = Math.min(next?.minute ?? end, person.freeAt)
    if (minute >= end) break
    if (next && next.minute <= person.freeAt) {
      events.shift()
      const admin = people.at(-1)?.actor
      if (!next.id) await arrive(next.minute)
      else if (admin) {
        const answer = { ...(await targetOf(next.id)), answer: 'Here it is' }
        await act(
          'answering',
          next.id,
          resubmitVerification(at(next.minute), proven(admin, instant(next.minute)), answer),
        )
      }
      continue
    }
    const day = Math.floor(person.freeAt / DAY_MINUTES)
    if (person.day < day) await beginDay(person, day)
    else await work(person)
  }
  const rows = await db
    .select()
    .from(verifications)
    .where(inArray(verifications.id, [...expected.keys()]))
  const left = rows.filter(({ dueAt }) => dueAt)
  return {
    ...found,
    ...(await votesOn(db, rows)),
    arrived: expected.size,
    lost: expected.size - rows.filter(({ id, status }) => status === expected.get(id)).length,
    open: left.length,
    openLate: left.filter(({ dueAt }) => dueAt && dueAt < instant(end)).length,
  }
}

/** Counts by the audit log how many applications that need two people were decided by two, and by one. */
async function votesOn(db: Services['db'], rows: readonly (typeof verifications.$inferSelect)[]) {
  const needTwo = rows.filter(
    ({ type, status }) => TWO_PEOPLE.includes(type) && DECIDED_STATUSES.some((one) => one === status),
  )
  const ids = needTwo.map(({ id }) => id)
  const acts = await db
    .select({ id: auditLog.objectId, actorId: auditLog.actorId, after: auditLog.after })
    .from(auditLog)
    .where(
      and(inArray(auditLog.objectId, ids), inArray(auditLog.action, ['verification.approve', 'verification.reject'])),
    )
  const byTwo = acts.filter(({ actorId, after }) => {
    const first = (after as { preparedBy?: string } | null)?.preparedBy
    return first !== undefined && first !== actorId
  })
  return { byTwo: new Set(byTwo.map(({ id }) => id)).size, byOne: ids.length - new Set(byTwo.map(({ id }) => id)).size }
}

function proven(actor: Actor, now: Date) {
  const permit = grant({ ...actor, provenAt: now }, 'verifications.review')
  const fresh = permit && dateProof(permit, now)
  if (!fresh || !isFresh(fresh)) throw new Error('A reviewer may not review')
  return fresh
}

async function team(db: Services['db'], role: 'manager' | 'admin', count: number): Promise<Actor[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    username: `${role} ${n}`,
    phone: `+7709${role === 'admin' ? 1 : 2}00000${n}`,
    status: 'active' as const,
    role,
    createdAt: START,
  }))
  const made = await db.insert(users).values(rows).returning()
  return made.map((row) => ({ ...row, sessionId: randomUUID(), provenAt: START }))
}
