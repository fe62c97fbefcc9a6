import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { RequestHandler } from 'express'
import type { RequestInfo } from '../app/context'

declare global {
  namespace Express {
    interface Locals {
      requestInfo: RequestInfo
      /** The origin this request came for: PUBLIC_ORIGIN, or its alias in demo. */
      origin: string
      /** True when the edge itself refused the request, whatever is at the address. */
      isRefused?: boolean
      /** The body, read whole and checked, or as it streams at the addresses for files; null when the method has none. */
      body: Buffer<ArrayBuffer> | ReadableStream<Uint8Array> | null
      /** The token of the form, once it is known to belong to that browser. */
      formToken?: string
      /** Called when a body that streams is first asked for. */
      noteReading?: () => void
    }
  }
}

/** Without I, L, O and U: a reference number is read out over the phone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const REFERENCE_LENGTH = 10
const NONCE_BYTES = 18

export const newReference = (): string =>
  Array.from(randomBytes(REFERENCE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Gives every request its reference number, nonce and client address. */
export const beginRequest: RequestHandler = (request, response, next) => {
  const requestId = newReference()
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  response.locals.requestInfo = {
    requestId,
    nonce,
    address: clientAddress(request.ip) ?? clientAddress(request.socket.remoteAddress) ?? 'unknown',
    isHead: request.method === 'HEAD',
  }
  response.locals.body = null
  response.setHeader('X-Request-Id', requestId)
  next()
}

/**
 * The plain IP address from what a proxy wrote, such as `address:port`; an IPv4 client on an IPv6 socket becomes IPv4. Null when
 * it holds no address.
 */
function clientAddress(told = ''): string | null {
  const address = told.replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : null
}
