import type { BrowserContext, Page } from '@playwright/test'

/** Messages stay until they are closed: how long they do otherwise is a clock that a loaded machine does not keep up with. */
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
