import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Visitor } from '../../scripts/probe/visitor'
import { childProcesses } from '../support/child-processes'
import { databaseUrl, onServer } from '../support/postgres'
import { startBuiltConsole, type BuiltConsole } from '../support/server'
import { standstill } from '../support/standstill'

const { server } = inject('databaseSource')
/** How long a page waits for a draft that never comes. */
const ARRIVAL_LIMIT_MS = 3000
/** Longer than any answer takes: a waiting request is refused sooner. */
const HANGING_MS = 60_000

let served: BuiltConsole
let admin: Visitor
beforeAll(async () => {
  const serverUrl = server?.url ?? ''
  const name = `workers_${process.pid}_${Date.now()}`
  await onServer(serverUrl, [`create database ${name}`])
  served = await startBuiltConsole({ DATABASE_URL: databaseUrl(serverUrl, name), WORKERS: '2', LOG_LEVEL: 'info' })
  admin = await served.signIn('admin')
  await until(() => listening().length === 2)
  // The first page of each worker must connect to the database within a second.
  for (let n = 0; n < 8; n += 1) await ask('/invites')
})
afterAll(() => served.stop())

const workers = () => childProcesses(served.server.pid())

/** The log lines of all workers that ever started. */
const listening = (): string[] =>
  fs
    .readFileSync(path.join(served.dataDir, 'server.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"event":"started"'))

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20)
}

/** On a new connection, which either worker may accept. */
function ask(path: string, { method = 'GET', cookie = admin.cookie(), body = '' } = {}): Promise<number> {
  const { port, host } = new URL(served.server.origin)
  const headers = { host, cookie, origin: served.server.origin, 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', reject).end(body)
  })
}

it('two workers serve one port, and a sign-in with one holds with both', async () => {
  for (let n = 0; n < 6; n += 1) expect(await ask('/invites')).toBe(200)
})

it('a page waits for a draft that another worker received, and no longer than until it is there', async () => {
  const stood = standstill()
  for (let n = 0; n < 8; n += 1) {
    const name = `page-left-${n}`
    const save = { method: 'POST', body: 'keep=1' }
    expect(await ask(`/drafts?form=/invites/new&left=${name}`, save)).toBeLessThan(400)
    const [startedMs, stoodBeforeMs] = [performance.now(), stood()]
    expect(await ask('/invites', { cookie: `${admin.cookie()}; left=${name}` })).toBe(200)
    expect(performance.now() - startedMs - (stood() - stoodBeforeMs)).toBeLessThan(ARRIVAL_LIMIT_MS)
  }
})

it('a worker that dies is started again, while the other one serves', async () => {
  const [first, second] = workers()
  const before = listening().length
  process.kill(first ?? 0, 'SIGKILL')
  await until(() => !workers().includes(first ?? 0))
  expect(await ask('/invites')).toBe(200)
  await until(() => listening().length > before)
  expect(workers()).toHaveLength(2)
  expect(workers()).toContain(second)
})

it('a request under way when a worker is killed is answered or broken off, and never left hanging', async () => {
  const outcomes: string[] = []
  let isAsking = true
  const askOnAndOn = async () => {
    while (isAsking) {
      const asked = ask('/invites').catch((error: Error) => error.message)
      outcomes.push(String(await Promise.race([asked, wait(HANGING_MS, 'hanging')])))
    }
  }
  const asking = Array.from({ length: 8 }, askOnAndOn)
  const before = listening().length
  await until(() => outcomes.length > 16)
  process.kill(workers()[0] ?? 0, 'SIGKILL')
  await until(() => listening().length > before)
  isAsking = false
  await Promise.all(asking)
  expect(outcomes).not.toContain('hanging')
  expect(outcomes).toContain('200')
})

it('at SIGHUP the workers are replaced one after the other, and no request fails', async () => {
  const old = workers()
  process.kill(served.server.pid(), 'SIGHUP')
  const statuses = new Set<number>()
  let fewest = 2
  await until(async () => {
    statuses.add(await ask('/invites'))
    fewest = Math.min(fewest, workers().length)
    return workers().length === 2 && !workers().some((pid) => old.includes(pid))
  })
  expect([...statuses]).toEqual([200])
  expect(fewest).toBe(2)
})

it('at SIGTERM all workers end, and the console ends with 0', async () => {
  const pids = workers()
  expect(await served.server.kill('SIGTERM')).toBe(0)
  for (const pid of pids) expect(fs.existsSync(`/proc/${pid}`)).toBe(false)
})
