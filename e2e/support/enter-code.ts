import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** Enters a whole code. Where there are scripts it is sent by itself, as its help says; elsewhere `button` sends it. */
export async function enterCode(page: Page, code: string, button: string): Promise<void> {
  const field = page.locator('input[autocomplete="one-time-code"]')
  await expect(field).toBeVisible()
  // What listens is there when the page has loaded.
  await page.waitForLoadState()
  await field.fill(code)
  if (!hasScripts()) await page.getByRole('button', { name: button }).click()
}
