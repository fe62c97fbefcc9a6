import { subscribe } from 'node:diagnostics_channel'
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
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
    })
  } catch (error) {
    if (tooLate.aborted) throw new DeliveryFailure(`${provider} did not answer in ${limitMs} ms`, { isUnknown: true })
    const cause = error instanceof Error ? error.cause : null
    throw new DeliveryFailure(`${provider} could not be reached`, {
      isUnknown: cause instanceof Error && !neverOpen.has(cause) && LINE_BROKE.includes(codeOf(cause)),
    })
  }
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** Seconds, or the date until which to wait. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const waitMs = Date.parse(header) - Date.now()
  return waitMs > 0 ? waitMs : null
}
