import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** Enters a whole code. With scripts it is submitted by itself, as its help says; otherwise `button` submits it. */
export async function enterCode(page: Page, code: string, button: string): Promise<void> {
  const field = page.locator('input[autocomplete="one-time-code"]')
  await expect(field).toBeVisible()
  // The listener is there once the page has loaded.
  await page.waitForLoadState()
  await field.fill(code)
  if (!hasScripts()) await page.getByRole('button', { name: button }).click()
}
