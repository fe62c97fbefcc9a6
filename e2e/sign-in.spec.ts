import type { Page } from '@playwright/test'
import { enterCode } from './support/enter-code'
import { expect, hasScripts, test } from './support/journey'
import { moveClock } from './support/own-console'

const MANAGER = '+77010000003'

/** A valid number that belongs to nobody, a new one each time. */
const strangersPhone = () => `+7701${String(Math.floor(Math.random() * 8_000_000) + 1_000_000)}`

async function sendCode(page: Page, phone: string, channel: 'SMS' | 'WhatsApp' = 'SMS') {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel(channel).check()
  await page.getByRole('button', { name: 'Send code' }).click()
}

/** Finds the newest code of a phone the way a newcomer does: on the demo outbox page, in another tab. */
async function codeFromOutbox(page: Page, phone: string): Promise<string> {
  const outbox = await page.context().newPage()
  const messages = outbox.getByRole('listitem').filter({ hasText: phone })
  await expect(async () => {
    await outbox.goto('/demo/outbox')
    await expect(messages.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  const words = await messages.first().innerText()
  await outbox.close()
  return /\b\d{6}\b/.exec(words.replace(phone, ''))?.[0] ?? ''
}

test('a page of the console leads through sign-in back to itself, and signing out ends the session', async ({
  page,
}) => {
  await page.goto('/settings/appearance?from=mail')
  await expect(page).toHaveURL('/sign-in?redirect=%2Fsettings%2Fappearance%3Ffrom%3Dmail')
  await sendCode(page, '8 701 000 00 03')
  await expect(page).toHaveURL(/\/verify\?phone=%2B77010000003&redirect=/)
  await expect(page.getByRole('status')).toContainText('Verification code sent!')
  await expect(page.getByRole('status')).toContainText('SMS')
  const deviceId = async () => (await page.context().cookies()).find(({ name }) => name === 'device_id')?.value
  const written = hasScripts() ? /^[0-9a-f]{64}\.[0-9a-f-]{36}$/ : /^[0-9a-f-]{36}$/
  await expect.poll(deviceId).toMatch(written)

  await enterCode(page, await codeFromOutbox(page, MANAGER), 'Verify')
  await expect(page).toHaveURL('/settings/appearance?from=mail')

  await page.goto('/sign-in?redirect=/terms')
  await expect(page).toHaveURL('/terms')

  await page.goto('/settings/appearance')
  await page.getByRole('button', { name: /Account:/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in/)
  const cookies = await page.context().cookies()
  expect(cookies.map((cookie) => cookie.name)).not.toContain('auth-storage')
})

test('wrong phone numbers and codes get the words of the specification', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Please enter your phone number/)
  await sendCode(page, '12 ab')
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Invalid phone number/)
  await expect(page.getByLabel('Phone number')).toHaveValue('12 ab')

  await sendCode(page, strangersPhone())
  const beforehand = expect(page.getByLabel('Verification code'))
  const isTold = hasScripts() ? beforehand : beforehand.not
  await isTold.toHaveAccessibleDescription(/checked as soon as you enter the sixth digit/)
  await page.getByLabel('Verification code').fill('12345')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByLabel('Verification code')).toHaveAccessibleDescription(/Verification code must be 6 digits/)
  for (const left of ['4', '3']) {
    await enterCode(page, '000000', 'Verify')
    await expect(page.getByText(`Attempts left: ${left}`)).toBeVisible()
  }
})

test('a code can be sent again after the countdown, also on the other channel', async ({ page }) => {
  const phone = strangersPhone()
  await page.goto('/sign-in')
  await sendCode(page, phone, 'WhatsApp')
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled()
  await expect(page.getByText(/You can resend the code in \d+ s/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Send by SMS instead' })).toBeHidden()

  moveClock(60_000)
  await page.reload()
  await page.getByRole('button', { name: 'Send by SMS instead' }).click()
  await expect(page.getByRole('status')).toContainText('SMS')
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled()

  await page.getByRole('link', { name: 'Change phone number' }).click()
  await expect(page.getByLabel('Phone number')).toHaveValue(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send code' })).toContainText(
    /Please wait \d+ seconds/,
  )
})

test('the countdown enables the buttons; without scripts a link refreshes the seconds that are left', async ({
  page,
}) => {
  if (hasScripts()) await page.clock.install()
  await page.goto('/sign-in')
  await sendCode(page, strangersPhone())
  const left = page.getByText(/You can resend the code in \d+ s/)
  const seconds = async () => Number(/\d+/.exec(await left.innerText())?.[0])
  const before = await seconds()
  if (hasScripts()) {
    await page.clock.runFor(10_000)
    await expect.poll(seconds).toBeLessThanOrEqual(before - 9)
    await page.clock.runFor(60_000)
  } else {
    moveClock(10_000)
    await page.getByRole('link', { name: 'Refresh' }).click()
    await expect.poll(seconds).toBeLessThanOrEqual(before - 10)
    moveClock(60_000)
    await page.getByRole('link', { name: 'Refresh' }).click()
  }
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Send by WhatsApp instead' })).toBeVisible()
})

test('a change of language at sign-in keeps the page to return to', async ({ page }) => {
  await page.goto('/sign-in?redirect=/users/')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('button', { name: 'Қазақша' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Кіру')
  await expect(page).toHaveURL('/sign-in?redirect=%2Fusers%2F')
  await expect(page.locator('input[name=redirect]').first()).toBeAttached()
  await page.getByLabel('Телефон нөмірі').fill(strangersPhone())
  await page.getByRole('button', { name: 'Код жіберу' }).click()
  await expect(page).toHaveURL(/\/verify\?phone=.*&redirect=%2Fusers%2F$/)
})

test('a person whose phone number changed can file a recovery request', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Trouble signing in?' }).click()
  await page.getByLabel('Your name').fill('Динара Сейітқызы')
  await page.getByLabel('Old phone number').fill(strangersPhone())
  await page.getByLabel('New phone number').fill(strangersPhone())
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription(/This field is required/)
  await page.getByLabel('Message').fill('ТОО «Алатау»')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('status')).toContainText('Request sent')
})
