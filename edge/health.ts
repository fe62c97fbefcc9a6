import type { RequestHandler, Response } from 'express'
import { sendError } from './send-error'

const ADDRESSES = ['/healthz', '/readyz']

const answer = (response: Response, status: 200 | 503, word: string) =>
  response.status(status).type('text/plain').set('Cache-Control', 'no-store').end(word)

type Readiness = {
  isReady: () => Promise<boolean>
  /** True from the moment the process is told to stop, while it still serves. */
  isStopping: () => boolean
}

/**
 * `/healthz`: the process serves. `/readyz`: it should get requests; with `?exclude=database` also while the database is away, for a
 * proxy that is to pass on the console's own answers to that. No details in either.
 */
export function health({ isReady, isStopping }: Readiness): RequestHandler {
  return async (request, response, next) => {
    if (!ADDRESSES.includes(request.path)) return next()
    if (request.method === 'POST') return sendError(response, 405, { Allow: 'GET, HEAD' })
    if (request.path === '/healthz') return void answer(response, 200, 'ok')
    const ready = !isStopping() && (request.query.exclude === 'database' || (await isReady()))
    answer(response, ready ? 200 : 503, ready ? 'ready' : 'not ready')
  }
}
