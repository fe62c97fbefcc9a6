import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { plainPath } from '../app/gateways/plain-error'

const PROBES = ['/healthz', '/readyz']

/** One line per request: never the query string, a header or a body. */
export function requestLog(log: Pick<Logger, 'info' | 'debug'>): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    const path = plainPath(request.path)
    const { method } = request
    response.on('close', () => {
      const { requestId } = response.locals.requestInfo
      const ms = Math.round(performance.now() - startedAt)
      const outcome = response.writableFinished ? undefined : 'cut'
      const line = { requestId, method, path, status: response.statusCode, ms, outcome }
      if (PROBES.includes(path)) log.debug(line, 'request')
      else log.info(line, 'request')
    })
    next()
  }
}
