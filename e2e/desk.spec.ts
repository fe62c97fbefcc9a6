import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { addApplications } from './support/applications'
import { decisionForm, openDecision } from './support/desk'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { changeStored } from './support/own-console'
import { ADMIN, signIn, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

const MOST_PRESSES = 8
const PHONE = { width: 360, height: 780 }
const WIDE = { width: 1920, height: 1000 }
const WIDTHS = [360, 768, 1024, 1440, 1920]

const title = (page: Page) => page.locator('h1')
const documentTab = (page: Page, index: number) => page.locator('.desk-tab').nth(index)
const isRead = (page: Page, index: number) => expect(documentTab(page, index)).toHaveAttribute('aria-current', 'true')
const isClaimed = (page: Page) => expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
const queueOf = (name: string) => `/verifications/?view=claimable&q=${encodeURIComponent(name)}`

/** Counts the keys that a reviewer presses; typed text is not counted. */
function keys(page: Page) {
  let presses = 0
  return {
    async press(key: string) {
      presses += 1
      await page.keyboard.press(key)
    },
    /** How many presses since this was last called. */
    taken() {
      const taken = presses
      presses = 0
      return taken
    },
  }
}

/** Counts the pages opened, by the browser or by scripts: each change of the path. */
function countPages(page: Page): () => number {
  let opened = 0
  let before = new URL(page.url()).pathname
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const { pathname } = new URL(frame.url())
    if (pathname !== before) opened += 1
    before = pathname
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) opened += 1
  })
  return () => opened
}

const widthOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.width ?? 0

/** The rows of the queue are as wide as the screen and show once, at each width, how many documents are verified. */
async function fillsTheScreen(page: Page) {
  const row = page.locator('tbody tr').first()
  const menu = await widthOf(page.locator('.sidebar'))
  expect(await widthOf(row)).toBeGreaterThan(WIDE.width - menu - 80)
  for (const width of [360, 768, 1280, WIDE.width]) {
    await page.setViewportSize({ ...WIDE, width })
    await expect(row.getByText('0/3', { exact: true }).filter({ visible: true })).toHaveCount(1)
    await expect(row.getByRole('img', { name: 'Documents verified: 0 of 3' })).toHaveCount(1)
  }
}

/** One of five applications has a bad document and is asked for another one. */
const hasBadDocument = (index: number) => index % 5 === 2
const WHY_BAD = 'The photo is blurred'

/** Claims an application, judges its three documents and decides, by keys alone. */
async function decideByKeys(page: Page, index: number): Promise<number> {
  const { press, taken } = keys(page)
  await press('s')
  await isClaimed(page)
  await isRead(page, 0)
  await press('v')
  await isRead(page, 1)
  await press('v')
  await isRead(page, 2)
  if (!hasBadDocument(index)) {
    await press('v')
    await expect(documentTab(page, 2)).toContainText('Verified')
    await press('a')
    await expect(decisionForm(page).getByLabel('Review notes')).toBeFocused()
  } else {
    await press('x')
    await expect(page.getByLabel('Why the document is rejected')).toBeFocused()
    await page.keyboard.type(WHY_BAD)
    await press('Control+Enter')
    await expect(documentTab(page, 2)).toContainText('Rejected')
    await press('i')
    await expect(decisionForm(page).getByLabel('Item 1', { exact: true })).toHaveValue(new RegExp(WHY_BAD))
  }
  await press('Control+Enter')
  return taken()
}

/** The same by forms, without scripts. */
async function decideByForms(page: Page, index: number): Promise<void> {
  await page.getByRole('button', { name: 'Claim' }).click()
  await isClaimed(page)
  for (const at of [0, 1, 2]) {
    await isRead(page, at)
    if (at === 2 && hasBadDocument(index)) continue
    await page.getByRole('button', { name: 'Verify document' }).click()
    await expect(documentTab(page, at)).toContainText('Verified')
  }
  if (!hasBadDocument(index)) {
    await page.locator('a[data-act="approve"]').click()
    return decisionForm(page).getByRole('button', { name: 'Approve and open the next' }).click()
  }
  await page.getByRole('link', { name: /^Reject document/ }).click()
  await page.getByLabel('Why the document is rejected').fill(WHY_BAD)
  await page.getByRole('button', { name: /^Reject document/ }).click()
  await expect(documentTab(page, 2)).toContainText('Rejected')
  await page.locator('a[data-act="request-info"]').click()
  await expect(decisionForm(page).getByLabel('Item 1', { exact: true })).toHaveValue(new RegExp(WHY_BAD))
  await decisionForm(page).getByRole('button', { name: 'Request and open the next' }).click()
}

test('each application of three documents takes at most 8 key presses and one page; without scripts, forms suffice', async ({
  page,
}) => {
  const name = 'Many Caravans'
  const count = Number(process.env.APPLICATIONS ?? 3)
  await addApplications(name, count)
  await page.setViewportSize(WIDE)
  await signIn(page, ADMIN)
  await openScripted(page, queueOf(name))
  await expect(page.getByRole('main').getByText(`${count} found`)).toBeVisible()
  await fillsTheScreen(page)
  if (hasScripts()) {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
  } else await page.locator('tbody a').first().click()
  await expect(title(page)).toHaveText(`${name} 1`)

  const rail = page.getByRole('navigation', { name: 'Queue', exact: true }).getByRole('link')
  if (hasScripts()) await expect(rail).toHaveCount(count)

  const pages = countPages(page)
  const presses: number[] = []
  for (let index = 1; index <= count; index += 1) {
    if (hasScripts()) presses.push(await decideByKeys(page, index))
    else await decideByForms(page, index)
    if (index < count) await expect(title(page)).toHaveText(`${name} ${index + 1}`)
    if (index === 1 && hasScripts()) {
      await expect(rail.nth(0)).toContainText('Approved')
      await expect(rail.nth(1)).toHaveAttribute('aria-current', 'page')
    }
  }
  await expect(page.getByRole('heading', { name: 'Nothing in this view' })).toBeVisible()
  if (!hasScripts()) return
  await expect(page.locator('[data-line]')).toContainText(/Nothing in this view\. \d+ applications are waiting for you/)
  expect(Math.max(...presses)).toBeLessThanOrEqual(MOST_PRESSES)
  expect(pages()).toBe(count)
})

test('on a phone the queue and Claim are on the first screen, and a tapped document shows above the decision bar', async ({
  page,
}) => {
  const name = 'Phone Caravans'
  await addApplications(name, 1)
  await page.setViewportSize(PHONE)
  await signIn(page, ADMIN)
  await openScripted(page, queueOf(name))
  const first = page.getByRole('link', { name: `${name} 1` })
  await expect(first).toBeInViewport({ ratio: 1 })
  await first.click()
  await expect(title(page)).toHaveText(`${name} 1`)
  await expect(page.getByRole('button', { name: 'Claim' })).toBeInViewport()
  for (const index of [1, 2, 0]) {
    await documentTab(page, index).getByRole('link').click()
    await isRead(page, index)
    const picture = page.locator('.desk-picture')
    await expect(picture).toBeInViewport()
    const top = await picture.evaluate((seen) => seen.getBoundingClientRect().top)
    const head = await page.locator('.desk-head').evaluate((seen) => seen.getBoundingClientRect().bottom)
    const bar = await page.locator('.desk-bar').evaluate((seen) => seen.getBoundingClientRect().top)
    expect(top).toBeGreaterThanOrEqual(head - 1)
    expect(top).toBeLessThan(bar - 200)
  }
})

test('on a phone the reject button is in view as a document’s form opens; without scripts the form is in the page', async ({
  page,
}) => {
  const name = 'Long Road Caravans'
  await addApplications(name, 1)
  await page.setViewportSize(PHONE)
  await signIn(page, ADMIN)
  await openScripted(page, queueOf(name))
  await page.getByRole('link', { name: `${name} 1` }).click()
  await page.getByRole('button', { name: 'Claim' }).click()
  await isClaimed(page)
  for (const { language, reject } of [
    { language: 'en', reject: 'Reject document' },
    { language: 'ru', reject: 'Отклонить документ' },
    { language: 'kk', reject: 'Құжатты қабылдамау' },
  ]) {
    await openScripted(page, `${new URL(page.url()).pathname}?lng=${language}`)
    await page.getByRole('link', { name: reject }).click()
    if (!hasScripts()) {
      // Without scripts nothing could close a sheet.
      for (const part of ['.desk-verdict-form', '.desk-bar'])
        expect(await page.locator(part).evaluate((seen) => getComputedStyle(seen).position)).toBe('static')
      await expect(page.locator('.desk-verdict-form').getByRole('heading')).toBeInViewport({ ratio: 1 })
      continue
    }
    // As long as a text may become.
    await page.locator('textarea[name=reason]').evaluate((area) => (area.style.blockSize = '40rem'))
    const send = page.getByRole('button', { name: reject })
    await expect(send).toBeInViewport({ ratio: 1 })
    const isOnTop = await send.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isOnTop).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  }
})

test('rejecting a document keeps 350 px of its page in view, and a long name takes two lines of the head', async ({
  page,
}) => {
  const name = 'Beside Caravans '.repeat(9).trim()
  await addApplications(name, 1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, ADMIN)
  await openScripted(page, queueOf(name))
  await page.getByRole('link', { name: `${name} 1` }).click()
  await page.getByRole('button', { name: 'Claim' }).click()
  await isClaimed(page)
  await page.getByRole('link', { name: 'Reject document' }).click()
  const form = page.locator('.desk-verdict-form')
  await expect(form.getByRole('heading', { name: 'Reject document' })).toBeInViewport({ ratio: 1 })
  await expect(form.getByRole('button', { name: 'Reject document' })).toBeInViewport({ ratio: 1 })
  const seenOfPage = () =>
    page.locator('.desk-picture').evaluate((seen) => {
      const { top, bottom } = seen.getBoundingClientRect()
      return Math.min(bottom, innerHeight) - Math.max(top, 0)
    })
  await expect.poll(seenOfPage).toBeGreaterThanOrEqual(350)
  const heightOf = async (at: Locator) => (await at.boundingBox())?.height
  expect(await heightOf(form.getByRole('button', { name: 'Insert template' }))).toBe(
    await heightOf(form.getByLabel('Template')),
  )
  await expect(title(page)).toHaveAttribute('title', `${name} 1`)
  expect(await heightOf(title(page))).toBe(40)
})

test('from right to left and dark, the decision is in view at every width and nothing scrolls sideways', async ({
  page,
  baseURL,
}) => {
  const name = 'Mirrored Caravans'
  await addApplications(name, 1)
  await signIn(page, ADMIN)
  const cookies = { dir: 'rtl', 'vite-ui-theme': 'dark' }
  await page
    .context()
    .addCookies(Object.entries(cookies).map(([cookie, value]) => ({ name: cookie, value, url: baseURL ?? '' })))
  await page.setViewportSize(WIDE)
  await openScripted(page, queueOf(name))
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('link', { name: `${name} 1` }).click()
  await page.getByRole('button', { name: 'Claim' }).click()
  await isClaimed(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('a[data-act="reject"]')).toBeInViewport({ ratio: 1 })
  }
  await openDecision(page, 'reject')
  await expect(decisionForm(page)).toBeVisible()
  const boxOf = async (where: string) => (await page.locator(where).boundingBox()) ?? { x: NaN, y: NaN, width: NaN }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect(decisionForm(page).getByRole('heading')).toBeInViewport({ ratio: 1 })
    expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width])
    const [documentBox, formBox] = [await boxOf('.desk-picture'), await boxOf('section.desk-form')]
    if (width >= 1024) expect(formBox.x + formBox.width).toBeLessThanOrEqual(documentBox.x)
    if (width === 1440 || width === 360) await expectAccessible(page, { where: `${width} px` })
  }
})

test('every page of a PDF is shown, whatever its shape; without scripts the first ones, with a link to all', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  for (const { name, sizes, heightPx } of [
    { name: 'Tall Page Caravans', sizes: six(300, 900), heightPx: 6 * 3720 },
    { name: 'Wide Page Caravans', sizes: six(900, 300), heightPx: 6 * 413 },
  ]) {
    await changeStored('addPdf', name, sizes)
    await openScripted(page, queueOf(name))
    await page.locator('tbody a').first().click()
    await page.locator('.desk-tab-link').last().click()
    await expect(page.locator('#document-file')).toHaveText('lease.pdf')
    if (!hasScripts()) {
      await expect(page.getByText('Only the first pages of a long document are shown here')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Open the whole document' })).toHaveAttribute('href', /documents/)
      continue
    }
    await expect(page.getByRole('link', { name: 'Open the whole document' })).toBeHidden()
    await expect(pictures(page)).toHaveCount(2)
    await expect
      .poll(async () => {
        await pictures(page).last().scrollIntoViewIfNeeded()
        return pictures(page).evaluateAll((all) =>
          all.reduce((sum, one) => sum + (one instanceof HTMLImageElement ? one.naturalHeight : 0), 0),
        )
      })
      .toBe(heightPx)
  }
})

const six = (width: number, height: number) => Array.from({ length: 6 }, () => [width, height] as const)
const pictures = (page: Page) => page.locator('.desk-picture')
const boxes = (page: Page) =>
  page.locator('.desk-pair figure').evaluateAll((all) =>
    all.map((figure) => {
      const { left, right, top, bottom } = figure.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )

/** Opens an application in which one document was replaced by a new one. */
async function openResubmitted(page: Page, name: string) {
  await changeStored('addResubmitted', name)
  await signIn(page, ADMIN)
  await page.setViewportSize(WIDE)
  await openScripted(page, queueOf(name))
  await page.locator('tbody a').first().click()
  await expect(title(page)).toContainText(name)
}

test('a resubmitted document is shown beside the one it replaces, on a phone above it, or alone on request', async ({
  page,
}) => {
  await openResubmitted(page, 'Twice Sent Caravans')

  // The desk opens on the new document.
  await expect(pictures(page)).toHaveCount(2)
  const captions = page.locator('.desk-pair figcaption')
  await expect(captions.nth(0)).toContainText(/^Now · .*lease-new\.png/)
  await expect(captions.nth(1)).toContainText(/^Before · .*lease-old\.png.*Rejected/)
  for (const index of [0, 1]) await expect(pictures(page).nth(index)).toBeInViewport()
  const [now, before] = await boxes(page)
  expect(now?.top).toBe(before?.top)
  expect(now?.right).toBeLessThanOrEqual(before?.left ?? 0)
  if (hasScripts()) {
    const tools = await page.locator('.desk-zoom').boundingBox()
    expect((tools?.y ?? Infinity) + (tools?.height ?? 0)).toBeLessThanOrEqual(now?.top ?? 0)
  }

  await page.getByRole('link', { name: 'Show only this document' }).click()
  await expect(pictures(page)).toHaveCount(1)
  await expect(page.locator('#document-file')).toHaveText('lease-new.png')
  await page.getByRole('link', { name: 'Compare with the earlier document' }).click()
  await expect(pictures(page)).toHaveCount(2)

  await expect(page.getByRole('link', { name: /lease-old\.png/ })).toHaveAccessibleDescription('Rejected Replaced')
  await page.locator('.desk-tab-link').first().click()
  await expect(pictures(page)).toHaveCount(1)
  await page.locator('.desk-tab-link').last().click()
  await expect(pictures(page)).toHaveCount(2)

  await page.setViewportSize(PHONE)
  const [first, second] = await boxes(page)
  expect(first?.bottom).toBeLessThanOrEqual(second?.top ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
})

test('verifying the last unjudged document keeps it in view, even where another one was replaced', async ({ page }) => {
  await openResubmitted(page, 'Judged Caravans')
  const opened = page.url()
  const read = page.locator('.desk-tab[aria-current]')
  const verify = () => page.getByRole('button', { name: 'Verify document' }).click()
  await documentTab(page, 0).getByRole('link').click()
  for (const index of [0, 1, 2]) {
    await isRead(page, index)
    await verify()
    await expect(documentTab(page, index)).toContainText('Verified')
  }

  // The desk opens on the document that is left, which its address does not name.
  await openScripted(page, opened)
  await expect(page.locator('#document-file')).toHaveText('lease-new.png')
  await expect(read).toContainText('Pending')
  await verify()
  await expect(read).toContainText('Verified')
  await closeToast(page, 'Document verified: lease-new.png')
  await expect(page.locator('#document-file')).toHaveText('lease-new.png')
  await page.reload()
  await expect(page.locator('#document-file')).toHaveText('lease-new.png')
})

const notes = (page: Page) => decisionForm(page).getByLabel('Review notes')
const approve = (page: Page) =>
  decisionForm(page).getByRole('button', { name: 'Approve application', exact: true }).click()

test('where every document must be opened, an approval names the unopened ones and passes once they are opened', async ({
  page,
  browser,
}) => {
  const name = 'Unread Caravans'
  await addApplications(name, 1, 'address_change')
  const settings = await browser.newContext({ javaScriptEnabled: hasScripts() })
  const superadmin = await settings.newPage()
  await signIn(superadmin, SUPERADMIN)
  await openScripted(superadmin, '/settings/reviews')
  const rule = superadmin.getByRole('group', { name: 'Documents to open before approval' })
  await rule.getByLabel('Address change').check()
  await superadmin.getByRole('button', { name: 'Save' }).click()
  await closeToast(superadmin, 'Settings saved')
  await expect(rule.getByLabel('Address change')).toBeChecked()
  await settings.close()

  await signIn(page, ADMIN)
  await openScripted(page, queueOf(name))
  await page.locator('tbody a').first().click()
  await expect(title(page)).toHaveText(`${name} 1`)
  await page.getByRole('button', { name: 'Claim' }).click()
  await isClaimed(page)
  await expect(page.getByText('Approval needs every document to be opened')).toBeVisible()
  await openDecision(page, 'approve')
  await expect(decisionForm(page)).toContainText('This type can be approved only after every document is opened.')
  await notes(page).fill('All in order')
  await approve(page)
  const refusal = decisionForm(page).getByRole('alert')
  await expect(refusal).toContainText('Some documents have not been opened')
  await expect(refusal).toContainText('Open them first, then approve again: tax_certificate.png, representative_id.png')
  await expect(notes(page)).toHaveValue('All in order')

  for (const [index, file] of [
    [1, 'tax_certificate.png'],
    [2, 'representative_id.png'],
  ] as const) {
    const tab = page.locator('.desk-tab-link').nth(index)
    const id = /document=([0-9a-f-]+)/.exec((await tab.getAttribute('href')) ?? '')?.[1]
    const read = page.waitForResponse((answer) => answer.url().endsWith(`/documents/${id}`))
    await tab.click()
    await expect(page.locator('#document-file')).toHaveText(file)
    await (await read).finished()
  }
  if ((await decisionForm(page).count()) === 0) await openDecision(page, 'approve')
  await notes(page).fill('All in order')
  await approve(page)
  await expect(page.locator('.desk-head .badge').first()).toHaveText('Approved')
})
