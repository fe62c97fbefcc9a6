import type { RouterContextProvider } from 'react-router'
import { requestInfoContext } from '../../context'

/**
 * Lets go of what an answer is read from once whoever asked is gone, also while it has given nothing yet. What is being handed
 * over meanwhile is let go of twice.
 */
export function releaseOnDisconnect(context: Readonly<RouterContextProvider>, letGo: () => void): void {
  const { gone } = context.get(requestInfoContext)
  if (gone?.aborted) return letGo()
  gone?.addEventListener('abort', letGo, { once: true })
}
