import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** Expects the focus on a visible element after an action with script. */
export async function expectFocus(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page
        .evaluate(() => document.activeElement !== document.body && document.activeElement?.checkVisibility())
        // The page may be navigating.
        .catch(() => false),
    )
    .toBe(true)
}

const read = new WeakMap<Page, Set<string>>()

/** Waits for a toast and closes it, so that the next one like it is new. */
export async function closeToast(page: Page, words: string): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: words })
  await expect(message).toBeVisible()
  if (!hasScripts()) return
  read.set(page, (read.get(page) ?? new Set()).add(words))
  if ((await page.locator('html[data-scripted]').count()) > 0) await expectFocus(page)
  // By key: on a phone a newer toast may cover it.
  await message.locator('.toast').filter({ hasText: words }).getByRole('button').first().press('Enter')
  await expect(message).toHaveCount(0)
}

/** Expects no unread toast: it could be mistaken for the next one like it, depending on the machine's speed. */
export async function expectNoUnreadToasts(page: Page): Promise<void> {
  if (page.isClosed()) return
  const left = await page.locator('.toaster [role="status"] .toast').allTextContents()
  for (const words of read.get(page) ?? []) expect(left.filter((text) => text.includes(words))).toEqual([])
}
