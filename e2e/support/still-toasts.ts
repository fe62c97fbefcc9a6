import type { BrowserContext, Page } from '@playwright/test'

/** Keeps toasts until they are closed: a busy machine cannot keep up with their timer. */
export function keepToasts(context: BrowserContext): BrowserContext {
  context.on('page', (page) => {
    void stopAnimations(page).catch(() => undefined)
  })
  return context
}

async function stopAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}
