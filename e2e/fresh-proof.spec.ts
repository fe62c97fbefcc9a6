import fs from 'node:fs'
import { expectAccessible } from './support/axe'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { advanceQuarterHours, proveByCode } from './support/proof'
import { ADMIN, openSession, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

test('a role change asks for a code in place and then applies the chosen role', async ({ page }) => {
  await openSession(page, ADMIN)
  advanceQuarterHours(1)
  await page.goto('/users/?role=cashier&status=active')
  await page.locator('tbody a').first().click()
  await page.getByRole('link', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Manager').check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  if (hasScripts()) {
    await expect(dialog.locator(':focus')).toHaveAccessibleName(/^Confirm that it is you/)
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: /^Send code/ }).first()).toBeFocused()
  }
  await proveByCode(page, ADMIN)
  await closeToast(page, 'Role changed')
  await expect(page.getByRole('main')).toContainText('Manager')
})

test('a form refused after its code keeps everything that was typed', async ({ page }) => {
  await openSession(page, SUPERADMIN)
  advanceQuarterHours(1)
  await openScripted(page, '/users/invite')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Typed Once')
  await dialog.getByLabel('Phone number').fill(ADMIN)
  await dialog.getByRole('radio', { name: /^Admin/ }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await proveByCode(page, SUPERADMIN)
  await expect(dialog.getByLabel('Phone number')).toHaveAccessibleDescription(/belongs to another user/)
  await expect(dialog.getByLabel('Phone number')).toHaveValue(/2$/)
  await expect(dialog.getByLabel('Name')).toHaveValue('Typed Once')
  await expect(dialog.getByRole('radio', { name: /^Admin/ })).toBeChecked()
  await expect(page.getByText('Confirm that it is you')).toHaveCount(0)
})

test('an export asks for a code and then downloads one file with the filters applied', async ({ page }) => {
  await openSession(page, SUPERADMIN)
  advanceQuarterHours(1)
  await page.goto('/users/?role=admin')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(page).toHaveURL('/users/export/confirm?role=admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export users')
  await expectAccessible(page)
  const files: string[] = []
  page.on('download', (download) => files.push(download.suggestedFilename()))
  const downloading = page.waitForEvent('download')
  await proveByCode(page, SUPERADMIN)
  const download = await downloading
  const words = fs.readFileSync(await download.path(), 'utf8')
  expect(words).toContain('Admin')
  expect(words).not.toContain('Cashier')
  await expect(page.getByRole('main')).toContainText('Your file is ready')
  await page.waitForLoadState('networkidle')
  expect(files).toHaveLength(1)
  await expectAccessible(page)
})
