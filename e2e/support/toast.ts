import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** After an act of a page with script the focus is on something that is seen. */
export async function hasFocus(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page
        .evaluate(() => document.activeElement !== document.body && document.activeElement?.checkVisibility())
        // One document may be taking the place of another.
        .catch(() => false),
    )
    .toBe(true)
}

const read = new WeakMap<Page, Set<string>>()

/** Waits for a message and closes it, so that the next one like it is news. */
export async function toast(page: Page, words: string): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: words })
  await expect(message).toBeVisible()
  if (!hasScripts()) return
  read.set(page, (read.get(page) ?? new Set()).add(words))
  if ((await page.locator('html[data-scripted]').count()) > 0) await hasFocus(page)
  // By key: on a phone a newer one may lie over it.
  await message.locator('.toast').filter({ hasText: words }).getByRole('button').first().press('Enter')
  await expect(message).toHaveCount(0)
}

/** One that stays unread would be taken for the next one like it, or with it, as the machine has it. */
export async function hasReadAll(page: Page): Promise<void> {
  if (page.isClosed()) return
  const left = await page.locator('.toaster [role="status"] .toast').allTextContents()
  for (const words of read.get(page) ?? []) expect(left.filter((text) => text.includes(words))).toEqual([])
}
