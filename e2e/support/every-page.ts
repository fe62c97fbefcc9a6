import type { Page } from '@playwright/test'
import { rows } from '../../tests/support/access-table'
import { linksOf } from './reach'

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

/** One address of each kind of page that these addresses lead to, for whoever is signed in, with what is sent for it. */
export async function everyPage(page: Page, from: readonly string[]): Promise<Map<string, string>> {
  const todo = [...from]
  const asked = new Set<string>()
  const found = new Map<string, string>()
  for (const path of todo) {
    const kind = kindOf(path)
    if (asked.has(kind)) continue
    asked.add(kind)
    const answer = await page.request.get(path)
    if (!(answer.headers()['content-type'] ?? '').startsWith('text/html')) continue
    const html = await answer.text()
    // A page that leads on is that other one.
    const { pathname, search } = new URL(answer.url())
    asked.add(kindOf(pathname + search))
    found.set(pathname + search, html)
    todo.push(...(await page.evaluate(linksOf, html)).filter(isPage))
  }
  return found
}
