import type { Page } from '@playwright/test'
import { expect, openScripted, test } from './support/journey'
import { ADMIN, MANAGER, signIn } from './support/sign-in'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and actions' })
const acts = (page: Page, record: string) => palette(page).getByRole('group', { name: record }).getByRole('option')

/** The name of the record, once its page has replaced the list. */
async function nameShown(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).not.toHaveText(/^(Verification management|Organizations)$/)
  return heading.innerText()
}

test.describe('Ctrl K acts on the record in view', () => {
  test('on an application it offers what may be done to it, by keyboard alone', async ({ page }) => {
    await signIn(page, ADMIN)
    await openScripted(page, '/verifications/?status=under_review&type=address_change')
    await page.getByRole('table').locator('tbody a[href*="/verifications/"]').first().click()
    await expect(page).toHaveURL(/\/verifications\/[0-9a-f-]{36}/)
    const name = await nameShown(page)
    await page.keyboard.press('Control+k')
    await expect(
      acts(page, name)
        .filter({ hasText: /^Reject/ })
        .first(),
    ).toBeVisible()
    await palette(page).getByRole('combobox').fill('request')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
    await expect(page).toHaveURL(/decide=request-info/)
  })

  test('on an organization it offers only what the role may do', async ({ page }) => {
    await signIn(page, MANAGER)
    await openScripted(page, '/organizations/?status=active')
    await page.getByRole('table').locator('tbody a[href*="/organizations/"]').first().click()
    await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}/)
    const name = await nameShown(page)
    await page.keyboard.press('Control+k')
    await expect(acts(page, name).first()).toBeVisible()
    await expect(acts(page, name).filter({ hasText: 'Suspend' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  })

  test('on an invite code it offers its actions, and the dialog of the code stays open', async ({ page }) => {
    await signIn(page, ADMIN)
    await openScripted(page, '/invites/?status=active')
    await page.getByRole('table').locator('tbody a[href*="/invites/"]').first().click()
    const record = page.getByRole('dialog', { name: 'Invite code' })
    await expect(record).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(acts(page, 'Invite code').filter({ hasText: 'Change limit or date' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(record).toBeVisible()
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('change limit')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/edit/)
  })
})

test('a layer opened at the moment another one closes is shown', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/')
  const row = page.locator('.row-link').first()
  await row.focus()
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  // In one go, because the browser reports a closed dialog only a moment later.
  await page.evaluate(press, [{ key: 'Escape' }, { key: '?' }])
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(row).toBeFocused()

  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').fill('zzzz')
  await page.evaluate(press, [{ key: 'Escape' }, { key: 'k', code: 'KeyK', ctrlKey: true }])
  await expect(palette(page).getByRole('combobox')).toHaveValue('')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
})

test('text typed before the palette has loaded goes into the palette and not to the page', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=address_change')
  await page.getByRole('table').locator('tbody a[href*="/verifications/"]').first().click()
  await nameShown(page)
  const shown = page.url()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/palette-*', (route) => arrived.then(() => route.continue()))
  const asked = page.waitForRequest('**/assets/palette-*')
  await page.keyboard.press('Control+k')
  await asked
  await page.keyboard.type('arri')
  arrive()
  await expect(palette(page).getByRole('combobox')).toHaveValue('arri')
  await page.keyboard.type('val')
  await expect(palette(page).getByRole('combobox')).toHaveValue('arrival')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  expect(page.url()).toBe(shown)
})

test('Escape before the palette has loaded cancels it', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/palette-*', (route) => arrived.then(() => route.continue()))
  const asked = page.waitForRequest('**/assets/palette-*')
  await page.keyboard.press('Control+k')
  const address = (await asked).url()
  await page.keyboard.press('Escape')
  arrive()
  await page.evaluate((script) => import(script), address)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/users/')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
})

test('Enter opens no result that was found for other words', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/settings/account')
  const shown = page.url()
  await page.keyboard.press('Control+k')
  const field = palette(page).getByRole('combobox')
  const first = palette(page).getByRole('option', { selected: true })
  await field.fill('a')
  await expect(first.locator('.palette-detail')).toBeVisible()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/search.data?q=al*', (route) => arrived.then(() => route.continue()))
  const asked = page.waitForRequest('**/search.data?q=al*')
  await field.fill('al')
  await page.keyboard.press('Enter')
  await asked
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  expect(page.url()).toBe(shown)
  const answered = page.waitForResponse('**/search.data?q=al*')
  arrive()
  await answered
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden({ timeout: 500 })
  }).toPass()
  await expect(page).not.toHaveURL(shown)
})

test('offline, Ctrl K keeps what was typed, and leads to the search once the connection is back', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/settings/account')
  const typed = page.locator('#written input[name="email"]')
  await typed.fill('typed@')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await expect(page.locator('[data-toaster]').getByText('There is no connection.')).toBeVisible()
  await typed.pressSequentially('example.com')
  await expect(typed).toHaveValue('typed@example.com')
  await page.context().setOffline(false)
  await expect(page).toHaveURL('/search')
})

test('Escape or Enter that ends a composition closes neither the palette nor the dialog under it', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/users/invite')
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await expect(dialog).toBeVisible()
  for (const key of [{ isComposing: true }, { keyCode: 229 }]) {
    const left = page
      .waitForRequest((request) => request.method() === 'GET' && request.url().includes('.data'), { timeout: 1_500 })
      .catch(() => null)
    await page.evaluate(press, [{ key: 'Escape', cancelable: true, ...key }])
    expect(await left).toBeNull()
  }
  await expect(page).toHaveURL('/users/invite')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await page.evaluate(press, [{ key: 'Escape', cancelable: true, isComposing: true }])
  await palette(page).getByRole('combobox').fill('users')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  for (const key of [{ isComposing: true }, { keyCode: 229 }])
    await page.evaluate(press, [{ key: 'Enter', cancelable: true, ...key }])
  await expect(palette(page)).toBeVisible()
})

function press(keys: KeyboardEventInit[]): void {
  for (const key of keys)
    (document.activeElement ?? document).dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...key }))
}

test('no result and no “No results” is shown before the server has answered', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/search.data*', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const asked = page.waitForRequest('**/search.data*')
  await palette(page).getByRole('combobox').fill('zzzz')
  await asked
  await expect(palette(page).getByRole('option')).toHaveCount(0)
  await expect(palette(page).getByText('No results')).toHaveCount(0)
  answer()
  await expect(palette(page).getByText('No results')).toBeVisible()
})
