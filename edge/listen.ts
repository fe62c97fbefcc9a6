import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { MINUTE_MS } from '../app/durations'
import { INERT_CONTENT_POLICY } from './headers'
import { errorPage, languageOf, type ErrorStatus } from './send-error'
import { newReference } from './request-info'

const HEADERS_TIMEOUT_MS = 15_000
/** Long enough for a file over a slow line; forms without one have a limit of their own. */
const REQUEST_TIMEOUT_MS = 5 * MINUTE_MS
const KEEP_ALIVE_MS = 65_000
const TIMEOUT_CHECK_MS = 5_000
const HEADERS_LIMIT_BYTES = 16 * 1024

const UNREADABLE: Record<string, ErrorStatus> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** A server with limits on size and time, which answers even what it cannot parse, and writes that down by its reference number. */
export function createLimitedServer(listener: RequestListener, log: Pick<Logger, 'info'>): Server {
  const server = http.createServer(
    {
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      insecureHTTPParser: false,
      requireHostHeader: false,
    },
    listener,
  )
  server.on('checkContinue', listener)
  server.on('checkExpectation', (_request, response) => {
    const { head, page } = bareError(417, log)
    response.writeHead(417, head).end(page)
  })
  server.on('connect', (_request, socket) => writeBare(socket as Socket, 405, log))
  const lastAnswers = new WeakMap<Duplex, ServerResponse>()
  const remember = (request: IncomingMessage, response: ServerResponse) => lastAnswers.set(request.socket, response)
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, remember)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const begun = lastAnswers.get(socket)
    // One request, one answer: what follows is the rest of a request that has its answer already.
    if (begun && !begun.req.complete && begun.headersSent) return (socket as Socket).destroySoon()
    const unfinished = begun?.req.complete ? undefined : begun?.req
    writeBare(socket as Socket, UNREADABLE[error.code ?? ''] ?? 400, log, unfinished)
  })
  return server
}

function bareError(status: ErrorStatus, log: Pick<Logger, 'info'>, request?: IncomingMessage) {
  const requestId = newReference()
  log.info({ requestId, status }, 'request refused')
  const page = errorPage(status, requestId, request && languageOf(request))
  const head: Record<string, string | number> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Security-Policy': INERT_CONTENT_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  if (status === 405) head.Allow = 'GET, HEAD, POST'
  return { head, page }
}

function writeBare(socket: Socket, status: ErrorStatus, log: Pick<Logger, 'info'>, request?: IncomingMessage) {
  const { head, page } = bareError(status, log, request)
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${page}`)
}

/** Resolves with the port; rejects when the address is taken. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
