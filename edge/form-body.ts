import type { Request, RequestHandler } from 'express'
import { isUploadPath } from '../app/http/forms/upload.server'
import { prepareError, sendError, type ErrorStatus } from './send-error'
import { streamBody, UPLOAD_LIMIT_BYTES } from './uploads'

const BODY_LIMIT_BYTES = 64 * 1024
/** Twenty answers of 2000 Chinese characters and a note, nine bytes for each character in a posted form. */
export const LONG_BODY_LIMIT_BYTES = 512 * 1024
/** Where somebody signed in writes at length: decisions, setup, answers, lists of recipients, and the drafts of all these. */
const LONG_FORMS =
  /^\/(drafts|invites\/bulk|verifications\/.+|organizations\/[^/]+\/(setup|edit|verification-status)(\/[^/]+)?)(\.data)?$/
const FIELD_LIMIT = 200
const BODY_TIME_LIMIT_MS = 30_000
/** How long an answer is given to reach somebody who is still sending. */
const LINGER_MS = 500

/** Reads a posted form whole, within the limits, and refuses what no route could read; forms with files are streamed on. */
export const formBody =
  (idleLimitMs: number): RequestHandler =>
  async (request, response, next) => {
    if (request.method !== 'POST') return next()
    const kind = formKind(request)
    const isStreamed = kind === 'multipart' && isUploadPath(request.path)
    const limitBytes = isStreamed ? UPLOAD_LIMIT_BYTES : formLimitBytes(request.path)
    const fault = kind === null ? 415 : Number(request.headers['content-length'] ?? 0) > limitBytes ? 413 : null
    if (fault) return cutOff(fault)
    if (isStreamed) {
      response.locals.body = streamBody(request, response, idleLimitMs)
      return next()
    }

    if (request.headers.expect) response.writeContinue()
    const body = await readWithin(request, limitBytes)
    if (body === 'too-large') return cutOff(413)
    if (body === 'too-slow') return cutOff(408)
    if (body === 'cut') return void response.destroy()
    if (!(await isReadable(body, request.headers['content-type'] ?? '', kind))) return sendError(response, 400)
    response.locals.body = body
    next()

    // Closing at once resets the connection, and a sender who is still busy would never see the answer.
    function cutOff(status: ErrorStatus) {
      const page = prepareError(response, status, { Connection: 'close' })
      response.setHeader('Content-Length', Buffer.byteLength(page))
      response.write(page)
      const linger = setTimeout(() => response.end(), LINGER_MS).unref()
      request.once('close', () => clearTimeout(linger))
    }
  }

const formLimitBytes = (path: string) => (LONG_FORMS.test(path) ? LONG_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES)

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

type Unread = 'too-large' | 'too-slow' | 'cut'

function readWithin(request: Request, limitBytes: number): Promise<Buffer<ArrayBuffer> | Unread> {
  return new Promise((settle) => {
    const resolve = (body: Buffer<ArrayBuffer> | Unread) => {
      clearTimeout(timer)
      settle(body)
    }
    const timer = setTimeout(() => {
      request.removeAllListeners('data').pause()
      resolve('too-slow')
    }, BODY_TIME_LIMIT_MS)
    const chunks: Buffer[] = []
    let sizeBytes = 0
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) {
        request.removeAllListeners('data').pause()
        resolve('too-large')
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
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

function isDecodable(text: string): boolean {
  if (text.split('&').length > FIELD_LIMIT) return false
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
