import type { MiddlewareFunction } from 'react-router'
import { requestInfoContext } from '../context'
import { withRequestInfo } from '../domain/audit/request-info.server'

/** Lets the audit log know where each request comes from, whatever command it leads to. */
export const requestInfoMiddleware: MiddlewareFunction<Response> = ({ context }, next) =>
  withRequestInfo(context.get(requestInfoContext), next)
