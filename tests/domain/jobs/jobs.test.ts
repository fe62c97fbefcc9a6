import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, ne, sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readRows } from '../../../app/db/engine/sql'
import { facts } from '../../../app/db/schema/facts'
import { rateLimits } from '../../../app/db/schema/limits'
import { watchClock } from '../../../app/domain/jobs/clock-watch.server'
import { jobs, startJobs, type Job } from '../../../app/domain/jobs/jobs.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { vacuumNightly } from '../../../app/domain/jobs/vacuum.server'
import { emptyTables, openEmptyDatabase, openTestDatabase } from '../../support/database'
import { testServices } from '../../support/services'
import { HOUR_MS } from '../../../app/durations'
import { organizations } from '../../../app/db/schema/organizations'
import { organization } from '../../support/verifications'

function testLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

/** Stops at the end of its test, whatever that found. */
function beginJobs(...[services, list, againMs]: Parameters<typeof startJobs>) {
  const worker = startJobs(services, list, againMs)
  onTestFinished(worker.stop)
  return worker
}

it('a job that fails or hangs holds up no other job, and its error is logged', async () => {
  const { log, lines } = testLog()
  const services = await testServices({ log })
  let runs = 0
  let letGo = () => {}
  const list: Job[] = [
    { name: 'hangs', everyMs: 5, run: () => new Promise<void>((resolve) => (letGo = resolve)) },
    { name: 'fails', everyMs: HOUR_MS, run: async () => Promise.reject(new Error('no such table')) },
    { name: 'works', everyMs: 5, run: async () => void (runs += 1) },
  ]
  const worker = beginJobs(services, list, 5)
  onTestFinished(() => letGo())
  await expect.poll(() => runs).toBeGreaterThan(3)
  await expect.poll(() => lines.length).toBeGreaterThan(1)
  letGo()
  await worker.stop()
  const after = runs
  await wait(30)
  expect(runs).toBe(after)
  expect(lines[0]).toMatchObject({ event: 'job.failed', type: 'fails', err: { message: 'no such table' } })
  expect(lines.every((line) => line.type === 'fails')).toBe(true)
})

it('at start the jobs begin one after the other, and the default templates come first', async () => {
  const begun: { name: string; atMs: number }[] = []
  const list = ['first', 'second', 'third'].map((name) => ({
    name,
    everyMs: HOUR_MS,
    run: async () => void begun.push({ name, atMs: performance.now() }),
  }))
  beginJobs(await testServices(), list)
  await expect.poll(() => begun.map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  const pauses = begun.slice(1).map(({ atMs }, place) => atMs - (begun[place]?.atMs ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(10)
  expect(jobs()[0]?.name).toBe('default-templates')
})

it('a quick job that fails is tried again at its own interval, not after the longer pause for failures', async () => {
  const { log, lines } = testLog()
  const fails: Job = { name: 'fails', everyMs: 5, run: async () => Promise.reject(new Error('no such table')) }
  beginJobs(await testServices({ log }), [fails], HOUR_MS)
  await expect.poll(() => lines.length).toBeGreaterThan(1)
})

it('a job that is told to stop ends before its next step, and that is not logged as a failure', async () => {
  const { log, lines } = testLog()
  const services = await testServices({ log })
  const steps = { statements: 0, transactions: 0 }
  const list: Job[] = [
    {
      name: 'statements',
      everyMs: 5,
      run: async ({ db }) => {
        for (; steps.statements < 3000; steps.statements += 1) {
          await db.execute(sql`select 1`)
          await wait(5)
        }
      },
    },
    {
      name: 'transactions',
      everyMs: 5,
      run: async ({ db }) => {
        for (; steps.transactions < 3000; steps.transactions += 1)
          await db.transaction(async (tx) => {
            await tx.execute(sql`select 1`)
            await wait(20)
            // A transaction that has begun is not broken off.
            await tx.execute(sql`select 2`)
          })
      },
    },
    {
      name: 'goes on over failures',
      everyMs: 5,
      run: async ({ db }) => {
        const failures: unknown[] = []
        const attempt = async (work: () => Promise<unknown>) => work().catch((error: unknown) => failures.push(error))
        for (let n = 0; n < 100 && failures.length < 50; n += 1)
          await attempt(async () => {
            await db.execute(sql`select 1`)
            await wait(50)
          })
        throw new AggregateError(failures, 'not everything', { cause: failures[0] })
      },
    },
  ]
  const worker = beginJobs(services, list, 5)
  await expect.poll(() => Math.min(steps.statements, steps.transactions)).toBeGreaterThan(2)
  const toldMs = performance.now()
  await worker.stop()
  // If they went on, this would take nine seconds.
  expect(performance.now() - toldMs).toBeLessThan(8000)
  const { statements, transactions } = steps
  await wait(50)
  expect(steps).toEqual({ statements, transactions })
  expect(lines).toEqual([])
})

it('all recurring work is a job, with its interval in seconds', () => {
  expect(Object.fromEntries(jobs().map(({ name, everyMs }) => [name, everyMs / 1000]))).toEqual({
    'tidy-up': 3600,
    'due-dates': 900,
    overdue: 60,
    digest: 300,
    'void-votes': 60,
    'recovery-news': 60,
    'number-changes': 60,
    anchors: 60,
    scan: 2,
    'document-sweep': 900,
    vacuum: 900,
    'default-templates': 86_400,
    counts: 10,
    clock: 30,
  })
  expect(new Set(jobs().map(({ name }) => name)).size).toBe(jobs().length)
})

it('the embedded database is vacuumed and analyzed once a night, a database server is left alone', async () => {
  const db = await openEmptyDatabase('embedded')
  const services = await testServices({ db })
  const rowsKnown = async () =>
    (await readRows<{ n: number }>(db, sql`select reltuples::int as n from pg_class where relname = 'facts'`))[0]?.n
  const add = (count: number) =>
    db.insert(facts).values(Array.from({ length: count }, () => ({ key: randomUUID(), value: 'known' })))
  await add(300)
  await vacuumNightly({ ...services, env: { ...services.env, databaseUrl: 'postgres://elsewhere' } })
  expect(await rowsKnown()).toBe(-1)
  await vacuumNightly(services)
  expect(await rowsKnown()).toBe(300)
  await add(50)
  services.clock.advance(19 * 3_600_000)
  await vacuumNightly(services)
  expect(await rowsKnown()).toBe(300)
  services.clock.advance(3_600_000)
  await vacuumNightly(services)
  expect(await rowsKnown()).toBe(350)
  // The clock is set back by 30 days.
  await add(50)
  services.clock.advance(-30 * 24 * 3_600_000)
  await vacuumNightly(services)
  expect(await rowsKnown()).toBe(400)
})

it('a part of the tidy-up that fails does not keep the other parts from running', async () => {
  const db = await openTestDatabase()
  const services = await testServices()
  let deletions = 0
  const failing = new Proxy(db, {
    get: (target, name, receiver) => {
      if (name === 'delete') deletions += 1
      if (name === 'select' || (name === 'delete' && deletions === 1))
        return () => {
          throw new Error('broken')
        }
      return Reflect.get(target, name, receiver)
    },
  })
  await expect(tidyUp({ ...services, db: failing })).rejects.toThrow('not everything')
  expect(deletions).toBeGreaterThan(4)
})

it('each part of the tidy-up that fails is logged by its class', async () => {
  const { log, lines } = testLog()
  const db = await openTestDatabase()
  const services = await testServices({ log })
  const failing = new Proxy(db, {
    get: (target, name, receiver) => {
      if (name === 'delete')
        return () => {
          throw new Error('broken')
        }
      return Reflect.get(target, name, receiver)
    },
  })
  await expect(tidyUp({ ...services, db: failing })).rejects.toThrow('not everything')
  expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['person-keys', 'codes', 'drafts', 'recovery']))
  for (const line of lines)
    expect(line).toMatchObject({ level: 50, event: 'tidy-up.failed', err: { message: 'broken' } })
})

it('nothing is erased when the clock is a day ahead of the database, but search keys are filled in', async () => {
  const db = await openTestDatabase()
  await emptyTables(db)
  const services = await testServices()
  const env = { ...services.env, isProduction: true }
  await db.insert(rateLimits).values({ key: 'k', windowStart: new Date(), count: 1 })
  services.clock.set(new Date(Date.now() + 365 * 24 * HOUR_MS))
  const { id } = await organization(db, { searchKey: '' })
  await expect(tidyUp({ ...services, env })).rejects.toThrow('clock')
  expect(await db.$count(rateLimits)).toBe(1)
  expect(await db.$count(organizations, and(eq(organizations.id, id), ne(organizations.searchKey, '')))).toBe(1)
  services.clock.set(new Date(Date.now() + 25 * HOUR_MS))
  await expect(tidyUp({ ...services, env })).rejects.toThrow('clock')
  services.clock.set(new Date(Date.now() + 23 * HOUR_MS))
  await tidyUp({ ...services, env })
  // In demo mode the clock is moved on purpose.
  expect(await db.$count(rateLimits)).toBe(1)
  services.clock.set(new Date(Date.now() + 365 * 24 * HOUR_MS))
  await tidyUp(services)
  expect(await db.$count(rateLimits)).toBe(0)
})

it('a clock that is off, jumps or is right again is logged once, not at every look', async () => {
  const { log, lines } = testLog()
  const db = await openTestDatabase()
  let aheadMs = 0
  const look = watchClock()
  const services = { db, log, now: () => new Date(Date.now() + aheadMs) }
  const lookAgain = async () => {
    await wait(5)
    await look(services)
  }
  await lookAgain()
  expect(lines).toEqual([])
  aheadMs = 3_000
  await lookAgain()
  expect(lines).toEqual([])
  aheadMs = 7_000
  await lookAgain()
  expect(lines.splice(0).map(({ event }) => event)).toEqual(['clock.off'])
  aheadMs = 0
  await lookAgain()
  expect(lines.splice(0).map(({ event }) => event)).toEqual(['clock.jumped', 'clock.right'])
  aheadMs = -3_600_000
  await lookAgain()
  await lookAgain()
  expect(lines.map(({ event }) => event)).toEqual(['clock.jumped', 'clock.off'])
  expect(Math.round(Number(lines[1]?.ms) / 1000)).toBe(-3600)
  aheadMs = 0
  await lookAgain()
  expect(lines.map(({ event }) => event).slice(2)).toEqual(['clock.jumped', 'clock.right'])
})
