import type { RouterContextProvider } from 'react-router'
import { requestInfoContext } from '../../context'

/**
 * Calls `release` when the client disconnects, or at once if it already has, so that the source of an answer is closed even when no
 * byte was sent. `release` may run twice; it must be idempotent.
 */
export function releaseOnDisconnect(context: Readonly<RouterContextProvider>, release: () => void): void {
  const { disconnectSignal: gone } = context.get(requestInfoContext)
  if (gone?.aborted) return release()
  gone?.addEventListener('abort', release, { once: true })
}
