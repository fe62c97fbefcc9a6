import type { Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { decisionForm, openDecision } from './support/desk'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { ADMIN, MANAGER, signIn, SUPERADMIN } from './support/sign-in'
import { toast } from './support/toast'

const NAME = 'Two Keys'

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const rows = (page: Page) => page.locator('tbody a').filter({ hasText: NAME })

/** Opens a view by its name, narrowed to what the journey made. */
async function openView(page: Page, name: string) {
  await openScripted(page, '/verifications/')
  await views(page).getByRole('link', { name }).click()
  await expect(views(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  const narrowed = new URL(page.url())
  narrowed.searchParams.set('q', NAME)
  await openScripted(page, narrowed.href)
}

test('a manager finds what they may prepare, it leaves their views, and an admin finds it there and agrees', async ({
  page,
  browser,
}) => {
  await addApplications(NAME, 1, 'bank_account_update')
  const options = { javaScriptEnabled: hasScripts() }
  const settings = await browser.newContext(options)
  const superadmin = await settings.newPage()
  await signIn(superadmin, SUPERADMIN)
  await openScripted(superadmin, '/settings/reviews')
  await superadmin.getByRole('radiogroup', { name: 'Bank account update' }).getByLabel('Two people decide').check()
  await superadmin.getByRole('button', { name: 'Save' }).click()
  await toast(superadmin, 'Settings saved')
  await settings.close()

  await signIn(page, MANAGER)
  await openView(page, 'Available')
  await rows(page).first().click()
  await expect(page.locator('h1')).toHaveText(`${NAME} 1`)
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await openView(page, 'Mine')
  await rows(page).first().click()
  await openDecision(page, 'approve')
  await decisionForm(page).getByLabel('Review notes').fill('The bank confirmed it')
  await decisionForm(page).getByRole('button', { name: 'Approve application', exact: true }).click()
  await toast(page, 'A second person has to agree')
  for (const name of ['Mine', 'Available']) {
    await openView(page, name)
    await expect(rows(page)).toHaveCount(0)
  }

  const second = await browser.newContext(options)
  const admin = await second.newPage()
  await signIn(admin, ADMIN)
  await openView(admin, 'Available')
  await expect(admin.getByRole('row').filter({ hasText: NAME })).toContainText('Decision prepared')
  await rows(admin).first().click()
  await expect(admin.getByText('The bank confirmed it').first()).toBeVisible()
  await admin.getByRole('button', { name: 'Verify document' }).click()
  const isVoid = 'The decision prepared by Ольга Кузнецова no longer counts'
  await expect(admin.getByText(isVoid)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Agree and approve' })).toBeHidden()

  await openView(page, 'Mine')
  await rows(page).first().click()
  await expect(page.getByText(isVoid)).toBeVisible()
  await openDecision(page, 'approve')
  await decisionForm(page).getByLabel('Review notes').fill('The bank confirmed it again')
  await decisionForm(page).getByRole('button', { name: 'Approve application', exact: true }).click()
  await toast(page, 'A second person has to agree')

  await openView(admin, 'Available')
  await rows(admin).first().click()
  await expect(admin.getByText('The bank confirmed it again').first()).toBeVisible()
  await expect(admin.getByText(isVoid)).toBeHidden()
  const agree = admin.getByRole('button', { name: 'Agree and approve' })
  if (hasScripts()) {
    await expect(admin.locator('html')).toHaveAttribute('data-scripted', '')
    await expect(agree).toHaveAttribute('aria-keyshortcuts', 'y')
    await admin.keyboard.press('y')
  } else await agree.click()
  await toast(admin, 'Application approved. Two people decided.')
  await expect(admin).toHaveURL(/\/verifications\/\?/)
  await expect(rows(admin)).toHaveCount(0)
  await second.close()
})
