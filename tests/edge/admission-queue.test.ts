import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAdmissionQueue } from '../../edge/admission-queue'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

type Limits = Parameters<typeof createAdmissionQueue>[0]

/** A queue before a single place; a1 and a2 are requests of one person, and people named x or later yield. */
function openLine(limits: Partial<Limits> = {}) {
  const admit = createAdmissionQueue({
    atOnce: 1,
    waiting: 10,
    maxExpectedWaitMs: 1_000_000,
    waitLimitMs: 60_000,
    yields: (whose) => whose >= 'x',
    ...limits,
  })
  const isIn: string[] = []
  const isAway: string[] = []
  const places = new Map<string, () => void>()
  const ask = async (names: string, signal = new AbortController().signal) => {
    for (const name of names.split(' '))
      void admit(signal, () => name.slice(0, 1)).then((leave) => {
        if (leave) places.set(name, leave)
        ;(leave ? isIn : isAway).push(name)
      })
    await nextTurn()
  }
  const leave = async (name: string) => {
    places.get(name)?.()
    await nextTurn()
  }
  return { ask, leave, isIn, isAway }
}

it('people take turns, each with their own requests in order', async () => {
  const { ask, leave, isIn, isAway } = openLine()
  await ask('a1 a2 a3 b1 b2 c1')
  expect(isIn).toEqual(['a1'])
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await leave(name)
  expect(isIn).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(isAway).toEqual([])
})

it.each([
  ['is turned away where nobody has more than one', 'a1 b1', 'c1', 'c1'],
  ['takes the place of the last of whoever has most', 'a1 a2', 'b1', 'a2'],
  ['is turned away where it would only change places', 'a1 a2 b1', 'b2', 'b2'],
  ['takes a place where it still has fewer by then', 'a1 a2 a3 b1', 'b2', 'a3'],
  ['among those who have most takes the place of whose turn comes last', 'a1 a2 b1 b2', 'c1', 'b2'],
  ['of whoever has most is turned away', 'a1 a2 b1', 'a3', 'a3'],
  ['takes the place of one who yields, though that is their only one', 'a1 x1', 'a2', 'x1'],
  ['of one who yields takes no place of who has one', 'a1 b1', 'x1', 'x1'],
  ['of one who yields takes the place of another who yields and has more', 'a1 a2 a3 x1 x2', 'y1', 'x2'],
  ['of one who yields takes none of another who yields and has as many', 'x1 y1', 'z1', 'z1'],
  ['of those who yield, who count as one, is turned away by who has one more', 'a1 a2 x1', 'y1', 'y1'],
  ['of those who yield, who count as one, takes a place of who has two more', 'a1 a2 a3 x1', 'y1', 'a3'],
])('a request that comes to a full queue %s (%s, then %s)', async (_, waiting, next, away) => {
  const { ask, isAway } = openLine({ waiting: waiting.split(' ').length })
  await ask('o1')
  await ask(waiting)
  expect(isAway).toEqual([])
  await ask(next)
  expect(isAway).toEqual([away])
})

it('a person takes no more places than one person may have, and keeps nobody else out', async () => {
  const { ask, leave, isIn } = openLine({ atOnce: 2, ofOne: 1 })
  await ask('a1 a2 b1')
  expect(isIn).toEqual(['a1', 'b1'])
  await leave('b1')
  expect(isIn).toEqual(['a1', 'b1'])
  await leave('a1')
  expect(isIn).toEqual(['a1', 'b1', 'a2'])
})

it('a request whose sender has left waits no longer and takes no place', async () => {
  const { ask, leave, isIn, isAway } = openLine({ waiting: 1 })
  const sender = new AbortController()
  await ask('a1')
  await ask('a2', sender.signal)
  sender.abort()
  await nextTurn()
  await ask('a3', sender.signal)
  expect(isAway).toEqual(['a2', 'a3'])
  await ask('b1')
  await leave('a1')
  expect(isIn).toEqual(['a1', 'b1'])
})

it('no request waits longer than the limit', async () => {
  const { ask, isAway } = openLine()
  await ask('a1 a2')
  vi.advanceTimersByTime(59_999)
  await nextTurn()
  expect(isAway).toEqual([])
  vi.advanceTimersByTime(1)
  await nextTurn()
  expect(isAway).toEqual(['a2'])
})

it('fewer requests may wait where places are freed so slowly that the last would wait too long', async () => {
  const { ask, leave, isAway } = openLine({ maxExpectedWaitMs: 1000 })
  await ask('a1 a2 a3 a4 a5')
  await leave('a1')
  vi.advanceTimersByTime(5000)
  // From now on a place is expected every 500 ms.
  await leave('a2')
  await ask('a6')
  expect(isAway).toEqual([])
  await ask('a7')
  expect(isAway).toEqual(['a7'])
})
