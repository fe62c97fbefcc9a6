import { RETRIES, RETRIES_LEFT_HEADER } from './retries'

const FIRST_PAUSE_MS = 400
const OTHER_ACCOUNT = 412
const UNAVAILABLE = 503
const DRAFTS_PATH = '/drafts'
const TOO_LONG = 413

type Unsent = { pathname: string; because: 'network' | 'unavailable' | 'tooLong' | 'otherAccount' }

/**
 * Makes the running console patient. Queries are asked up to 3 times more when the network or the server fails, never
 * after a 401 or 403 (specification 7). A form is sent once: when it did not arrive or could not be taken, `tellUnsent` hears of
 * it, and the page stays as it is with what was typed.
 */
export function retryQueries(tellUnsent: (unsent: Unsent) => void): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    if (url.origin !== location.origin || !url.pathname.endsWith('.data')) return send(input, init)
    if (method !== 'GET') return sendOnce(url, () => send(input, init), init?.signal)
    for (let left = RETRIES; ; left--) {
      try {
        const headers = new Headers(init?.headers)
        headers.set(RETRIES_LEFT_HEADER, String(left))
        const response = await send(input, { ...init, headers })
        if (response.status < 500 || left === 0) return response
      } catch (error) {
        if (init?.signal?.aborted || left === 0) throw error
      }
      await pause(FIRST_PAUSE_MS * 2 ** (RETRIES - left))
    }
  }

  async function sendOnce(url: URL, post: () => Promise<Response>, signal: AbortSignal | null | undefined) {
    const pathname = formPath(url)
    try {
      const response = await post()
      const because = refusedBecause(url, response)
      if (!because) return response
      tellUnsent({ pathname, because })
    } catch (error) {
      if (signal?.aborted) throw error
      tellUnsent({ pathname, because: 'network' })
    }
    return answerWithNothing()
  }
}

/** Why nothing was done with a form; null where its action has answered. */
function refusedBecause(url: URL, { status, headers }: Response): Unsent['because'] | null {
  if (status === UNAVAILABLE) return 'unavailable'
  if (status === OTHER_ACCOUNT) return 'otherAccount'
  const isByAction = headers.has('X-Remix-Response') && pagePath(url.pathname) !== DRAFTS_PATH
  return status === TOO_LONG && !isByAction ? 'tooLong' : null
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What the router reads as an action without an answer, after which nothing is asked for again. */
const answerWithNothing = () =>
  new Response('[{"_1":-7},"data"]\n', { status: UNAVAILABLE, headers: { 'X-Remix-Response': 'yes' } })

/** The page behind an address of page data: `/users.data`, and `/users/_.data` for one that ends in a slash. */
const pagePath = (path: string) => path.replace(/\/_(root)?\.data$/, '/').replace(/\.data$/, '')

/** Where a posted form stands: one that only keeps its text names itself. */
const formPath = ({ pathname, searchParams }: URL) =>
  pagePath(pathname) === DRAFTS_PATH ? (searchParams.get('form') ?? DRAFTS_PATH) : pagePath(pathname)
