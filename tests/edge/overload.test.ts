import { afterAll, expect, it, vi } from 'vitest'
import { openLine } from '../../edge/line'
import { openEdge } from '../support/edge'

/** Many more than are worked on at once. */
const CROWD = 150
/** Those worked on and those who wait. */
const PLACES = 12 + 64
const LONG_MS = 60_000

const held: (() => void)[] = []
let isHolding = false
const edge = await openEdge({
  handle: async () => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
    return new Response('served')
  },
})
afterAll(edge.close)

function release() {
  isHolding = false
  for (const go of held.splice(0)) go()
}

it('more than can be served in time are told at once to come again; the others are served, and then everybody is', async () => {
  isHolding = true
  const statuses: number[] = []
  const crowd = Array.from({ length: CROWD }, async () => {
    const answer = await edge.get('/invites', { headers: { 'accept-language': 'ru' } })
    statuses.push(answer.status)
    return answer
  })
  const first = await Promise.race(crowd)
  expect(first.status).toBe(503)
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await first.text()).toMatch(/lang="ru".*Временно недоступно.*Номер запроса/s)
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThanOrEqual(CROWD - PLACES), { timeout: LONG_MS })
  expect(new Set(statuses)).toEqual(new Set([503]))
  release()
  const answers = await Promise.all(crowd)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect((await edge.get('/invites')).status).toBe(200)
})

it('what is written has places of its own', async () => {
  isHolding = true
  const crowd = Array.from({ length: CROWD }, () => edge.get('/invites'))
  await Promise.race(crowd)
  isHolding = false
  expect((await edge.post('name=Aigerim')).status).toBe(200)
  release()
  await Promise.all(crowd)
})

it('the probes are answered meanwhile', async () => {
  isHolding = true
  const crowd = Array.from({ length: CROWD }, () => edge.get('/invites'))
  await Promise.race(crowd)
  expect((await edge.get('/healthz')).status).toBe(200)
  release()
  await Promise.all(crowd)
})

const stays = new AbortController().signal

it('who waits is let in by turn', async () => {
  const place = openLine({ atOnce: 1, waiting: 2, waitLimitMs: LONG_MS })
  const order: string[] = []
  const leave = await place(stays)
  const second = place(stays).then((free) => (order.push('second'), free))
  const third = place(stays).then((free) => (order.push('third'), free))
  expect(await place(stays)).toBeNull()
  leave?.()
  ;(await second)?.()
  ;(await third)?.()
  expect(order).toEqual(['second', 'third'])
  expect(await place(stays)).not.toBeNull()
})

it('who waited too long, or left, has no place and holds none', async () => {
  const place = openLine({ atOnce: 1, waiting: 2, waitLimitMs: 1 })
  const leave = await place(stays)
  expect(await place(stays)).toBeNull()
  const left = new AbortController()
  const waiting = place(left.signal)
  left.abort()
  expect(await waiting).toBeNull()
  leave?.()
  expect(await place(stays)).not.toBeNull()
})
