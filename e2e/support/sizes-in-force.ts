import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Makes `page.setViewportSize` return only once it is in force: on a busy machine a page may still have its old size. */
export function holdSizes(context: BrowserContext): BrowserContext {
  return context.on('page', holdSizesOf)
}

function holdSizesOf(page: Page): void {
  const resize = page.setViewportSize.bind(page)
  page.setViewportSize = async (size) => {
    await resize(size)
    // During a navigation the page cannot be asked.
    const measure = () => page.evaluate(() => ({ width: innerWidth, height: innerHeight })).catch(() => null)
    await expect.poll(measure, 'the size of a page').toEqual(size)
  }
}
