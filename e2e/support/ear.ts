import type { Page } from '@playwright/test'

declare global {
  interface Window {
    heard?: string[]
  }
}

/** Writes down, from the moment on that the page is there, what a screen reader is given to say without the focus. */
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
        // One that comes with its words may be said as well.
        else if (node instanceof Element && node.isConnected)
          for (const region of [node, ...node.querySelectorAll(LIVE)]) if (region.matches(LIVE)) said.add(region)
      }
    heard.push(...[...said].map(words).filter((line) => line !== ''))
  }
  new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Listens to the page that is open. */
export const listen = (page: Page) => page.evaluate(listenIn)

/** Listens to every page that is opened from now on, before the page says again what it came with. */
export const listenAlways = (page: Page) =>
  page.addInitScript(`addEventListener('DOMContentLoaded', () => (${listenIn.toString()})())`)

/** What was said since then, in its order. While one document takes the place of another nothing can be asked: ask again. */
export const heard = (page: Page) => page.evaluate(() => window.heard ?? []).catch(() => ['no page to listen to'])
