import type { MiddlewareFunction } from 'react-router'

/** True for a page that is fetched before anybody asked for it: it may be thrown away unseen, so it must not change anything. */
export const isPrefetch = (request: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /\bprefetch\b/i.test(request.headers.get(name) ?? ''))

/** For what the audit log has a row of, files and exports: it is handed over when somebody asks for it, never ahead. */
export const notAheadMiddleware: MiddlewareFunction<Response> = ({ request }, next) => {
  if (isPrefetch(request)) throw new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
  return next()
}
