import type { Page } from '@playwright/test'
import { expect, hasScripts, test } from './support/journey'
import { moveClock } from './support/own-console'
import { ADMIN, signInThroughPages } from './support/sign-in'

const HOUR_MS = 60 * 60_000
const failure = (page: Page, words: string) => page.locator('[data-toaster]').getByRole('alert').getByText(words)

async function letTimeRun(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.setPlaybackRate', { playbackRate: 10 })
}

async function sendCode(page: Page) {
  await page.goto('/sign-in')
  await page.getByLabel('Phone number').fill('+77015559871')
  await page.getByRole('button', { name: 'Send code' }).click()
}

async function sendCodeTwice(page: Page) {
  await sendCode(page)
  await sendCode(page)
}

test('a code that is not sent says “Failed to send code” and why; the message leaves, the reason stays', async ({
  page,
}) => {
  await sendCodeTwice(page)
  await expect(failure(page, 'Failed to send code')).toContainText(/Please wait \d+ seconds/)
  // It is announced once.
  await expect(page.getByRole('alert').filter({ hasText: /Please wait \d+ seconds/ })).toHaveCount(1)
  await letTimeRun(page)
  await expect(failure(page, 'Failed to send code')).toBeHidden()
  await expect(page.getByRole('main').locator('form .tone-red')).toContainText(/Please wait \d+ seconds/)
})

test('a message on a public page has a close button only where there are scripts', async ({ page }) => {
  await sendCodeTwice(page)
  await expect(failure(page, 'Failed to send code')).toBeVisible()
  const close = page.locator('[data-toaster]').getByRole('button', { name: 'Close' })
  if (!hasScripts()) return expect(close).toBeHidden()
  await close.click()
  await expect(failure(page, 'Failed to send code')).toHaveCount(0)
})

test('an expired session drops the device id', async ({ page }) => {
  await signInThroughPages(page, ADMIN)
  const idOf = async () => (await page.context().cookies()).find(({ name }) => name === 'device_id')?.value
  const before = await idOf()
  expect(before).toBeTruthy()
  moveClock(2 * HOUR_MS)
  await page.goto('/organizations/')
  await expect(failure(page, 'Session expired!')).toBeVisible()
  expect(await idOf()).not.toBe(before)
})

test('“Go Back” leads from a typed address to the page before, or to sign-in without scripts', async ({ page }) => {
  await page.goto('/terms')
  const answer = await page.goto('/nowhere')
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(hasScripts() ? '/terms' : /\/sign-in/)
  if (!hasScripts()) return
  await page.goForward()
  await expect(page).toHaveURL('/nowhere')
})
