import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { introduce, newPhone, verifyInvite } from './support/join'
import { expect, test } from './support/journey'
import { firstRowOf } from './support/links'
import { changeStored } from './support/own-console'
import { ADMIN, MANAGER, signIn } from './support/sign-in'

/**
 * Checks the accessibility of pages that other journeys visit, with scripts (the checker is one itself). How pages are sent without
 * scripts is checked for all of them by `pages.script.spec.ts`.
 */
async function isAccessible(page: Page, where = '') {
  await expect(page.locator('h1'), where).toHaveCount(1)
  await expectAccessible(page, { where })
}

const PHONE = { width: 360, height: 800 }

async function readsWellOnPhone(page: Page, where = '') {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(PHONE.width)
  await isAccessible(page, where)
}

async function readWellOnPhone(page: Page, paths: readonly string[]) {
  await page.setViewportSize(PHONE)
  for (const path of paths) {
    await page.goto(path)
    await readsWellOnPhone(page, path)
  }
}

test('the sign-in, recovery and demo pages are accessible, and every field has a name', async ({ page }) => {
  const hasNames = async () => {
    for (const field of await page.locator('input:not([type=hidden]), textarea').all())
      await expect(field).toHaveAccessibleName(/\S/)
    await isAccessible(page)
  }
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Please enter your phone number/)
  await hasNames()
  await page.getByLabel('Phone number').fill(newPhone())
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify/)
  await hasNames()
  for (const address of ['/forgot-password', '/demo/outbox', '/demo/kit']) {
    await page.goto(address)
    await hasNames()
  }
})

test('the join pages are accessible and fit a phone', async ({ page }) => {
  const code = await changeStored('makeInvite', { type: 'invite_logistic_provider', uses: 1 })
  await readWellOnPhone(page, ['/use-invite'])
  await verifyInvite(page, code)
  await introduce(page, '', '')
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/This field is required/)
  await readsWellOnPhone(page)
  await readWellOnPhone(page, [
    '/use-invite?lng=ru',
    '/use-invite?other&lng=kk',
    '/sign-up?lng=kk',
    '/onboarding?lng=ru',
    '/sign-up?lng=en',
  ])
  await introduce(page, 'Somebody', newPhone())
  await expect(page).toHaveURL('/sign-up/code')
  await readsWellOnPhone(page)
})

test('the tabs and dialogs of an organization are accessible', async ({ page }) => {
  await signIn(page, ADMIN)
  const organization = await firstRowOf(page, '/organizations/?status=active')
  for (const part of ['', '?tab=brands', '?tab=documents', '/suspend', '/edit/contact?tab=contacts']) {
    await page.goto(organization + part)
    await isAccessible(page, part)
  }
  await page.setViewportSize(PHONE)
  await page.goto(organization)
  const access = page.locator('dd a[href*="/access"]')
  expect((await access.boundingBox())?.height).toBeGreaterThanOrEqual(24)
})

test('the dashboard, the list of organizations and the status guide are accessible and fit a phone', async ({
  page,
}) => {
  await signIn(page, MANAGER)
  await readWellOnPhone(page, ['/?lng=zh', '/?lng=ru', '/organizations/?lng=kk&q=алатао', '/organizations/?lng=zh'])
  for (const [language, heading] of Object.entries({ zh: '状态说明', kk: 'Күйлер анықтамалығы' })) {
    await readWellOnPhone(page, [`/glossary?lng=${language}`])
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('the audit log, the search page and the list of shortcuts are accessible and fit a phone', async ({ page }) => {
  await signIn(page, ADMIN)
  await readWellOnPhone(page, [
    '/audit?lng=ru',
    '/audit?lng=zh&area=user',
    '/search?q=zhibek&lng=ru',
    '/shortcuts?lng=kk',
  ])
})

test('the user pages are accessible and fit a phone', async ({ page }) => {
  await signIn(page, ADMIN)
  const user = await firstRowOf(page, '/users/?role=cashier')
  await readWellOnPhone(page, [`${user}?lng=kk`, '/users/invite?lng=ru', '/users/recovery?lng=kk'])
})

test('the settings pages are accessible and fit a phone, and the open tab is in view', async ({ page }) => {
  await signIn(page, ADMIN)
  for (const [path, language] of Object.entries({
    account: 'kk',
    appearance: 'zh',
    display: 'ru',
    notifications: 'kk',
  })) {
    await readWellOnPhone(page, [`/settings/${path}?lng=${language}`])
    await expect(page.locator('.tab[aria-current]')).toBeInViewport({ ratio: 1 })
  }
})
