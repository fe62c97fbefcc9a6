import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/probe/server-process'
import { PHONES, startBuiltConsole, type BuiltConsole } from '../support/server'

let served: BuiltConsole
let metricsPort = 0
beforeAll(async () => {
  served = await startBuiltConsole(async () => {
    metricsPort = await freePort()
    return { METRICS_PORT: String(metricsPort), LIMITS_FACTOR: '1', LOG_LEVEL: 'info' }
  })
})
afterAll(() => served.stop())

const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

async function figure(name: string, labels: Record<string, string>): Promise<number> {
  const line = (await scrape())
    .split('\n')
    .find((one) => one.startsWith(`${name}{`) && Object.entries(labels).every(([k, v]) => one.includes(`${k}="${v}"`)))
  return Number(line?.split(' ').at(-1) ?? 0)
}

const ANSWERED = 'gatehouse_http_request_duration_seconds_count'

it('requests are counted by the pattern of their route, and no id or phone is in the metrics', async () => {
  const admin = await served.signIn('admin')
  const list = await admin.get('/invites/')
  const [, id = ''] = /href="\/invites\/([0-9a-f-]{36})"/.exec(list.text) ?? []
  const before = await figure(ANSWERED, { method: 'GET', route: '/invites/:id', status: '2xx' })
  expect((await admin.get(`/invites/${id}`)).status).toBe(200)
  expect((await admin.get(`/invites/${id}.data`)).status).toBe(200)
  await expect.poll(() => figure(ANSWERED, { method: 'GET', route: '/invites/:id', status: '2xx' })).toBe(before + 2)
  expect((await admin.get('/')).status).toBe(200)
  await expect.poll(() => figure(ANSWERED, { route: '/', status: '2xx' })).toBeGreaterThan(0)
  expect((await admin.get(`/no/such/${id}`)).status).toBe(404)
  await expect.poll(() => figure(ANSWERED, { route: '/*', status: '4xx' })).toBe(1)
  const stranger = served.newVisitor()
  await stranger.get('/sign-in')
  expect((await stranger.post('/sign-in', { phone: 'nobody', channel: 'sms', redirect: '/' })).status).toBe(422)
  await expect.poll(() => figure('gatehouse_failed_mutations_total', { route: '/sign-in', status: '422' })).toBe(1)
  await expect
    .poll(() => figure('gatehouse_job_last_end_timestamp_seconds', { task: 'counts', outcome: 'done' }))
    .toBeGreaterThan(0)
  const text = await scrape()
  expect(text).not.toContain(id)
  for (const phone of Object.values(PHONES)) expect(text).not.toContain(phone.slice(1))
})

it('a wait for a new code is counted, with its seconds', async () => {
  const stranger = served.newVisitor()
  const ask = () => stranger.post('/sign-in', { phone: PHONES.cashier, channel: 'sms', redirect: '/' })
  await stranger.get('/sign-in')
  await ask()
  const counted = await figure('gatehouse_limit_wait_seconds_count', { limit: 'countdown' })
  await ask()
  expect(await figure('gatehouse_limit_wait_seconds_count', { limit: 'countdown' })).toBe(counted + 1)
  const seconds = await figure('gatehouse_limit_wait_seconds_sum', { limit: 'countdown' })
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThanOrEqual(60)
})

it.each([
  ['wrong', () => 'yes', 'must be a whole number from 0 to 65535'],
  ['that of the console', (port: string) => port, 'must not be the same as PORT'],
  ['taken', () => String(metricsPort), 'is taken by another program; set another one or stop it'],
])(
  'a METRICS_PORT that is %s ends the start with the name of the variable and the reason',
  async (_, metricsPortBeside, why) => {
    const port = String(await freePort())
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      MODE: 'demo',
      LOG_LEVEL: 'silent',
      DATA_DIR: fs.mkdtempSync(path.join(served.dataDir, 'other-')),
      PORT: port,
      METRICS_PORT: metricsPortBeside(port),
    }
    const server = path.resolve('build/server/server.js')
    const { status, stderr } = spawnSync(process.execPath, [server], { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, `Wrong setting: METRICS_PORT ${why}\n`])
  },
)

it('a console listens on one port without METRICS_PORT, and on two with it', async () => {
  const other = await startBuiltConsole()
  expect(listening(other.server.pid())).toBe(1)
  await other.stop()
  expect(listening(served.server.pid())).toBe(2)
})

/** The number of ports on which a process listens. */
function listening(pid: number): number {
  const open = fs.readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return ''
    }
  })
  const sockets = fs
    .readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((cells) => cells[3] === '0A')
    .map((cells) => `socket:[${cells[9]}]`)
  return sockets.filter((socket) => open.includes(socket)).length
}

it('at SIGTERM the metrics port is closed and the console ends with 0', async () => {
  expect(await served.server.kill('SIGTERM')).toBe(0)
  const socket = net.connect(metricsPort, '127.0.0.1')
  const answer = await new Promise((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    socket.once('connect', () => resolve('open'))
  })
  expect(answer).toBe('ECONNREFUSED')
})
