import { expectAccessible } from './support/axe'
import { expect, openScripted, test } from './support/journey'
import { CASHIER, signIn } from './support/sign-in'

test('what a status means is found from the account menu, and read on a phone', async ({ page }) => {
  await signIn(page, CASHIER)
  await openScripted(page, '/')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('link', { name: 'Status guide' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Status guide' })).toBeVisible()
  const review = page.getByRole('table', { name: 'Actions on applications' })
  await expect(review.getByRole('row').filter({ hasText: 'Request more info' })).toContainText('1 to 20 items')

  await page.setViewportSize({ width: 360, height: 800 })
  for (const [language, heading] of Object.entries({ zh: '状态说明', kk: 'Күйлер анықтамалығы' })) {
    await page.goto(`/glossary?lng=${language}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  }
})
