import type { RequestHandler, Response } from 'express'
import type { requestFigures } from './registry'

const METHODS = ['GET', 'HEAD', 'POST']
const READING = ['GET', 'HEAD', 'OPTIONS']
const PROBES = ['/healthz', '/readyz']

/** Times every request by its pattern in the route map, never by its address. */
export function requestTimings({
  inFlight,
  answered,
  failedMutations,
}: ReturnType<typeof requestFigures>): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    const { method } = request
    inFlight.inc()
    response.on('close', () => {
      inFlight.dec()
      const route = routeOf(request.path, response)
      const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'cut'
      const labels = { method: METHODS.includes(method) ? method : 'other', route, status }
      answered.observe(labels, (performance.now() - startedAt) / 1000)
      if (READING.includes(method) || !response.headersSent || response.statusCode < 400) return
      failedMutations.inc({ route, status: String(response.statusCode) })
    })
    next()
  }
}

/** What no route answered is a probe, a file, or refused at the edge. */
function routeOf(path: string, { locals, statusCode }: Response): string {
  const { pattern } = locals.requestInfo
  if (pattern) return `/${pattern.replace(/^\//, '')}`
  if (PROBES.includes(path)) return path
  return statusCode < 400 ? 'file' : 'edge'
}
