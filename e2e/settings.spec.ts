import type { Page } from '@playwright/test'
import { expect, openScripted, test } from './support/journey'
import { signIn } from './support/sign-in'
import { closeToast } from './support/toast'

/** No other journey uses this colleague, whose settings change here. */
const COLLEAGUE = '+77010000012'

async function save(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await closeToast(page, 'Settings saved')
}

test('account, display and notification settings are saved, and lists follow them', async ({ page }) => {
  await signIn(page, COLLEAGUE)
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/account')
  await page.getByLabel('Name').fill(' ')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('This field is required')
  const name = 'Hannah Lindqvist-Berg'
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill('hannah.berg@gatehouse.example')
  await save(page)
  await expect(page.getByRole('button', { name: `Account: ${name}` })).toBeVisible()
  await expect(page.getByText('This browser')).toBeVisible()
  await expect(page.getByText('Suspend users')).toBeVisible()

  await page.getByRole('link', { name: 'Display' }).click()
  await page.getByLabel('Rows per page').selectOption('20')
  await page.getByRole('radio', { name: 'Compact' }).check()
  await save(page)
  await page.goto('/organizations/')
  await expect(page.locator('tbody tr')).toHaveCount(20)
  await expect(page.locator('[data-density=compact]')).toBeVisible()
  await page.goto('/organizations/?pageSize=10')
  await expect(page.locator('tbody tr')).toHaveCount(10)
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/pageSize=10/)
  await expect(page.locator('tbody tr')).toHaveCount(10)

  await page.goto('/settings/notifications')
  const box = page.getByRole('checkbox', { name: 'New recovery request: Email' })
  const wasChosen = await box.isChecked()
  await box.setChecked(!wasChosen)
  await save(page)
  await page.goto('/settings/notifications')
  await expect(box).toBeChecked({ checked: !wasChosen })
})

test('on a phone a message covers neither the heading nor a button of the page', async ({ page }) => {
  await signIn(page, COLLEAGUE)
  await page.setViewportSize({ width: 360, height: 640 })
  for (const language of ['kk', 'zh', 'en']) {
    await openScripted(page, `/settings/display?lng=${language}`)
    await page.locator('main form .button-primary').last().click()
    const message = page.locator('.toast')
    await expect(message).toHaveCount(1)
    await page.evaluate(() => window.scrollTo(0, 0))
    const covered = await message.evaluate((toast) => {
      const { bottom } = toast.getBoundingClientRect()
      const parts = [...document.querySelectorAll('h1, main :is(a, button, input, select)')]
      return parts.filter((part) => (part.getClientRects()[0]?.top ?? bottom) < bottom).map((part) => part.outerHTML)
    })
    expect(covered).toEqual([])
  }
})
