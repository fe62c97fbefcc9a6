import type { Page } from '@playwright/test'
import { rows } from '../../tests/support/access-table'

const isPage = (path: string) => !/\{|\.(csv|pdf)|export$|sign-out|\/drafts|\/i18n|\/file|download|qr/.test(path)

/** All page addresses of the route map without an id. */
export const namedPages = rows
  .filter(({ method, address }) => method === 'GET' && isPage(address))
  .map(({ address }) => address)

/** The kind of a page: its path without ids, and what is open on it. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://console.invalid')
  const opened = searchParams.get('tab') ?? searchParams.get('decide') ?? ''
  return pathname.replaceAll(/[0-9a-f-]{36}/g, 'id').replace(/\/$/, '') + opened
}

declare global {
  interface Window {
    sent: Map<string, Document>
  }
}

/** Runs in the page, so that the server's answers stay in the browser; returns each page's final path and its links. */
async function keepPages(paths: readonly string[]) {
  const kept: { path: string; links: string[] }[] = []
  for (const asked of paths) {
    const answer = await fetch(asked, { cache: 'no-store' })
    // Error pages are requested too, by their status.
    if (answer.status >= 500 && asked !== `/${answer.status}`) throw new Error(`${asked} answers ${answer.status}`)
    if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) continue
    const sent = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const { pathname, search } = new URL(answer.url)
    const path = pathname + search
    window.sent.set(path, sent)
    kept.push({
      path,
      links: [...sent.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '/'),
    })
  }
  return kept
}

const forgetPages = (page: Page) => page.evaluate(() => void (window.sent = new Map()))

/** Fetches and keeps these pages again, as they are now. */
export async function refetchPages(page: Page, paths: readonly string[]): Promise<void> {
  await forgetPages(page)
  await page.evaluate(keepPages, paths)
}

/** Returns one address of each kind of page reachable from these, for the signed-in person; the browser page keeps the HTML of each. */
export async function everyPage(page: Page, from: readonly string[]): Promise<string[]> {
  await forgetPages(page)
  const todo = [...from]
  const asked = new Set<string>()
  const found = new Set<string>()
  for (const path of todo) {
    const kind = kindOf(path)
    if (asked.has(kind)) continue
    asked.add(kind)
    const [kept] = await page.evaluate(keepPages, [path])
    if (!kept) continue
    // A page that redirects counts as its target.
    asked.add(kindOf(kept.path))
    found.add(kept.path)
    todo.push(...kept.links.filter(isPage))
  }
  return [...found]
}
