import type { Page } from '@playwright/test'
import { formOf, openDecision } from './support/desk'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { enterCode } from './support/enter-code'
import { codeSentTo, outboxPosition } from './support/outbox'
import { moveClock, resetClock } from './support/own-console'
import { ADMIN, signIn } from './support/sign-in'
import { closeToast } from './support/toast'

const dialog = formOf
const reason = (page: Page) => dialog(page).getByLabel('Rejection reason')

/** The rejection form of an application under review; each journey has its own application. */
async function openRejection(page: Page, nth: number) {
  await openScripted(
    page,
    '/verifications/?status=under_review&type=initial_registration&type=address_change&sort=newest',
  )
  await page.locator('tbody a').nth(nth).click()
  await openDecision(page, 'reject')
  await expect(dialog(page)).toHaveAccessibleName('Reject application')
  const discard = dialog(page).getByRole('button', { name: 'Discard' })
  if (await discard.count()) await discard.click()
  await expect(reason(page)).toHaveValue('')
}

test('a rejection reason is restored after leaving the dialog, until it is discarded', async ({ page }) => {
  await signIn(page, ADMIN)
  await openRejection(page, 0)
  const text = 'Лицензия просрочена 🙂'.padEnd(hasScripts() ? 0 : 2001, '.')
  await reason(page).fill(text)
  // Without scripts a text is kept only when it is sent, so it is sent too long.
  if (hasScripts()) await page.keyboard.press('Escape')
  else {
    await dialog(page).getByRole('button', { name: 'Reject application' }).click()
    await expect(reason(page)).toHaveAccessibleDescription(/At most 2,000/)
    await dialog(page).getByRole('link', { name: 'Cancel' }).click()
  }
  await expect(dialog(page)).toHaveCount(0)
  await openDecision(page, 'reject')
  await expect(reason(page)).toHaveValue(text)
  await expect(dialog(page).getByText(/Your text from .* was restored/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(reason(page)).toHaveValue('')
  await page.reload()
  await expect(reason(page)).toHaveValue('')
})

test('a rejection reason survives an expired session, and signing in leads back to it', async ({ page }) => {
  await signIn(page, ADMIN)
  await openRejection(page, 0)
  const { pathname, search } = new URL(page.url())
  await reason(page).fill('The lease has run out')
  moveClock(2 * 3_600_000)
  await dialog(page).getByRole('button', { name: 'Reject application' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  resetClock()
  await expect(page.getByText('Your text is kept. Sign in to send it.')).toBeVisible()
  const mark = outboxPosition()
  await page.getByLabel('Phone number').fill(ADMIN)
  await page.getByRole('button', { name: 'Send code' }).click()
  await enterCode(page, await codeSentTo(ADMIN, mark), 'Verify')
  await expect(reason(page)).toHaveValue('The lease has run out')
  expect(new URL(page.url()).pathname).toBe(`${pathname}/reject`)
  expect(new URL(page.url()).search).toBe(search)
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
})

test('typed settings survive a change of language, theme and sidebar, and Enter still saves them', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/settings/account')
  const email = page.locator('#written input[name="email"]')
  await email.fill('typed@example.com')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('button', { name: 'Русский' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(email).toHaveValue('typed@example.com')
  await openScripted(page, '/settings/account?lng=en')
  await email.fill('typed@example.org')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(email).toHaveValue('typed@example.org')
  await email.fill('typed@example.net')
  await page.getByRole('button', { name: 'Collapse' }).click()
  await expect(page.locator('.frame-collapsed')).toBeVisible()
  await expect(email).toHaveValue('typed@example.net')
  await email.press('Enter')
  await closeToast(page, 'Saved')
  await expect(email).toHaveValue('typed@example.net')
})

test('the notice that a decision is no longer possible survives a change of language', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=approved&sort=newest')
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/[0-9a-f-]{36}/)
  await openScripted(page, `${new URL(page.url()).pathname}/reject?status=approved`)
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  // The dialog covers the menu, so the click is dispatched, as a screen reader would.
  await page.locator('button[formaction*="language=ru"], button[name="language"][value="ru"]').dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
})
