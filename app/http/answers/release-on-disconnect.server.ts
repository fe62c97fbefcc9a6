import type { RouterContextProvider } from 'react-router'
import { requestInfoContext } from '../../context'

/**
 * Calls `release` when the client disconnects, at once if it has already, so that what the answer is read from is closed even before
 * its first byte. `release` may run twice; it must be idempotent.
 */
export function releaseOnDisconnect(context: Readonly<RouterContextProvider>, release: () => void): void {
  const { gone } = context.get(requestInfoContext)
  if (gone?.aborted) return release()
  gone?.addEventListener('abort', release, { once: true })
}
