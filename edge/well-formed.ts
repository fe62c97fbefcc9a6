import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { decoded } from '../app/decoded'
import { sendError, type ErrorStatus } from './send-error'

const ADDRESS_LIMIT_BYTES = 8 * 1024
/** Three times what a browser and the proxies before us send. Of more than a thousand Node keeps the first and says nothing of the others. */
const HEADERS_LIMIT = 100
const METHODS = ['GET', 'HEAD', 'POST']
const SINGLE_HEADERS = ['host', 'content-length', 'transfer-encoding', 'content-type', 'origin', 'referer']
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** Refuses requests that two readers could understand in two ways, and methods nobody offers. */
export const wellFormed: RequestHandler = (request, response, next) => {
  const status = faultOf(request)
  if (status === null) {
    request.url = normalizeAddress(request.url)
    return next()
  }
  sendError(response, status, status === 405 ? { Allow: METHODS.join(', ') } : { Connection: 'close' })
}

/** Letters, digits, dashes and underscores that are written as codes. */
const NEEDLESS_CODES = /%(?:2d|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/gi

/** One address has one spelling, without steps up and empty steps, so that whoever reads its words reads those that were matched (RFC 3986, 6.2.2.2). */
function normalizeAddress(address: string): string {
  const [path = ''] = address.split('?', 1)
  const { pathname } = new URL(path.replaceAll(NEEDLESS_CODES, decodeURIComponent), 'http://local')
  return pathname.replaceAll(/\/{2,}/g, '/') + address.slice(path.length)
}

function faultOf(request: Pick<IncomingMessage, 'url' | 'method' | 'rawHeaders' | 'httpVersion'>): ErrorStatus | null {
  const address = request.url ?? ''
  if (Buffer.byteLength(address) > ADDRESS_LIMIT_BYTES) return 414
  if (request.rawHeaders.length > 2 * HEADERS_LIMIT) return 431
  if (!METHODS.includes(request.method ?? '')) return 405
  if (!isLocalAddress(address)) return 400
  return hasClearHeaders(request) ? null : 400
}

/** A path and perhaps a query: never another host, never undecodable. */
function isLocalAddress(address: string): boolean {
  const [path = ''] = address.split('?', 1)
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false
  const text = decoded(path)
  return text !== null && !/\p{Cc}/u.test(text)
}

function hasClearHeaders(request: Pick<IncomingMessage, 'method' | 'rawHeaders' | 'httpVersion'>): boolean {
  const values = new Map<string, string>()
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]?.toLowerCase() ?? ''
    if (!SINGLE_HEADERS.includes(name)) continue
    if (values.has(name)) return false
    values.set(name, request.rawHeaders[at + 1] ?? '')
  }
  const host = values.get('host')
  if (host === undefined ? request.httpVersion === '1.1' : !HOST.test(host)) return false
  const length = values.get('content-length')
  const encoding = values.get('transfer-encoding')
  if (length !== undefined && (encoding !== undefined || !/^\d{1,15}$/.test(length))) return false
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return false
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0
  return request.method === 'POST' || !hasBody
}
