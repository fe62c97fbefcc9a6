import { redirect, type MiddlewareFunction } from 'react-router'
import { actorContext, servicesContext } from '../context'
import { redirectWithToast } from './toast.server'
import { returnPath } from './safe-redirect'
import { readSession } from './session.server'

/** Stops every request kind of the signed-in area (documents, data, actions) unless somebody is signed in. */
export const guardMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const services = context.get(servicesContext)
  const session = await readSession(request, services)
  if (!session.actor) {
    const to = `/sign-in?redirect=${encodeURIComponent(returnPath(request))}`
    const answer = session.expired
      ? await redirectWithToast(services, to, 'error', 'access:toast.sessionExpired')
      : redirect(to)
    answer.headers.set('X-Remix-Reload-Document', 'true')
    answer.headers.set('Cache-Control', 'no-store')
    for (const cookie of session.setCookie) answer.headers.append('Set-Cookie', cookie)
    throw answer
  }
  context.set(actorContext, session.actor)
  const response = await next()
  for (const cookie of session.setCookie) response.headers.append('Set-Cookie', cookie)
  response.headers.set('Cache-Control', 'no-store')
  return response
}
