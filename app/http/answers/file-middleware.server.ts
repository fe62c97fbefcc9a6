import { redirect, type MiddlewareFunction } from 'react-router'
import { isDataRequest, isPrefetch } from '../queries/prefetch'
import { isCrossSite } from '../queries/cross-site'
import { failure } from './failures.server'

/**
 * Guards files and exports, each of which the audit log records. One is sent only when somebody asks for it on this site, never for
 * a prefetch or a link from another site, and only as a file: as page data, the framework would read all of it before sending any.
 */
export const fileMiddleware: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (isPrefetch(request)) throw new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
  if (request.method === 'POST') return next()
  if (isDataRequest(request)) throw failure(context, 404)
  if (isCrossSite(request)) throw redirect(pageOf(new URL(request.url)))
  return next()
}

/** The page from which a file is downloaded. */
function pageOf({ pathname, search }: URL): string {
  const [list] = /^\/[^/]+\/(?=export\/?$)/.exec(pathname) ?? []
  if (list) return list + search
  const [own] = /^\/organizations\/[^/]+\/(?=documents\/[^/]+\/?$)/.exec(pathname) ?? []
  return own ? `${own}verification-status` : pathname.split('/').slice(0, 3).join('/')
}
