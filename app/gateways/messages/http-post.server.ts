import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../code-of'
import { DeliveryFailure } from './delivery-failure'

export type Answer = { status: number; text: string; retryAfterMs?: number }

export type Call = {
  /** The provider's name in failures. */
  provider: string
  url: string
  headers: Record<string, string>
  body: string | URLSearchParams
  limitMs: number
  signal?: AbortSignal
}

/** A gateway in front of the provider got no usable answer from it, or none in time. */
const OF_GATEWAYS = [502, 504]
/** How long to wait for the body of a success that is not JSON, to see whether it is a web page. */
const PAGE_LIMIT_MS = 2000
/** The connection broke, perhaps after the request was written. */
const LINE_BROKE = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']
/** A connection that is reset while it is opened or encrypted fails with the same codes. */
const neverOpen = new WeakSet<Error>()
subscribe('undici:client:connectError', (message) => neverOpen.add((message as { error: Error }).error))

/**
 * One POST to a provider's HTTP interface, answered within the limit. The status decides: the body of a success is not read, and a
 * refusal whose body breaks off is not final, because its reason is not known. A success that is a web page comes from something in
 * between, which passed nothing on. Rejects with {@link DeliveryFailure}, as unknown where the provider may have carried it out.
 */
export async function post(call: Call): Promise<Answer> {
  const response = await ask(call)
  const { ok, status } = response
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  const rest = retryAfterMs === null ? {} : { retryAfterMs }
  const read = response.text().catch(() => null)
  if (OF_GATEWAYS.includes(status))
    throw new DeliveryFailure(`${call.provider} is behind a gateway that answered with status ${status}`, {
      isUnknown: true,
    })
  if (status >= 300 && status <= 399) throw new DeliveryFailure(`${call.provider} answered with a redirect`, rest)
  if (ok && (await isPage(response.headers.get('content-type') ?? '', read)))
    throw new DeliveryFailure(`${call.provider} is behind something else, which answered with a page`, rest)
  const text = ok ? '' : await read
  if (text === null)
    throw new DeliveryFailure(`${call.provider} refused with status ${status}, and its reason broke off`, rest)
  return { status, text, ...rest }
}

async function isPage(type: string, read: Promise<string | null>): Promise<boolean> {
  if (/\bjson\b/i.test(type)) return false
  if (/^text\/html\b/i.test(type)) return true
  const ended = new AbortController()
  const tooLate = wait(PAGE_LIMIT_MS, null, { signal: ended.signal }).catch(() => null)
  const text = await Promise.race([read, tooLate])
  ended.abort()
  return /^\s*<(!doctype html|html)\b/i.test(text ?? '')
}

async function ask({ provider, url, headers, body, limitMs, signal }: Call): Promise<Response> {
  const tooLate = AbortSignal.timeout(limitMs)
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
    })
  } catch (error) {
    if (tooLate.aborted) throw new DeliveryFailure(`${provider} did not answer in ${limitMs} ms`, { isUnknown: true })
    const cause = error instanceof Error ? error.cause : null
    const code = codeOf(cause)
    throw new DeliveryFailure(`${provider} could not be reached${code && ` (${code})`}`, {
      isUnknown: LINE_BROKE.includes(code) && !(cause instanceof Error && neverOpen.has(cause)),
    })
  }
}

/** Reads seconds or a date; returns ms, or null. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const waitMs = Date.parse(header) - Date.now()
  return waitMs > 0 ? waitMs : null
}
