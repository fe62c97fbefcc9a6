import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Request as EdgeRequest, RequestHandler, Response as EdgeResponse } from 'express'
import type { RequestInfo } from '../app/context'
import { networkOf } from '../app/domain/limits/limit'
import { RETRY_AFTER_S } from '../app/http/answers/failures.server'
import { createAdmissionQueue } from './admission-queue'
import { sendUnavailable } from './send-error'
import { openTurns } from './turns'

/** What stands behind the edge: the framework, or a small function in tests. */
export type Handle = (request: Request, visit: RequestInfo) => Promise<Response>

/** Headers of this connection and of proxies, and those that the framework keeps for its own use at build time. */
const NOT_PASSED_ON =
  /^(connection|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|forwarded|x-forwarded-.*|x-react-router-.*)$/i
const NOT_TAKEN_BACK = /^(connection|keep-alive|transfer-encoding|set-cookie|x-request-id)$/i

/** Requests worked on at once: twice the database connections, so that some pages are drawn while others wait for data. */
const AT_ONCE = 12
/** Places in each queue: a hundred people who ask in one moment find room, and twice as many more. */
const WAITING = { read: 256, write: 256, drawing: 64, file: 64 }
/** Equal to the longest time that a statement may take. */
export const WAIT_LIMIT_MS = 5000
/** A page that is expected to wait longer is refused at once; a form that somebody wrote waits for the whole limit. */
const MAX_EXPECTED_WAIT_MS = { read: 3000, write: WAIT_LIMIT_MS, drawing: 3000, file: 3000 }
/** Places for one person, so that one reader of slow documents leaves some to others. */
const OF_ONE: Partial<typeof WAITING> = { drawing: 8, file: 8 }
/** Pages of documents, which another thread draws one after the other. */
const DRAWING = /^\/verifications\/.+\/pages(\/|\.data|\/_\.data)?$/
/** Documents themselves: each waits until the store begins to send. */
const FILE = /^\/(verifications|organizations)\/[^/]+\/documents\/[^/]+(\/file)?\/?$/

/** Prefix of the key of a network, for requests of nobody signed in; networks come last because they cost nothing, accounts do. */
const STRANGER_AT = 'stranger at '

/** The id of the account that a `Cookie` header names, even if its session has ended; null when it names none. */
export type UserIdOf = (cookies: string | null) => string | null

/**
 * Passes the request on as a web Request of our own origin and streams the web Response back. Requests beyond what can be
 * served in time get 503.
 */
export function framework(
  handle: Handle,
  userIdOf: UserIdOf,
  { idleLimitMs, waitLimitMs }: { idleLimitMs: number; waitLimitMs: number },
): RequestHandler {
  const lineOf = (kind: keyof typeof WAITING) =>
    createAdmissionQueue({
      atOnce: AT_ONCE,
      ofOne: OF_ONE[kind],
      yields: (whose) => whose.startsWith(STRANGER_AT),
      waiting: WAITING[kind],
      maxExpectedWaitMs: MAX_EXPECTED_WAIT_MS[kind],
      waitLimitMs,
    })
  // Writes that wait for a lock take no place from readers.
  const lines = {
    read: lineOf('read'),
    write: lineOf('write'),
    drawing: lineOf('drawing'),
    file: lineOf('file'),
  }
  const turns = openTurns()
  return async (request, response) => {
    turns.countArrival()
    const gone = new AbortController()
    response.on('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    response.locals.requestInfo.disconnectSignal = gone.signal
    const holder = () => userIdOf(request.headers.cookie ?? null)
    const whose = () => holder() ?? STRANGER_AT + networkOf(response.locals.requestInfo.address)
    const place = await lines[kindOf(request)](gone.signal, whose)
    if (!place) return sendUnavailable(response, { 'Retry-After': String(RETRY_AFTER_S) })
    let isLeft = false
    const leave = () => {
      if (!isLeft) place()
      isLeft = true
    }
    // An upload takes as long as its sender's line: once it is let in and read, its place is another's.
    response.locals.noteReading = leave
    let answer: Response
    try {
      // Without a turn, pages that wait for nothing would be drawn as they come in, before anybody else has a turn or a place.
      await turns.next()
      answer = await handle(webRequest(request, response), response.locals.requestInfo)
    } finally {
      leave()
    }
    const { holdMs } = response.locals.requestInfo
    if (holdMs) await pause(holdMs, null, { signal: gone.signal }).catch(() => {})
    // From here on the connection is cut when the reader takes nothing for the idle limit.
    response.setTimeout(idleLimitMs)
    await writeAnswer(answer, request, response)
  }
}

function kindOf({ method, path }: EdgeRequest): keyof typeof WAITING {
  if (method === 'POST') return 'write'
  return DRAWING.test(path) ? 'drawing' : FILE.test(path) ? 'file' : 'read'
}

/**
 * Without a signal: at one the framework ends at once, while the loaders and actions that it has begun go on and nobody holds their
 * place. `requestInfo.disconnectSignal` tells those who can let go of something.
 */
function webRequest(request: EdgeRequest, response: EdgeResponse): Request {
  const { origin, body } = response.locals
  const headers = new Headers({ host: new URL(origin).host })
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? ''
    if (!NOT_PASSED_ON.test(name)) headers.append(name, request.rawHeaders[at + 1] ?? '')
  }
  const duplex = body instanceof ReadableStream ? { duplex: 'half' } : {}
  // The framework drops the body of a HEAD and leaves its source open: a file, a cursor, the place of an export.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  return new Request(origin + request.url, { method, headers, body, ...duplex })
}

async function writeAnswer(answer: Response, request: EdgeRequest, response: EdgeResponse): Promise<void> {
  response.status(answer.status)
  response.setHeader('Cache-Control', 'no-store')
  for (const [name, value] of answer.headers) if (!NOT_TAKEN_BACK.test(name)) response.setHeader(name, value)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
  if (!answer.body || request.method === 'HEAD') {
    await answer.body?.cancel()
    return void response.end()
  }
  await writeBody(answer.body, response)
}

/**
 * A body that is already complete is sent with its length, so that short ones are left uncompressed. Rejects when the source of the
 * body fails, which breaks the answer off, and not when its reader goes away.
 */
async function writeBody(body: NonNullable<Response['body']>, response: EdgeResponse): Promise<void> {
  const reader = body.getReader()
  const isGone = () => response.destroyed || response.closed
  let isBrokenOff = false
  const read = async () => {
    try {
      return await reader.read()
    } catch (error) {
      isBrokenOff = !isGone()
      throw error
    }
  }
  try {
    const first = await read()
    const second = read()
    const isWhole = await Promise.race([second.then(({ done }) => done), nextTurn(false)])
    if (first.done) return void response.end()
    if (isWhole) {
      response.setHeader('Content-Length', first.value.byteLength)
      return void response.end(first.value)
    }
    await pipeline(async function* chunks() {
      yield first.value
      // What is compressed on the way would wait for 16 KB; the reader of a long answer sees that it has begun.
      response.flush()
      for (let chunk = await second; !chunk.done; chunk = await read()) yield chunk.value
    }, response)
  } catch (error) {
    if (isBrokenOff || !isGone()) throw error
  } finally {
    // A reader who went away must not leave the source open: a file, an answer of the store, a cursor.
    await reader.cancel().catch(() => {})
  }
}
