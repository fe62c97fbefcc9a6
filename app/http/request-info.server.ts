import type { MiddlewareFunction } from 'react-router'
import { requestInfoContext } from '../context'
import { withRequestInfo } from '../domain/audit/request-info.server'

/** Tells the audit log where each request comes from, whatever command it runs, and the edge which route answers it. */
export const requestInfoMiddleware: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  const requestInfo = context.get(requestInfoContext)
  // A failure is drawn by another route than the one asked for: the first pattern stays.
  requestInfo.pattern ??= pattern
  return withRequestInfo(requestInfo, next)
}
