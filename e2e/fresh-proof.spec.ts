import { AxeBuilder } from '@axe-core/playwright'
import fs from 'node:fs'
import { expect, hasScripts, test } from './support/journey'
import { passQuarters, proveByCode } from './support/proof'
import { ADMIN, openSession, SUPERADMIN } from './support/sign-in'
import { toast } from './support/toast'

test('a role is changed with what was chosen, after a code that is asked in place', async ({ page }) => {
  await openSession(page, ADMIN)
  passQuarters(1)
  await page.goto('/users/?role=cashier&status=active')
  await page.locator('tbody a').first().click()
  await page.getByRole('link', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Manager').check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await proveByCode(page, ADMIN)
  await toast(page, 'Role changed')
  await expect(page.getByRole('main')).toContainText('Manager')
})

test('a list is taken out after a code, once, as it was filtered', async ({ page }) => {
  await openSession(page, SUPERADMIN)
  passQuarters(1)
  await page.goto('/users/?role=admin')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(page).toHaveURL('/users/export/confirm?role=admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export users')
  if (hasScripts()) {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
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
  if (!hasScripts()) return
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})
