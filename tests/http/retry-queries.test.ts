import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { retryQueries } from '../../app/http/queries/retry-queries.client'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The number of remaining tries that the server is told with each failing request. */
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

it('a query is sent four times, and only the last try may lead to an error page', async () =>
  expect(await triesTold({ isBeside: false })).toEqual(['3', '2', '1', '0']))

it('a query beside a page is sent four times, and no try may lead to an error page', async () =>
  expect(await triesTold({ isBeside: true })).toEqual(['3', '2', '1', '1']))

describe('a query of the console', () => {
  type Sent = (address: string, init?: RequestInit) => Promise<Response>
  /** Puts the retries of the console over the fetch of a browser and returns the result. */
  function openBrowser(send: Sent, { isOnline = true, untilConnected = () => Promise.resolve() } = {}) {
    const browser = { fetch: send }
    vi.stubGlobal('window', browser)
    vi.stubGlobal('navigator', { onLine: isOnline })
    vi.stubGlobal('location', { href: 'http://localhost/', origin: 'http://localhost' })
    retryQueries(untilConnected, () => false)
    return browser.fetch
  }

  /** The answer or the error that a query ends with. */
  async function settled(answer: Promise<Response>): Promise<Response | Error> {
    const end = answer.catch((error: Error) => error)
    await vi.runAllTimersAsync()
    return end
  }

  it('waits 400, 800 and 1,600 ms before its retries', async () => {
    const send = vi.fn<Sent>(async () => new Response(null, { status: 500 }))
    const answer = openBrowser(send)('/users/_.data')
    await vi.advanceTimersByTimeAsync(0)
    for (const [asked, waitMs] of [400, 800, 1600].entries()) {
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect(send).toHaveBeenCalledTimes(asked + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(send).toHaveBeenCalledTimes(asked + 2)
    }
    expect((await answer).status).toBe(500)
  })

  it.each([200, 302, 401, 403, 404, 429, 499])('is not retried when it is answered %i', async (status) => {
    const send = vi.fn<Sent>(async () => new Response(null, { status }))
    expect(await settled(openBrowser(send)('/users/_.data'))).toMatchObject({ status })
    expect(send).toHaveBeenCalledOnce()
  })

  it.each([
    ['a form', '/users/_.data', 'POST'],
    ['what is no data of a page', '/users/', 'GET'],
    ['another server', 'http://other.example/users/_.data', 'GET'],
  ])('is not mistaken for %s, which is sent once and unchanged', async (_, address, method) => {
    const send = vi.fn<Sent>(async () => new Response(null, { status: 503 }))
    const init = { method }
    expect(await settled(openBrowser(send)(address, init))).toMatchObject({ status: 503 })
    expect(send.mock.calls).toEqual([[address, init]])
  })

  it('that is answered 204 becomes 404 No Content, unless the answer carries a redirect', async () => {
    const empty = await openBrowser(async () => new Response(null, { status: 204 }))('/users/_.data')
    expect([empty.status, empty.statusText]).toEqual([404, 'No Content'])
    const headers = { 'X-Remix-Redirect': '/sign-in' }
    const led = await openBrowser(async () => new Response(null, { status: 204, headers }))('/users/_.data')
    expect(led.status).toBe(204)
  })

  it.each([
    ['at once where the browser is offline', false, 1],
    ['after its tries where it is online', true, 4],
  ])('that the network loses waits for the connection, %s', async (_, isOnline, tries) => {
    let isConnected = false
    const send = vi.fn<Sent>(() =>
      isConnected ? Promise.resolve(new Response('found')) : Promise.reject(new TypeError('Failed to fetch')),
    )
    const untilConnected = vi.fn(async () => void (isConnected = true))
    const answer = openBrowser(send, { isOnline, untilConnected })('/users/_.data')
    await vi.runAllTimersAsync()
    expect(await (await answer).text()).toBe('found')
    expect(untilConnected).toHaveBeenCalledOnce()
    expect(send).toHaveBeenCalledTimes(tries + 1)
  })

  it('that was aborted is not retried', async () => {
    const send = vi.fn<Sent>(async () => new Response('found')).mockRejectedValueOnce(new TypeError('aborted'))
    const asked = openBrowser(send)('/users/_.data', { signal: AbortSignal.abort() })
    expect(await settled(asked)).toMatchObject({ message: 'aborted' })
    expect(send).toHaveBeenCalledOnce()
  })
})
