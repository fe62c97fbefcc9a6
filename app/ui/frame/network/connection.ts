import { useSyncExternalStore } from 'react'
import { awaitPalette } from '../shortcuts'
import { isOnTheWay } from './use-pending-page'

/** What waits for the connection, each by how it goes on. */
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

/** Lets everything that waits go on. */
export function tryAgain(): void {
  for (const goOn of waiting) goOn()
}

/** Waits, and says so, until the connection is back or somebody wants to try again; throws when `signal` aborts. */
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
 * The router loads the page anew where the script of the next one cannot be had. Without a connection that would end on a page
 * of the browser, and what was typed would be gone: so the page stays until the server can be reached. Where browsers cannot tell
 * in advance, the router's way stays.
 */
export function stayWithoutConnection(): void {
  let mayLeave = false
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || mayLeave) return
    event.preventDefault()
    void leaveOnceReachable()
  })

  async function leaveOnceReachable() {
    await untilReachable()
    // Meanwhile somebody may have gone to another page.
    if (!isOnTheWay()) return
    mayLeave = true
    window.location.reload()
  }
}

/**
 * Where a layer's script cannot be had, such as after an update, its page does the same, once the server can be reached: a page of the
 * browser would take the place of this one.
 */
export const orPage = (address: string) => async (): Promise<never> => {
  awaitPalette(false)
  await untilReachable()
  window.location.assign(address)
  return new Promise(() => {})
}

/** Waits, and says so, until the server answers. */
async function untilReachable(): Promise<void> {
  while (!(await isReachable())) await untilConnected()
}

const isReachable = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', redirect: 'manual' }).then(
    () => true,
    () => false,
  )
