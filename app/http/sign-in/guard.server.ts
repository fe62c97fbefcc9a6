import { redirect, type MiddlewareFunction, href } from 'react-router'
import { actorContext, requestInfoContext, servicesContext } from '../../context'
import { isUnavailable } from '../../domain/unavailable.server'
import { isDraftSave, keepDraftAfterExpiry } from '../forms/drafts.server'
import { failure, recordFailure } from '../answers/failures.server'
import { isDataRequest, isPrefetch } from '../queries/prefetch'
import { returnPath } from './safe-redirect'
import { readSession } from './session.server'
import { redirectWithReason } from '../answers/toast.server'
import { keepUnsent } from '../forms/unsent.server'
import { isUploadPath } from '../forms/upload.server'

/**
 * True for what an open page fetches by itself, such as pictures or who else is looking, and for prefetches. Such a request gets 401
 * and clears no cookie: the session cookie still says whose text the page sends next.
 */
function isForPage(request: Request): boolean {
  const destination = request.headers.get('sec-fetch-dest') ?? 'document'
  if (isPrefetch(request)) return true
  return destination !== 'document' && !isDataRequest(request)
}

/** Stops every kind of request to the signed-in area (documents, data, actions) unless somebody is signed in. */
export const guardMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const services = context.get(servicesContext)
  const session = await readSession(request, services, context.get(requestInfoContext).requestId).catch(
    async (error: unknown) => {
      if (!isUnavailable(error)) throw error
      recordFailure(error, request, context)
      if (request.method === 'POST') await keepUnsent(request, context)
      throw failure(context, 503)
    },
  )
  if (!session.actor) {
    // A data request comes from an open page, so somebody was signed in.
    const expired = session.expired || isDataRequest(request)
    // The session cookie stays when the draft is kept: more will be typed.
    if (isDraftSave(request) && (await keepDraftAfterExpiry(request, context)))
      throw new Response(null, { status: 202 })
    if (isDraftSave(request) || (expired && isForPage(request))) throw failure(context, 401)
    const to = `${href('/sign-in')}?redirect=${encodeURIComponent(returnPath(request))}`
    const isKept = expired && (await keepDraftAfterExpiry(request, context))
    const isUpload = request.method === 'POST' && isUploadPath(new URL(request.url).pathname)
    const lost = isUpload ? 'access:toast.fileNotSent' : 'access:toast.sessionExpired'
    const answer =
      expired || isUpload
        ? await redirectWithReason(context, to, 'error', { key: isKept ? 'access:toast.textKept' : lost })
        : redirect(to)
    context.get(requestInfoContext).isRedirectedInstead = true
    answer.headers.set('X-Remix-Reload-Document', 'true')
    answer.headers.set('Cache-Control', 'no-store')
    for (const cookie of session.setCookie) answer.headers.append('Set-Cookie', cookie)
    throw answer
  }
  context.set(actorContext, session.actor)
  const response = await Promise.resolve(next()).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  })
  for (const cookie of session.setCookie) response.headers.append('Set-Cookie', cookie)
  response.headers.set('Cache-Control', 'no-store')
  return response
}
