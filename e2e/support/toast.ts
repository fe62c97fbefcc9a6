import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** After an act of a page with script the focus is on something that is seen. */
export async function hasFocus(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement !== document.body && document.activeElement?.checkVisibility()),
    )
    .toBe(true)
}

/** Waits for a message and closes it, so that the next one like it is news. */
export async function toast(page: Page, words: string): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: words })
  await expect(message).toBeVisible()
  if (!hasScripts()) return
  if ((await page.locator('html[data-scripted]').count()) > 0) await hasFocus(page)
  // By key: on a phone a newer one may lie over it.
  await message.locator('.toast').filter({ hasText: words }).getByRole('button').first().press('Enter')
  await expect(message).toHaveCount(0)
}
