import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listenForScrapes } from '../../edge/metrics/listener'
import { openMetrics } from '../../edge/metrics/metrics'
import { mergeTexts, serveWorkerMetrics } from '../../edge/metrics/worker-metrics'
import { cachedProbe } from '../../edge/metrics/cached-probe'
import { LIMITS, type Limit } from '../../app/domain/limits/limit'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { deliverDue } from '../../app/domain/messages/outbox.server'
import { sendCode } from '../../app/domain/sign-in/send-code.server'
import { startJobs } from '../../app/domain/jobs/jobs.server'
import { emptyTables } from '../support/database'
import { FORM, openEdge } from '../support/edge'
import { freePort } from '../../scripts/probe/server-process'
import { before, organization, verification } from '../support/verifications'
import { testServices, type TestServices } from '../support/services'
import { HOUR_MS } from '../../app/durations'
import type { MessageOutcome } from '../../app/gateways/ports'

const log = pino({ level: 'silent' })

async function openFigures(services: TestServices, tasks: string[] = []) {
  const { timings, text } = openMetrics(services, tasks)
  /** The value of the first line with this name and these labels, or undefined. */
  const figure = async (name: string, labels: Record<string, string> = {}) => {
    const lines = (await text()).split('\n')
    const isMeant = (line: string) =>
      new RegExp(`^${name}[ {]`).test(line) &&
      Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`))
    return lines.filter(isMeant).map((line) => Number(line.split(' ').at(-1)))[0]
  }
  return { timings, text, figure }
}

const ID = '0b8f2c1e-5f0a-4b3e-9d53-2f4d0c6b7a10'
const PHONE = '+77015550123'
const asked = { phone: PHONE, channel: 'sms', address: '198.51.100.7', deviceId: 'device' } as const

it('requests are timed by pattern, status and method, never by address', async () => {
  const { timings, text, figure } = await openFigures(await testServices())
  const edge = await openEdge({
    timings,
    handle: async (request, visit) => {
      const { pathname } = new URL(request.url)
      visit.pattern = pathname === '/' ? '/' : 'invites/:id'
      return new Response(null, { status: request.method === 'GET' ? 200 : pathname === '/' ? 400 : 409 })
    },
  })
  onTestFinished(edge.close)
  await edge.get(`/invites/${ID}?phone=${PHONE}`)
  await edge.get('/')
  const form = { method: 'POST', body: 'a=1', headers: { origin: 'https://console.example', 'content-type': FORM } }
  await edge.get(`/invites/${ID}`, form)
  await edge.get('/', form)
  await edge.get('/healthz')
  await edge.get('/invites/%00')
  await edge.get(`/${ID}`, { method: 'PROPFIND' })
  const count = 'gatehouse_http_request_duration_seconds_count'
  await expect.poll(() => figure('gatehouse_http_requests_in_flight')).toBe(0)
  expect(await figure(count, { method: 'GET', route: '/invites/:id', status: '2xx' })).toBe(1)
  expect(await figure(count, { method: 'GET', route: '/', status: '2xx' })).toBe(1)
  expect(await figure(count, { method: 'POST', route: '/invites/:id', status: '4xx' })).toBe(1)
  expect(await figure(count, { method: 'GET', route: '/healthz', status: '2xx' })).toBe(1)
  expect(await figure(count, { method: 'GET', route: 'edge', status: '4xx' })).toBe(1)
  expect(await figure(count, { method: 'other', route: 'edge', status: '4xx' })).toBe(1)
  expect(await figure('gatehouse_failed_mutations_total', { route: '/invites/:id', status: '409' })).toBe(1)
  expect(await figure('gatehouse_failed_mutations_total', { route: '/', status: '400' })).toBe(1)
  expect(await text()).not.toMatch(new RegExp(`${ID}|${PHONE.slice(1)}|%00|PROPFIND`))
})

it('an answer cut off by its client is counted as cut, and as in flight until then', async () => {
  const { timings, figure } = await openFigures(await testServices())
  let begun = false
  const edge = await openEdge({
    timings,
    handle: (request) => {
      begun = true
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))
    },
  })
  onTestFinished(edge.close)
  const leave = new AbortController()
  const left = edge.get('/slow', { signal: leave.signal }).catch(() => 'left')
  await expect.poll(() => begun).toBe(true)
  expect(await figure('gatehouse_http_requests_in_flight')).toBe(1)
  leave.abort()
  expect(await left).toBe('left')
  await expect.poll(() => figure('gatehouse_http_requests_in_flight')).toBe(0)
  expect(await figure('gatehouse_http_request_duration_seconds_count', { status: 'cut' })).toBe(1)
})

it('a wait for a code is counted by the limit that caused it, with its seconds', async () => {
  const services = await testServices()
  await emptyTables(services.db)
  const { text, figure } = await openFigures(services)
  const wait = (limit: string, what: 'sum' | 'count') => figure(`gatehouse_limit_wait_seconds_${what}`, { limit })
  const send = (phone: string) => sendCode(services, { ...asked, purpose: 'sign-in', proofs: [], phone })
  await send(PHONE)
  const [countdown] = [await send(PHONE)]
  if (countdown.kind !== 'wait') throw new Error('no countdown')
  expect(await wait('countdown', 'count')).toBe(1)
  expect(await wait('countdown', 'sum')).toBe(countdown.waitMs / 1000)
  for (let n = 0; n < LIMITS.codesPerDevice.max; n += 1) await send(`+7701555020${n}`)
  const limited = await send('+77015550300')
  if (limited.kind !== 'wait') throw new Error('no limit')
  expect(await wait('codes-device', 'count')).toBe(2)
  expect(await wait('codes-device', 'sum')).toBe((2 * limited.waitMs) / 1000)
  const outcome = (of: string) => figure('gatehouse_codes_total', { purpose: 'sign-in', outcome: of })
  expect([await outcome('queued'), await outcome('countdown'), await outcome('limit')]).toEqual([10, 1, 2])
  const own = (await text()).split('\n').filter((line) => line.includes('gatehouse_'))
  expect(own.join('\n')).not.toMatch(/7701|198\.51/)
})

it('every limit that can make people wait begins at 0, and no other limit has a figure', async () => {
  const { text } = await openFigures(await testServices())
  const counted = [...(await text()).matchAll(/^gatehouse_limit_wait_seconds_count\{.*limit="([^"]+)".*\} 0$/gm)]
  const names = Object.values<Limit>(LIMITS).flatMap(({ name, isPace }) => (isPace ? [] : [name]))
  expect(counted.map(([, limit]) => limit).toSorted()).toEqual(['countdown', ...names].toSorted())
  expect(names).not.toContain('readings')
})

it('messages are counted while they wait and once they are sent', async () => {
  const services = await testServices()
  await emptyTables(services.db)
  const { figure } = await openFigures(services)
  const later = new Date(services.now().getTime() + 3_600_000)
  const message = { channel: 'sms', kind: 'news', to: PHONE, text: 'words', expiresAt: later } as const
  await services.db.transaction((tx) => enqueueMessage(tx, services, message))
  services.clock.advance(30_000)
  expect(await figure('gatehouse_messages_waiting', { channel: 'sms' })).toBe(1)
  expect(await figure('gatehouse_messages_due', { channel: 'sms' })).toBe(1)
  expect(await figure('gatehouse_messages_oldest_age_seconds', { channel: 'sms' })).toBe(30)
  expect(await figure('gatehouse_messages_waiting', { channel: 'email' })).toBe(0)
  expect(await figure('gatehouse_database_up')).toBe(1)
  await deliverDue(services)
  expect(await figure('gatehouse_message_attempts_total', { channel: 'sms', outcome: 'sent' })).toBe(1)
})

it('a message that was put off counts as due only from its time on', async () => {
  const services = await testServices()
  await emptyTables(services.db)
  // Opened anew each time, because figures read are cached for a while.
  const figure = async (name: string) => (await openFigures(services)).figure(name, { channel: 'sms' })
  const at = (ms: number) => new Date(services.now().getTime() + ms)
  const message = { channel: 'sms', kind: 'news', to: PHONE, text: 'words', expiresAt: at(36 * 3_600_000) } as const
  const oldest = () => figure('gatehouse_messages_oldest_age_seconds')
  await services.db.transaction((tx) => enqueueMessage(tx, services, { ...message, notBefore: at(12 * 3_600_000) }))
  services.clock.advance(6 * 3_600_000)
  expect(await figure('gatehouse_messages_waiting')).toBe(1)
  expect([await figure('gatehouse_messages_due'), await oldest()]).toEqual([0, 0])
  services.clock.advance(6 * 3_600_000 + 20_000)
  expect([await figure('gatehouse_messages_due'), await oldest()]).toEqual([1, 20])
})

it('open applications are counted by type and status, with the age of the oldest', async () => {
  const services = await testServices()
  await emptyTables(services.db)
  const { figure, text } = await openFigures(services)
  const type = 'address_change'
  for (const [status, hours] of [
    ['pending', 5],
    ['pending', 30],
    ['approved', 50],
  ] as const)
    await verification(services.db, {
      organizationId: (await organization(services.db)).id,
      type,
      status,
      submittedAt: before(hours * HOUR_MS),
    })
  expect(await figure('gatehouse_verifications_open', { type, status: 'pending' })).toBe(2)
  expect(await figure('gatehouse_verifications_oldest_age_seconds', { type, status: 'pending' })).toBe(30 * 3600)
  expect(await figure('gatehouse_verifications_open', { type, status: 'under_review' })).toBe(0)
  expect(await figure('gatehouse_verifications_oldest_age_seconds', { type, status: 'under_review' })).toBe(0)
  expect(await text()).not.toContain('approved')
})

it('a job shows when it last ended, and how', async () => {
  const services = await testServices({ log })
  const { figure } = await openFigures(services)
  const worker = startJobs(services, [
    { name: 'works', everyMs: 60_000, run: async () => {} },
    { name: 'fails', everyMs: 60_000, run: async () => Promise.reject(new Error('broken')) },
  ])
  await expect.poll(() => figure('gatehouse_job_runs_total', { task: 'fails', outcome: 'failed' })).toBe(1)
  await worker.stop()
  const ended = (task: string, outcome: string) => figure('gatehouse_job_last_end_timestamp_seconds', { task, outcome })
  expect(Math.abs(((await ended('works', 'done')) ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  expect(await ended('fails', 'failed')).toBeGreaterThan(0)
  expect([await ended('works', 'failed'), await ended('fails', 'done')]).toEqual([undefined, undefined])
})

it('a job that never succeeded shows the start of the process as its last success', async () => {
  const { figure } = await openFigures(await testServices(), ['overdue'])
  const ended = (outcome: string) => figure('gatehouse_job_last_end_timestamp_seconds', { task: 'overdue', outcome })
  expect(Math.abs(((await ended('done')) ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  expect(await ended('failed')).toBe(undefined)
})

describe('the documented alerts on messages', () => {
  /** Whether an alert holds for SMS by these figures, taking all counts as made within its time span. */
  const holds = (alert: string, text: string): boolean => {
    const documented = new RegExp(`alert: ${alert}\n +expr: (.+)`).exec(fs.readFileSync('docs/metrics.md', 'utf8'))
    const lines = text.split('\n').filter((line) => line.includes('channel="sms"'))
    const figure = (name: string, outcomes: string): number =>
      lines
        .filter(
          (line) => line.startsWith(`${name}{`) && new RegExp(`outcome="(${outcomes})"|^((?!outcome).)*$`).test(line),
        )
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    const inNumbers = (documented?.[1] ?? '')
      .replaceAll(
        /(?:sum|max) by \(channel\) \((?:increase\()?(\w+)(?:\{outcome=~?"([^"]+)"\}\[10m\]\))?\)/g,
        (_, name: string, outcomes: string) => String(figure(name, outcomes)),
      )
      .replaceAll(/clamp_min\(([\d.]+) - ([\d.]+), 0\)/g, (_, from: string, less: string) =>
        String(Math.max(Number(from) - Number(less), 0)),
      )
    expect(inNumbers).toMatch(/^[\d.]+ >=? [\d.+ ]+( and [\d.]+ >=? [\d.+ ]+)*$/)
    const total = (side: string) => side.split(' + ').reduce((sum, term) => sum + Number(term), 0)
    return inNumbers.split(' and ').every((comparison) => {
      const [left = '', sign, right = ''] = comparison.split(/ (>=?) /)
      return sign === '>' ? total(left) > total(right) : total(left) >= total(right)
    })
  }
  const enqueue = async (services: TestServices) => {
    const message = { channel: 'sms', kind: 'news', to: PHONE, text: 'words' } as const
    const expiresAt = new Date(services.now().getTime() + 300_000)
    await services.db.transaction((tx) => enqueueMessage(tx, services, { ...message, expiresAt }))
  }

  it.each([
    ['refuses', true],
    ['answers', false],
  ])(
    'MessagesFail, after ten minutes in which a provider %s messages as short-lived as codes, holds: %s',
    async (_, isFailing) => {
      const services = await testServices()
      await emptyTables(services.db)
      if (isFailing) services.messages.sms = { deliver: () => Promise.reject(new Error('away')) }
      const { text } = await openFigures(services)
      for (let second = 0; second < 600; second += 10) {
        if (second % 200 === 0) await enqueue(services)
        while ((await deliverDue(services)) > 0);
        services.clock.advance(10_000)
      }
      expect(holds('MessagesFail', await text())).toBe(isFailing)
    },
  )

  it.each([
    [0, false],
    [2, false],
    [5, true],
  ])('MessagesFail, when of five accepted messages a provider returns %s, holds: %s', async (returned, isFailing) => {
    const services = await testServices()
    const { text } = await openFigures(services)
    const note = (outcome: MessageOutcome) => services.meter.note({ of: 'message', channel: 'sms', outcome })
    for (let sent = 0; sent < 5; sent++) note('sent')
    for (let back = 0; back < returned; back++) note('returned')
    expect(holds('MessagesFail', await text())).toBe(isFailing)
  })

  it('MessagesWait holds until a worker takes the message that is due', async () => {
    const services = await testServices()
    await emptyTables(services.db)
    const text = async () => (await openFigures(services)).text()
    await enqueue(services)
    services.clock.advance(301_000)
    expect(holds('MessagesWait', await text())).toBe(true)
    await deliverDue(services)
    expect(holds('MessagesWait', await text())).toBe(false)
  })
})

it('the documented alerts leave the same routes out on both sides of a fraction', () => {
  const fractions = [...fs.readFileSync('docs/metrics.md', 'utf8').matchAll(/expr: (.+) \/ (.+) > [\d.]+$/gm)]
  expect(fractions.length).toBeGreaterThan(0)
  for (const [, above = '', below = ''] of fractions)
    expect(/route!~"[^"]*"/.exec(above)?.[0]).toBe(/route!~"[^"]*"/.exec(below)?.[0])
})

it('a database that cannot be asked has no figures, and all others are still there', async () => {
  const services = await testServices()
  const select = () => {
    throw new Error('away')
  }
  const db = new Proxy(services.db, { get: (of, name) => (name === 'select' ? select : Reflect.get(of, name)) })
  const { figure } = await openFigures({ ...services, db })
  expect(await figure('gatehouse_database_up')).toBe(0)
  expect(await figure('gatehouse_messages_waiting')).toBe(undefined)
  expect(await figure('process_cpu_seconds_total')).toBeGreaterThan(0)
})

it('a database that went away shows no figures from before', async () => {
  const services = await testServices()
  let isAway = false
  const select = (...columns: Parameters<typeof services.db.select>) => {
    if (isAway) throw new Error('away')
    return services.db.select(...columns)
  }
  const db = new Proxy(services.db, { get: (of, name) => (name === 'select' ? select : Reflect.get(of, name)) })
  const { figure } = await openFigures({ ...services, db })
  expect(await figure('gatehouse_messages_waiting')).toBeGreaterThanOrEqual(0)
  isAway = true
  const muchLater = performance.now() + HOUR_MS
  const time = vi.spyOn(performance, 'now').mockImplementation(() => muchLater)
  onTestFinished(() => time.mockRestore())
  expect(await figure('gatehouse_database_up')).toBe(0)
  expect(await figure('gatehouse_messages_waiting')).toBe(undefined)
})

it('database connections are counted by pool', async () => {
  const poolUse = () => [{ pool: 'writes', busy: 3, idle: 1, waiting: 7 }]
  const { figure } = await openFigures(await testServices({ poolUse }))
  expect(await figure('gatehouse_database_connections', { pool: 'writes', state: 'waiting' })).toBe(7)
  expect(await figure('gatehouse_database_connections', { pool: 'writes', state: 'busy' })).toBe(3)
})

it('a cached probe asks once for many callers, and waits only briefly for the answer', async () => {
  let asked = 0
  let answer = (_n: number) => {}
  const ask = cachedProbe(
    () => {
      asked += 1
      return new Promise<number>((resolve) => (answer = resolve))
    },
    { keptMs: 60_000, waitLimitMs: 20 },
  )
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([null, null, null])
  expect(asked).toBe(1)
  const waiting = ask()
  answer(5)
  expect(await waiting).toBe(5)
  expect(await ask()).toBe(5)
  expect(asked).toBe(1)
})

it('the figures of several processes are merged under one name each', () => {
  const of = (worker: number) =>
    `# HELP a of a\n# TYPE a gauge\na{worker="${worker}"} 1\n\n# HELP b of b\n# TYPE b gauge\n`
  expect(mergeTexts([of(0), of(1)])).toBe(
    '# HELP a of a\n# TYPE a gauge\na{worker="0"} 1\na{worker="1"} 1\n\n# HELP b of b\n# TYPE b gauge\n',
  )
})

it('a worker that returns no figures is missing from the count of workers', async () => {
  const workerThatTells = (text: string) => {
    const worker = new EventEmitter()
    const send = ({ scrape }: { scrape: number }) => setImmediate(() => worker.emit('message', { scrape, text }))
    return Object.assign(worker, { isConnected: () => true, send }) as unknown as Worker
  }
  const at = { port: await freePort(), host: '127.0.0.1' }
  const workers = [workerThatTells('# HELP a of a\n# TYPE a gauge\na 1\n'), workerThatTells('')]
  const { close } = await serveWorkerMetrics(at, workers, workers.length, log)
  onTestFinished(close)
  const lines = (await (await fetch(`http://127.0.0.1:${at.port}/metrics`)).text()).split('\n')
  expect(lines.filter((line) => !line.startsWith('#') && line !== '')).toEqual([
    'gatehouse_workers 1',
    'gatehouse_workers_wanted 2',
    'a 1',
  ])
})

it('the metrics port answers only GET and HEAD of /metrics, and a taken port or a wrong host is named', async () => {
  const at = { port: await freePort(), host: '127.0.0.1' }
  const listening = await listenForScrapes(at, async () => 'figures', log)
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${at.port}${path}`, { method })
  const answer = await ask('/metrics')
  expect([answer.status, await answer.text()]).toEqual([200, 'figures'])
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const head = await ask('/metrics', 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics/', 'GET'],
    ['/healthz', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics', 'PUT'],
  ] as const)
    expect((await ask(path, method)).status, `${method} ${path}`).toBe(404)
  await expect(listenForScrapes(at, async () => '', log)).rejects.toThrow('METRICS_PORT is taken')
  for (const host of ['192.0.2.1', 'no-such-host.invalid'])
    await expect(listenForScrapes({ port: 0, host }, async () => '', log)).rejects.toThrow(
      /^METRICS_HOST must be a name or an address of this machine$/,
    )
  await listening.close()
  await expect(ask('/metrics')).rejects.toThrow()
  const failing = await listenForScrapes(at, () => Promise.reject(new Error('no figures')), log)
  expect((await ask('/metrics')).status).toBe(500)
  await failing.close()
})

it('every answer of the metrics port has a reference number, and a failure is logged with it', async () => {
  const at = { port: await freePort(), host: '127.0.0.1' }
  const error = vi.fn()
  let figures = () => Promise.resolve('figures')
  const { close } = await listenForScrapes(at, () => figures(), { ...log, info: () => {}, error })
  onTestFinished(close)
  const reference = async (path: string) =>
    (await fetch(`http://127.0.0.1:${at.port}${path}`)).headers.get('x-request-id')
  const given = [await reference('/metrics'), await reference('/'), await reference('/metrics')]
  for (const each of given) expect(each).toMatch(/^[0-9A-Z]{10}$/)
  expect(new Set(given).size).toBe(3)
  figures = () => Promise.reject(new Error('no figures'))
  const failed = await reference('/metrics')
  expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ requestId: failed }), 'no figures')
})
