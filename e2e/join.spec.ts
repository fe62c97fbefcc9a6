import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { enterCode } from './support/enter-code'
import { makeCode, newPhone, openWithoutCookies, verifyInvite } from './support/join'
import { expect, test } from './support/journey'
import { codeSentTo, markOutbox, messageTo } from './support/outbox'
import { moveClock } from './support/own-console'
import { MANAGER } from './support/sign-in'

async function introduce(page: Page, name: string, phone: string) {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('SMS').check()
  await page.getByLabel(/I accept/).check()
  await page.getByRole('button', { name: 'Send code' }).click()
}

const alertSays = (page: Page, words: string) =>
  expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()

test('a logistics provider joins: code, person, phone, and then the setup of an organization', async ({
  page,
  browser,
}) => {
  const code = await makeCode(browser, { type: 'Logistics provider', uses: 1 })
  await page.goto(`/use-invite?code=${code.toLowerCase().replaceAll('-', '%20')}`)
  await expect(page.getByLabel('Invite code')).toHaveValue(code.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('status')).toContainText('Invite code verified')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Code verified')
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue' })).toBeFocused()

  await page.goto('/onboarding')
  await expect(page.getByRole('listitem').filter({ hasText: 'About you' })).toHaveAttribute('aria-current', 'step')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/sign-up')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/This field is required/)
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Please enter your phone number/)
  await expect(page.getByLabel(/I accept/)).toHaveAccessibleDescription(/This field is required/)
  await introduce(page, 'Динара Сейітқызы', '12 ab')
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Invalid phone number/)
  await expect(page.getByLabel('Your name')).toHaveValue('Динара Сейітқызы')
  await expect(page.getByLabel(/I accept/)).toBeChecked()

  const phone = newPhone()
  const mark = markOutbox()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL('/sign-up/code')
  await page.goto('/onboarding')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByLabel('Verification code').fill('12345')
  await page.getByRole('button', { name: 'Verify and join' }).click()
  await expect(page.getByLabel('Verification code')).toHaveAccessibleDescription(/Verification code must be 6 digits/)
  await enterCode(page, await codeSentTo(phone, mark), 'Verify and join')
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}\/setup$/)
  await expect(page.getByRole('status').filter({ hasText: 'Welcome to Gatehouse, Динара Сейітқызы' })).toBeVisible()

  const setup = page.url()
  for (const address of ['/onboarding', '/sign-in']) {
    await page.goto(address)
    await expect(page).toHaveURL(setup)
  }
  await page.goto('/users/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You don’t have access to this page')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(setup)

  await page.context().clearCookies()
  await page.goto('/use-invite')
  await page.getByLabel('Invite code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await alertSays(page, 'Failed to verify invite code')
  await alertSays(page, 'This invite code has no uses left. Ask the person who invited you for a new one.')
})

test('staff join with the role that the invite names', async ({ page, browser }) => {
  const code = await makeCode(browser, { type: 'Staff', role: 'Cashier', uses: 1 })
  await verifyInvite(page, code)
  await expect(page.getByText('You are joining as staff. Role: Cashier.')).toBeVisible()
  const phone = newPhone()
  const mark = markOutbox()
  await introduce(page, 'Marcus Reyes', phone)
  await enterCode(page, await codeSentTo(phone, mark), 'Verify and join')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Account: Marcus Reyes' }).click()
  await expect(page.getByText('Cashier', { exact: true })).toBeVisible()
})

test('of two who verified a code for one, the second is told clearly', async ({ page, browser }) => {
  const code = await makeCode(browser, { type: 'Logistics provider', uses: 1 })
  const other = await (await browser.newContext()).newPage()
  const [phone, otherPhone] = [newPhone(), newPhone()]
  const mark = markOutbox()
  await verifyInvite(page, code)
  await introduce(page, 'Алия', phone)
  await verifyInvite(other, code)
  await introduce(other, 'Ержан', otherPhone)
  await enterCode(page, await codeSentTo(phone, mark), 'Verify and join')
  await expect(page).toHaveURL(/\/setup$/)
  await enterCode(other, await codeSentTo(otherPhone, mark), 'Verify and join')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('This invite code can no longer be used')
  await alertSays(other, 'This invite code has no uses left. Ask the person who invited you for a new one.')
  await other.goto('/sign-up')
  await expect(other).toHaveURL('/use-invite')
  await other.context().close()
})

test('whoever has an account already is told on their phone, and the page says nothing of it', async ({
  page,
  browser,
}) => {
  await verifyInvite(page, await makeCode(browser, { type: 'Logistics provider', uses: 5 }))
  const mark = markOutbox()
  await introduce(page, 'Somebody', '+77010000014')
  await expect(page).toHaveURL('/sign-up/code')
  await expect(page.getByText('We sent a 6-digit code')).toBeVisible()
  await expect.poll(() => messageTo('+77010000014', mark)).toContain('/sign-in')
  expect(messageTo('+77010000014', mark)).not.toMatch(/\b\d{6}\b/)
  expect(messageTo(MANAGER, mark)).toBe('')
})

test('with cookies off, joining and signing in say so, and what to do, in the reader’s language', async ({
  browser,
  console: origin,
}) => {
  const code = await makeCode(browser, { type: 'Logistics provider', uses: 5 })
  const person = await openWithoutCookies(browser)
  try {
    const page = await person.newPage()
    await page.goto(`${origin}/use-invite?code=${code}`)
    await expect(page.getByText('cookies')).toHaveCount(0)
    await page.getByRole('button', { name: 'Verify' }).click()
    await alertSays(page, 'Cookies are turned off in this browser, and you need them to join.')
    await expect(page.getByLabel('Invite code')).toBeVisible()
    const words = { ru: 'файлы cookie', kk: 'cookie файлдарын', zh: 'Cookie', en: 'cookies' }
    for (const [language, word] of Object.entries(words)) {
      await page.goto(`${origin}/use-invite?lng=${language}`, { referer: `${origin}/use-invite` })
      await alertSays(page, word)
    }
    await page.goto(`${origin}/sign-in`)
    await page.getByLabel('Phone number').fill(newPhone())
    await page.getByRole('button', { name: 'Send code' }).click()
    await alertSays(page, 'Cookies are turned off in this browser, and you need them to sign in.')
  } finally {
    await person.close()
  }
})

test('the words of the specification, and the way back after 30 minutes', async ({ page, browser }) => {
  await page.goto('/sign-up')
  await expect(page).toHaveURL('/use-invite')
  const field = page.getByLabel('Invite code')
  await expect(field).toHaveAttribute('placeholder', 'INV-XXXX-XXXX-XXXX')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(field).toHaveAccessibleDescription(/This field is required/)
  await field.fill('INV-XXXX-XXXX-XXXX-XX')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(field).toHaveAccessibleDescription(/Invite code is too long/)
  await expect(field).toHaveValue('INV-XXXX-XXXX-XXXX-XX')
  await field.fill('INV-0000-0000-0000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await alertSays(page, 'There is no such invite code')
  await page.getByRole('link', { name: /Sign in/ }).click()
  await expect(page).toHaveURL('/sign-in')

  await verifyInvite(page, await makeCode(browser, { type: 'Logistics provider', uses: 5 }))
  moveClock(30 * 60_000)
  await page.reload()
  await expect(page).toHaveURL('/use-invite')
  await expect(page.getByRole('status')).toContainText('Verify your invite code first')
})

test('the pages of joining are accessible, break no policy, and fit a small phone', async ({ page, browser }) => {
  const violations: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  const check = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page)
  }
  const code = await makeCode(browser, { type: 'Logistics provider', uses: 5 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/use-invite')
  await check()
  await verifyInvite(page, code)
  await introduce(page, '', '')
  await check()
  for (const address of ['/use-invite?lng=ru', '/use-invite?other&lng=kk', '/sign-up?lng=kk', '/onboarding?lng=ru']) {
    await page.goto(address)
    await check()
  }
  await page.goto('/sign-up?lng=en')
  await introduce(page, 'Somebody', newPhone())
  await expect(page).toHaveURL('/sign-up/code')
  await check()
  expect(violations).toEqual([])
})
