import type { Page } from '@playwright/test'
import { recordedAnnouncements, recordAnnouncements } from './support/announcements'
import { expect, openScripted, test } from './support/journey'
import { ADMIN, signIn } from './support/sign-in'

/** Holds the scripts of a page back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/entry.client-*', async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}

const rows = (page: Page) => page.locator('#main tbody tr')

for (const [list, address] of [
  ['verifications', '/verifications/'],
  ['organizations', '/organizations/'],
  ['users', '/users/'],
  ['invites', '/invites/'],
] as const)
  test(`in the list of ${list}, j and k move from row to row and Enter opens one`, async ({ page }) => {
    await signIn(page, ADMIN)
    await openScripted(page, address)
    await page.keyboard.press('j')
    await expect(rows(page).nth(0).locator('.row-link')).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(rows(page).nth(2).locator('.row-link')).toBeFocused()
    await page.keyboard.press('k')
    const second = rows(page).nth(1).locator('.row-link')
    await expect(second).toBeFocused()
    const href = (await second.getAttribute('href')) ?? ''
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(href.split('?')[0] ?? ''))
  })

test('x ticks a row once however long it is held, and no key acts while someone types', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/invites/')
  await page.keyboard.press('j')
  for (let time = 0; time < 2; time += 1) await page.keyboard.down('x')
  await page.keyboard.up('x')
  await expect(rows(page).nth(0).locator('.row-check')).toBeChecked()
  await page.keyboard.press('x')
  await expect(rows(page).nth(0).locator('.row-check')).not.toBeChecked()
  const search = page.getByRole('main').getByRole('searchbox')
  await search.focus()
  await page.keyboard.type('jkx')
  await expect(search).toHaveValue('jkx')
  await expect(search).toBeFocused()
})

test('the number of selected rows is announced from the one status region of a list', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/invites/')
  await expect(page.getByRole('status')).toHaveCount(1)
  await recordAnnouncements(page)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect.poll(() => recordedAnnouncements(page)).toEqual(['1 selected'])
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toHaveJSProperty('indeterminate', true)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect.poll(() => recordedAnnouncements(page)).toEqual(['1 selected', '10 selected'])
  await page.getByRole('checkbox', { name: 'Select all' }).uncheck()
  await rows(page).nth(1).locator('.row-check').check()
  await expect.poll(() => recordedAnnouncements(page)).toEqual(['1 selected', '10 selected', '1 selected'])
  await expect(page.getByRole('status')).toHaveCount(1)
})

test('in the audit log, j moves to the details of a row and Enter unfolds them', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/audit')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows(page).nth(1).locator('summary')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(1).locator('details')).toHaveAttribute('open')
})

test('words typed into a search before the scripts load stay there', async ({ page }) => {
  await signIn(page, ADMIN)
  const letThrough = await holdScripts(page)
  await page.goto('/organizations/', { waitUntil: 'commit' })
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('Caspian')
  letThrough()
  await expect(page.locator('html')).toHaveAttribute('data-scripted', '')
  await expect(search).toHaveValue('Caspian')
})

test('no part of a list is drawn a second time when its scripts load', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.addInitScript(() => {
    const drawn: string[] = []
    let isAlive = false
    Reflect.set(window, 'drawnAgain', drawn)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'attributes') isAlive = true
        else if (isAlive && target instanceof Element && target.closest('#main, .topbar'))
          drawn.push(...[...addedNodes].map((node) => node.textContent ?? ''))
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-scripted'] })
  })
  for (const address of ['/invites/', '/organizations/', '/users/', '/verifications/']) {
    await openScripted(page, address)
    expect(await page.evaluate(() => Reflect.get(window, 'drawnAgain'))).toEqual([])
  }
})

test('a row menu opened before the scripts load gets the entries that they add, like any other', async ({ page }) => {
  await signIn(page, ADMIN)
  const letThrough = await holdScripts(page)
  await page.goto('/organizations/', { waitUntil: 'commit' })
  const [first, second] = [rows(page).nth(0), rows(page).nth(1)]
  const actions = (row: typeof first) => row.getByRole('button', { name: /^Actions: / })
  const copy = (row: typeof first) => row.getByRole('button', { name: 'Copy ID' })
  await actions(first).click()
  await expect(first.getByRole('link', { name: 'View details' })).toBeVisible()
  await expect(copy(first)).toHaveCount(0)
  letThrough()
  await expect(copy(first)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(copy(first)).toBeHidden()
  await actions(second).focus()
  await page.keyboard.press('Enter')
  await expect(copy(second)).toBeVisible()
})

test('a browser without popovers shows its pages and the entries of their menus', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'popover')
    for (const name of ['matches', 'closest'] as const) {
      const { [name]: known } = Element.prototype
      Element.prototype[name] = function (this: Element, selector: string) {
        if (/(?<!:is\():popover-open/.test(selector)) throw new SyntaxError(`${selector} is no selector`)
        return Reflect.apply(known, this, [selector])
      } as never
    }
  })
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/')
  await expect(rows(page).first().locator('button', { hasText: 'Copy ID' })).toHaveCount(1)
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page).toHaveURL(/\/verifications\//)
  await expect(rows(page).first()).toBeVisible()
})

test('after Back and Forward the filters match the list shown', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/')
  const search = page.getByRole('main').getByRole('searchbox')
  const country = page.getByRole('button', { name: 'Country' })
  const china = page.getByRole('checkbox', { name: 'China' })
  await search.fill('a')
  await country.click()
  await china.check()
  await page.getByRole('button', { name: 'Apply' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/q=a&.*country=CN/)
  await page.goBack()
  await expect(page).toHaveURL(/\/organizations\/$/)
  await expect(search).toHaveValue('')
  await country.click()
  await expect(china).not.toBeChecked()
  await page.goForward()
  await expect(page).toHaveURL(/country=CN/)
  await expect(search).toHaveValue('a')
  await country.click()
  await expect(china).toBeChecked()
})

test('filter choices that were not applied are undone when their menu closes, and do not narrow a search', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/?country=KZ')
  const country = page.getByRole('button', { name: 'Country' })
  const china = page.getByRole('checkbox', { name: 'China' })
  const kazakhstan = page.getByRole('checkbox', { name: 'Kazakhstan' })
  await country.click()
  await china.check()
  await kazakhstan.uncheck()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(china).toBeHidden()
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('b')
  await search.press('Enter')
  await expect(page).toHaveURL(/q=b&country=KZ$/)
  await country.click()
  await expect(china).not.toBeChecked()
  await expect(kazakhstan).toBeChecked()
})

test('a menu opened and words typed while the next list loads are still there when it arrives', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/?country=KZ')
  let letThrough = () => {}
  const opened = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(/organizations.*\.data/, async (route) => {
    await opened
    await route.continue()
  })
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('lo')
  await search.press('Enter')
  await search.fill('Caspian')
  await page.getByRole('button', { name: 'Country' }).click()
  const china = page.getByRole('checkbox', { name: 'China' })
  await china.check()
  letThrough()
  await expect(page).toHaveURL(/q=lo/)
  await expect(page.locator('#chips')).toContainText('lo')
  await expect(china).toBeChecked()
  await expect(search).toHaveValue('Caspian')
  await page.getByRole('button', { name: 'Apply' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/q=Caspian&.*country=CN/)
  await expect(china).toBeHidden()
})

test('filters applied one after the other while the list loads all count, and none once another page is opened', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/')
  let letThrough = () => {}
  const opened = new Promise<void>((resolve) => (letThrough = resolve))
  const filtered = /verifications.*\.data.*type=/
  await page.route(filtered, (route) => opened.then(() => route.continue().catch(() => {})))
  const menu = (name: string) => page.locator('#filters').getByRole('button', { name })
  const option = (name: string) => page.locator('#filters').getByRole('checkbox', { name })
  const apply = async (name: string, label: string) => {
    await menu(name).click()
    await option(label).check()
    const asked = page.waitForRequest(filtered)
    await page.getByRole('button', { name: 'Apply' }).filter({ visible: true }).click()
    await asked
  }
  await apply('Type', 'Initial registration')
  await menu('Status').click()
  const unfiltered = page.waitForResponse(/verifications.*\.data/)
  await page.getByRole('navigation').getByRole('link', { name: 'Verifications', exact: true }).click()
  await unfiltered
  await menu('Type').click()
  await expect(option('Initial registration')).not.toBeChecked()
  await page.keyboard.press('Escape')

  await apply('Type', 'Initial registration')
  await apply('Status', 'Under review')
  await menu('Type').click()
  await expect(option('Initial registration')).toBeChecked()
  letThrough()
  await expect(page).toHaveURL(/type=initial_registration.*status=under_review/)
  await expect(page.locator('#chips')).toContainText('Initial registration')
})

test('on a phone the sort order and “Select all” are visible, and the focus never moves out of sight', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.setViewportSize({ width: 320, height: 700 })
  await openScripted(page, '/invites/')
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
  await rows(page).first().locator('.row-check').focus()
  for (let stop = 0; stop < 4; stop += 1) {
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator(':focus')).toBeInViewport()
  }
  await page.locator('.sort-link').last().click()
  await expect(page).toHaveURL(/sort=/)
})

for (const list of ['verifications', 'organizations', 'invites'])
  test(`on a phone a search for one long word makes ${list} no wider than the window`, async ({ page }) => {
    await signIn(page, ADMIN)
    await page.setViewportSize({ width: 360, height: 780 })
    await openScripted(page, `/${list}/?q=${'x'.repeat(100)}`)
    await expect(page.locator('.chip')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
