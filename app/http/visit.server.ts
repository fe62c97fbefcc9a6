import type { MiddlewareFunction } from 'react-router'
import { visitContext } from '../context'
import { whileVisited } from '../domain/audit/visit.server'

/** Lets the audit log know where each request comes from, whatever command it leads to. */
export const visitMiddleware: MiddlewareFunction<Response> = ({ context }, next) =>
  whileVisited(context.get(visitContext), next)
