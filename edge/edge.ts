import { constants } from 'node:zlib'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { isExporterSignedOut } from '../app/domain/audit/exporter-signed-out'
import { isUnavailable } from '../app/domain/unavailable.server'
import type { Env } from '../app/env.server'
import { RETRY_AFTER_S } from '../app/http/answers/failures.server'
import { plainPath } from '../app/gateways/plain-error'
import type { Services } from '../app/services.server'
import { failedMutations } from './failed-mutations'
import { formBody } from './form-body'
import { framework, WAIT_LIMIT_MS, type Handle, type UserIdOf } from './framework'
import { securityHeaders } from './headers'
import { health } from './health'
import { originOf, ownFormOnly, ownOriginOnly, type IsOwnForm } from './origin'
import { forgetFile, sendError } from './send-error'
import { requestLog } from './request-log'
import { beginRequest } from './request-info'
import { wellFormed } from './well-formed'

const COMPRESSED_FROM_BYTES = 1024
/** Takes half the processor time of quality 4 for 4 to 6 percent more bytes, and is no larger than gzip. */
const BROTLI_QUALITY = 3
export const IDLE_LIMIT_MS = 30_000

export type EdgeSettings = {
  env: Pick<Env, 'publicOrigin' | 'isDemo' | 'trustProxy'>
  log: Services['log']
  tracker: Services['tracker']
  isReady: () => Promise<boolean>
  isStopping?: () => boolean
  /** Serves static files; calls next for everything else. */
  files: RequestHandler
  handle: Handle
  isOwnForm: IsOwnForm
  userIdOf: UserIdOf
  isDevelopment?: boolean
  /** Measures every request; left out where no metrics are served. */
  timings?: RequestHandler
  /** A connection on which no byte has moved for this long, either way, is cut. */
  idleLimitMs?: number
  /** A request that has waited this long in the queue gets 503 with Retry-After. */
  waitLimitMs?: number
}

/** The HTTP edge: what every request passes, in this order, before the framework sees it. */
export function createEdge(settings: EdgeSettings): Express {
  const { env, isReady, isStopping = () => false, idleLimitMs = IDLE_LIMIT_MS, waitLimitMs = WAIT_LIMIT_MS } = settings
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', env.trustProxy)
  app.use(beginRequest)
  app.use(requestLog(settings.log))
  if (settings.timings) app.use(settings.timings)
  app.use(failedMutations(settings.tracker))
  app.use(securityHeaders({ isHttps: env.publicOrigin.startsWith('https:'), isDevelopment: !!settings.isDevelopment }))
  app.use(wellFormed)
  app.use(health({ isReady, isStopping }))
  app.use(settings.files)
  app.use(ownOriginOnly(originOf(env)))
  app.use(formBody(idleLimitMs, settings.userIdOf))
  app.use(ownFormOnly(settings.isOwnForm))
  app.use(
    compression({
      threshold: COMPRESSED_FROM_BYTES,
      brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    }),
  )
  app.use(framework(settings.handle, settings.userIdOf, { idleLimitMs, waitLimitMs }))
  app.use(lastResort(settings))
  return app
}

/** A bug outside the framework: reported, answered, and never the end of the process. */
function lastResort({ log, tracker }: Pick<EdgeSettings, 'log' | 'tracker'>): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (isExporterSignedOut(error)) return void response.destroy()
    const { requestId } = response.locals.requestInfo
    const status = isUnavailable(error) ? 503 : 500
    const path = plainPath(request.path)
    log.error({ err: error, requestId, method: request.method, path }, 'request failed at the edge')
    tracker.report({ error, requestId, route: request.path, method: request.method, status })
    if (response.headersSent) return void response.destroy()
    forgetFile(response)
    sendError(response, status, status === 503 ? { 'Retry-After': String(RETRY_AFTER_S) } : {})
  }
}
