import type { Page } from '@playwright/test'

declare global {
  interface Window {
    heard?: string[]
  }
}

/** Runs in the page: records what live regions announce, apart from the focus, once the page is there. */
function listenIn(): void {
  const LIVE = '[role=status], [role=alert], [aria-live]'
  const words = (node: Node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim()
  const heard: string[] = (window.heard = [])
  const isWhole = (region: Element) => region.getAttribute('aria-atomic') !== 'false'
  const hear = (records: MutationRecord[]) => {
    const said = new Set<Node>()
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        const place = node.parentElement?.closest(LIVE)
        if (place) said.add(isWhole(place) ? place : node)
        // A region that is inserted together with its text may be announced as well.
        else if (node instanceof Element && node.isConnected)
          for (const region of [node, ...node.querySelectorAll(LIVE)]) if (region.matches(LIVE)) said.add(region)
      }
    heard.push(...[...said].map(words).filter((line) => line !== ''))
  }
  new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Listens to the page that is open. */
export const recordAnnouncements = (page: Page) => page.evaluate(listenIn)

/** Listens to every page opened from now on, before it repeats its initial toasts. */
export const recordOnEveryPage = (page: Page) =>
  page.addInitScript(`addEventListener('DOMContentLoaded', () => (${listenIn.toString()})())`)

/** What was announced since then, in order. During a navigation the page cannot be asked: ask again. */
export const recordedAnnouncements = (page: Page) =>
  page.evaluate(() => window.heard ?? []).catch(() => ['no page to listen to'])
