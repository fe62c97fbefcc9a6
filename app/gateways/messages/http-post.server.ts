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

/**
 * One POST to a provider's HTTP interface, answered within the limit. The status is the answer: the text of a success is not
 * waited for, and that of a refusal is empty where it broke off. Rejects with {@link DeliveryFailure}.
 */
export async function post({ provider, url, headers, body, limitMs, signal }: Call): Promise<Answer> {
  const tooLate = AbortSignal.timeout(limitMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
    })
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
    const read = response.text().catch(() => '')
    const text = response.ok ? '' : await read
    return { status: response.status, text, ...(retryAfterMs !== null && { retryAfterMs }) }
  } catch {
    if (tooLate.aborted) throw new DeliveryFailure(`${provider} did not answer in ${limitMs} ms`)
    throw new DeliveryFailure(`${provider} could not be reached`)
  }
}

/** Seconds, or the date until which to wait. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const waitMs = Date.parse(header) - Date.now()
  return waitMs > 0 ? waitMs : null
}
