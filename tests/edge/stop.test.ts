import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { stopGracefully } from '../../edge/stop'

const log = { info: () => {}, error: () => {} }
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const forget = () => SIGNALS.forEach((signal) => process.removeAllListeners(signal))

/** Those of the process itself, which tests in other files go on in. */
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

it('after a fault what is under way is finished, nothing new is taken, and the process ends with 1', async () => {
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
