import type { RequestHandler, Response } from 'express'

const answer = (response: Response, status: 200 | 503, word: string) =>
  response.status(status).type('text/plain').set('Cache-Control', 'no-store').end(word)

/** `/healthz`: the process serves. `/readyz`: it should get requests. No details in either. */
export function health(isReady: () => Promise<boolean>): RequestHandler {
  return async (request, response, next) => {
    if (request.path === '/healthz') return void answer(response, 200, 'ok')
    if (request.path !== '/readyz') return next()
    const ready = await isReady()
    answer(response, ready ? 200 : 503, ready ? 'ready' : 'not ready')
  }
}
