import type { Request, RequestHandler } from 'express'
import { FORM_FIELDS } from '../app/form-protocol'
import { sendError } from './send-error'

const LOOPBACK = ['localhost', '127.0.0.1']

/** Says which origin a request is for. Only demo mode on the own machine knows more than PUBLIC_ORIGIN. */
export function originOf(env: { publicOrigin: string; isDemo: boolean }) {
  const { protocol, hostname, port } = new URL(env.publicOrigin)
  const hasAlias = env.isDemo && protocol === 'http:' && LOOPBACK.includes(hostname)
  return (request: Pick<Request, 'headers' | 'socket'>): string => {
    const ports = [port || '80', String(request.socket.localPort)]
    const host = request.headers.host ?? ''
    const isAlias = hasAlias && LOOPBACK.some((name) => ports.some((number) => isHost(host, name, number)))
    return isAlias ? new URL(`http://${host}`).origin : env.publicOrigin
  }
}

/** Browsers leave out the default port. */
const isHost = (host: string, name: string, port: string): boolean =>
  host === `${name}:${port}` || (port === '80' && host === name)

/**
 * Refuses changes asked for by another site (CSR-01): Origin, else Referer, must be ours. A form with neither header is left to
 * `ownFormOnly`.
 */
export function ownOriginOnly(origin: (request: Request) => string): RequestHandler {
  return (request, response, next) => {
    response.locals.origin = origin(request)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (isReading || isFromHere(request, response.locals.origin)) return next()
    if (!isSilentForm(request)) return sendError(response, 403)
    response.locals.needsToken = true
    next()
  }
}

/** Tells from a request's cookies whether a form with this token was drawn for that browser. */
export type IsOwnForm = (cookies: string | null, token: string) => boolean

const TOKEN = `${FORM_FIELDS.token}=`

/**
 * Removes the token from every form, so that nothing behind the edge keeps or shows it; refuses a form that has no other proof
 * of its origin and no valid token.
 */
export function ownFormOnly(isOwnForm: IsOwnForm): RequestHandler {
  return (request, response, next) => {
    const { body, needsToken } = response.locals
    const fields = Buffer.isBuffer(body) && isUrlEncoded(request) ? body.toString('latin1').split('&') : []
    const [token, ...more] = fields.filter((field) => field.startsWith(TOKEN)).map((field) => field.slice(TOKEN.length))
    const isProven = token !== undefined && more.length === 0 && isOwnForm(request.headers.cookie ?? null, token)
    if (needsToken && !isProven) return sendError(response, 403)
    if (isProven) response.locals.formToken = token
    if (token !== undefined)
      response.locals.body = Buffer.from(fields.filter((field) => !field.startsWith(TOKEN)).join('&'), 'latin1')
    next()
  }
}

const isUrlEncoded = (request: Request): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded')

/** Tells nothing of where it comes from, and nothing against it. */
function isSilentForm(request: Request): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers
  const isSilent = origin === undefined && referer === undefined && (site === undefined || site === 'same-origin')
  return isSilent && request.method === 'POST' && isUrlEncoded(request)
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
