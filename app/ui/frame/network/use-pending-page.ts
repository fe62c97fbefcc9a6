import { use, useLayoutEffect } from 'react'
import { UNSAFE_DataRouterContext, type Navigation, type RouterState } from 'react-router'
import { forgetTouched } from './touched'

const KEY = 'onTheWay'
let isPending = false
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
  isPending = wanted !== null
  if (wanted !== remembered()) remember(wanted)
}

/** Whether a navigation is still pending. */
export const isNavigationPending = (): boolean => isPending

/** The loader data of the page in view, by route; null while navigating, on an error page, or before hydration. */
export const currentLoaderData = (): Readonly<Record<string, unknown>> | null =>
  routed?.state.navigation.state === 'idle' && !routed.state.errors ? routed.state.loaderData : null

/** Called once, before hydration: a page that the router reloaded goes on to the remembered target. */
export function resumePendingNavigation(): void {
  const wanted = remembered()
  if (wanted === null) return
  remember(null)
  const [entry] = performance.getEntriesByType('navigation')
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
  if (isReload && wanted !== location.pathname + location.search) location.replace(wanted)
}

const remembered = (): string | null => (history.state as Record<string, string | null> | null)?.[KEY] ?? null

const remember = (path: string | null) => history.replaceState({ ...history.state, [KEY]: path }, '')
