import type { MiddlewareFunction } from 'react-router'
import { requestInfoContext } from '../context'
import { withRequestInfo } from '../domain/audit/request-info.server'

/** Lets the audit log know where each request comes from, whatever command it leads to, and the edge which route answers. */
export const requestInfoMiddleware: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  const requestInfo = context.get(requestInfoContext)
  // What fails is drawn by another route, which is not what was asked for.
  requestInfo.pattern ??= pattern
  return withRequestInfo(requestInfo, next)
}
