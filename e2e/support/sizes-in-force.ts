import { expect, type BrowserContext, type Page } from '@playwright/test'

/** `page.setViewportSize` that has taken hold once it returns: on a busy machine a page may still answer a question in its old size. */
export function holdSizes(context: BrowserContext): BrowserContext {
  return context.on('page', holdSizesOf)
}

function holdSizesOf(page: Page): void {
  const resize = page.setViewportSize.bind(page)
  page.setViewportSize = async (size) => {
    await resize(size)
    // While one document takes the place of another nothing can be asked.
    const measure = () => page.evaluate(() => ({ width: innerWidth, height: innerHeight })).catch(() => null)
    await expect.poll(measure, 'the size of a page').toEqual(size)
  }
}
