import type { RequestHandler } from 'express'
import { wasReported } from '../app/http/answers/failures.server'
import { plainPath } from '../app/gateways/plain-error'
import type { Tracker } from '../app/gateways/ports'

const READING = ['GET', 'HEAD', 'OPTIONS']
/** Statuses that count as one kind at every address: refused input, and forms sent to addresses that take none. */
const ONE_KIND = [404, 405, 422]
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Reports each failed mutation (specification 7), whoever refused it: the edge, a route, or an error of ours that is already
 * known. Grouped by status, and by address only where a route took the form: a stranger can make up any number of other addresses.
 */
export const failedMutations =
  (tracker: Tracker): RequestHandler =>
  (request, response, next) => {
    if (READING.includes(request.method)) return next()
    const route = plainPath(request.path)
    const { method } = request
    response.on('close', () => {
      const { requestInfo, isRefused } = response.locals
      const status = response.statusCode
      const isRedirectedInstead = status < 400 && requestInfo.isRedirectedInstead === true
      if (!response.headersSent || (status < 400 && !isRedirectedInstead) || wasReported(requestInfo)) return
      const isOneKind = isRefused || isRedirectedInstead || ONE_KIND.includes(status)
      const kind = isOneKind ? [] : [route.replace(/(\/_)?\.data$/, '').replaceAll(ID, ':id')]
      tracker.report({
        error: new FailedMutation(status),
        requestId: requestInfo.requestId,
        route,
        method,
        status,
        level: isRedirectedInstead || status === 422 ? 'info' : 'warning',
        fingerprint: ['failed mutation', isRedirectedInstead ? 'led away' : String(status), ...kind],
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
