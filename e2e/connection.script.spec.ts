import type { Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { expect, openScripted, test } from './support/journey'
import { ADMIN, signIn } from './support/sign-in'
import { closeToast } from './support/toast'

const note = (page: Page) => page.locator('[data-toaster]').getByRole('alert').filter({ hasText: 'no connection' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** By keyboard, because pointing at a link prefetches its page. */
async function follow(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

test('a link followed offline says so and keeps the page, and is followed once the connection is back', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/users/')
  await openScripted(page, '/settings/account')
  const typed = page.locator('#written input[name="email"]')
  await typed.fill('typed@example.com')
  await page.context().setOffline(true)
  await follow(page, 'Users')
  await expect(note(page)).toBeVisible()
  await expect(page).toHaveURL('/settings/account')
  await expect(typed).toHaveValue('typed@example.com')
  await note(page).getByRole('button', { name: 'Try again' }).click()
  await expect(note(page)).toBeVisible()
  await expect(typed).toHaveValue('typed@example.com')
  await page.context().setOffline(false)
  await expect(page).toHaveURL('/users/')
  await expect(heading(page)).toContainText('Users')
  await expect(note(page)).toHaveCount(0)
})

test('an unreachable server shows a notice instead of an error page, and other links still work', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/invites/')
  await page.route(/\.data/, (route) => route.abort('connectionreset'))
  await follow(page, 'Users')
  await expect(note(page)).toBeVisible()
  await expect(page).toHaveURL('/invites/')
  await page.unroute(/\.data/)
  await follow(page, 'Organizations')
  await expect(page).toHaveURL('/organizations/')
  await expect(note(page)).toHaveCount(0)
})

test('a background refresh waits for the connection, and typed text is not lost', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/settings/account')
  const typed = page.locator('#written input[name="email"]')
  await typed.fill('typed@example.com')
  await page.context().setOffline(true)
  await page.evaluate(() => {
    const real = Date.now
    Date.now = () => real() + 60_000
    window.dispatchEvent(new Event('focus'))
  })
  await expect(note(page)).toBeVisible()
  await expect(typed).toHaveValue('typed@example.com')
  await page.context().setOffline(false)
  await expect(note(page)).toHaveCount(0)
  await expect(typed).toHaveValue('typed@example.com')
})

test('a link whose script cannot be loaded offline keeps the page, and is followed once the connection is back', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/settings/account')
  const typed = page.locator('#written input[name="email"]')
  const kept = page.waitForResponse((response) => response.url().includes('/drafts'))
  await typed.fill('typed@example.com')
  await kept
  await page.context().setOffline(true)
  await follow(page, 'Organizations')
  await expect(note(page)).toBeVisible()
  await expect(typed).toHaveValue('typed@example.com')
  await page.context().setOffline(false)
  await expect(page).toHaveURL('/organizations/')
  await expect(heading(page)).toContainText('Organizations')
})

test('a script missing after an update loads its page as a document, without a loop or an error page', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/glossary')
  let documents = 0
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  await page.route('**/assets/list-*', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await follow(page, 'Users')
  await expect(page).toHaveURL('/users/')
  await expect(heading(page)).toContainText('Users')
  // The page that failed may be requested once more on the way; a loop would not end.
  await page.waitForLoadState('load')
  expect(documents).toBeLessThanOrEqual(3)
})

async function openDesk(page: Page, name: string) {
  await addApplications(name, 1)
  await signIn(page, ADMIN)
  await openScripted(page, `/verifications/?view=claimable&q=${encodeURIComponent(name)}`)
  await page.locator('tbody a').first().click()
  await expect(heading(page)).toHaveText(`${name} 1`)
}

const failed = (page: Page) =>
  page.locator('[data-toaster]').getByRole('alert').filter({ hasText: 'Something went wrong!' })

test('an act whose script is missing after an update is carried out, and the page says so', async ({ page }) => {
  await page.route('**/assets/claim-*', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await openDesk(page, 'Updated Caravans')
  await page.getByRole('button', { name: 'Claim' }).click()
  await closeToast(page, 'Review started')
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await expect(page.locator('.loading-bar')).toHaveCount(0)
})

test('an act sent offline before its script was loaded says that it failed, and the page shows how things stand', async ({
  page,
}) => {
  await page.route('**/assets/*', (route) => route.continue())
  await openDesk(page, 'Cut Off Caravans')
  const text = 'Ask for the lease'
  const verified = page.locator('.desk-tab').filter({ hasText: 'Verified' })
  const acts: [send: () => Promise<void>, stands: () => Promise<void>][] = [
    [() => page.getByRole('button', { name: 'Verify document' }).click(), () => expect(verified).toHaveCount(0)],
    [
      () => page.getByRole('button', { name: 'Claim' }).click(),
      () => expect(page.getByRole('button', { name: 'Claim' })).not.toHaveAttribute('aria-busy'),
    ],
    [
      async () => {
        await page.getByRole('textbox', { name: 'Note' }).fill(text)
        await page.getByRole('button', { name: 'Add note' }).click()
      },
      async () => {
        await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(text)
        await expect(page.getByRole('button', { name: 'Add note' })).not.toHaveAttribute('aria-busy')
        await expect(page.getByRole('alert').filter({ hasText: 'Not sent' })).toBeVisible()
      },
    ],
  ]
  for (const [send, stands] of acts) {
    await page.reload()
    await openScripted(page, page.url())
    await page.context().setOffline(true)
    await send()
    await expect(note(page)).toBeVisible()
    await expect(failed(page)).toBeVisible()
    const again = page.waitForEvent('load')
    await page.context().setOffline(false)
    await again
    await expect(failed(page)).toBeVisible()
    await stands()
  }
})
