import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openConsoleGateway } from '../../app/gateways/messages/console.server'
import type { OutgoingMessage } from '../../app/gateways/ports'
import { testFolder } from '../support/folders'

const CODE: OutgoingMessage = { id: 'm1', channel: 'sms', kind: 'code', to: '+77015550001', text: 'Код: 123456\n«ok»' }
const ANSWER_LIMIT_MS = 150

function openOutbox(fault?: string) {
  const dataDir = testFolder()
  if (fault !== undefined) fs.writeFileSync(path.join(dataDir, 'gateway-fault'), fault)
  const file = path.join(dataDir, 'outbox.jsonl')
  const lines = () =>
    fs.existsSync(file)
      ? fs
          .readFileSync(file, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line): unknown => JSON.parse(line))
      : []
  return { dataDir, gateway: openConsoleGateway({ isDemo: true, dataDir }, ANSWER_LIMIT_MS), lines }
}

it('the outbox has one line for each delivered message', async () => {
  const { gateway, lines } = openOutbox()
  await gateway.deliver(CODE)
  await gateway.deliver({ ...CODE, id: 'm2', channel: 'email', to: 'a@b.example', subject: 'Hello' })
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(lines()).toEqual([
    { ...CODE, at },
    { id: 'm2', at, channel: 'email', kind: 'code', to: 'a@b.example', subject: 'Hello', text: CODE.text },
  ])
})

it('the outbox, which holds sign-in codes, can be read only by its owner', async () => {
  const { dataDir, gateway } = openOutbox()
  await gateway.deliver(CODE)
  expect(fs.statSync(path.join(dataDir, 'outbox.jsonl')).mode & 0o777).toBe(0o600)
})

it('a line of the outbox has the time of the product’s clock', async () => {
  const { dataDir, gateway, lines } = openOutbox()
  const aheadMs = 365 * 86_400_000
  fs.writeFileSync(path.join(dataDir, 'clock-offset-ms'), String(aheadMs))
  const fromMs = Date.now() + aheadMs
  await gateway.deliver(CODE)
  const [at] = lines().map((line) => Date.parse((line as { at: string }).at))
  expect(at).toBeGreaterThanOrEqual(fromMs)
  expect(at).toBeLessThanOrEqual(Date.now() + aheadMs)
})

it('a gateway told to fail rejects and delivers nothing', async () => {
  const { gateway, lines } = openOutbox('fail\n')
  await expect(gateway.deliver(CODE)).rejects.toThrow('told to fail')
  expect(lines()).toEqual([])
})

it('a gateway told to hang gives up after its limit and delivers nothing', async () => {
  const { gateway, lines } = openOutbox('hang')
  const startedMs = performance.now()
  await expect(gateway.deliver(CODE)).rejects.toThrow('did not answer in time')
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(ANSWER_LIMIT_MS - 5)
  expect(lines()).toEqual([])
})

it('a gateway told to hang ends when the attempt is broken off', async () => {
  const { gateway, lines } = openOutbox('hang')
  await expect(gateway.deliver(CODE, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(lines()).toEqual([])
})

it('a gateway told to deliver twice does', async () => {
  const { gateway, lines } = openOutbox('twice')
  await gateway.deliver(CODE)
  expect(lines()).toHaveLength(2)
})

it('a gateway told to be slow delivers late', async () => {
  const { gateway, lines } = openOutbox('slow:60')
  const startedMs = performance.now()
  await gateway.deliver(CODE)
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(55)
  expect(lines()).toHaveLength(1)
})

it('a gateway slower than its limit gives up like one that hangs', async () => {
  const { gateway, lines } = openOutbox('slow:5000')
  await expect(gateway.deliver(CODE)).rejects.toThrow('did not answer in time')
  expect(lines()).toEqual([])
})
