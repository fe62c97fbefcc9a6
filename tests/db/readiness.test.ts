import { expect, it, onTestFinished, vi } from 'vitest'
import { neededMigrations, readiness } from '../../app/db/engine/migrations.server'

it('many probes at once cost one query, and a probe a moment later asks again', async () => {
  let asked = 0
  const isReady = readiness(async () => {
    asked += 1
    return neededMigrations()
  }, 50)
  expect(await Promise.all(Array.from({ length: 40 }, isReady))).toEqual(Array.from({ length: 40 }, () => true))
  expect(asked).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 60))
  await isReady()
  expect(asked).toBe(2)
})

it('a database without the newest migration is not ready', async () => {
  expect(await readiness(async () => neededMigrations().slice(0, -1))()).toBe(false)
})

it('a database that does not answer counts as not ready after a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answered = vi.fn()
  void readiness(() => new Promise(() => {}))().then(answered)
  await vi.advanceTimersByTimeAsync(999)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toHaveBeenCalledExactlyOnceWith(false)
})
