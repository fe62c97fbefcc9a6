import pino from 'pino'
import { expect, it } from 'vitest'
import { openTracker } from '../../app/gateways/tracker.server'
import { startServer } from '../support/http-server'

const log = pino({ level: 'silent' })

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

it('a tracker that hangs does not make anybody wait', async () => {
  const { port } = await startServer(() => null)
  const tracker = await openTracker({ sentryDsn: `http://key@127.0.0.1:${port}/1`, sentryEnvironment: 'tests' }, log)
  const startedMs = performance.now()
  for (let i = 0; i < 100; i += 1) tracker.report({ error: new Error('broken'), requestId: `R${i}` })
  await tracker.flush(200)
  expect(performance.now() - startedMs).toBeLessThan(30_000)
})

it('without an address nothing is sent and nothing thrown', async () => {
  const tracker = await openTracker({ sentryEnvironment: 'tests' }, log)
  tracker.report({ error: 'not even an error', requestId: 'R1' })
  await expect(tracker.flush(10)).resolves.toBeUndefined()
})
