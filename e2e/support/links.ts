import type { Page } from '@playwright/test'

/** The addresses in a page's HTML for the signed-in person; the page is not opened. */
async function addressesIn(page: Page, path: string, tag: RegExp): Promise<string[]> {
  const html = await (await page.request.get(path)).text()
  return [...html.matchAll(tag)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}

/** The links of a list's rows, without their query. */
export async function rowsOf(page: Page, list: string): Promise<string[]> {
  const rows = await addressesIn(page, list, /class="row-link"[^>]*href="([^"?]*)/g)
  if (rows.length === 0) throw new Error(`${list} is empty`)
  return rows
}

export const firstRowOf = async (page: Page, list: string): Promise<string> => (await rowsOf(page, list))[0] ?? ''

/** The first link on one of these pages that matches `like`. */
export async function linkTo(page: Page, paths: readonly string[], like: RegExp): Promise<string> {
  for (const path of paths) {
    const found = (await addressesIn(page, path, /<a [^>]*href="([^"]*)"/g)).find((address) => like.test(address))
    if (found) return found
  }
  throw new Error(`No link like ${like} on ${paths[0]}`)
}
