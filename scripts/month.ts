import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { organizations } from '../app/db/schema/organizations'
import { users } from '../app/db/schema/users'
import { verifications } from '../app/db/schema/verifications'
import { listQueue } from '../app/db/verifications/verification-queue'
import { rollDice } from '../app/demo/dice'
import { seedDemo } from '../app/demo/demo.server'
import type { Actor } from '../app/domain/access'
import { keepDueDate } from '../app/domain/verifications/due-dates/due-dates.server'
import { mayDecide } from '../app/domain/verifications/verification-actions'
import { verificationList } from '../app/domain/verifications/queue/verification-list'
import { queueFilter } from '../app/domain/verifications/queue/verification-queue.server'
import { addWorkingMinutes } from '../app/domain/verifications/due-dates/working-time'
import { readEnv } from '../app/env.server'
import { openServices, type Services } from '../app/services.server'
import { VERIFICATION_TYPES, type VerificationStatus } from '../app/vocabulary'
import { runCommand, wholeNumber } from './command'
import { temporaryFolder } from './probe/temporary-folder'

const MINUTE_MS = 60_000
const DAY_MINUTES = 9 * 60
const PLACE = { timeZone: 'Asia/Almaty', holidays: new Set<string>() }
/** A Monday, 9:00 in Almaty. */
const START = new Date('2026-03-30T04:00:00Z')
/** Lost on opening what one may not decide. */
const WRONG_ONE_MINUTES = 3
const ROWS_READ = 40

type Way = 'as it was' | 'views by due date'
type Asked = { days: number; aDay: number; seed: number }

await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: 'string', default: '22' },
      'a-day': { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  })
  const asked = {
    days: wholeNumber('--days', values.days),
    aDay: wholeNumber('--a-day', values['a-day']),
    seed: wholeNumber('--seed', values.seed),
  }
  for (const way of ['as it was', 'views by due date'] as const) {
    const { path: dataDir } = temporaryFolder('month')
    const variables = { DATA_DIR: dataDir, DATABASE_URL: undefined, LOG_LEVEL: 'silent' }
    const services = await openServices(readEnv({ ...process.env, MODE: 'demo', ...variables }))
    try {
      await seedDemo({ ...services, now: () => new Date(START.getTime() - 90 * 24 * 60 * MINUTE_MS) })
      await services.db.update(verifications).set({ status: 'rejected', dueAt: null, dueLeftMinutes: null })
      const { handled, late, open, openLate, wrong } = await simulate(services, way, asked)
      process.stdout.write(
        `${way}: ${handled} answers in ${asked.days} days, ${late} late (${Math.round((100 * late) / handled)} %); ` +
          `${open} open at the end, ${openLate} late; ${wrong} opened in vain\n`,
      )
    } finally {
      await services.close()
    }
  }
})

/** So many applications a day, four managers and two admins, working time in minutes since the start. */
async function simulate({ db }: Services, way: Way, { days, aDay, seed }: Asked) {
  const dice = rollDice(seed)
  const instant = (minute: number) => addWorkingMinutes(START, minute, PLACE)
  const made = await db.select({ id: organizations.id }).from(organizations)
  const people = [...(await team(db, 'manager', 4)), ...(await team(db, 'admin', 2))].map((actor) => ({
    actor,
    freeAt: 0,
  }))
  const events = Array.from({ length: days * aDay }, () => ({ minute: dice.between(0, days * DAY_MINUTES), id: '' }))
  const found = { handled: 0, late: 0, open: 0, openLate: 0, wrong: 0 }
  const place = new Map(VERIFICATION_TYPES.map((type) => [type, 0]))

  async function arrive(minute: number) {
    const type = dice.pick(VERIFICATION_TYPES)
    const n = place.get(type) ?? 0
    place.set(type, n + 1)
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
    await keepDueDate(db, id, instant(minute))
  }

  async function move(id: string, status: VerificationStatus, minute: number) {
    const isAnswer = status === 'approved'
    await db
      .update(verifications)
      .set({ status, ...(isAnswer && { reviewedAt: instant(minute) }) })
      .where(eq(verifications.id, id))
    await keepDueDate(db, id, instant(minute))
  }

  /** The row that somebody would open next, and how many they opened in vain. */
  async function choose(actor: Actor, minute: number) {
    const query = way === 'as it was' ? 'sort=oldest&status=pending' : 'view=claimable'
    const state = verificationList.read(new URLSearchParams(query))
    const all = way === 'as it was' ? [...VERIFICATION_TYPES] : state.type
    const filter = queueFilter({ ...state, type: all }, actor, instant(minute))
    const rows = await listQueue(db, filter, { limit: ROWS_READ, offset: 0, total: Infinity })
    const decidable = rows.findIndex(
      (row) => mayDecide(actor, { ...row, submittedBy: null, organizationId: '' }, 'start') === 'yes',
    )
    return { row: rows[decidable], inVain: decidable < 0 ? rows.length : decidable }
  }

  async function work(person: (typeof people)[number]) {
    const { row, inVain } = await choose(person.actor, person.freeAt)
    found.wrong += inVain
    const begins = person.freeAt + Math.min(inVain, 3) * WRONG_ONE_MINUTES
    if (!row) return void (person.freeAt = Math.max(begins, person.freeAt + 10))
    person.freeAt = begins + dice.between(25, 65)
    await move(row.id, 'under_review', begins)
    found.handled += 1
    if (row.dueAt && row.dueAt < instant(person.freeAt)) found.late += 1
    const isAsked = dice.chance(0.2)
    await move(row.id, isAsked ? 'need_more_info' : 'approved', person.freeAt)
    if (isAsked) events.push({ minute: person.freeAt + dice.between(60, 2 * DAY_MINUTES), id: row.id })
  }

  const end = days * DAY_MINUTES
  for (;;) {
    events.sort((a, b) => a.minute - b.minute)
    const person = people.reduce((first, one) => (one.freeAt < first.freeAt ? one : first))
    const next = events[0]
    if (Math.min(next?.minute ?? end, person.freeAt) >= end) break
    if (next && next.minute <= person.freeAt) {
      events.shift()
      await (next.id ? move(next.id, 'pending', next.minute) : arrive(next.minute))
    } else await work(person)
  }
  const left = await db.select().from(verifications).where(eq(verifications.status, 'pending'))
  found.open = left.length
  found.openLate = left.filter(({ dueAt }) => dueAt && dueAt < instant(end)).length
  return found
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
