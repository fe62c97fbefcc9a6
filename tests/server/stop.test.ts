import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { beforeAll, expect, inject, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../app/db/engine/open.server'
import type { Queries } from '../../app/db/engine/database'
import type { Visitor } from '../../scripts/probe/visitor'
import { readRows } from '../../app/db/engine/sql'
import { startBuiltConsole, type BuiltConsole } from '../support/server'

const DELAY_MS = 10_000
let served: BuiltConsole
let manager: Visitor
const anchors = path.join(inject('scratch'), 'anchors-at-stop.jsonl')
const anchorCount = () => (fs.existsSync(anchors) ? fs.readFileSync(anchors, 'utf8').trim().split('\n').length : 0)
beforeAll(async () => {
  served = await startBuiltConsole({
    ANCHORS: `file:${anchors}`,
    STOP_DELAY_SECONDS: String(DELAY_MS / 1000),
    WORKERS: '2',
    LOG_LEVEL: 'warn',
  })
  manager = await served.signIn('manager')
  await manager.get('/verifications/')
})

it('a demo says in at most ten lines that it is open and how to sign in', () => {
  const lines = fs.readFileSync(path.join(served.dataDir, 'server.log'), 'utf8').split('\n').filter(Boolean)
  expect(lines.length).toBeLessThanOrEqual(10)
  expect(lines.join('\n')).toContain(`Gatehouse is open at ${served.server.origin} (demo mode)`)
  expect(lines.join('\n')).toContain('+77010000001  superadmin')
})

it('with the embedded database one process serves whatever WORKERS is, and the log says so', () => {
  const log = fs.readFileSync(path.join(served.dataDir, 'server.log'), 'utf8')
  expect(log).toContain('WORKERS needs DATABASE_URL')
})

it('at SIGTERM the console is unready at once, answers pages during the delay, and ends with 0', async () => {
  expect((await manager.get('/readyz')).status).toBe(200)
  const toldMs = performance.now()
  const ended = served.server.kill('SIGTERM')
  const sinceMs = () => performance.now() - toldMs
  const unlessOver = (error: unknown) => {
    if (sinceMs() < DELAY_MS) throw error
  }
  let readiness = 200
  while (readiness === 200) readiness = (await manager.get('/readyz')).status
  expect(readiness).toBe(503)
  expect(sinceMs()).toBeLessThan(DELAY_MS)
  let pages = 0
  for (; sinceMs() < DELAY_MS - 1000; await wait(100)) {
    // A request that a loaded machine makes only after the delay gets no answer.
    const page = await manager.get('/verifications/').catch(unlessOver)
    if (page) expect([page.status, page.text.includes('</html>')]).toEqual([200, true])
    const health = await manager.get('/healthz').catch(unlessOver)
    if (health) expect(health.status).toBe(200)
    if (page && health) pages += 1
  }
  expect(pages).toBeGreaterThan(0)
  const anchored = anchorCount()
  expect(await ended).toBe(0)
  expect(sinceMs()).toBeGreaterThanOrEqual(DELAY_MS)
  expect(anchorCount()).toBe(anchored + 1)
  await expect(manager.get('/healthz')).rejects.toThrow()
})

const countLeft = async (db: Queries) =>
  readRows<{ n: number }>(db, sql`select count(*)::int as n from users where username like 'Left %'`).then(
    ([row]) => row?.n ?? 0,
  )

it('at SIGTERM the console does not wait until thousands of people are erased', { timeout: 240_000 }, async () => {
  const PEOPLE = 20_000
  const erasing = await startBuiltConsole({ STOP_DELAY_SECONDS: '0' })
  const superadmin = await erasing.signIn('superadmin')
  await erasing.stop()
  const inDatabase = async <Result>(work: (db: Queries) => Promise<Result>) => {
    const { db, close } = await openDatabase({ dataDir: erasing.dataDir }, pino({ level: 'silent' }))
    return work(db).finally(close)
  }
  await inDatabase((db) =>
    db.execute(sql`insert into users (id, username, search_key, phone, status, role, created_at)
      select gen_random_uuid(), 'Left ' || n, '|left ' || n || '|', '+7999' || lpad(n::text, 7, '0'), 'inactive', 'cashier', '2001-01-01'
      from generate_series(1, ${PEOPLE}::int) as n`),
  )
  await erasing.server.start()
  const erasures = async () => (await superadmin.get('/audit?action=user.erase')).text
  await expect.poll(erasures).toMatch(/>[1-9][\d,]*\+? found</)
  const toldMs = performance.now()
  expect(await erasing.server.kill('SIGTERM')).toBe(0)
  expect(performance.now() - toldMs).toBeLessThan(30_000)
  expect(erasing.log().filter((line) => line.startsWith('{'))).toEqual([])
  const left = await inDatabase(countLeft)
  expect(left).toBeLessThan(PEOPLE)
  expect(left).toBeGreaterThan(PEOPLE / 2)
})
