import type { Locator, Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { decisionForm, openDecision } from './support/desk'
import { expect, openScripted, test } from './support/journey'
import { ADMIN, signIn } from './support/sign-in'

/** Clicks where the target is now, whatever stands there later; the browser counts clicks by their place. */
async function clicksAt(page: Page, target: Locator) {
  await target.hover()
  return async (clickCount: number) => {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
}

function countPosts(page: Page, end: string) {
  const posts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.endsWith(end)) posts.push(pathname)
  })
  return posts
}

async function claimFirst(page: Page, name: string) {
  await addApplications(name, 1)
  await signIn(page, ADMIN)
  await openScripted(page, `/verifications/?view=claimable&q=${encodeURIComponent(name)}`)
  await page.locator('.row-link').first().click()
  const click = await clicksAt(page, page.getByRole('button', { name: 'Claim' }))
  await click(1)
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  return click
}

test('a double click on Claim does not release the application', async ({ page }) => {
  const posts = countPosts(page, '/claim.data')
  const click = await claimFirst(page, 'Twice Claimed')
  await click(2)
  await click(1)
  await expect(page.getByRole('button', { name: 'Claim' })).toBeVisible()
  expect(posts).toHaveLength(2)
})

test('a double click on the trash icon of an item leaves the item below it', async ({ page }) => {
  await claimFirst(page, 'Twice Thrown')
  await openDecision(page, 'request-info')
  const form = decisionForm(page)
  const items = form.getByRole('textbox', { name: /^Item \d$/ })
  for (const [at, text] of ['The lease', 'The licence', 'The passport'].entries()) {
    if (at > 0) await form.getByRole('button', { name: 'Add an item' }).click()
    await items.nth(at).fill(text)
  }
  const click = await clicksAt(page, form.getByRole('button', { name: 'Remove item 1' }))
  await click(1)
  await expect(items).toHaveCount(2)
  await click(2)
  await form.getByRole('button', { name: 'Add an item' }).click()
  await expect(items).toHaveCount(3)
  await expect(items.nth(0)).toHaveValue('The licence')
  await expect(items.nth(1)).toHaveValue('The passport')
})

test('a double click on Verify document judges one document once, and does not open the rejection', async ({
  page,
}) => {
  await claimFirst(page, 'Twice Verified')
  const posts = countPosts(page, '/verify.data')
  const click = await clicksAt(page, page.getByRole('button', { name: 'Verify document' }))
  await click(1)
  await expect(page.locator('.desk-tab').nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: 'Verify document' })).toBeVisible()
  await click(2)
  await page.locator('.desk-tab-link').first().click()
  await expect(page.locator('.desk-tab').first()).toContainText('Verified')
  // "Reject document" stands where "Verify document" stood.
  const clickLink = await clicksAt(page, page.getByRole('link', { name: 'Reject document' }))
  await clickLink(2)
  await expect(page.locator('.loading-bar')).toHaveCount(0)
  await expect(page.getByLabel('Why the document is rejected')).toHaveCount(0)
  expect(posts).toHaveLength(1)
})
