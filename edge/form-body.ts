import type { Request, RequestHandler } from 'express'
import { decoded } from '../app/decoded'
import { networkOf } from '../app/domain/limits/limit'
import { RETRY_AFTER_S } from '../app/http/answers/failures.server'
import { isUploadPath, UPLOAD_LIMIT_BYTES } from '../app/http/forms/upload.server'
import type { UserIdOf } from './framework'
import { createByteBudget, type HeldBytes } from './held-bytes'
import { prepareError, sendError, type ErrorStatus } from './send-error'
import { streamBody } from './uploads'

const BODY_LIMIT_BYTES = 64 * 1024
/** Room for twenty answers of 2000 Chinese characters and a note: each character takes nine bytes in a posted form. */
export const LONG_BODY_LIMIT_BYTES = 512 * 1024
/** Addresses where somebody with a session, even a lapsed one, writes at length: decisions, setup, answers, their drafts, lists of recipients. */
const LONG_FORMS =
  /^\/(drafts|invites\/bulk|verifications\/.+|organizations\/[^/]+\/(setup|edit|verification-status)(\/[^/]+)?)(\.data)?$/
const FIELD_LIMIT = 200
const BODY_TIME_LIMIT_MS = 30_000
/** How long the connection stays open for the answer to reach a sender who is still sending. */
const LINGER_MS = 500

/** Reads a posted form whole, within the limits, and refuses what no route could read; forms with files are streamed on. */
export function formBody(idleLimitMs: number, userIdOf: UserIdOf): RequestHandler {
  const holdBytes = createByteBudget()
  return async (request, response, next) => {
    if (request.method !== 'POST') return next()
    const kind = formKind(request)
    const isStreamed = kind === 'multipart' && isUploadPath(request.path)
    const holder = () => userIdOf(request.headers.cookie ?? null)
    const isLong = () => LONG_FORMS.test(request.path) && holder() !== null
    const limitBytes = isStreamed ? UPLOAD_LIMIT_BYTES : isLong() ? LONG_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES
    const fault = kind === null ? 415 : Number(request.headers['content-length'] ?? 0) > limitBytes ? 413 : null
    if (fault) return cutOff(fault)
    if (isStreamed) {
      response.locals.body = streamBody(request, response, idleLimitMs)
      return next()
    }

    if (request.headers.expect) response.writeContinue()
    const held = holdBytes(holder, () => networkOf(response.locals.requestInfo.address))
    response.once('close', held.release)
    const body = await readWithin(request, limitBytes, held)
    if (body === 'too-large') return cutOff(413)
    if (body === 'too-many') return cutOff(503, { 'Retry-After': String(RETRY_AFTER_S) })
    if (body === 'too-slow') return cutOff(408)
    if (body === 'cut') return void response.destroy()
    if (!(await isReadable(body, request.headers['content-type'] ?? '', kind))) return sendError(response, 400)
    response.locals.body = body
    next()

    // Closing at once resets the connection, and a sender who is still busy would never see the answer.
    function cutOff(status: ErrorStatus, headers: Record<string, string> = {}) {
      const page = prepareError(response, status, { ...headers, Connection: 'close' })
      response.setHeader('Content-Length', Buffer.byteLength(page))
      response.write(page)
      const linger = setTimeout(() => response.end(), LINGER_MS).unref()
      request.once('close', () => clearTimeout(linger))
    }
  }
}

type FormKind = 'urlencoded' | 'multipart'

function formKind(request: Request): FormKind | null {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return null
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  const kinds: Record<string, FormKind> = {
    'application/x-www-form-urlencoded': 'urlencoded',
    'multipart/form-data': 'multipart',
  }
  return kinds[type.trim().toLowerCase()] ?? null
}

type Unread = 'too-large' | 'too-many' | 'too-slow' | 'cut'

const FIRST_BYTES = 1024

/** Copies the chunks into one buffer as they come: each chunk, however small, is an object of hundreds of bytes. */
function readWithin(request: Request, limitBytes: number, held: HeldBytes): Promise<Buffer<ArrayBuffer> | Unread> {
  return new Promise((settle) => {
    const resolve = (body: Buffer<ArrayBuffer> | Unread) => {
      clearTimeout(timer)
      settle(body)
    }
    const stop = (why: Unread) => {
      request.removeAllListeners('data').pause()
      resolve(why)
    }
    const timer = setTimeout(() => stop('too-slow'), BODY_TIME_LIMIT_MS)
    let body = Buffer.allocUnsafe(FIRST_BYTES)
    let sizeBytes = 0
    request.on('data', (chunk: Buffer) => {
      const nextBytes = sizeBytes + chunk.length
      if (nextBytes > limitBytes) return stop('too-large')
      if (nextBytes > body.length) {
        const roomBytes = Math.min(Math.max(2 * body.length, nextBytes), limitBytes)
        if (!held.resize(roomBytes)) return stop('too-many')
        const larger = Buffer.allocUnsafe(roomBytes)
        body.copy(larger, 0, 0, sizeBytes)
        body = larger
      }
      chunk.copy(body, sizeBytes)
      sizeBytes = nextBytes
    })
    request.on('end', () => resolve(body.subarray(0, sizeBytes)))
    request.on('close', () => resolve('cut'))
    request.on('error', () => resolve('cut'))
  })
}

async function isReadable(body: Buffer<ArrayBuffer>, contentType: string, kind: FormKind | null): Promise<boolean> {
  if (kind === 'urlencoded') return isDecodable(body.toString('latin1'))
  try {
    const form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData()
    return [...form].length <= FIELD_LIMIT
  } catch {
    return false
  }
}

const isDecodable = (text: string) => text.split('&').length <= FIELD_LIMIT && decoded(text) !== null
