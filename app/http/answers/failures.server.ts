import {
  isRouteErrorResponse,
  redirectDocument,
  type MiddlewareFunction,
  type RouterContextProvider,
  href,
} from 'react-router'
import { failureContext, languageContext, servicesContext, requestInfoContext, type RequestInfo } from '../../context'
import { isStoreUnavailable, isUnavailable } from '../../domain/unavailable.server'
import { translate } from '../../i18n/texts.server'
import { isDataRequest, isPrefetch } from '../queries/prefetch'
import { RETRIES_LEFT_HEADER } from '../queries/retries'
import { redirectWithToast } from './toast.server'

export const RETRY_AFTER_S = 5

/** What the error boundary gets beside the status: the reference number. */
export type FailureBody = { requestId: string }

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 429 | 500 | 503

const REFERENCE = /^[A-Za-z0-9-]{6,40}$/

/** Returns the answer for a refusal, which loaders and actions throw and the error boundary shows. */
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

const reported = new WeakSet<RequestInfo>()

/** Whether an error of this request was reported to the tracker. */
export const wasReported = (info: RequestInfo): boolean => reported.has(info)

/** Logs an error and reports it to the tracker; its caller answers the request. */
export function recordFailure(error: unknown, request: Request, context: Readonly<RouterContextProvider>): void {
  if (isRouteErrorResponse(error)) return
  const services = context.get(servicesContext)
  const info = context.get(requestInfoContext)
  const { requestId } = info
  const isAway = isUnavailable(error)
  const what = isStoreUnavailable(error)
    ? 'document store unavailable'
    : isAway
      ? 'database unavailable'
      : 'request failed'
  services.log.error({ requestId, failure: describe(error) }, what)
  services.tracker.report({
    error,
    requestId,
    route: new URL(request.url).pathname,
    method: request.method,
    status: isAway ? 503 : 500,
  })
  reported.add(info)
}

/** Returns the address to go to after an act that was carried out; `otherwise` when finding it fails, so that the act does not look failed. */
export async function addressOr<Address>(
  otherwise: Address,
  found: Promise<Address>,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): Promise<Address> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Response) throw error
    recordFailure(error, request, context)
    return otherwise
  }
}

/** The framework calls this for every uncaught error of a loader, an action or a render. */
export function recordUncaught(error: unknown, request: Request, context: Readonly<RouterContextProvider>): void {
  if (isRouteErrorResponse(error)) return
  recordFailure(error, request, context)
  context.set(failureContext, { kind: isUnavailable(error) ? 'unavailable' : 'bug' })
}

/** The error names along the cause chain and where it was thrown. Messages are left out: they may carry personal data. */
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
 * The outermost middleware inside the framework, for errors that nobody caught. A query of the running console gets the specified
 * answers once it has no retry left: 500 → toast and /500, database away → /503, both as documents, which need nothing from the
 * failed page. A form of the running console gets a message, and its page stays. A failed prefetch says nothing. Cookies set on the
 * way, above all a rotated session, are always sent.
 */
export const failuresMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(failureContext, null)
  const response = await next()
  const failed = context.get(failureContext)
  if (!failed) return response
  const isByScript = isDataRequest(request)
  const isQuery = request.method === 'GET'
  if (isByScript && !isQuery) return withCookies(await failedMutation(context, failed.kind), response)
  const willRetry = Number(request.headers.get(RETRIES_LEFT_HEADER)) > 0
  if (!isByScript || willRetry || isPrefetch(request))
    return failed.kind === 'unavailable' ? asUnavailable(response) : response
  throw withCookies(await failedQuery(context, failed.kind), response)
}

type Kind = 'unavailable' | 'bug'

async function failedQuery(context: Readonly<RouterContextProvider>, kind: Kind): Promise<Response> {
  const { requestId } = context.get(requestInfoContext)
  if (kind === 'unavailable') return redirectDocument(`${href('/503')}?reference=${requestId}`)
  const to = `${href('/500')}?reference=${requestId}`
  const headers = redirectDocument(to).headers
  return redirectWithToast(context.get(servicesContext), to, 'error', 'errors:toast.serverError', undefined, {
    headers,
  })
}

/** Shaped like any other server's error answer: the console shows its `title` (specification 8). */
function failedMutation(context: Readonly<RouterContextProvider>, kind: Kind): Response {
  const title = translate(context.get(languageContext), { key: 'errors:toast.generic' })
  const { requestId } = context.get(requestInfoContext)
  const isAway = kind === 'unavailable'
  const headers: HeadersInit = isAway ? { 'Retry-After': String(RETRY_AFTER_S) } : {}
  return Response.json({ title, requestId }, { status: isAway ? 503 : 500, headers })
}

function withCookies(answer: Response, from: Response): Response {
  for (const cookie of from.headers.getSetCookie()) answer.headers.append('Set-Cookie', cookie)
  return answer
}

/** Routes without a page answer every error with 500; this makes it 503 when the database is away. */
function asUnavailable(response: Response): Response {
  if (response.status !== 500) return response
  const headers = new Headers(response.headers)
  headers.set('Retry-After', String(RETRY_AFTER_S))
  return new Response(response.body, { status: 503, headers })
}
