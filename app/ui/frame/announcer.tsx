import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import {
  UNSAFE_DataRouterContext,
  useFetchers,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { Sentence } from '../user-text'

/** Loading is announced after this time. */
const SLOW_MS = 1000
/** Dialogs and menus restore the focus themselves within this time. */
const GIVEN_BACK_MS = 50

const EVENT = 'gatehouse:said'

/** Announces a change that never leaves the page, such as selecting rows. */
export function announce(text: string) {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: text }))
}

type Fact = { text: string; outcomeText: string; isLive: boolean }
type PageSnapshot = {
  key: string
  heading: Element | null
  title: string
  pathname: string
  facts: Fact[]
  next?: string
  page: string
}
let lastSnapshot: PageSnapshot | null = null
let heldAnnouncement = ''
/** A new page is drawn, and its focus has not been placed yet. */
let isFocusPending = false

/** Returns and clears the announcement held back until an action's answer arrives, to be said with it; '' when there is none. */
export function takeHeldAnnouncement(): string {
  const text = heldAnnouncement
  heldAnnouncement = ''
  return text
}

/**
 * Tells screen reader users what others see at a glance: the one place that moves the focus and announces changes. A new page moves
 * the focus to its heading. A list, tab or order leaves it on the control and announces each changed `data-said`; after an action
 * its `data-led`, if any, or the new page's `data-next`. A refetch announces only changed facts with `data-live`. When the focused
 * element is removed, the focus goes to what replaces it.
 */
export function Announcer() {
  const { t } = useTranslation(['ui', 'common'])
  const { key, pathname } = useLocation()
  const { state } = useNavigation()
  const router = use(UNSAFE_DataRouterContext)?.router
  const { state: refetch } = useRevalidator()
  // Another array with each new data. A busy browser may never draw that a page is refetched.
  const data = useMatches()
  const isSending = useFetchers().some((fetcher) => fetcher.state === 'submitting')
  const [line, setLine] = useState({ text: '', count: 0 })
  /** The key of the history entry that a POST leads to. */
  const postedTo = useRef('')
  const focused = useRef<Element | null>(null)
  const say = (text: string) => setLine(({ count }) => ({ text, count: count + 1 }))

  useEffect(catchFocus, [])

  useEffect(() => {
    const hear = (event: Event) => event instanceof CustomEvent && say(event.detail)
    window.addEventListener(EVENT, hear)
    return () => window.removeEventListener(EVENT, hear)
  }, [])

  useEffect(
    // From the router itself: a busy browser may never draw the pending state.
    () =>
      router?.subscribe(({ navigation: { formMethod, location } }) => {
        if (formMethod === 'POST') postedTo.current = location.key
      }),
    [router],
  )

  const isBusy = state !== 'idle'
  useEffect(() => {
    if (!isBusy) return
    const loading = t('loading')
    const wait = setTimeout(() => say(loading), SLOW_MS)
    return () => {
      clearTimeout(wait)
      // A reader who gets there later would believe that the page is still loading.
      setLine((shown) => (shown.text === loading ? { text: '', count: shown.count + 1 } : shown))
    }
  }, [isBusy, t])

  // Before the effects of the page, which may move the focus themselves.
  useLayoutEffect(() => {
    focused.current = document.activeElement
    isFocusPending = true
    // Another page starts at the top, even after a link or form with `preventScrollReset`.
    const isMeant = router?.state.historyAction === 'POP' || location.hash !== ''
    if (lastSnapshot && !isMeant && isOtherPage(lastSnapshot, pathname)) window.scrollTo(0, 0)
    // `pathname` changes only with `key`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])

  useEffect(() => {
    if (refetch !== 'idle') return
    isFocusPending = false
    const last = lastSnapshot
    const now = (lastSnapshot = takeSnapshot(pathname, key))
    if (!last) return
    const news = now.facts.filter(({ text }) => last.facts.every((fact) => fact.text !== text))
    if (last.key === key) return news.filter(({ isLive }) => isLive).forEach(({ text }) => say(text))
    const isFocusMoved = isOtherPage(last, pathname) && !isTaken(focused.current)
    if (isFocusMoved) focusOn(now.heading)
    const wasPosted = postedTo.current === key
    const isActed = wasPosted || isSending
    const factsToSay = news.length > 0 || isActed || last.pathname !== pathname ? news : now.facts
    const lines = factsToSay.map((fact) => (isActed ? fact.outcomeText : fact.text))
    const text = lines.reduce((before, next) => (before ? t('common:sentences', { before, next }) : next), '')
    if (isFocusMoved && wasPosted && now.next) say(now.next)
    else if (text !== '' && isSending) heldAnnouncement = text
    else if (text !== '') say(text)
    else if (last.pathname === pathname && now.page !== last.page) say(now.page)
    // `isSending` counts at the time of the navigation, not when it changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, pathname, refetch, data])

  useEffect(() => {
    const text = isSending ? '' : takeHeldAnnouncement()
    if (text !== '') say(text)
  }, [isSending])

  return (
    <p key={line.count} className="sr-only" data-line>
      <Sentence>{line.text}</Sentence>
    </p>
  )
}

const takeSnapshot = (pathname: string, key: string): PageSnapshot => {
  const heading = document.querySelector('h1')
  const said = document.querySelectorAll<HTMLElement>('#main [data-said]')
  return {
    key,
    pathname,
    heading,
    title: heading?.textContent ?? '',
    next: document.querySelector<HTMLElement>('#main [data-next]')?.dataset.next,
    page: document.title.replace(/ · [^·]*$/, ''),
    // Content behind a dialog is not news.
    facts: lastSnapshot && document.querySelector('[role=dialog]') ? lastSnapshot.facts : [...said].map(factOf),
  }
}

/** Another path with another heading: neither a dialog, even one that changes the page's title, nor a tab. */
const isOtherPage = (last: PageSnapshot, pathname: string): boolean => {
  const heading = document.querySelector('h1')
  if (last.pathname === pathname) return false
  const isBack = last.pathname.startsWith(`${pathname}/`)
  return last.heading !== heading || (!isBack && last.title !== (heading?.textContent ?? ''))
}

const factOf = ({ dataset, textContent }: HTMLElement): Fact => {
  const text = dataset.said || (textContent ?? '')
  return { text, outcomeText: dataset.led ?? text, isLive: 'live' in dataset }
}

/** True when the page itself has moved the focus, a field has it, or a dialog is open. */
const isTaken = (earlier: Element | null): boolean => {
  const at = document.activeElement
  return (
    document.querySelector('[role=dialog]') !== null ||
    (at?.closest('#main') != null && (at !== earlier || at.matches('input, select, textarea')))
  )
}

export function focusOn(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  if (element.tagName === 'H1') element.tabIndex = -1
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

const CONTROLS = 'a[href], button, input, select, textarea, summary'

/**
 * When the focused element is removed, focuses its equivalent in the new drawing, what is around it, or the heading; not before the
 * new page placed the focus.
 */
export function catchFocus(): () => void {
  let last: Element | null = null
  let places: [id: string, among: number][] = []
  const remember = ({ target }: Pick<FocusEvent, 'target'>) => {
    last = target instanceof Element ? target : null
    places = []
    for (let at = last; at && at.id !== 'main'; at = at.parentElement)
      if (last && at.id) places.push([at.id, [...at.querySelectorAll(CONTROLS)].indexOf(last)])
  }
  const restore = () => {
    if (isFocusPending) return void setTimeout(restore, GIVEN_BACK_MS)
    if (document.activeElement !== document.body || !last || last.isConnected) return
    for (const [id, among] of places) {
      const place = document.getElementById(id)
      const controls = [...(place?.querySelectorAll(CONTROLS) ?? [])]
      if ([place, controls[among] ?? null, ...controls].some(focusOn)) return
    }
    focusOn(document.querySelector('h1'))
  }
  const changes = new MutationObserver(() => void setTimeout(restore, GIVEN_BACK_MS))
  // What was focused before hydration.
  remember({ target: document.activeElement })
  document.addEventListener('focusin', remember)
  changes.observe(document.body, { childList: true, subtree: true })
  return () => {
    isFocusPending = false
    document.removeEventListener('focusin', remember)
    changes.disconnect()
  }
}
