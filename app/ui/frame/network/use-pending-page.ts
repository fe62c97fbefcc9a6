import { use, useLayoutEffect } from 'react'
import { UNSAFE_DataRouterContext, type Navigation, type RouterState } from 'react-router'
import { forgetTouched } from './touched'

const KEY = 'onTheWay'
let isPending = false
let lastKey: string | null = null
let routed: { state: RouterState } | undefined

/**
 * Remembers where a navigation leads until it arrives. When the script of that page cannot be had, the router loads the old
 * page anew; this one then goes on to where the person wanted to be, as a document. Told by the router itself: it may give up
 * before a busy browser has drawn that something is on its way. Kept with the entry of the history, which no browser forbids.
 */
export function usePendingPage(): void {
  const router = use(UNSAFE_DataRouterContext)?.router
  // Before the page asks for anything.
  useLayoutEffect(() => {
    routed = router
    return router?.subscribe(({ navigation }) => follow(navigation))
  }, [router])
}

function follow({ state, location, formMethod, formAction }: Navigation): void {
  if (location && location.key !== lastKey) forgetTouched()
  lastKey = location?.key ?? null
  const address = state === 'loading' ? location.pathname + location.search : null
  // A form that was sent leads on by a redirect; its own address is no place to go to.
  const wanted = formMethod === 'POST' && formAction === address ? null : address
  isPending = wanted !== null
  if (wanted !== remembered()) remember(wanted)
}

/** Whether a navigation has not arrived yet. */
export const isOnTheWay = (): boolean => isPending

/** What the page in view was drawn from, by its routes; null while it is left, where it is one of an error, or before the console knows. */
export const standing = (): Readonly<Record<string, unknown>> | null =>
  routed?.state.navigation.state === 'idle' && !routed.state.errors ? routed.state.loaderData : null

/** Called once, before the page comes alive: one that was loaded anew is left for the one that was wanted. */
export function goOnToPendingPage(): void {
  const wanted = remembered()
  if (wanted === null) return
  remember(null)
  const [entry] = performance.getEntriesByType('navigation')
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
  if (isReload && wanted !== location.pathname + location.search) location.replace(wanted)
}

const remembered = (): string | null => (history.state as Record<string, string | null> | null)?.[KEY] ?? null

const remember = (path: string | null) => history.replaceState({ ...history.state, [KEY]: path }, '')
