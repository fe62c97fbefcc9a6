import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { stopGracefully } from '../../edge/stop'

const log = { info: () => {}, error: () => {} }
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const forget = () => SIGNALS.forEach((signal) => process.removeAllListeners(signal))

/** The listeners of this process, which tests in other files rely on. */
const listening = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const)
beforeAll(forget)
afterEach(() => {
  vi.restoreAllMocks()
  forget()
})
afterAll(() => {
  for (const [signal, listeners] of listening) for (const listener of listeners) process.on(signal, listener)
})

const whenEnded = () =>
  new Promise<unknown>((resolve) =>
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      resolve(code)
      return undefined as never
    }),
  )

it.each(SIGNALS)('at %s everything is closed, and the process ends with 0', async (signal) => {
  const steps: string[] = []
  const ended = whenEnded()
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  stopGracefully(server, log, {
    delayMs: 0,
    begin: () => void steps.push('begin'),
    end: async () => void steps.push('end'),
  })
  expect(process.emit(signal, signal)).toBe(true)
  expect(await ended).toBe(0)
  expect(steps).toEqual(['begin', 'end'])
})

/** A server with one pending request, and the function that answers it. */
async function busyServer() {
  const server = http.createServer()
  const asked = new Promise<() => void>((resolve) =>
    server.on('request', (_request, response) => resolve(() => void response.end('whole'))),
  )
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const underWay = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { server, answer: await asked, underWay }
}

it('a signal repeated within a second is ignored, and a later one ends the process at once', async () => {
  const { server, answer, underWay } = await busyServer()
  const nowMs = vi.spyOn(performance, 'now').mockReturnValue(50_000)
  const ends = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  stopGracefully(server, log, { delayMs: 0, begin: () => {}, end: async () => {} })
  process.emit('SIGTERM', 'SIGTERM')
  nowMs.mockReturnValue(51_000)
  process.emit('SIGINT', 'SIGINT')
  expect(ends).not.toHaveBeenCalled()
  nowMs.mockReturnValue(51_001)
  process.emit('SIGINT', 'SIGINT')
  expect(ends.mock.calls).toEqual([[1]])
  answer()
  await underWay
  await expect.poll(() => ends.mock.calls).toEqual([[1], [0]])
})

it('a failure to close is logged, and the process ends with 1', async () => {
  const lines: unknown[] = []
  const ended = whenEnded()
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  stopGracefully(server, { ...log, error: (line: unknown) => void lines.push(line) } as typeof log, {
    delayMs: 0,
    begin: () => {},
    end: () => Promise.reject(new Error('the outbox hangs')),
  })
  process.emit('SIGTERM', 'SIGTERM')
  expect(await ended).toBe(1)
  expect(lines).toMatchObject([{ event: 'stopping', err: { message: 'the outbox hangs' } }])
})

it('a replaced process stays ready, finishes what it was sent without the delay, and ends with 0', async () => {
  const steps: string[] = []
  const ended = whenEnded()
  const { server, answer, underWay } = await busyServer()
  stopGracefully(server, log, {
    delayMs: 60_000,
    begin: () => void steps.push('begin'),
    end: async () => void steps.push('end'),
  }).retire()
  answer()
  expect(await (await underWay).text()).toBe('whole')
  expect([await ended, steps]).toEqual([0, ['end']])
})

it('a client that does not take the end of an answer is cut off after ten seconds', async () => {
  const limits = vi.spyOn(globalThis, 'setTimeout')
  const ended = whenEnded()
  const { server, underWay } = await busyServer()
  const cut = underWay.then(
    () => 'answered',
    () => 'cut off',
  )
  stopGracefully(server, log, { delayMs: 0, begin: () => {}, end: async () => {} }).retire()
  const [cutOff] = limits.mock.calls.findLast(([, ms]) => ms === 10_000) ?? []
  ;(cutOff as () => void)()
  expect([await cut, await ended]).toEqual(['cut off', 0])
})

it('after a fault requests under way are finished, new ones are refused, and the process ends with 1', async () => {
  const steps: string[] = []
  const ended = whenEnded()
  const server = http.createServer()
  const asked = new Promise<() => void>((resolve) =>
    server.on('request', (_request, response) => resolve(() => void response.end('whole'))),
  )
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { afterFault } = stopGracefully(server, log, {
    delayMs: 60_000,
    begin: () => void steps.push('begin'),
    end: async () => void steps.push('end'),
  })
  const underWay = fetch(origin)
  const answer = await asked
  afterFault()
  afterFault()
  await expect(fetch(origin)).rejects.toThrow()
  expect(steps).toEqual(['begin'])
  answer()
  expect(await (await underWay).text()).toBe('whole')
  expect(await ended).toBe(1)
  expect(steps).toEqual(['begin', 'end'])
})
