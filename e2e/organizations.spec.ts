import type { Locator, Page } from '@playwright/test'
import { expect, hasScripts, test } from './support/journey'
import { ADMIN, CASHIER, MANAGER, signIn, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

const dialog = (page: Page) => page.getByRole('dialog')
const fact = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).first().locator('xpath=following-sibling::dd')

async function openFirst(page: Page, search: string) {
  await page.goto(`/organizations/${search}`)
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}/)
}

const addressOver = (page: Page, rest: string) => {
  const url = new URL(page.url())
  url.pathname += rest
  return url.href
}

test('a section is edited over its page, which keeps the filters of the list it came from', async ({ page }) => {
  await signIn(page, MANAGER)
  await openFirst(page, '?status=active&country=KZ')
  const { search } = new URL(page.url())
  await page.getByRole('link', { name: 'Edit : Basic information' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Edit: Basic information')
  await dialog(page).getByLabel('Legal name').fill('')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByLabel('Legal name')).toHaveAccessibleDescription(/This field is required/)
  await dialog(page).getByLabel('Legal name').fill('ТОО «Дала»')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await closeToast(page, 'Saved: Basic information')
  await expect(fact(page, 'Legal name')).toHaveText('ТОО «Дала»')
  expect(new URL(page.url()).search).toBe(search)
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page).toHaveURL(/status=active/)
})

test('the slower of two editors sees what the other saved and keeps the text', async ({ page, browser }) => {
  await signIn(page, ADMIN)
  await openFirst(page, '?status=active&country=CN')
  await page.getByRole('link', { name: 'Edit : Basic information' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Edit: Basic information')
  await dialog(page).getByLabel('Address').fill('My long careful address')

  const context = await browser.newContext({ javaScriptEnabled: hasScripts() })
  const other = await context.newPage()
  await signIn(other, SUPERADMIN)
  await other.goto(page.url())
  await dialog(other).getByLabel('Registration number').fill('91310115-04')
  await dialog(other).getByRole('button', { name: 'Save' }).click()
  await closeToast(other, 'Saved: Basic information')
  await context.close()

  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Registration number is now: 91310115-04')
  await expect(dialog(page).getByLabel('Address')).toHaveValue('My long careful address')
})

test('an organization is suspended with a reason and reactivated', async ({ page }) => {
  await signIn(page, ADMIN)
  await openFirst(page, '?status=active&country=RU')
  await page.getByRole('link', { name: 'Suspend' }).click()
  await dialog(page).getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription(/This field is required/)
  await dialog(page).getByLabel('Reason').fill('Счета не оплачены')
  await dialog(page).getByRole('button', { name: 'Suspend' }).click()
  await closeToast(page, 'Organization suspended')
  await expect(fact(page, 'Reason')).toHaveText('Счета не оплачены')
  await expect(page.getByRole('listitem').filter({ hasText: 'Organization suspended' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Reactivate' }).click()
  await dialog(page).getByRole('button', { name: 'Reactivate' }).click()
  await closeToast(page, 'Organization reactivated')
})

test('branches and brands are added, changed and removed', async ({ page }) => {
  await signIn(page, MANAGER)
  await openFirst(page, '?status=active')
  await page.getByRole('link', { name: /^Contacts/ }).click()
  await page.getByRole('link', { name: 'Edit branches' }).click()
  await expect(dialog(page).getByLabel('Name of the branch').first()).toBeVisible()
  const shown = await dialog(page).getByLabel('Name of the branch').count()
  await dialog(page).getByRole('button', { name: 'Add a branch' }).click()
  await expect(dialog(page).getByLabel('Name of the branch')).toHaveCount(shown + 1)
  await dialog(page)
    .getByRole('button', { name: `Remove branch ${shown + 1}` })
    .click()
  await expect(dialog(page).getByLabel('Name of the branch')).toHaveCount(shown)
  await dialog(page).getByLabel('Name of the branch').first().fill('Жаңа кеңсе')
  await dialog(page).getByLabel('Name of the branch').first().press('Enter')
  await closeToast(page, 'Saved')
  await expect(page.getByRole('heading', { name: 'Жаңа кеңсе' })).toBeVisible()

  await page.getByRole('link', { name: /^Brands/ }).click()
  await page.getByRole('link', { name: 'Add a brand' }).click()
  await dialog(page).getByLabel('Brand name').fill('Probe')
  await dialog(page).getByLabel('Primary color').fill('#facc15')
  await dialog(page).getByLabel('Kazakhstan').check()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await closeToast(page, 'Saved: Brand')
  await expect(page.getByText('As text on white 1.53:1 · hard to read (below WCAG AA)')).toBeVisible()
  await page.getByRole('link', { name: 'Delete: Probe' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await closeToast(page, 'Brand deleted')
  await expect(page.getByRole('heading', { name: 'Probe' })).toHaveCount(0)
})

test('a document is rejected with a reason, then verified', async ({ page }) => {
  await signIn(page, MANAGER)
  await openFirst(page, '?status=pending')
  await page.getByRole('link', { name: /^Documents/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Pending' }).first()
  const choose = async (of: Locator, entry: string) => {
    await of.getByRole('button', { name: /^Actions: / }).click()
    await of.getByRole('link', { name: entry, exact: true }).click()
  }
  await choose(row, 'Reject')
  await dialog(page).getByLabel('Reason').fill('Не читается')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await closeToast(page, 'Document rejected')
  const rejected = page.getByRole('row').filter({ hasText: 'Не читается' })
  await expect(rejected).toContainText('Rejected')
  await choose(rejected, 'Verify')
  await dialog(page).getByRole('button', { name: 'Verify' }).click()
  await closeToast(page, 'Document verified')
})

test('a cashier sees no contacts and documents, and can change nothing', async ({ page }) => {
  await signIn(page, CASHIER)
  await openFirst(page, '?status=active')
  await expect(page.getByText('Your role cannot see this').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Suspend' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Documents/ })).toHaveCount(0)
  const answer = await page.goto(addressOver(page, '/edit/basic'))
  expect(answer?.status()).toBe(403)
})
