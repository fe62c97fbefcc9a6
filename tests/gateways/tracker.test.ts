import pino from 'pino'
import { expect, it } from 'vitest'
import { openLog } from '../../app/gateways/log.server'
import { openTracker } from '../../app/gateways/tracker.server'
import { startServer } from '../support/http-server'

const log = pino({ level: 'silent' })

function tellingLog() {
  const lines: Record<string, unknown>[] = []
  return { lines, telling: openLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }) }
}

it('a failure reaches Sentry with its reference number and without personal data', async () => {
  const { port, received } = await startServer(() => ({ status: 200, body: '{}' }))
  const tracker = await openTracker({ sentryDsn: `http://key@127.0.0.1:${port}/1`, sentryEnvironment: 'tests' }, log)
  const error = new TypeError('No code for +77015550001 or aru@mail.example', {
    cause: new Error('INV-ABCD-EFGH-JKMN'),
  })
  const request = { requestId: 'R4F7K2M9QX', route: '/invites/new', method: 'POST', status: 500 }
  tracker.report({ error, ...request, level: 'warning', fingerprint: ['invites'] })
  await tracker.flush(60_000)

  expect(received).toHaveLength(1)
  expect(received[0]?.url).toMatch(/^\/api\/1\/envelope\//)
  const event: unknown = JSON.parse(received[0]?.body.split('\n')[2] ?? '')
  expect(event).toMatchObject({
    environment: 'tests',
    transaction: '/invites/new',
    tags: { requestId: 'R4F7K2M9QX', route: '/invites/new', method: 'POST', status: 500 },
    level: 'warning',
    fingerprint: ['invites'],
    extra: { causes: { type: 'Error', message: '[invite code]' } },
    exception: { values: [{ type: 'TypeError', value: 'No code for [number] or [e-mail]' }] },
  })
  expect(event).not.toHaveProperty('server_name')
  expect(received[0]?.body).toContain('tracker.test.ts')
  expect(received[0]?.body).not.toMatch(/7015550001|aru@mail|ABCD-EFGH/)
})

it('a tracker that hangs makes nobody wait', async () => {
  const { port } = await startServer(() => null)
  const tracker = await openTracker({ sentryDsn: `http://key@127.0.0.1:${port}/1`, sentryEnvironment: 'tests' }, log)
  const startedMs = performance.now()
  for (let i = 0; i < 100; i += 1) tracker.report({ error: new Error('broken'), requestId: `R${i}` })
  await tracker.flush(200)
  expect(performance.now() - startedMs).toBeLessThan(30_000)
})

it('reports that are never answered make room for later ones', async () => {
  let isHanging = true
  const { port, received } = await startServer(() => (isHanging ? null : { status: 200, body: '{}' }))
  const sentryDsn = `http://key@127.0.0.1:${port}/1`
  const { telling, lines } = tellingLog()
  const tracker = await openTracker({ sentryDsn, sentryEnvironment: 'tests' }, telling, 200)
  const report = (requestId: string) => tracker.report({ error: new Error('broken'), requestId })
  for (let n = 0; n < 30; n += 1) report(`R${n}`)
  await tracker.flush(5000)
  isHanging = false
  // On a busy machine one of these may time out too.
  const later = async () => {
    report('LATER1')
    await tracker.flush(5000)
    return String(received.at(-1)?.body)
  }
  await expect.poll(later, { timeout: 60_000 }).toContain('LATER1')
  expect(lines).toMatchObject([{ err: { message: 'The error tracker did not answer in 200 ms' } }])
})

it('a tracker that refuses reports is logged once, until it accepts one', async () => {
  let status = 403
  const { port } = await startServer(() => ({ status, body: '{}' }))
  const sentryDsn = `http://key@127.0.0.1:${port}/1`
  const { telling, lines } = tellingLog()
  const tracker = await openTracker({ sentryDsn, sentryEnvironment: 'tests' }, telling)
  const report = async (requestId: string) => {
    tracker.report({ error: new Error('broken'), requestId })
    await tracker.flush(5000)
  }
  await report('R1')
  await report('R2')
  await expect.poll(() => lines).toMatchObject([{ msg: 'The error tracker took no report', status: 403 }])
  status = 200
  await report('R3')
  status = 403
  await report('R4')
  await expect.poll(() => lines.length).toBe(2)
  expect(JSON.stringify(lines)).not.toContain('key@')
})

it('without a DSN nothing is sent and nothing is thrown', async () => {
  const tracker = await openTracker({ sentryEnvironment: 'tests' }, log)
  tracker.report({ error: 'not even an error', requestId: 'R1' })
  await expect(tracker.flush(10)).resolves.toBeUndefined()
})
