import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { addApplications } from './support/applications'
import { decisionForm, formOf, openDecision } from './support/desk'
import { expect, openScripted, test } from './support/journey'
import { dataFile } from './support/own-console'
import { advanceQuarterHours } from './support/proof'
import { ADMIN, openSession, signIn, signInThroughPages, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

const dialog = formOf
const failure = (page: Page, words: string) => page.locator('[data-toaster]').getByRole('alert').getByText(words)

/** A page of the console whose loader can be made to fail. */
const BROKEN = '/demo/outbox'

function breakPage() {
  const outbox = dataFile('outbox.jsonl')
  fs.renameSync(outbox, `${outbox}.away`)
  fs.mkdirSync(outbox)
  return () => {
    fs.rmdirSync(outbox)
    fs.renameSync(`${outbox}.away`, outbox)
  }
}

async function openReason(page: Page) {
  await openScripted(page, '/verifications/?status=under_review&type=initial_registration')
  await page.locator('tbody a').first().click()
  await openDecision(page, 'reject')
  const reason = dialog(page).getByLabel('Rejection reason')
  await reason.fill('The licence has run out')
  return { reason, send: dialog(page).getByRole('button', { name: 'Reject application' }) }
}

const whenPosted = (page: Page, path: string, answer: (route: Route) => Promise<void>) =>
  page.route(path, (route) => (route.request().method() === 'POST' ? answer(route) : route.continue()))

test('a failing query is retried 3 times, then /500 says “Internal Server Error!” without another query', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  const mend = breakPage()
  const left: string[] = []
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/users/_.data*', async (route) => {
    // A link may be prefetched when it is pointed at, without retries.
    left.push(route.request().headers()['x-retries-left'] ?? 'ahead')
    await route.continue({ url: new URL(`${BROKEN}.data`, page.url()).href })
  })
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL(/\/500\?reference=/)
  mend()
  expect(left.filter((tries) => tries !== 'ahead')).toEqual(['3', '2', '1', '0'])
  await expect(failure(page, 'Internal Server Error!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Oops! Something went wrong :')")
  expect(asked.filter((path) => path === '/500.data')).toEqual([])
})

test('a background query that fails on the server takes away neither the page nor the typed text', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=initial_registration')
  const asked: string[] = []
  let isAway = false
  await page.route('**/*.data*', (route) => {
    const { pathname } = new URL(route.request().url())
    if (!pathname.endsWith('/rail.data') && !isAway) return route.continue()
    asked.push(pathname)
    return route.fulfill({ status: 503, body: 'away' })
  })
  await page.locator('tbody a').first().click()
  const note = page.getByLabel('Note', { exact: true })
  await note.fill('Ask about the lease')
  const { pathname } = new URL(page.url())
  await expect.poll(() => asked.filter((path) => path.endsWith('/rail.data')).length).toBeGreaterThanOrEqual(4)
  isAway = true
  // A page refreshes only while nothing else is loading: a fifth request shows that the four before have ended.
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        const real = Date.now
        Date.now = () => real() + 60_000
        window.dispatchEvent(new Event('focus'))
      })
      return asked.filter((path) => path === `${pathname}.data`).length
    })
    .toBeGreaterThanOrEqual(5)
  await expect(page).toHaveURL(new RegExp(pathname))
  await expect(note).toHaveValue('Ask about the lease')
})

test('a 502 of a proxy shows the error page with “Internal Server Error!”', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  await page.route('**/users/_.data*', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(failure(page, 'Internal Server Error!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Oops! Something went wrong :')")
})

test('a page that cannot be drawn says “Something went wrong!” once, even with the palette opened over it', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  await page.route('**/users/_.data*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"rows"', '"none"') })
  })
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(failure(page, 'Something went wrong!')).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('a')
  await expect(palette.locator('.palette-detail').first()).toBeVisible()
  await expect(failure(page, 'Something went wrong!')).toHaveCount(1)
})

test('a query answered with 204 shows “Content not found.” and the Page Not Found page', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  await page.route('**/users/_.data*', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(failure(page, 'Content not found.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found!')
})

test('a form cut off by the network says “Something went wrong!”, keeps its text and reports its address', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  const { reason, send } = await openReason(page)
  await whenPosted(page, '**/reject.data*', (route) => route.abort('connectionreset'))
  const report = page.waitForRequest('**/unsent')
  await send.click()
  await expect(failure(page, 'Something went wrong!')).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toContainText('There was no connection')
  await expect(reason).toHaveValue('The licence has run out')
  await page.unroute('**/reject.data*')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  expect(decodeURIComponent((await report).postData() ?? '')).toMatch(/^path=\/verifications\/.+\/reject$/)
})

test('the connection error of a code request disappears once the code is sent', async ({ page }) => {
  await openSession(page, SUPERADMIN)
  advanceQuarterHours(1)
  await openScripted(page, '/users/invite')
  await dialog(page).getByLabel('Name').fill('Asked Twice')
  await dialog(page).getByLabel('Phone number').fill('+77015550142')
  await dialog(page)
    .getByRole('radio', { name: /^Admin/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  const sendCode = dialog(page).getByRole('button', { name: 'Send code' }).first()
  await expect(sendCode).toBeVisible()
  await whenPosted(page, '**/users/invite.data*', (route) => route.abort('connectionreset'))
  await sendCode.click()
  const unsent = dialog(page).getByText('There was no connection').filter({ visible: true })
  await expect(unsent).toHaveCount(1)
  await page.unroute('**/users/invite.data*')
  await sendCode.click()
  await expect(dialog(page).getByLabel('Verification code')).toBeVisible()
  await expect(unsent).toHaveCount(0)
})

test('a page whose texts cannot be loaded comes as a document and never shows the keys of its texts', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/')
  await page.route('**/i18n/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/users/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Users')
  await expect(page.getByRole('main')).not.toContainText(/[a-z]+\.[a-z]+[A-Z]/)
})

test('copying where the browser forbids it says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await signIn(page, ADMIN)
  await openScripted(page, '/organizations/?status=active')
  await page.locator('tbody a').first().click()
  await page.getByRole('button', { name: /^Copy/ }).first().click()
  await expect(failure(page, 'Not copied: the browser does not allow it.')).toBeVisible()
})

test('a form answered with a titled 422 shows that title and keeps its text', async ({ page }) => {
  await signIn(page, ADMIN)
  const { reason, send } = await openReason(page)
  await whenPosted(page, '**/reject.data*', (route) =>
    route.fulfill({ status: 422, json: { title: 'The form was stopped by the firewall' } }),
  )
  await send.click()
  await expect(failure(page, 'The form was stopped by the firewall')).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toContainText('What you typed is still here')
  await expect(reason).toHaveValue('The licence has run out')
})

test('a verdict on a document that is gone shows the Page Not Found page, even once the next document is open', async ({
  page,
}) => {
  await addApplications('Erased Files', 1)
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?view=claimable&sort=oldest&q=Erased')
  await page.locator('tbody a').first().click()
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await whenPosted(page, '**/verify.data*', async (route) => {
    await expect(page.locator('.desk-tab').nth(1)).toHaveAttribute('aria-current', 'true')
    await route.continue({
      url: route
        .request()
        .url()
        .replace(/documents\/[^/]+/, `documents/${randomUUID()}`),
    })
  })
  await page.locator('h1').click()
  await page.keyboard.press('v')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found!')
})

test('a form answered with a foreign 413 page says “Something went wrong!” and keeps its text', async ({ page }) => {
  await signIn(page, ADMIN)
  const { reason, send } = await openReason(page)
  await whenPosted(page, '**/reject.data*', (route) => route.fulfill({ status: 413, body: '<h1>Too large</h1>' }))
  await send.click()
  await expect(failure(page, 'Something went wrong!')).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toContainText('longer than the console accepts')
  await expect(reason).toHaveValue('The licence has run out')
})

test('a form answered with 204 says “Content not found.” and keeps its text', async ({ page }) => {
  await signIn(page, ADMIN)
  const { reason, send } = await openReason(page)
  await whenPosted(page, '**/reject.data*', (route) => route.fulfill({ status: 204 }))
  await send.click()
  await expect(failure(page, 'Content not found.')).toBeVisible()
  await expect(page).toHaveURL(/decide=reject#written$/)
  await expect(reason).toHaveValue('The licence has run out')
})

test('a form answered with 503 is sent once and keeps its text', async ({ page }) => {
  await signIn(page, ADMIN)
  const { reason, send } = await openReason(page)
  let sent = 0
  await whenPosted(page, '**/reject.data*', (route) => {
    sent += 1
    return route.fulfill({ status: 503, body: 'away' })
  })
  await send.click()
  await expect(failure(page, 'Something went wrong!')).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toContainText('could not accept it')
  await expect(reason).toHaveValue('The licence has run out')
  expect(sent).toBe(1)
})

test('the picture of a document is loaded again after its connection was lost', async ({ page }) => {
  await addApplications('Lost Pictures', 1)
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?view=claimable&sort=oldest&q=Lost')
  const lost = new Set<string>()
  await page.route('**/documents/**', (route) => {
    const address = route.request().url()
    if (route.request().resourceType() !== 'image' || lost.has(address)) return route.continue()
    lost.add(address)
    return route.abort('connectionreset')
  })
  await page.locator('tbody a').first().click()
  const picture = page.locator('img.desk-picture')
  await expect
    .poll(() => picture.evaluate((drawn) => drawn instanceof HTMLImageElement && drawn.naturalWidth))
    .toBeGreaterThan(0)
  expect([...lost]).toContain(await picture.evaluate((drawn) => drawn instanceof HTMLImageElement && drawn.src))
})

const FORBIDDEN = 'Storage is forbidden here'

test('where the browser forbids storage, sign-in, filters, drafts and decisions work without an error', async ({
  page,
}) => {
  const name = 'Forbidden Caravans'
  await addApplications(name, 1)
  await page.addInitScript((words) => {
    const forbid = () => {
      throw new DOMException(words, 'SecurityError')
    }
    for (const storage of ['sessionStorage', 'localStorage']) Object.defineProperty(window, storage, { get: forbid })
  }, FORBIDDEN)
  // React reports errors it recovered from without their cause.
  await page.addInitScript(() => {
    window.addEventListener('error', ({ error }) => error?.cause && reportError(error.cause))
  })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

  await signInThroughPages(page, ADMIN)
  await openScripted(page, '/')
  await page.getByRole('link', { name: 'Verifications', exact: true }).first().click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await page.getByRole('main').getByRole('button', { name: 'Country' }).click()
  await page.getByLabel('Kazakhstan').check()
  await page.getByRole('button', { name: 'Apply' }).locator('visible=true').first().press('Enter')
  await expect(page).toHaveURL(/country=KZ/)

  await openScripted(page, `/verifications/?q=${encodeURIComponent(name)}`)
  await page.locator('.row-link').first().click()
  await page.getByRole('button', { name: 'Claim' }).click()
  await openDecision(page, 'reject')
  const reason = decisionForm(page).getByLabel('Rejection reason')
  const kept = page.waitForResponse((response) => response.url().includes('/drafts'))
  await reason.fill('The licence has run out')
  await kept
  await page.reload()
  await expect(reason).toHaveValue('The licence has run out')
  await decisionForm(page).getByRole('button', { name: 'Reject application' }).click()
  await closeToast(page, 'Application rejected')
  await expect(page.getByText('Already decided. No action is needed.')).toBeVisible()
  // The router’s own scroll restoration logs this error in each document, and the page goes on.
  expect(errors.filter((error) => !error.endsWith(FORBIDDEN))).toEqual([])
})

test('an address with an empty segment opens the page that the server leads to', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/users//role')
  await expect(page).toHaveURL('/users/role')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such user')
  await expect(page.locator('#main')).toHaveCount(1)
})
