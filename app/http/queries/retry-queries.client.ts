import { NO_CONTENT, RETRIES, RETRIES_LEFT_HEADER } from './retries'

const FIRST_PAUSE_MS = 400

/**
 * Makes the running console patient: queries are asked up to 3 times more when the network or the server fails, never after
 * a 401 or 403 (specification 7). One that the network has failed waits until somebody or the connection lets it go on, and the page
 * stays as it is. What is asked beside a page is never led to one for errors. Forms are sent once.
 */
export function retryQueries(
  untilConnected: (signal?: AbortSignal | null) => Promise<void>,
  isBeside: () => boolean,
): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const isQuery = method === 'GET' && url.origin === location.origin && url.pathname.endsWith('.data')
    if (!isQuery) return send(input, init)
    const leastLeft = isBeside() ? 1 : 0
    for (let left = RETRIES; ; left = Math.max(0, left - 1)) {
      try {
        const headers = new Headers(init?.headers)
        headers.set(RETRIES_LEFT_HEADER, String(Math.max(left, leastLeft)))
        const response = await send(input, { ...init, headers })
        if (isEmpty(response)) return new Response(null, { status: 404, statusText: NO_CONTENT })
        if (response.status < 500 || left === 0) return response
      } catch (error) {
        if (init?.signal?.aborted) throw error
        if (left === 0 || !navigator.onLine) {
          await untilConnected(init?.signal)
          continue
        }
      }
      await pause(FIRST_PAUSE_MS * 2 ** (RETRIES - left))
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The framework says a redirect with 204 as well. */
const isEmpty = ({ status, headers }: Response) => status === 204 && !headers.has('X-Remix-Redirect')
