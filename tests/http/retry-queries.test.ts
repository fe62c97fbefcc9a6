import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retryQueries } from '../../app/http/queries/retry-queries.client'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How many tries the server is told are left, each time that it fails. */
async function triesTold({ isBeside }: { isBeside: boolean }) {
  const told: (string | null)[] = []
  const browser = {
    fetch: async (_: string, { headers }: { headers: Headers }) => {
      told.push(headers.get('x-retries-left'))
      return new Response('away', { status: 503 })
    },
  }
  vi.stubGlobal('window', browser)
  vi.stubGlobal('location', { href: 'http://localhost/', origin: 'http://localhost' })
  retryQueries(
    () => Promise.resolve(),
    () => isBeside,
  )
  const asked = browser.fetch('/users/_.data', { headers: new Headers() })
  await vi.runAllTimersAsync()
  expect((await asked).status).toBe(503)
  return told
}

it('the last of four tries may become the page of an error', async () =>
  expect(await triesTold({ isBeside: false })).toEqual(['3', '2', '1', '0']))

it('what is asked beside a page is told to become none', async () =>
  expect(await triesTold({ isBeside: true })).toEqual(['3', '2', '1', '1']))
