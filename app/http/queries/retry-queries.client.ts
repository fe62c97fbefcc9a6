import { NO_CONTENT, RETRIES, RETRIES_LEFT_HEADER } from './retries'

const FIRST_PAUSE_MS = 400

/**
 * Retries queries of the running console up to 3 times when the network or the server fails, never after a 401 or 403 (specification
 * 7). While the browser is offline, or after three retries, a query that the network failed waits for the connection or for somebody
 * to retry, and the page stays. A background query never leads to an error page. Forms are sent once.
 */
export function retryQueries(
  untilConnected: (signal?: AbortSignal | null) => Promise<void>,
  isBackgroundQuery: () => boolean,
): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const isQuery = method === 'GET' && url.origin === location.origin && url.pathname.endsWith('.data')
    if (!isQuery) return send(input, init)
    const leastLeft = isBackgroundQuery() ? 1 : 0
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

/** The framework also sends redirects with status 204. */
const isEmpty = ({ status, headers }: Response) => status === 204 && !headers.has('X-Remix-Redirect')
