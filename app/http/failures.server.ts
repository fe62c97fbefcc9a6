import { isRouteErrorResponse, redirect, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { failureContext, servicesContext, requestInfoContext } from '../context'
import { isUnavailable } from '../domain/unavailable.server'
import { isPrefetch } from './prefetch'
import { RETRIES_LEFT_HEADER } from './retries'
import { redirectWithToast } from './toast.server'

export const RETRY_AFTER_S = 5

/** The error boundary is told the reference number with the status. */
export type FailureBody = { requestId: string }

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 429 | 500 | 503

const REFERENCE = /^[A-Za-z0-9-]{6,40}$/

/** The answer for a refusal: thrown by loaders and actions, drawn by the error boundary. */
export function failure(
  context: Readonly<RouterContextProvider>,
  status: FailureStatus,
  reference?: string | null,
): Response {
  const isKnown = reference && REFERENCE.test(reference)
  const body: FailureBody = { requestId: isKnown ? reference : context.get(requestInfoContext).requestId }
  return Response.json(body, {
    status,
    statusText: String(status),
    headers: status === 503 ? { 'Retry-After': String(RETRY_AFTER_S) } : {},
  })
}

/** Called by the framework for every error that a loader, an action or a render threw. */
export function noteFailure(error: unknown, request: Request, context: Readonly<RouterContextProvider>): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const services = context.get(servicesContext)
  const { requestId } = context.get(requestInfoContext)
  const isAway = isUnavailable(error)
  ;(context as RouterContextProvider).set(failureContext, { kind: isAway ? 'unavailable' : 'bug' })
  services.log.error({ requestId, failure: describe(error) }, isAway ? 'database unavailable' : 'request failed')
  services.tracker.report({
    error,
    requestId,
    route: new URL(request.url).pathname,
    method: request.method,
    status: isAway ? 503 : 500,
  })
}

/** The names along the cause chain and where it was thrown, without messages: those may carry personal data. */
function describe(error: unknown): string {
  const names: string[] = []
  for (let cause = error; cause instanceof Error && names.length < 4; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : ''
    names.push(`${cause.name}${code}`)
  }
  const place =
    error instanceof Error
      ? error.stack
          ?.split('\n')
          .find((line) => /^\s+at /.test(line))
          ?.trim()
      : undefined
  return [names.join(' < ') || typeof error, place].filter(Boolean).join(' ')
}

/**
 * The edge of every request inside the framework. Reports each failed mutation (specification 7) and gives queries of the
 * running console the specified answers, once it has no retry left: 500 → toast and /500, database away → /503. A page that
 * is only fetched ahead fails in silence. Cookies that were set on the way, a rotated session above all, always arrive.
 */
export const failuresMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(failureContext, null)
  const response = await next()
  const services = context.get(servicesContext)
  const { requestId } = context.get(requestInfoContext)
  const url = new URL(request.url)
  const failed = context.get(failureContext)

  if (request.method !== 'GET' && request.method !== 'HEAD' && response.status >= 400 && !failed)
    services.tracker.report({
      error: new FailedMutation(response.status),
      requestId,
      route: url.pathname,
      method: request.method,
      status: response.status,
    })

  const isQuery = request.method === 'GET' && url.pathname.endsWith('.data')
  const willRetry = Number(request.headers.get(RETRIES_LEFT_HEADER)) > 0
  if (!isQuery || !failed || willRetry || isPrefetch(request))
    return failed?.kind === 'unavailable' ? asUnavailable(response) : response
  const answer =
    failed.kind === 'unavailable'
      ? redirect(`/503?reference=${requestId}`)
      : await redirectWithToast(services, `/500?reference=${requestId}`, 'error', 'errors:toast.serverError')
  for (const cookie of response.headers.getSetCookie()) answer.headers.append('Set-Cookie', cookie)
  throw answer
}

/** Addresses without a page answer every error with 500; a database that is away is 503 there too. */
function asUnavailable(response: Response): Response {
  if (response.status !== 500) return response
  const headers = new Headers(response.headers)
  headers.set('Retry-After', String(RETRY_AFTER_S))
  return new Response(response.body, { status: 503, headers })
}

class FailedMutation extends Error {
  constructor(status: number) {
    super(`mutation answered ${status}`)
    this.name = 'FailedMutation'
  }
}
