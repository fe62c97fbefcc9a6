import { expect, openScripted, test } from './support/journey'
import { ADMIN, signIn } from './support/sign-in'

test('the dialog of a role opens on the role that the person has, and Space leaves it at that', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/users/?role=cashier')
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused()
  await expect(dialog.getByRole('radio').first()).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel('Cashier')).toBeChecked()
})
