import type { Page } from '@playwright/test'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { firstRowOf, linkTo, rowsOf } from './support/links'
import { addDevice } from './support/passkeys'
import { ADMIN, CASHIER, signIn, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

const NOBODYS = '00000000-0000-4000-8000-000000000000'

test('language, theme, font and direction are remembered, are set in the first HTML, and keep the page', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/verifications/?status=pending')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('button', { name: 'Қазақша' }).click()
  await expect(page).toHaveURL('/verifications/?status=pending')
  await expect(page.locator('html')).toHaveAttribute('lang', 'kk')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Верификация')

  await page.getByRole('button', { name: 'Тема' }).click()
  await page.getByRole('button', { name: 'Қараңғы' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page).toHaveURL('/verifications/?status=pending')

  await page.goto('/settings/appearance?lng=en')
  await page.getByLabel('Manrope').check()
  await page.getByLabel('Right to left').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('data-font', 'manrope')
  await closeToast(page, 'Settings saved')

  const cookies = await page.context().cookies()
  const ages = Object.fromEntries(cookies.map((cookie) => [cookie.name, cookie.expires - Date.now() / 1000]))
  for (const name of ['vite-ui-theme', 'font', 'dir']) expect(ages[name]).toBeGreaterThan(364 * 24 * 3600)
  expect(ages.lng).toBeGreaterThan(6 * 24 * 3600)
  expect(ages.lng).toBeLessThan(8 * 24 * 3600)

  const html = await (await page.request.get('/settings/appearance')).text()
  expect(html).toContain('data-theme="dark"')
  expect(html).toContain('data-font="manrope"')
})

test('the language comes from the address, else the cookie, else browser storage, else the browser itself', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'ru-RU', javaScriptEnabled: hasScripts() })
  const page = await context.newPage()
  const language = () => page.locator('html').getAttribute('lang')
  await page.goto('/sign-in')
  expect(await language()).toBe('ru')
  await page.goto('/sign-in?lng=zh-CN')
  expect(await language()).toBe('zh')
  await page.goto('/sign-in?lng=xx')
  expect(await language()).toBe('zh')
  if (hasScripts()) {
    expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('zh')
    await context.clearCookies({ name: 'lng' })
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'kk'))
    // The page reloads itself, perhaps before it has finished loading.
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'kk')
    await page.waitForLoadState()
    await page.goto('/sign-in?lng=en')
    await signIn(page, CASHIER)
    // The script of this page reads the storage now, and not while the next page loads.
    await openScripted(page, '/')
    await context.clearCookies({ name: 'lng' })
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'zh'))
    await page.goto('/settings/appearance', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
    await page.waitForLoadState()
  }
  await context.close()
})

test('a person sees no menu entry for what they may not open, and its address answers 403', async ({ page }) => {
  await signIn(page, CASHIER)
  await page.goto('/')
  const menu = page.getByRole('navigation').first()
  await expect(menu.getByRole('link', { name: 'Verifications' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
  const answer = await page.goto('/users/')
  expect(answer?.status()).toBe(403)
  await expect(page.getByText('Reference number')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Verifications' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the title of the window names the page first and then the product', async ({ page }) => {
  for (const [path, title] of [
    ['/sign-in', 'Sign in · Gatehouse'],
    ['/terms', 'Terms of use · Gatehouse'],
    ['/404', 'Oops! Page Not Found! · Gatehouse'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
  }
  await signIn(page, ADMIN)
  for (const [path, title] of [
    ['/', 'Dashboard · Gatehouse'],
    ['/users/', 'Users · Gatehouse'],
    ['/verifications/', 'Verification management · Gatehouse'],
    ['/verifications/?tab=mode-changes', 'Mode change requests · Verification management · Gatehouse'],
    ['/settings/passkeys', 'Passkeys · Settings · Gatehouse'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
  }
  await page.goto('/organizations/')
  const first = page.locator('tbody a').first()
  const name = await first.innerText()
  await first.click()
  await expect(page).toHaveTitle(`${name} · Organizations · Gatehouse`)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page).toHaveTitle(`Contacts · ${name} · Organizations · Gatehouse`)
})

/** A dialog comes before its page and titles the window; without scripts it is read as the page and covers nothing. */
async function standsFirst(page: Page, path: string) {
  const dialog = page.getByRole('dialog')
  await page.goto(path)
  const name = await dialog.getByRole('heading').first().innerText()
  await expect(page, path).toHaveTitle(`${name} · Gatehouse`)
  await expect(page.getByRole('main').locator('h1, h2, a, button').first(), path).toHaveText(name)
  if (hasScripts()) {
    await expect(page.locator('.overlay'), path).toBeVisible()
    await expect(dialog, path).toHaveAttribute('aria-modal', 'true')
    return
  }
  await page.locator('.skip-link').press('Enter')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('link', { name: 'Close' }), path).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.locator(':focus'), path).toBeVisible()
  // Nothing covers the rest of the page.
  await expect(page.locator('.overlay'), path).toBeHidden()
  await expect(dialog, path).not.toHaveAttribute('aria-modal', 'true')
  await page.locator('.page-title').click()
  const levels = await page
    .getByRole('main')
    .locator('h1, h2, h3, h4')
    .evaluateAll((all) => all.map((one) => Number(one.tagName[1])))
  expect(levels.indexOf(1), path).toBe(0)
  expect(levels.lastIndexOf(1), path).toBe(0)
  expect(
    levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
    path,
  ).toEqual([])
}

test('a dialog comes first in its page, titles the window, and without scripts covers nothing', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  const invite = await firstRowOf(page, '/invites/?status=active')
  const user = await firstRowOf(page, '/users/?role=cashier&status=active')
  const organization = await firstRowOf(page, '/organizations/?status=active')
  const template = await firstRowOf(page, '/settings/templates')
  const pending = await firstRowOf(page, '/organizations/?status=pending')
  const rejectDocument = await linkTo(page, [`${pending}?tab=documents`], /\/documents\/.*\/reject/)
  const resend = await linkTo(page, await rowsOf(page, '/invites/?status=active&pageSize=50'), /\/resend/)
  await page.goto(`/views/new?address=${encodeURIComponent('/users/?status=active')}`)
  await page.getByLabel('Name').fill('Active people')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const deleteView = await linkTo(page, ['/views'], /\/views\/.*\/delete/)
  const paths = [
    ...['new', 'email', 'whatsapp', 'bulk'].map((way) => `/invites/${way}`),
    ...['', '/edit', '/delete', '/replace'].map((act) => invite + act),
    ...['/role', '/suspend'].map((act) => user + act),
    ...['/suspend', '/access', '/edit/basic', '/brands/new'].map((act) => organization + act),
    '/users/invite',
    '/settings/passkeys/new',
    '/settings/templates/new',
    template,
    `${template}/archive`,
    `/views/new?address=${encodeURIComponent('/users/?status=active')}`,
    deleteView.replace('/delete', ''),
    deleteView,
    resend,
    rejectDocument,
    rejectDocument.replace('/reject', '/verify'),
  ]
  // The order is the same with scripts; they only add the backdrop, which is the same for all.
  for (const path of hasScripts() ? paths.slice(0, 4) : paths) await standsFirst(page, path)
})

test('the dialog that removes a passkey comes first in its page too', async ({ page, browser }) => {
  const scripted = await browser.newContext({ javaScriptEnabled: true })
  const owner = await scripted.newPage()
  await addDevice(owner)
  await signIn(owner, ADMIN)
  await openScripted(owner, '/settings/passkeys/new')
  await owner.getByRole('dialog').getByLabel('Name').fill('Office laptop')
  await owner.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
  const remove = owner.getByRole('link', { name: 'Remove the passkey Office laptop' })
  const path = await remove.getAttribute('href')
  await page.context().addCookies(await scripted.cookies())
  await scripted.close()
  await standsFirst(page, path ?? '')
})

test('the account menu leads to the status guide', async ({ page }) => {
  await signIn(page, CASHIER)
  await openScripted(page, '/')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('link', { name: 'Status guide' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Status guide' })).toBeVisible()
  const review = page.getByRole('table', { name: 'Actions on applications' })
  await expect(review.getByRole('row').filter({ hasText: 'Request more info' })).toContainText('1 to 20 items')
})

test('a forbidden export or file answers 403 with an error page, and a missing file 404', async ({ page }) => {
  await signIn(page, CASHIER)
  for (const [path, status, title] of [
    ['/users/export', 403, 'You don’t have access to this page'],
    [`/organizations/${NOBODYS}/documents/${NOBODYS}/file`, 403, 'You don’t have access to this page'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  await page.context().clearCookies()
  await signIn(page, ADMIN)
  const missing = await page.goto(`/organizations/${NOBODYS}/documents/${NOBODYS}/file`)
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found!')
})

test('error pages answer with their own status and lead back to the page before', async ({ page }) => {
  await signIn(page, ADMIN)
  const list = '/organizations/?status=active'
  await page.goto(list)
  const pages = [
    ['/nowhere/at/all', 404, 'Oops! Page Not Found!'],
    ['/503', 503, 'Temporarily unavailable'],
    ['/404', 404, 'Oops! Page Not Found!'],
    ['/500', 500, "Oops! Something went wrong :')"],
    ['/401', 401, 'Sign in first'],
    ['/403', 403, 'You don’t have access to this page'],
    ['/errors/maintenance-error', 503, 'Temporarily unavailable'],
    ['/errors/forbidden', 403, 'You don’t have access to this page'],
    ['/errors/whatever', 404, 'Oops! Page Not Found!'],
  ] as const
  // Error pages have only one script, the one that leads back, so two pages are enough with scripts.
  for (const [path, status, title] of hasScripts() ? pages.slice(0, 2) : pages) {
    const answer = await page.goto(path, { referer: new URL(list, page.url()).href })
    expect(answer?.status(), path).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(answer?.headers()['x-request-id'] ?? 'no reference')).toBeVisible()
    await expect(page.locator('script[src]:not([src^="/assets/page-"])')).toHaveCount(0)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(list)
  }
})

test('at 360 px the menu opens, closes on Escape and leads to another page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, ADMIN)
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Open navigation' })
  const drawer = page.getByRole('navigation', { name: 'Navigation', exact: true })
  await opener.click()
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(drawer.getByRole('button')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await drawer.getByRole('link', { name: 'Invite codes' }).click()
  await expect(page).toHaveURL('/invites/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invite codes')
})

test('at 360 px a message covers neither the menu button nor the account button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, CASHIER)
  await page.goto('/settings/appearance?lng=kk')
  await page.getByRole('button', { name: 'Сақтау' }).click()
  await expect(page.locator('.toast')).toBeVisible()
  await page.getByRole('button', { name: 'Навигацияны ашу' }).click({ trial: true })
  await page.getByRole('button', { name: /^Тіркелгі: / }).click({ trial: true })
})
