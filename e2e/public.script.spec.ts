import { expect, test } from './support/journey'

test('a public page shows that the next one is on its way, and fetches what a link is about to lead to', async ({
  page,
}) => {
  await page.goto('/sign-in')
  const ahead = page.waitForRequest((request) => new URL(request.url()).pathname === '/privacy')
  await page
    .getByRole('link', { name: /privacy/i })
    .first()
    .hover()
  expect((await ahead).isNavigationRequest()).toBe(false)
  // The document does not come: what is on the page until then stays.
  await page.evaluate(() => window.addEventListener('click', (event) => event.preventDefault()))
  await page.getByRole('link', { name: /terms/i }).first().click()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeAttached()
})
