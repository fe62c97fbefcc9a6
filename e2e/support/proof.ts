import type { Page } from '@playwright/test'
import { enterCode } from './enter-code'
import { expect, hasScripts } from './journey'
import { codeSentTo, outboxPosition } from './outbox'
import { moveClock } from './own-console'

const QUARTER_HOUR_MS = 15 * 60_000

/** Moves the clock on by this many quarters of an hour: earlier proof is no longer fresh. */
export const advanceQuarterHours = (quarters: number) => moveClock(quarters * QUARTER_HOUR_MS + 1000)

/** Answers with a code when a page asks for proof. */
export async function proveByCode(page: Page, phone: string): Promise<void> {
  await expect(page.getByText('Confirm that it is you').first()).toBeVisible()
  const mark = outboxPosition()
  await page
    .getByRole('button', { name: 'Send code by SMS' })
    .or(page.getByRole('button', { name: 'Send code' }))
    .first()
    .click()
  const code = await codeSentTo(phone, mark)
  await expect(page.getByRole('status').filter({ hasText: 'Verification code sent!' })).toBeVisible()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  if (hasScripts()) await expect(page.locator('html')).toHaveAttribute('data-scripted', '')
  await enterCode(page, code, 'Confirm and continue')
}
