import type { MiddlewareFunction } from 'react-router'
import { isDataRequest, isPrefetch } from '../queries/prefetch'
import { failure } from './failures.server'

/**
 * For what the audit log has a row of, files and exports. It is handed over when somebody asks for it, never ahead, and as the
 * file that it is: as data of a page the framework would read all of it before anybody gets a part.
 */
export const fileMiddleware: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (isPrefetch(request)) throw new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
  if (request.method === 'GET' && isDataRequest(request)) throw failure(context, 404)
  return next()
}
