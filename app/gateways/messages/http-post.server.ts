import { subscribe } from 'node:diagnostics_channel'
import { codeOf } from '../code-of'
import { DeliveryFailure } from './delivery-failure'

export type Answer = { status: number; text: string; retryAfterMs?: number }

export type Call = {
  /** How the provider is called in failures. */
  provider: string
  url: string
  headers: Record<string, string>
  body: string | URLSearchParams
  limitMs: number
  signal?: AbortSignal
}

/** A gateway before the provider heard nothing more of it, or nothing in time. */
const OF_GATEWAYS = [502, 504]
/** The line broke, perhaps after the request was written. */
const LINE_BROKE = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']
/** A line that is reset while it is opened or encrypted breaks with the same codes. */
const neverOpen = new WeakSet<Error>()
subscribe('undici:client:connectError', (message) => neverOpen.add((message as { error: Error }).error))

/**
 * One POST to a provider's HTTP interface, answered within the limit. The status is the answer: the text of a success is not
 * waited for, and a refusal whose text broke off is not final, as its reason is not known. Rejects, as unknown where the provider
 * may have carried it out, with {@link DeliveryFailure}.
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
  const text = ok ? '' : await read
  if (text === null)
    throw new DeliveryFailure(`${call.provider} refused with status ${status}, and its reason broke off`, rest)
  return { status, text, ...rest }
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

/** Seconds, or the date until which to wait. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const waitMs = Date.parse(header) - Date.now()
  return waitMs > 0 ? waitMs : null
}
