import { use, useEffect } from 'react'
import { UNSAFE_DataRouterContext, type Navigation } from 'react-router'

const KEY = 'gatehouse:on-the-way'
let isPending = false

/**
 * Remembers where a navigation leads until it arrives. When the script of that page cannot be had, the router loads the old
 * page anew; this one then goes on to where the person wanted to be, as a document. Told by the router itself: it may give up
 * before a busy browser has drawn that something is on its way.
 */
export function usePendingPage(): void {
  const router = use(UNSAFE_DataRouterContext)?.router
  useEffect(() => router?.subscribe(({ navigation }) => follow(navigation)), [router])
}

function follow({ state, location, formMethod, formAction }: Navigation): void {
  const address = state === 'loading' ? location.pathname + location.search : null
  // A form that was sent leads on by a redirect; its own address is no place to go to.
  const wanted = formMethod === 'POST' && formAction === address ? null : address
  isPending = wanted !== null
  if (wanted === null) forget()
  else remember(wanted)
}

/** Whether a navigation has not arrived yet; also where storage is forbidden. */
export const isOnTheWay = (): boolean => isPending

/** Called once, before the page comes alive: true when it is left for the one that was wanted. */
export function goOnToPendingPage(): boolean {
  const wanted = forget()
  const [entry] = performance.getEntriesByType('navigation')
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
  if (!isReload || wanted === null || wanted === location.pathname + location.search) return false
  location.replace(wanted)
  return true
}

/** Storage may be forbidden: then the old page stays. */
function remember(path: string): void {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    return
  }
}

function forget(): string | null {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path
  } catch {
    return null
  }
}
