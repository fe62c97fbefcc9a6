import type { Locator, Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { decisionForm, openDecision } from './support/desk'
import { expect, openScripted, test } from './support/journey'
import { changeStored } from './support/own-console'
import { isCovered } from './support/layout-checks'
import { ADMIN, MANAGER, signIn } from './support/sign-in'
import { closeToast } from './support/toast'

const PHONE = { width: 360, height: 780 }
const HALF = PHONE.height / 2
/** At least this much of the screen is left to the document. */
const SEEN_PX = PHONE.height / 3

const picture = (page: Page) => page.locator('.desk-picture')
const bottomOf = (at: Locator) => at.evaluate((seen) => seen.getBoundingClientRect().bottom)
const topOf = (at: Locator) => at.evaluate((seen) => seen.getBoundingClientRect().top)

/** Whether nothing covers it where it stands, so that it can be pressed. */
const isOnTop = (at: Locator) =>
  at.evaluate((seen) => {
    const { left, top, width, height } = seen.getBoundingClientRect()
    return seen.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** The sheet is the lower half; above it enough of the document to read stays uncovered and can be scrolled. */
async function standsUnderTheDocument(page: Page, sheet: Locator) {
  await expect(sheet).toBeInViewport({ ratio: 0.99 })
  const top = await topOf(sheet)
  expect(Math.abs(top - HALF)).toBeLessThanOrEqual(1)
  await expect.poll(() => topOf(picture(page))).toBeLessThan(top - SEEN_PX)
  const head = await bottomOf(page.locator('.desk-head'))
  expect(await topOf(picture(page))).toBeGreaterThanOrEqual(head - 1)
  await expect(page.locator('.desk-bar')).toBeHidden()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  expect(await bottomOf(picture(page))).toBeLessThanOrEqual(top)
}

/** Scrolled to its end, a sheet keeps its heading and its way out in view. */
async function keepsItsHead(sheet: Locator) {
  await sheet.evaluate((seen) => seen.scrollTo(0, seen.scrollHeight))
  expect(await isOnTop(sheet.getByRole('heading'))).toBe(true)
  const close = sheet.getByRole('link', { name: 'Close' })
  if (await close.count()) expect(await isOnTop(close)).toBe(true)
  await sheet.evaluate((seen) => seen.scrollTo(0, 0))
}

/** A message covers the document, not the sheet. */
async function staysOff(page: Page, upTo: Locator) {
  const message = page.locator('.toast')
  await expect(message).toBeInViewport({ ratio: 1 })
  expect(await bottomOf(message)).toBeLessThanOrEqual(await topOf(upTo))
  await message.getByRole('button').tap()
  await expect(message).toHaveCount(0)
}

const isCut = (seen: Element) => seen.scrollWidth > seen.clientWidth

async function insertTemplate(sheet: Locator) {
  await sheet.getByLabel('Template').selectOption({ index: 1 })
  if (await sheet.getByLabel('Document it refers to').count())
    await sheet.getByLabel('Document it refers to').selectOption({ index: 1 })
  await sheet.getByRole('button', { name: 'Insert template' }).tap()
}

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test('on a phone the decision and document forms open over the lower half and leave the document in view', async ({
  page,
}) => {
  const name = 'Pocket Caravans'
  await addApplications(name, 1)
  await signIn(page, ADMIN)
  await openScripted(page, `/verifications/?view=claimable&q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 1` }).tap()
  await page.getByRole('button', { name: 'Claim' }).tap()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await closeToast(page, 'Review started')

  await page.locator('.desk-tab-link').nth(1).tap()
  await expect(page.locator('.desk-tab').nth(1)).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => topOf(picture(page))).toBeLessThan(HALF)
  expect(await topOf(picture(page))).toBeGreaterThanOrEqual((await bottomOf(page.locator('.desk-head'))) - 1)

  const missing = page.locator('.desk-missing-line').first()
  await expect(missing).toBeInViewport({ ratio: 1 })
  expect(await bottomOf(missing)).toBeLessThanOrEqual(await topOf(page.locator('.desk-acts')))

  for (const { act, title, send } of [
    { act: 'reject', title: 'Reject application', send: 'Reject and open the next' },
    { act: 'approve', title: 'Approve application', send: 'Approve and open the next' },
    { act: 'request-info', title: 'Request more info', send: 'Request and open the next' },
  ] as const) {
    // However far the page was scrolled before.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await openDecision(page, act)
    const sheet = decisionForm(page)
    await expect(sheet.getByRole('heading', { name: title })).toBeFocused()
    await standsUnderTheDocument(page, sheet)
    const button = sheet.getByRole('button', { name: send })
    await expect(button).toBeInViewport({ ratio: 1 })
    expect(await isOnTop(button)).toBe(true)
    const lines = page.locator('.desk-missing-line:visible')
    expect(await lines.count()).toBe(act === 'approve' ? 2 : 0)
    if (act === 'approve') {
      expect(await isOnTop(lines.first())).toBe(true)
      expect(await sheet.locator('.desk-missing-line:visible').count()).toBe(2)
    }
    await keepsItsHead(sheet)
    if (act === 'reject') {
      await insertTemplate(sheet)
      await staysOff(page, sheet)
    }
    await sheet.getByRole('link', { name: 'Close' }).tap()
    await expect(sheet).toHaveCount(0)
  }

  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('link', { name: 'Reject document' }).tap()
  const verdict = page.locator('.desk-verdict-form')
  await expect(verdict.getByRole('heading', { name: 'Reject document' })).toBeFocused()
  await standsUnderTheDocument(page, verdict)
  await keepsItsHead(verdict)
  const reject = verdict.getByRole('button', { name: 'Reject document' })
  await expect(reject).toBeInViewport({ ratio: 1 })
  await insertTemplate(verdict)
  await staysOff(page, verdict)
  await verdict.getByLabel('Why the document is rejected').fill('The photo is blurred')
  await reject.tap()
  await expect(verdict).toHaveCount(0)
  await expect(page.locator('.desk-tab').nth(1)).toContainText('Rejected')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
})

test('on a phone the next application opens at its top', async ({ page }) => {
  const name = 'Pocket Vans'
  await addApplications(name, 2)
  await signIn(page, ADMIN)
  await openScripted(page, `/verifications/?view=claimable&sort=oldest&q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 1` }).tap()
  await page.getByRole('button', { name: 'Claim' }).tap()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await closeToast(page, 'Review started')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await openDecision(page, 'reject')
  const sheet = decisionForm(page)
  await sheet.getByLabel('Rejection reason').fill('The licence has expired')
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await sheet.getByRole('button', { name: 'Reject and open the next' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} 2`)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('on a phone a colleague’s prepared decision is at hand, and returning it opens a form from below', async ({
  page,
  browser,
}) => {
  const name = 'Pocket Coaches'
  const type = 'legal_representative_change'
  await addApplications(name, 1, type)
  await changeStored('needTwoPeople', [type])
  const first = await (await browser.newContext()).newPage()
  await signIn(first, MANAGER)
  const at = `/verifications/?view=claimable&q=${encodeURIComponent(name)}`
  await openScripted(first, at)
  await first.getByRole('link', { name: `${name} 1` }).click()
  await first.getByRole('button', { name: 'Claim' }).click()
  await expect(first.getByRole('button', { name: 'Release' })).toBeVisible()
  await openDecision(first, 'approve')
  await decisionForm(first).getByRole('button', { name: 'Prepare approval', exact: true }).click()
  await closeToast(first, 'A second person has to agree')
  await first.context().close()

  await signIn(page, ADMIN)
  await openScripted(page, at)
  await page.getByRole('link', { name: `${name} 1` }).tap()
  const told = page.locator('.desk-bar').getByRole('link', { name: 'Prepared by Ольга Кузнецова: Approve' })
  await expect(told).toBeInViewport({ ratio: 1 })
  expect(await isOnTop(told)).toBe(true)
  const atHand = page.locator('.desk-acts').getByRole('button', { name: 'Agree and approve' })
  await expect(atHand).toBeInViewport({ ratio: 1 })
  expect(await isOnTop(atHand)).toBe(true)
  expect((await page.locator('.desk-bar').boundingBox())?.height).toBeLessThanOrEqual(PHONE.height / 6)
  await told.tap()
  const agree = page.locator('#prepared').getByRole('button', { name: 'Agree and approve' })
  await expect(agree).toBeInViewport({ ratio: 1 })
  await expect.poll(() => isOnTop(agree)).toBe(true)
  expect(await topOf(page.locator('#prepared'))).toBeGreaterThanOrEqual(await bottomOf(page.locator('.desk-head')))
  await page.getByRole('link', { name: 'Return with a note' }).tap()
  const sheet = decisionForm(page)
  await expect(sheet.getByRole('heading', { name: 'Return with a note' })).toBeFocused()
  expect(Math.abs((await topOf(sheet)) - HALF)).toBeLessThanOrEqual(1)
  await expect(sheet.getByRole('button', { name: 'Return with a note' })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.desk-missing-line').first()).toBeHidden()
})

/** The lowest screen on which the bars of a page are fixed. */
const LOW = { width: 360, height: 640 }
const queueOf = (name: string) => `/verifications/?view=claimable&sort=oldest&q=${encodeURIComponent(name)}`

test.describe('on the lowest screen with fixed bars', () => {
  test.use({ viewport: LOW })

  test('on a phone a message lies over the top bar and covers nothing of the desk', async ({ page }) => {
    const name = 'Pressed Caravans'
    await addApplications(name, 1)
    await signIn(page, ADMIN)
    await openScripted(page, queueOf(name))
    await page.getByRole('link', { name: `${name} 1` }).tap()
    const lies = async (words: string) => {
      const message = page.locator('.toast').filter({ hasText: words })
      await expect(message).toBeInViewport({ ratio: 1 })
      expect(await bottomOf(message)).toBeLessThanOrEqual(await topOf(page.locator('.desk-head')))
      await closeToast(page, words)
    }
    await page.getByRole('button', { name: 'Claim' }).tap()
    await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
    await lies('Review started')
    await page.getByRole('button', { name: 'Verify document' }).tap()
    await lies('Document verified')
    await page.getByRole('link', { name: 'Reject document' }).tap()
    await page.getByLabel('Why the document is rejected').fill('The photo is blurred')
    await page.locator('.desk-verdict-form').getByRole('button', { name: 'Reject document' }).tap()
    await expect(page.locator('.desk-verdict-form')).toHaveCount(0)
    await lies('Document rejected')
  })

  test('on a phone the head of the desk is one line with name, due date and position, in every language', async ({
    page,
  }) => {
    const name = 'Солтүстік Қазақстан көлік-логистика'
    await addApplications(name, 2)
    await signIn(page, ADMIN)
    await openScripted(page, queueOf(name))
    await page.getByRole('link', { name: `${name} 1` }).tap()
    await expect(page.getByRole('button', { name: 'Claim' })).toBeVisible()
    const { pathname, search } = new URL(page.url())
    for (const language of ['en', 'zh', 'ru', 'kk']) {
      await openScripted(page, `${pathname}${search}${search ? '&' : '?'}lng=${language}`)
      expect((await page.locator('.desk-head').boundingBox())?.height, language).toBeLessThanOrEqual(45)
      const title = page.getByRole('heading', { level: 1 })
      await expect(title).toHaveText(`${name} 1`)
      // Enough of the name to recognize it.
      expect((await title.boundingBox())?.width, language).toBeGreaterThanOrEqual(64)
      for (const part of ['.desk-head .due', '.desk-place-short', '.desk-place [rel="next"]'])
        await expect(page.locator(part), language).toBeInViewport({ ratio: 1 })
      const short = page.locator('.desk-head .due-short')
      expect(await short.evaluate((seen) => seen.getBoundingClientRect().width), language).toBeGreaterThan(0)
      expect(await page.locator('.desk-head .due').evaluate(isCut), language).toBe(false)
    }
  })

  test('on a phone an empty field and its error stay clear of the buttons of the form, whoever holds the application', async ({
    page,
    browser,
  }) => {
    const name = 'Covered Caravans'
    await addApplications(name, 1)
    const holder = await (await browser.newContext()).newPage()
    await signIn(holder, MANAGER)
    await openScripted(holder, queueOf(name))
    await holder.getByRole('link', { name: `${name} 1` }).click()
    await holder.getByRole('button', { name: 'Claim' }).click()
    await expect(holder.getByRole('button', { name: 'Release' })).toBeVisible()
    const { pathname } = new URL(holder.url())
    await holder.context().close()

    await signIn(page, ADMIN)
    const standsFree = async (form: Locator) => {
      await expect(form.locator('textarea')).toBeFocused()
      await expect.poll(() => form.locator('textarea').evaluate(isCovered)).toBe(false)
      await expect.poll(() => form.locator('.field-error').evaluate(isCovered)).toBe(false)
    }
    for (const language of ['en', 'ru', 'kk', 'zh']) {
      await openScripted(page, `${pathname}?decide=reject&lng=${language}`)
      await page.locator('.desk-form-foot .button-danger').tap()
      await standsFree(decisionForm(page))
    }
    await openScripted(page, `${pathname}?lng=en`)
    await page.getByRole('button', { name: 'Take over' }).tap()
    await page.getByRole('link', { name: 'Reject document' }).tap()
    const verdict = page.locator('.desk-verdict-form')
    await verdict.getByRole('button', { name: 'Reject document' }).tap()
    await standsFree(verdict)
  })
})
