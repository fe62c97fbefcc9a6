import { failureContext } from '../app/context'
import { RETRY_AFTER_S } from '../app/http/answers/failures.server'
import { isDataRequest } from '../app/http/queries/prefetch'
import type { RouterContextProvider } from 'react-router'

/** Failures that have a page at an address of their own. */
const PAGES = [401, 403, 404, 413, 429, 500, 503]
/** Destinations that a browser shows as a page; for anything else the bare failure is the answer. */
const SHOWN = /^(document|iframe|frame|embed|object)$/
const NOT_SENT_ON = ['content-type', 'content-length', 'if-none-match', 'if-modified-since', 'range']

/**
 * A file, an export or another thing without a page of its own that fails is answered with the page of its failure, in the
 * reader's language, with its own status. `ask` reaches the framework with contexts of its own.
 */
export async function withErrorPage(
  answer: Response,
  request: Request,
  context: Readonly<RouterContextProvider>,
  requestId: string,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (answer.status < 400 || !isBare(answer) || !showsDocuments(request)) return answer
  const isAway = answer.status === 500 && context.get(failureContext)?.kind === 'unavailable'
  const status = isAway ? 503 : answer.status
  if (!PAGES.includes(status)) return answer
  await answer.body?.cancel()
  const headers = new Headers(request.headers)
  for (const name of NOT_SENT_ON) headers.delete(name)
  const page = await ask(new Request(new URL(`/${status}?reference=${requestId}`, request.url), { headers }))
  for (const cookie of answer.headers.getSetCookie()) page.headers.append('Set-Cookie', cookie)
  const retryAfter = answer.headers.get('Retry-After') ?? (status === 503 ? String(RETRY_AFTER_S) : null)
  if (retryAfter) page.headers.set('Retry-After', retryAfter)
  return page
}

const isBare = ({ headers }: Response) => /^(application\/json|text\/plain)/.test(headers.get('content-type') ?? '')

function showsDocuments(request: Request): boolean {
  if (isDataRequest(request)) return false
  const { headers } = request
  const goal = headers.get('sec-fetch-dest')
  return goal === null ? (headers.get('accept') ?? '').includes('text/html') : SHOWN.test(goal)
}
