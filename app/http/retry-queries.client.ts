import { RETRIES, RETRIES_LEFT_HEADER } from './retries'

const FIRST_PAUSE_MS = 400
const UNAVAILABLE = 503

/**
 * Makes the running console patient. Queries are asked up to 3 times more when the network or the server fails, never
 * after a 401 or 403 (specification 7). A form answered 503 was not taken, so it is sent again too; if it still is not, it
 * goes as a plain form, whose error page keeps what was typed.
 */
export function retryQueries(): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    if (url.origin !== location.origin || !url.pathname.endsWith('.data')) return send(input, init)
    const isQuery = method === 'GET'
    for (let left = RETRIES; ; left--) {
      try {
        const headers = new Headers(init?.headers)
        headers.set(RETRIES_LEFT_HEADER, String(left))
        const response = await send(input, { ...init, headers })
        const mayAskAgain = isQuery ? response.status >= 500 : response.status === UNAVAILABLE
        if (!mayAskAgain) return response
        if (left === 0) return isQuery ? response : sendPlainly(url, init?.body, response)
      } catch (error) {
        if (!isQuery || init?.signal?.aborted || left === 0) throw error
      }
      await pause(FIRST_PAUSE_MS * 2 ** (RETRIES - left))
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function sendPlainly(url: URL, body: BodyInit | null | undefined, response: Response): Response | Promise<Response> {
  if (!(body instanceof URLSearchParams)) return response
  const form = document.createElement('form')
  form.method = 'post'
  form.action = pagePath(url.pathname) + url.search
  for (const [name, value] of body) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  return new Promise(() => {})
}

/** The page behind an address of page data: `/users.data`, and `/users/_.data` for one that ends in a slash. */
const pagePath = (path: string) => path.replace(/\/_(root)?\.data$/, '/').replace(/\.data$/, '')
