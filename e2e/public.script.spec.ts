import { expect, test } from './support/journey'
import { CASHIER } from './support/sign-in'

test('a public page prefetches a link when it is pointed at, and shows a loading bar when it is clicked', async ({
  page,
}) => {
  await page.goto('/sign-in')
  const ahead = page.waitForRequest((request) => new URL(request.url()).pathname === '/privacy')
  await page
    .getByRole('link', { name: /privacy/i })
    .first()
    .hover()
  expect((await ahead).isNavigationRequest()).toBe(false)
  // The next document never loads, so this page stays.
  await page.evaluate(() => window.addEventListener('click', (event) => event.preventDefault()))
  await page.getByRole('link', { name: /terms/i }).first().click()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeAttached()
})

test('the page that waits for a code offers a Refresh link where the countdown script is missing', async ({ page }) => {
  await page.route('**/countdown*.js', (route) => route.abort())
  await page.goto('/sign-in')
  await page.getByLabel('Phone number').fill(CASHIER)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await expect(page).toHaveURL(/\/verify/)
  await page.unroute('**/countdown*.js')
  await page.reload()
  await expect(page.getByText(/You can resend/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Refresh' })).toBeHidden()
})
