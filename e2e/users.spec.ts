import type { Browser, Page } from '@playwright/test'
import { expect, hasScripts, test } from './support/journey'
import { ADMIN, MANAGER, signIn, signInThroughPages } from './support/sign-in'
import { closeToast } from './support/toast'

const dialog = (page: Page) => page.getByRole('dialog')
const NEWCOMER = { name: 'Әлия Сәрсен', phone: '+77015550101' }

async function signInElsewhere(browser: Browser, phone: string) {
  const context = await browser.newContext({ javaScriptEnabled: hasScripts() })
  const page = await context.newPage()
  await signInThroughPages(page, phone)
  await expect(page).toHaveURL('/')
  return page
}

test('a user is invited, signs in, is signed out by a change of role, suspended and restored', async ({
  page,
  browser,
}) => {
  const { name, phone } = NEWCOMER
  await signIn(page, ADMIN)
  await page.goto('/users/?role=cashier')
  await page.getByRole('link', { name: 'Invite user' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Phone number').fill('12')
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog(page).getByLabel('Phone number')).toHaveAccessibleDescription(/Invalid phone number/)
  await expect(dialog(page).getByLabel('Name')).toHaveValue(name)
  await dialog(page).getByLabel('Phone number').fill(phone)
  await dialog(page).getByLabel('Cashier').check()
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await closeToast(page, 'User invited')
  await expect(page).toHaveURL(/role=cashier/)

  const theirs = await signInElsewhere(browser, phone)
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link', { name })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('main')).not.toContainText(phone)
  await page.getByRole('button', { name: 'Show number' }).click()
  await expect(page.getByRole('main')).toContainText('+7 701 555')

  await page.getByRole('link', { name: 'Change role' }).click()
  await dialog(page).getByLabel('Manager').check()
  await dialog(page).getByRole('button', { name: 'Change role' }).click()
  await closeToast(page, 'Role changed')
  await theirs.goto('/invites/')
  await expect(theirs).toHaveURL(/\/sign-in/)

  await page.getByRole('link', { name: 'Suspend' }).click()
  await dialog(page).getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription(/This field is required/)
  await dialog(page).getByLabel('Reason').fill('Left the company')
  await dialog(page).getByRole('button', { name: 'Suspend' }).click()
  await closeToast(page, 'User suspended')
  await expect(page.getByRole('main')).toContainText('Left the company')
  await page.getByRole('link', { name: 'Lift suspension' }).click()
  await dialog(page).getByRole('button', { name: 'Lift suspension' }).click()
  await closeToast(page, 'Suspension lifted')
  await theirs.context().close()
})

test('a recovery request is seen by a manager and declined by an admin', async ({ page, browser }) => {
  const name = 'Renamed Renatovich'
  const context = await browser.newContext({ javaScriptEnabled: hasScripts() })
  const stranger = await context.newPage()
  await stranger.goto('/forgot-password')
  await stranger.getByLabel('Your name').fill(name)
  await stranger.getByLabel('Old phone number').fill('+77015550199')
  await stranger.getByLabel('New phone number').fill('+77015550198')
  await stranger.locator('textarea').fill('Lost my SIM card')
  await stranger.locator('form').last().getByRole('button').click()
  await expect(stranger).toHaveURL(/\/sign-in/)
  await context.close()

  await signIn(page, MANAGER)
  await page.goto('/users/')
  await page.getByRole('link', { name: /Recovery requests/ }).click()
  await page.getByRole('link', { name }).click()
  await expect(dialog(page)).toContainText('Only administrators decide on these requests.')
  await page.context().clearCookies()
  await signIn(page, ADMIN)
  await page.goto('/users/recovery')
  await page.getByRole('link', { name }).click()
  await expect(dialog(page)).toContainText('No user has the old number. Check the number or decline the request.')
  await dialog(page).getByRole('button', { name: 'Decline' }).click()
  await closeToast(page, 'Request declined')
})
