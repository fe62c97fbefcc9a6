import { use, useLayoutEffect } from 'react'
import { UNSAFE_DataRouterContext, type Navigation, type RouterState } from 'react-router'
import { forgetTouched } from './touched'

const KEY = 'onTheWay'
let isLeaving = false
let lastKey: string | null = null
let routed: { state: RouterState } | undefined

/**
 * Remembers a navigation's target until it arrives. When the script of that page fails to load, the router reloads the old page,
 * which then goes on to the target as a document. Listens to the router itself: it may give up before a busy browser has drawn the
 * pending state. Stored in the history entry, which no browser forbids.
 */
export function usePendingPage(): void {
  const router = use(UNSAFE_DataRouterContext)?.router
  // Before the page requests anything.
  useLayoutEffect(() => {
    routed = router
    return router?.subscribe(({ navigation }) => follow(navigation))
  }, [router])
}

function follow({ state, location, formMethod, formAction }: Navigation): void {
  if (location && location.key !== lastKey) forgetTouched()
  lastKey = location?.key ?? null
  const address = state === 'loading' ? location.pathname + location.search : null
  // A sent form goes on by a redirect; its own address is no target.
  const wanted = formMethod === 'POST' && formAction === address ? null : address
  if (wanted !== remembered()) remember(wanted)
}

/**
 * Whether the page waits for something that may never come: a navigation, a sent form or a part that is being loaded. A part that is
 * loaded unasked does not count on a page that was just reloaded, which would be reloaded for ever. Outside the console nobody follows
 * the router, and it may always be so.
 */
export function isPageWaiting(): boolean {
  if (!routed) return true
  const { navigation, fetchers } = routed.state
  if (navigation.state !== 'idle') return true
  const parts = [...fetchers.values()].filter(({ state }) => state !== 'idle')
  return parts.some(({ formMethod }) => formMethod === 'POST') || (parts.length > 0 && !isReloaded())
}

/** The loader data of the page in view, by route; null while navigating, on an error page, or before hydration. */
export const currentLoaderData = (): Readonly<Record<string, unknown>> | null =>
  routed?.state.navigation.state === 'idle' && !routed.state.errors ? routed.state.loaderData : null

/** Called once, before hydration: a page that the router reloaded goes on to the remembered target. */
export function resumePendingNavigation(): void {
  const wanted = remembered()
  if (wanted === null) return
  remember(null)
  isLeaving = isReloaded() && wanted !== location.pathname + location.search
  if (isLeaving) location.replace(wanted)
}

/** Whether this page is only on the way to the remembered target. */
export const isOnlyPassing = (): boolean => isLeaving

function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
}

const remembered = (): string | null => (history.state as Record<string, string | null> | null)?.[KEY] ?? null

const remember = (path: string | null) => history.replaceState({ ...history.state, [KEY]: path }, '')
