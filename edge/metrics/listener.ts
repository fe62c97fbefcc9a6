import { once } from 'node:events'
import http, { type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { WrongSetting } from '../../app/env-values.server'
import { newReference } from '../request-info'
import { wrongHost } from '../start'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'
/** A question is one line and a few headers. */
const LIMITS = {
  maxHeaderSize: 8 * 1024,
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5000,
}

/** Gives `text` at `/metrics` and has nothing else; throws {@link WrongSetting} when it cannot have the port or the address. */
export async function listenForScrapes(
  { port, host }: { port: number; host: string },
  text: () => Promise<string>,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<{ close: () => Promise<void> }> {
  const server = http.createServer(LIMITS, (request, response) => {
    const requestId = newReference()
    response.setHeader('X-Request-Id', requestId)
    const isScrape = request.url?.split('?')[0] === '/metrics' && /^(GET|HEAD)$/.test(request.method ?? '')
    if (!isScrape) return void response.writeHead(404).end()
    text().then(
      (figures) => response.writeHead(200, { 'Content-Type': TYPE, 'Cache-Control': 'no-store' }).end(figures),
      (error: unknown) => {
        log.error({ err: error, event: 'metrics', requestId }, 'no figures')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw wrongHost('METRICS_HOST', error.code) ?? wrongPort(error.code) ?? error
  })
  log.info({ event: 'metrics', port: (server.address() as AddressInfo).port, host }, 'figures at /metrics')
  return { close: () => closed(server) }
}

function wrongPort(code?: string): WrongSetting | null {
  if (code === 'EADDRINUSE')
    return new WrongSetting('METRICS_PORT', 'is taken by another program; set another one or stop it')
  if (code === 'EACCES')
    return new WrongSetting('METRICS_PORT', 'is one that this user may not open; set one above 1023')
  return null
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
