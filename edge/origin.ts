import type { Request, RequestHandler } from 'express'
import { sendError } from './send-error'

const LOOPBACK = ['localhost', '127.0.0.1']

/** Says which origin a request is for. Only demo mode on the own machine knows more than PUBLIC_ORIGIN. */
export function originOf(env: { publicOrigin: string; isDemo: boolean }) {
  const { protocol, hostname, port } = new URL(env.publicOrigin)
  const hasAlias = env.isDemo && protocol === 'http:' && LOOPBACK.includes(hostname)
  return (request: Pick<Request, 'headers' | 'socket'>): string => {
    const ports = [port || '80', String(request.socket.localPort)]
    const host = request.headers.host ?? ''
    const isAlias = hasAlias && LOOPBACK.some((name) => ports.some((number) => host === `${name}:${number}`))
    return isAlias ? new URL(`http://${host}`).origin : env.publicOrigin
  }
}

/** Refuses changes that another site asked for (CSR-01): Origin, else Referer, must be ours. */
export function ownOriginOnly(origin: (request: Request) => string): RequestHandler {
  return (request, response, next) => {
    response.locals.origin = origin(request)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (isReading || isFromHere(request, response.locals.origin)) return next()
    sendError(response, 403)
  }
}

function isFromHere(request: Request, expected: string): boolean {
  const claimed = request.headers.origin ?? originOfReferer(request.headers.referer)
  const site = request.headers['sec-fetch-site']
  if (claimed === undefined)
    return request.headers.cookie === undefined && (site === undefined || site === 'same-origin')
  return claimed === expected && (site === undefined || site === 'same-origin' || site === 'none')
}

const originOfReferer = (referer: string | undefined): string | undefined =>
  referer === undefined ? undefined : URL.canParse(referer) ? new URL(referer).origin : 'null'
