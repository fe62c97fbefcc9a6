import type { Page } from '@playwright/test'
import { rows } from '../../tests/support/access-table'

const isPage = (path: string) => !/\{|\.(csv|pdf)|export$|sign-out|\/drafts|\/i18n|\/file|download|qr/.test(path)

/** All addresses of the route map that name nothing stored. */
export const namedPages = rows
  .filter(({ method, address }) => method === 'GET' && isPage(address))
  .map(({ address }) => address)

/** What tells one kind of page from another: the path without ids, and what is open on it. */
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

/** Sent into a page, so that what the server answers does not leave the browser; gives where it came from and leads. */
async function keepPage(path: string) {
  const answer = await fetch(path, { cache: 'no-store' })
  if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) return null
  const sent = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const { pathname, search } = new URL(answer.url)
  window.sent.set(pathname + search, sent)
  const links = [...sent.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '/')
  return { path: pathname + search, links }
}

/** One address of each kind of page that these addresses lead to, for whoever is signed in; the page keeps what is sent for each. */
export async function everyPage(page: Page, from: readonly string[]): Promise<string[]> {
  await page.evaluate(() => void (window.sent = new Map()))
  const todo = [...from]
  const asked = new Set<string>()
  const found = new Set<string>()
  for (const path of todo) {
    const kind = kindOf(path)
    if (asked.has(kind)) continue
    asked.add(kind)
    const kept = await page.evaluate(keepPage, path)
    if (!kept) continue
    // A page that leads on is that other one.
    asked.add(kindOf(kept.path))
    found.add(kept.path)
    todo.push(...kept.links.filter(isPage))
  }
  return [...found]
}
