import type { Page, Request } from '@playwright/test'
import { expect, openScripted, test } from './support/journey'
import { moveClock } from './support/own-console'
import { ADMIN, CASHIER, signIn, signInHere, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

const HOUR_MS = 60 * 60_000

/** Counts the queries that the console makes by itself. */
function countQueries(page: Page) {
  const queries: string[] = []
  page.on('request', (request) => {
    if (isQuery(request)) queries.push(request.url())
  })
  return queries
}
const isQuery = (request: Request) => new URL(request.url()).pathname.endsWith('.data')

/** Returns to the window long after it was drawn; the browser reports that twice. */
const comeBackLater = (page: Page) =>
  page.evaluate(() => {
    const real = Date.now
    Date.now = () => real() + 60_000
    document.dispatchEvent(new Event('visibilitychange'))
    setTimeout(() => {
      window.dispatchEvent(new Event('focus'))
      Date.now = real
    })
  })

test('a link loads no new document, and returning to the window refreshes the page after 10 s', async ({ page }) => {
  await page.clock.install()
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Organizations' }).click()
  await expect(page).toHaveURL('/organizations/')
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

  await page.mouse.move(0, 0)
  const queries = countQueries(page)
  const focus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await focus()
  await page.clock.runFor(500)
  expect(queries).toEqual([])
  // Less than a minute on the clock of the page, however slow the machine.
  for (let round = 0; round < 5 && queries.length === 0; round += 1) {
    const asked = page.waitForRequest(isQuery, { timeout: 5000 }).catch(() => null)
    await page.clock.runFor(11_000)
    await focus()
    await asked
  }
  expect(queries).not.toEqual([])
})

const isAhead = async (request: Request) => {
  const headers = await request.allHeaders()
  return /prefetch/.test(headers['sec-purpose'] ?? headers['purpose'] ?? '')
}

test('a page is prefetched when its link is pointed at, and fetched anew when the link is followed', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  const isUsers = (request: Request) => new URL(request.url()).pathname === '/users/_.data'
  const users = page.getByRole('link', { name: 'Users', exact: true })
  const ahead = page.waitForRequest(async (request) => isUsers(request) && (await isAhead(request)))
  await users.hover()
  await ahead
  const anew = page.waitForRequest(async (request) => isUsers(request) && !(await isAhead(request)))
  await users.click()
  await anew
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()

  // A link without a prefetch of its own; the pointer may already rest where it appears.
  await openScripted(page, '/invites/?type=invite_to_organization')
  const aheadToo = page.waitForRequest(
    async (request) =>
      /^\/organizations\/[0-9a-f-]{36}/.test(new URL(request.url()).pathname) && (await isAhead(request)),
  )
  await page.locator('tbody a').first().click()
  await page.getByRole('dialog').locator('a[href^="/organizations/"]').first().hover()
  await aheadToo
})

test('a loading bar is shown until the next page has arrived', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/users/_.data*', async (route) => {
    await isLetGo
    await route.fallback()
  })
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const bar = page.getByRole('progressbar', { name: 'Loading' })
  await expect(bar).toBeAttached()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('returning to the window, which the browser reports twice, refreshes the page once', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/')
  const queries = countQueries(page)
  let returns = 0
  await expect(async () => {
    returns += 1
    await comeBackLater(page)
    await expect.poll(() => queries.length, { timeout: 5000 }).toBeGreaterThan(0)
  }).toPass()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/users/')
  const asked = queries.filter((url) => new URL(url).pathname.startsWith('/organizations')).length
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(returns)
})

test('returning to the window leaves the focus in the field of a refused form', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/settings/due-dates')
  const field = (name: string) => page.getByRole('main').getByLabel(name, { exact: true })
  await field('Initial registration').fill('')
  await field('Address change').fill('')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert', { name: '2 fields need your attention' })).toBeFocused()
  await expect(async () => {
    await field('Address change').focus()
    await Promise.all([page.waitForResponse(/due-dates\.data/, { timeout: 1000 }), comeBackLater(page)])
  }).toPass()
  await page.keyboard.type('12')
  await expect(field('Address change')).toHaveValue('12')
})

async function chooseRussianElsewhere(page: Page) {
  const other = await page.context().newPage()
  await openScripted(other, '/glossary')
  await other.locator('button[name="language"][value="ru"]').dispatchEvent('click')
  await expect(other.locator('html')).toHaveAttribute('lang', 'ru')
  await other.close()
}

test('a language chosen in another window applies to the whole of the next page', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/')
  await chooseRussianElsewhere(page)

  await expect(async () => {
    await comeBackLater(page)
    const chosen = page.locator('button[name="language"][value="ru"]')
    await expect(chosen).toHaveAttribute('aria-pressed', 'true', { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Пользователи' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await openScripted(page, '/?lng=en')
})

test('a message is shown before the language chosen in another window loads a new document', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, `/views/new?address=${encodeURIComponent('/users/?status=active')}`)
  await chooseRussianElsewhere(page)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.getByRole('dialog').getByLabel('Name').fill('Who is here')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await closeToast(page, 'Подборка сохранена')
  await expect(page).toHaveURL('/users/?status=active')
  await page.getByRole('link', { name: 'Organizations', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Организации' })).toBeVisible()
  expect(documents).toEqual(['/organizations/'])
  await openScripted(page, '/?lng=en')
})

test('a query answered with 403 is not repeated', async ({ page }) => {
  await signIn(page, CASHIER)
  await openScripted(page, '/')
  const queries = countQueries(page)
  const status = await page.evaluate(async () => {
    const answer = await fetch('/users/_.data')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return answer.status
  })
  expect({ status, asked: queries.length }).toEqual({ status: 403, asked: 1 })
})

test('a session that ends during work says so, and signing in leads on to the page asked for', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/?status=active')
  moveClock(2 * HOUR_MS)
  await page.getByRole('link', { name: 'Verifications' }).click()
  await expect(page).toHaveURL('/sign-in?redirect=%2Fverifications%2F')
  const said = page.getByRole('alert').locator('.toast').filter({ hasText: 'Session expired!' })
  await expect(said).toBeVisible()
  expect(await said.evaluate(leavesAfterMs)).toEqual([5000])
  await signInHere(page, ADMIN)
  await expect(page).toHaveURL('/verifications/')
})

/** The delays after which the style sheet removes a message, by its CSS animations. */
const leavesAfterMs = (toast: Element) =>
  toast
    .getAnimations()
    .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'leave')
    .map(({ effect }) => effect?.getTiming().delay)

test('every aria-describedby in a dialog and on its page names an element that is there', async ({ page }) => {
  await signIn(page, ADMIN)
  for (const path of ['/invites/new', '/users/invite', '/settings/passkeys/new']) {
    await openScripted(page, path)
    await expect(page.getByRole('dialog')).toHaveAccessibleDescription(/\w/)
    const missing = await page
      .locator('[aria-describedby]')
      .evaluateAll((all) =>
        all
          .flatMap((one) => (one.getAttribute('aria-describedby') ?? '').split(' '))
          .filter((id) => !document.getElementById(id)),
      )
    expect(missing, path).toEqual([])
  }
})

test.describe('a dialog higher than the window', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const last = (page: Page) => dialogOf(page).getByRole('link', { name: 'Cancel' })

  test('scrolls with the wheel', async ({ page }) => {
    await signIn(page, ADMIN)
    await page.setViewportSize({ width: 1280, height: 400 })
    await openScripted(page, '/invites/email')
    await expect(last(page)).not.toBeInViewport()
    await dialogOf(page).getByRole('heading').first().hover()
    await expect(async () => {
      await page.mouse.wheel(0, 2000)
      await expect(last(page)).toBeInViewport({ timeout: 1000 })
    }).toPass()
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 500 }, hasTouch: true, isMobile: true })

    test('scrolls with a finger', async ({ page }) => {
      await signIn(page, ADMIN)
      await openScripted(page, '/invites/email')
      await expect(last(page)).not.toBeInViewport()
      const devtools = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
        devtools.send('Input.dispatchTouchEvent', { type, touchPoints: ys.map((y) => ({ x: 180, y })) })
      await expect(async () => {
        await touch('touchStart', 450)
        for (const y of [420, 360, 280, 200, 120]) await touch('touchMove', y)
        await touch('touchEnd')
        await expect(last(page)).toBeInViewport({ timeout: 1000 })
      }).toPass()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    })
  })

  test('lets the palette over it scroll', async ({ page }) => {
    await signIn(page, ADMIN)
    await page.setViewportSize({ width: 1280, height: 400 })
    await openScripted(page, '/invites/')
    await page.locator('.row-link').first().click()
    await expect(dialogOf(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    const list = page.locator('.palette-list')
    await list.hover()
    await page.mouse.wheel(0, 300)
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  })
})

test('a click beside a dialog closes it, unless typed text would be lost', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/invites/email')
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('Recipient email')
  await email.fill('aigerim@example.com')
  await page.mouse.click(20, 400)
  await page.mouse.click(20, 410)
  await expect(email).toHaveValue('aigerim@example.com')
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/invites/')
  await page.addInitScript(delayTimers)
  await openScripted(page, '/invites/email')
  await page.mouse.click(20, 400)
  await expect(page).toHaveURL('/invites/')
  await expect(dialog).toHaveCount(0)
})

/** As on a slow machine: a dialog handles clicks beside it only in a later task. */
function delayTimers() {
  const { setTimeout } = window
  window.setTimeout = ((run: () => void, ms = 0) => setTimeout(run, ms + 400)) as typeof window.setTimeout
}
