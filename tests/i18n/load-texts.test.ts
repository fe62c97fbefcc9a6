import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { textsLoader } from '../../app/i18n/load-texts'

const asked = vi.fn<(address: string) => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockReset()
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const found = () => Response.json({ title: 'Users' })
const settle = () => vi.advanceTimersByTimeAsync(0)

it('loading texts is retried 5 times, after 350 ms and then after twice the previous wait', async () => {
  asked.mockImplementation(async () => {
    if (asked.mock.calls.length % 2) throw new TypeError('network')
    return new Response(null, { status: 503 })
  })
  const failed = expect(textsLoader('kk')('users')).rejects.toThrow('users')
  await settle()
  for (const [waited, waitMs] of [350, 700, 1400, 2800, 5600].entries()) {
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(asked).toHaveBeenCalledTimes(waited + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveBeenCalledTimes(waited + 2)
  }
  await failed
  expect(new Set(asked.mock.calls.map(([address]) => address))).toEqual(new Set(['/i18n/kk/users']))
})

it('texts that arrive on a retry are used, and a 404 is not retried', async () => {
  asked.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(found())
  const texts = textsLoader('en')('users')
  await vi.advanceTimersByTimeAsync(350)
  expect(await texts).toEqual({ title: 'Users' })
  asked.mockResolvedValueOnce(new Response(null, { status: 404 }))
  await expect(textsLoader('en')('nothing')).rejects.toThrow('nothing')
  expect(asked).toHaveBeenCalledTimes(3)
})

it('at most 10 texts are loaded at a time', async () => {
  const answers: ((answer: Response) => void)[] = []
  asked.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const load = textsLoader('en')
  const all = Promise.all(Array.from({ length: 12 }, (_, at) => load(`n${at}`)))
  await settle()
  expect(answers).toHaveLength(10)
  answers.forEach((answer) => answer(found()))
  await settle()
  expect(answers).toHaveLength(12)
  answers.slice(10).forEach((answer) => answer(found()))
  expect(await all).toHaveLength(12)
})
