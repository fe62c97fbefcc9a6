import type { Page, Route } from '@playwright/test'
import { addApplications } from './support/applications'
import { expectAccessible } from './support/axe'
import { expect, openScripted, test } from './support/journey'
import { MANAGER, signIn } from './support/sign-in'
import { closeToast } from './support/toast'

const notes = (page: Page) => page.getByRole('region', { name: 'Internal notes' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Note' })
/** Presses the button once nothing is being sent any more. */
async function add(page: Page) {
  const button = notes(page).getByRole('button', { name: 'Add note' })
  await expect(button).not.toHaveAttribute('aria-busy')
  await button.click()
}
const listed = (page: Page, text: string) => notes(page).getByRole('listitem').filter({ hasText: text })
const refused = (page: Page) => expect(field(page)).toHaveAccessibleDescription(/This field is required/)

/** Opens the first of two applications of that name. */
async function openFirst(page: Page, name: string) {
  await addApplications(name, 2)
  await signIn(page, MANAGER)
  await page.setViewportSize({ width: 1920, height: 1000 })
  await openScripted(page, `/verifications/?view=claimable&sort=oldest&q=${encodeURIComponent(name)}`)
  await page.locator('tbody a').first().click()
  await expect(page.locator('h1')).toHaveText(`${name} 1`)
}

/** Answers the notes that are posted to the server. */
const onNotes = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route('**/notes.data*', (route) => (route.request().method() === 'POST' ? answer(route) : route.continue()))

async function addAndSee(page: Page, text: string) {
  await field(page).fill(text)
  await add(page)
  await closeToast(page, 'Note added')
  await expect(listed(page, text)).toBeVisible()
  await expect(field(page)).toHaveValue('')
}

test('a note that could not be sent stays in its form, which says so until it is sent again', async ({ page }) => {
  await openFirst(page, 'Unsent Caravans')
  const alert = notes(page).getByRole('alert')
  let sent = 0
  await onNotes(page, (route) =>
    sent++ === 0 ? route.abort('connectionreset') : route.fulfill({ status: 503, body: 'away' }),
  )
  await field(page).fill('Ask about the lease')
  await add(page)
  await expect(alert).toContainText('There was no connection')
  await expect(field(page)).toHaveValue('Ask about the lease')
  await add(page)
  await expect(alert).toContainText('could not accept it')
  await expect(field(page)).toHaveValue('Ask about the lease')
  await page.unroute('**/notes.data*')
  await add(page)
  await closeToast(page, 'Note added')
  await expect(listed(page, 'Ask about the lease')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(alert).toHaveCount(0)
})

test('a note that could not be sent and is then refused shows the refusal alone', async ({ page }) => {
  await openFirst(page, 'Unsaid Caravans')
  let sent = 0
  await onNotes(page, (route) => (sent++ === 0 ? route.abort('connectionreset') : route.continue()))
  await field(page).fill('Ask about the lease')
  await add(page)
  await expect(notes(page).getByRole('alert')).toContainText('There was no connection')
  await field(page).fill('')
  await add(page)
  await refused(page)
  await expect(notes(page)).not.toContainText('There was no connection')
})

test('the error of a refused note disappears once it is corrected, and never shows on another application', async ({
  page,
}) => {
  await openFirst(page, 'Refused Caravans')
  await add(page)
  await refused(page)
  await addAndSee(page, 'Mended')
  await addAndSee(page, 'And another')
  await add(page)
  await refused(page)
  await page.locator('h1').click()
  await page.keyboard.press('j')
  await expect(page.locator('h1')).toHaveText('Refused Caravans 2')
  await expect(field(page)).not.toHaveAccessibleDescription(/This field is required/)
  await addAndSee(page, 'Beside the second')
})

test('a note being sent stays in its form while the reader opens other documents', async ({ page }) => {
  await openFirst(page, 'Turned Caravans')
  const turnTo = async (index: number) => {
    await page.locator('.desk-tab').nth(index).click()
    await expect(page.locator('.desk-tab').nth(index)).toHaveAttribute('aria-current', 'true')
  }
  let end = (_: 'lost' | 'heard') => {}
  await onNotes(page, async (route) => {
    const how = await new Promise((resolve) => (end = resolve))
    return how === 'lost' ? route.abort('connectionreset') : route.continue()
  })
  const sending = () =>
    page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/notes'))

  await field(page).fill('Written on a slow line')
  const [first] = await Promise.all([sending(), add(page)])
  expect(first.postData()).toContain('Written')
  await turnTo(1)
  await expect(field(page)).toHaveValue('Written on a slow line')
  end('lost')
  await expect(notes(page).getByRole('alert')).toContainText('There was no connection')
  await expect(field(page)).toHaveValue('Written on a slow line')

  await Promise.all([sending(), add(page)])
  await turnTo(2)
  await expect(field(page)).toHaveValue('Written on a slow line')
  end('heard')
  await expect(field(page)).toHaveValue('')
  await expect(listed(page, 'Written on a slow line')).toBeVisible()
  await closeToast(page, 'Note added')
  await page.unroute('**/notes.data*')
  await addAndSee(page, 'And another')
  await expect(page.locator('.desk-tab').nth(2)).toHaveAttribute('aria-current', 'true')
})

test('a verdict given while a note is being saved is sent at once and outlasts another document', async ({ page }) => {
  await openFirst(page, 'Judged Caravans')
  await page.keyboard.press('s')
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  const tab = (index: number) => page.locator('.desk-tab').nth(index)
  let letThrough = () => {}
  const saved = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/drafts?*', (route) => saved.then(() => route.continue()))
  const saving = page.waitForRequest('**/drafts?*')
  await field(page).fill('Ask about the lease')
  await page.getByRole('button', { name: 'Verify document' }).click()
  await tab(2).click()
  await saving
  await expect(tab(2)).toHaveAttribute('aria-current', 'true')
  await expect(tab(0)).toContainText('Verified')
  letThrough()
  await page.reload()
  await expect(tab(0)).toContainText('Verified')
  await expect(field(page)).toHaveValue('Ask about the lease')
})

test('Ctrl+Enter sends a note only from its own form, whatever else has the focus', async ({ page }) => {
  await openFirst(page, 'Half-written Caravans')
  let sent = 0
  await onNotes(page, (route) => {
    sent += 1
    return route.continue()
  })
  const sendFrom = async (leave: () => Promise<void>) => {
    await leave()
    await page.keyboard.press('Control+Enter')
  }
  await field(page).fill('Half')
  await sendFrom(() => page.evaluate(() => (document.activeElement as HTMLElement).blur()))
  await sendFrom(() => page.locator('h1').focus())
  await sendFrom(async () => {
    await page.keyboard.press('r')
    await expect(page.getByRole('region', { name: 'Required before approval' })).toBeFocused()
  })
  await expect(field(page)).toHaveValue('Half')
  await field(page).fill('Whole')
  await page.keyboard.press('Control+Enter')
  await closeToast(page, 'Note added')
  await expect(listed(page, 'Whole')).toBeVisible()
  await expect(notes(page).getByRole('listitem')).toHaveCount(1)
  expect(sent).toBe(1)
})

test('an unfinished note is restored beside the same application after leaving the page', async ({ page }) => {
  await openFirst(page, 'Begun Note')
  const application = page.url()
  await field(page).fill('Call the bank on Monday')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/$/)
  await openScripted(page, application)
  await expect(field(page)).toHaveValue('Call the bank on Monday')
  await expect(notes(page).getByText(/Your text from .* was restored/)).toBeVisible()
  await expectAccessible(page, { part: '.notes' })
  await notes(page).getByRole('button', { name: 'Discard' }).click()
  await expect(field(page)).toHaveValue('')
  await expect(notes(page).getByText(/Your text from/)).toBeHidden()
  await page.reload()
  await expect(field(page)).toHaveValue('')
})
