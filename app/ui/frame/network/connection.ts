import { useSyncExternalStore } from 'react'
import { collectPaletteKeys } from '../shortcuts'
import { isPageWaiting } from './use-pending-page'

/** What waits for the connection: one function each that continues it. */
const waiting = new Set<() => void>()
const listeners = new Set<() => void>()
const tellListeners = () => listeners.forEach((tell) => tell())

/** Whether the page waits for the connection. */
export const useWaitsForConnection = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting.size > 0,
    () => false,
  )

/** Continues everything that waits. */
export function tryAgain(): void {
  for (const goOn of waiting) goOn()
}

/** Waits, with a note on the page, until the connection is back or somebody retries; rejects when `signal` aborts. */
export function untilConnected(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      waiting.delete(goOn)
      window.removeEventListener('online', goOn)
      signal?.removeEventListener('abort', giveUp)
      tellListeners()
      settle()
    }
    const goOn = () => end(resolve)
    const giveUp = () => end(() => reject(signal?.reason as Error))
    if (signal?.aborted) return giveUp()
    waiting.add(goOn)
    window.addEventListener('online', goOn)
    signal?.addEventListener('abort', giveUp)
    tellListeners()
  })
}

/**
 * The router reloads the page when the script of the next one, or of a form's address, fails to load. Without a connection that would
 * end on a browser error page and lose typed text, so the reload waits until the server can be reached, and until all sent forms are
 * answered: `tellRefused` says which were not accepted, and `leaveRefused` has the reloaded page say so. In browsers that cannot
 * intercept a reload, the router's behaviour stays.
 */
export function delayReloadUntilReachable<Refused>(
  tellRefused: () => Promise<Refused>,
  leaveRefused: (refused: Refused) => void,
): void {
  let mayLeave = false
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || mayLeave) return
    event.preventDefault()
    void leaveOnceReachable()
  })

  async function leaveOnceReachable() {
    await tellRefused()
    await untilReachable()
    const refused = await tellRefused()
    // The person may have gone to another page meanwhile.
    if (!isPageWaiting()) return
    leaveRefused(refused)
    // What was typed into a refused form is saved first.
    window.dispatchEvent(new Event('online'))
    mayLeave = true
    window.location.reload()
  }
}

/**
 * When a layer's script fails to load, such as after an update, opens the page at `address` that does the same, once the server can
 * be reached: a browser error page would replace this one.
 */
export const openPageInstead = (address: string) => async (): Promise<never> => {
  collectPaletteKeys(false)
  await untilReachable()
  window.location.assign(address)
  return new Promise(() => {})
}

/** Waits, with a note on the page, until the server answers. */
async function untilReachable(): Promise<void> {
  while (!(await isReachable())) await untilConnected()
}

/** Without cookies: a request with them would take the toast of the next page. */
const isReachable = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', redirect: 'manual', credentials: 'omit' }).then(
    () => true,
    () => false,
  )
