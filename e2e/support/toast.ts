import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** Waits for a message and closes it, so that the next one like it is news. */
export async function toast(page: Page, words: string): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: words })
  await expect(message).toBeVisible()
  if (!hasScripts()) return
  await message.locator('.toast').filter({ hasText: words }).getByRole('button').first().click()
  await expect(message).toHaveCount(0)
}
