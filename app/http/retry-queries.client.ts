const RETRIES = 3
const FIRST_PAUSE_MS = 400

/**
 * Queries of the running console are retried up to 3 times when the network or the server fails, never after a 401 or
 * 403 (specification 7). Only GETs of page data are touched; changes are never sent twice.
 */
export function retryQueries(): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = input instanceof Request ? input : null
    const url = new URL(request?.url ?? String(input), location.href)
    const method = init?.method ?? request?.method ?? 'GET'
    if (method !== 'GET' || url.origin !== location.origin || !url.pathname.endsWith('.data')) return send(input, init)
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await send(input, init)
        if (response.status < 500 || attempt === RETRIES) return response
      } catch (error) {
        const isCancelled = init?.signal?.aborted || request?.signal.aborted
        if (isCancelled || attempt === RETRIES) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt))
    }
  }
}
