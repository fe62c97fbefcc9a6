import { expect, it } from 'vitest'
import { openBackgroundWork } from '../../app/gateways/background-work.server'

const HOUR = { startMs: 3_600_000 }

function opened(timing: Parameters<typeof openBackgroundWork>[1]) {
  const lines: unknown[] = []
  return { ...openBackgroundWork({ error: (line: unknown) => void lines.push(line) }, timing), lines }
}

it('deferred work begins after the answer it was given with', async () => {
  const { runInBackground, finish } = opened({ startMs: 1, pauseMs: 1 })
  const done: string[] = []
  await runInBackground(async () => void done.push('work'))
  done.push('answer')
  await expect.poll(() => done).toEqual(['answer', 'work'])
  await finish()
})

it('work that has not begun when the console stops is done before it ends', async () => {
  const { runInBackground, finish, lines } = opened(HOUR)
  const done: number[] = []
  for (let n = 0; n < 20; n++)
    await runInBackground(async () => {
      await Promise.resolve()
      done.push(n)
    })
  expect(done).toEqual([])
  await finish()
  expect(done).toHaveLength(20)
  await runInBackground(async () => void done.push(20))
  await finish()
  expect(done).toHaveLength(21)
  expect(lines).toEqual([])
})

it('work that fails is tried again, and logged once it is given up', async () => {
  const { runInBackground, finish, lines } = opened({ startMs: 1, pauseMs: 1, tries: 3 })
  let left = 2
  await runInBackground(async () => {
    if (left-- > 0) throw new Error('away')
  })
  await expect.poll(() => left).toBe(-1)
  expect(lines).toEqual([])
  let tried = 0
  await runInBackground(async () => {
    tried += 1
    throw new Error('a bug')
  })
  await expect.poll(() => lines).toMatchObject([{ event: 'later.failed' }])
  expect(tried).toBe(3)
  await finish()
})

it('work that fails while the console stops is logged', async () => {
  const { runInBackground, finish, lines } = opened(HOUR)
  await runInBackground(() => Promise.reject(new Error('away')))
  await finish()
  expect(lines).toMatchObject([{ event: 'later.failed' }])
})
