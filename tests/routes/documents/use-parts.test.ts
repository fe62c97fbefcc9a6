import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchNextPageIndex } from '../../../app/routes/verifications/documents/use-parts'

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The answers of the server one after another, the last one repeated. */
function answers(...given: Response[]) {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return given.length > 1 ? given.shift() : given[0]
  })
}
const told = (pages: number, drawn: number) =>
  new Response(null, { status: 204, headers: { 'X-Pages': String(pages), 'X-Drawn': String(drawn) } })
const failed = (status: number) => new Response(null, { status })

it.each([
  [0, told(6, 3), '/pages?count', 3],
  [3, told(6, 3), '/pages?from=3&count', null],
  [0, told(1, 1), '/pages?count', null],
])(
  'after the picture from page %i comes the page given by the server’s count, or none at the end',
  async (from, answer, address, next) => {
    answers(answer)
    expect(await fetchNextPageIndex('/pages', from)).toBe(next)
    expect(asked).toEqual([address])
  },
)

it.each([503, 429])('a count that answers %i is asked for again, so no page is left out', async (status) => {
  answers(failed(status), failed(status), told(6, 3))
  const behind = fetchNextPageIndex('/pages', 0)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await behind).toBe(3)
  expect(asked).toHaveLength(3)
})

it.each([
  ['that there is none', [failed(404)], 1],
  ['no number, as the page of sign-in', [new Response('Sign in')], 1],
  ['that it is busy, again and again', [failed(503)], 6],
])(
  'a server that answers %s fails the count, which is not taken for the end of the document',
  async (_, given, times) => {
    answers(...given)
    const behind = expect(fetchNextPageIndex('/pages', 0)).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(60_000)
    await behind
    expect(asked).toHaveLength(times)
  },
)
