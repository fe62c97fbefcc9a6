import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { expect, openScripted, test } from './support/journey'
import { ADMIN, CASHIER, signIn } from './support/sign-in'
import { closeToast } from './support/toast'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and actions' })
const field = (page: Page) => palette(page).getByRole('combobox')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('Ctrl K finds records and pages and opens them from the keyboard alone', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/invites/')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await field(page).fill('жибек')
  await expect(palette(page).getByRole('option').first()).toContainText('Жібек Жолы Логистика')
  await expect(palette(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, { part: 'dialog' })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}/)
  await expect(palette(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await field(page).fill('audit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/audit/)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
})

test('single keys lead to pages and to the search, but never while someone types', async ({ page }) => {
  await signIn(page, CASHIER)
  await openScripted(page, '/invites/')
  // Within 1.5 s of each other, even if the page is slow to answer the first key.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('o')])
  await expect(heading(page, 'Organizations')).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('main').getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type('gv?/')
  await expect(search).toHaveValue('gv?/')
  await expect(page).toHaveURL('/organizations/')
  await search.blur()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Next application')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/organizations/')
})

test('single keys do nothing for users who switched them off, but Ctrl K still works', async ({ page }) => {
  await signIn(page, CASHIER)
  const shortcuts = page.getByRole('checkbox', { name: /^Keyboard shortcuts/ })
  const choose = async (isOn: boolean) => {
    await openScripted(page, '/settings/display')
    await shortcuts.setChecked(isOn)
    await page.getByRole('button', { name: 'Save' }).click()
    await closeToast(page, 'Settings saved')
  }
  await choose(false)
  try {
    await openScripted(page, '/invites/')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(page).toHaveURL('/invites/')
  } finally {
    await choose(true)
  }
})
