import { redirect, type MiddlewareFunction } from 'react-router'
import { isDataRequest, isPrefetch } from '../queries/prefetch'
import { isFromElsewhere } from '../queries/from-elsewhere'
import { failure } from './failures.server'

/**
 * For what the audit log has a row of, files and exports. It is handed over when somebody asks for it here, never ahead and never
 * because another site opens it, and as the file that it is: as data of a page the framework would read all of it before anybody
 * gets a part.
 */
export const fileMiddleware: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (isPrefetch(request)) throw new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
  if (request.method === 'POST') return next()
  if (isDataRequest(request)) throw failure(context, 404)
  if (isFromElsewhere(request)) throw redirect(pageOf(new URL(request.url)))
  return next()
}

/** The page that a file is taken from. */
function pageOf({ pathname, search }: URL): string {
  const [list] = /^\/[^/]+\/(?=export\/?$)/.exec(pathname) ?? []
  if (list) return list + search
  const [own] = /^\/organizations\/[^/]+\/(?=documents\/[^/]+\/?$)/.exec(pathname) ?? []
  return own ? `${own}verification-status` : pathname.split('/').slice(0, 3).join('/')
}
