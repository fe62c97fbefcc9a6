import type { RequestHandler } from 'express'
import { wasReported } from '../app/http/answers/failures.server'
import type { Tracker } from '../app/gateways/ports'

const READING = ['GET', 'HEAD', 'OPTIONS']
const PATH_LIMIT = 200
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Reports each failed mutation (specification 7), whoever refused it: the edge, a route, or an error of ours that is already
 * known. Refused input is one kind whatever the form; the rest are told apart by status and address.
 */
export const failedMutations =
  (tracker: Tracker): RequestHandler =>
  (request, response, next) => {
    if (READING.includes(request.method)) return next()
    const route = request.path.slice(0, PATH_LIMIT)
    const { method } = request
    response.on('close', () => {
      const { requestInfo } = response.locals
      const status = response.statusCode
      if (!response.headersSent || status < 400 || wasReported(requestInfo)) return
      const kind = status === 422 ? [] : [route.replace(/(\/_)?\.data$/, '').replaceAll(ID, ':id')]
      tracker.report({
        error: new FailedMutation(status),
        requestId: requestInfo.requestId,
        route,
        method,
        status,
        level: status === 422 ? 'info' : 'warning',
        fingerprint: ['failed mutation', String(status), ...kind],
      })
    })
    next()
  }

class FailedMutation extends Error {
  constructor(status: number) {
    super(`mutation answered ${status}`)
    this.name = 'FailedMutation'
  }
}
