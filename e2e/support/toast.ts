import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** Waits for a message and closes it, so that the next one like it is news. */
export async function toast(page: Page, words: string): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: words })
  await expect(message).toBeVisible()
  if (!hasScripts()) return
  // By key: on a phone a newer one may lie over it.
  await message.locator('.toast').filter({ hasText: words }).getByRole('button').first().press('Enter')
  await expect(message).toHaveCount(0)
}
