import { expect, hasScripts, test } from './support/journey'
import { ADMIN, MANAGER, signIn } from './support/sign-in'

test('the dashboard shows figures with their change, plots with their tables, and links to the lists', async ({
  page,
}) => {
  await signIn(page, MANAGER)
  await page.goto('/')
  await expect(page.getByRole('main')).toContainText(/in the last 7 days/)
  const plot = page.getByRole('img', { name: 'Waiting applications by age in days' })
  await expect(plot).toBeVisible()
  const panel = page.getByRole('region', { name: 'Waiting applications by age in days' })
  await panel.getByText('Show as a table').click()
  await expect(panel.getByRole('row', { name: /1–3 days/ })).toBeVisible()
  await expect(panel.getByRole('columnheader', { name: 'Pending', exact: true })).toBeVisible()
  const hint = panel.locator('title')
  if (hasScripts()) await expect(hint.first()).toHaveText(/^Less than 1 day: Pending \d+, /)
  else await expect(hint).toHaveCount(0)
  await page.getByRole('link', { name: 'Pending verifications' }).click()
  await expect(page).toHaveURL(/status=pending/)
})

test('organizations are found across scripts and keyboard layouts, filtered by counted choices, and reset', async ({
  page,
}) => {
  await signIn(page, MANAGER)
  await page.goto('/organizations/')
  const field = page.getByRole('main').getByRole('searchbox')
  for (const [typed, name] of [
    ['zhibek zholy', 'Жібек Жолы Логистика'],
    ['silutong', '丝路通国际物流'],
    ['fkfnfe', 'Алатау Экспресс'],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(page.getByRole('row').nth(1)).toContainText(name)
  }
  await expect(page.getByRole('main')).toContainText('Similar names:')
  await page.getByRole('link', { name: 'Reset filters' }).click()
  await expect(page).toHaveURL('/organizations/')
  // The address changes before the page is drawn.
  await expect(page.getByRole('link', { name: 'Reset filters' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Country' }).click()
  const choice = page.getByRole('checkbox', { name: /Kazakhstan/ })
  const count = /\d+/.exec((await choice.locator('xpath=..').textContent()) ?? '')?.[0]
  await choice.check()
  await page.getByRole('button', { name: 'Apply' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('main').getByText(`${count} found`)).toBeVisible()
})

test('the audit log shows an admin the export that was just made', async ({ page }) => {
  await signIn(page, ADMIN)
  await page
    .goto('/organizations/export')
    .then(() => undefined)
    .catch(() => undefined)
  await page.goto('/audit?area=list')
  await expect(page.getByRole('row').nth(1)).toContainText('List exported')
  await page
    .getByRole('row')
    .nth(1)
    .getByText(/Details/)
    .click()
  await expect(page.getByRole('row').nth(1)).toContainText('Reference number')
})
