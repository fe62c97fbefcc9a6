import type { Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { changeStored } from './support/own-console'
import { decisionForm, openDecision } from './support/desk'
import { recordedAnnouncements, recordAnnouncements } from './support/announcements'
import { expect, openScripted, test } from './support/journey'
import { expectFocus, closeToast } from './support/toast'
import { drawLate } from './support/late'
import { ADMIN, signIn, SUPERADMIN } from './support/sign-in'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name }).first().press('Enter')
/** Opens a dialog by a link of the page or of the dialog before. */
async function open(page: Page, name: string | RegExp): Promise<void> {
  const before = page.url()
  await page.locator('#main').getByRole('link', { name }).first().press('Enter')
  await expect(page).not.toHaveURL(before)
  await expect(dialog(page).locator(':focus')).toBeVisible()
}
const openRow = (page: Page) => page.locator('.row-link').first().press('Enter')

/** Presses the last button of that name in the dialog or on the page; the words must be announced and something must have the focus. */
async function act(page: Page, name: string | RegExp, words: string | RegExp): Promise<void> {
  const place = (await dialog(page).count()) > 0 ? dialog(page) : main(page)
  await recordAnnouncements(page)
  await place.getByRole('button', { name }).last().press('Enter')
  await expect.poll(() => recordedAnnouncements(page), String(words)).toContainEqual(expect.stringMatching(words))
  await expectFocus(page)
}

test('every action on templates and views is announced and keeps the focus on the page', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/settings/templates')
  await open(page, 'Add template')
  for (const field of await dialog(page).locator('textarea').all()) await field.fill('A page is missing')
  await act(page, 'Save template', 'Template added')
  await openRow(page)
  await expect(dialog(page).locator(':focus')).toBeVisible()
  await dialog(page).locator('textarea').first().fill('The text {nobody} cannot be read')
  await act(page, 'Save template', 'Error: Edit template')
  await dialog(page).locator('textarea').first().fill('The text cannot be read at all')
  await act(page, 'Save template', /Template saved|is missing here/)
  await openScripted(page, '/settings/templates?sort=text')
  await open(page, /^Archive: /)
  await act(page, 'Archive', 'Template archived')

  await openScripted(page, `/views/new?address=${encodeURIComponent('/users/?status=active')}`)
  await act(page, 'Save view', 'Error: Save this view')
  await dialog(page).getByLabel('Name').fill('Who is here')
  await act(page, 'Save view', 'View saved')
  await openScripted(page, '/views')
  await open(page, 'Edit: Who is here')
  await dialog(page).getByLabel('Name').fill('Who is there')
  await act(page, 'Save', 'View changed')
  await open(page, 'Delete: Who is there')
  await act(page, 'Delete', 'View deleted')
})

test('every action on users and organizations is announced and keeps the focus on the page', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/users/?who=staff&role=cashier&status=active')
  await openRow(page)
  await act(page, 'Show number', /\+7/)
  await open(page, 'Deactivate')
  await act(page, 'Deactivate', 'User deactivated')
  await open(page, 'Reactivate')
  await act(page, 'Reactivate', 'User reactivated')

  await openScripted(page, '/organizations/?status=approved')
  await openRow(page)
  await open(page, 'Activate')
  await act(page, 'Activate', 'Organization activated')
  await open(page, /^(Make official|Switch to trial)/)
  await act(page, /^(Make official|Switch to trial)/, /Access: /)
  await openScripted(page, '/organizations/?status=suspended')
  await openRow(page)
  await link(page, /^Notes/)
  const note = main(page).getByRole('textbox', { name: 'Note' })
  await main(page).getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(note).toHaveAccessibleDescription(/This field is required/)
  await expect(note).toBeFocused()
  await note.fill('Call on Monday')
  await act(page, 'Add note', 'Note added')
  await act(page, /^Pin/, 'Note pinned')
  await act(page, /^Unpin/, 'Note unpinned')
  await open(page, 'Archive')
  await act(page, 'Archive', 'Organization archived')
})

test('every action on settings and invites is announced and keeps the focus on the page', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  for (const of of ['account', 'appearance', 'notifications', 'due-dates', 'reviews', 'keeping']) {
    await openScripted(page, `/settings/${of}`)
    await act(page, 'Save', /Settings saved|Content not modified/)
  }
  await openScripted(page, '/invites/')
  await page.getByRole('button', { name: /^Theme/ }).press('Enter')
  await page.getByRole('button', { name: 'Dark' }).press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectFocus(page)
  await openScripted(page, '/invites/?status=active&type=invite_logistic_provider')
  await openRow(page)
  await open(page, 'Change limit or date')
  await dialog(page).getByLabel('Maximum uses').fill('900')
  await act(page, 'Save', 'Invite code changed')
  await open(page, 'Replace leaked code')
  await act(page, 'Replace code', /Invite code replaced/)
  await page.keyboard.press('Escape')
  await openScripted(page, '/invites/bulk')
  await dialog(page).getByLabel('Recipients').fill('somebody@example.kz\nnobody')
  await dialog(page).getByRole('radio', { name: 'Logistics provider' }).check()
  await act(page, 'Check the list', /Ready: 1/)
  await act(page, /^Send 1/, /Queued: 1/)
})

test('claim, request, undo, approval and resubmission are announced and keep the focus on the page', async ({
  page,
}) => {
  await addApplications('By Ear', 2)
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/verifications/?q=By+Ear')
  await openRow(page)
  await act(page, 'Claim', 'You are reviewing it')
  await openDecision(page, 'request-info')
  await decisionForm(page).getByRole('textbox').first().fill('The second page')
  await act(page, 'Request more info', 'More information requested')
  await act(page, 'Undo', 'Undone')
  await openDecision(page, 'approve')
  await act(page, 'Approve application', 'Application approved')
  await openScripted(page, '/verifications/?q=By+Ear+2')
  await openRow(page)
  await act(page, 'Claim', 'You are reviewing it')
  await openDecision(page, 'request-info')
  await decisionForm(page).getByRole('textbox').first().fill('The second page')
  await act(page, 'Request more info', 'More information requested')
  await openDecision(page, 'resubmit')
  await decisionForm(page).getByRole('textbox').first().fill('Sent by post')
  await act(page, 'Resubmit application', 'Application resubmitted')
})

test('letters typed into a refused form trigger no shortcuts of the desk', async ({ page }) => {
  await addApplications('Typed On', 1)
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/verifications/?q=Typed+On')
  await openRow(page)
  await act(page, 'Claim', 'You are reviewing it')
  await openDecision(page, 'request-info')
  const form = decisionForm(page)
  const item = (n: number) => form.getByLabel(`Item ${n}`, { exact: true })
  await form.getByRole('button', { name: 'Add an item' }).press('Enter')
  await expect(item(2)).toBeFocused()
  for (const n of [1, 2]) await form.getByLabel(`Answer to item ${n}`).selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Request more info', exact: true }).press('Enter')
  await expect(form.getByRole('alert', { name: '2 fields need your attention' })).toBeFocused()
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && !/drafts|presence/.test(request.url())) posted.push(request.url())
  })
  await item(1).focus()
  await page.keyboard.type('vasru')
  await expect(item(1)).toHaveValue('vasru')
  expect(posted).toEqual([])
})

test('every action on inbox, browsers, sessions and messages is announced and keeps the focus on the page', async ({
  page,
}) => {
  await changeStored('addWaitingActs', 'By Hand')
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/inbox')
  await act(page, /^Mark as read: By Hand/, 'Marked as read')
  await act(page, 'Mark all as read', 'All marked as read')

  await openScripted(page, '/settings/devices')
  await act(page, /^Forget Firefox/, 'Browser forgotten')
  await act(page, 'Forget all others', 'All other browsers forgotten')
  await openScripted(page, '/settings/account')
  await act(page, /^Sign out on Firefox/, 'Session ended')
  await act(page, 'Sign out everywhere else', 'All other sessions ended')

  await openScripted(page, '/organizations/?q=By+Hand')
  await openRow(page)
  await link(page, /^Messages/)
  await act(page, 'Resend', 'Message queued again')
  await openScripted(page, '/invites/?status=active&q=newcomer.example')
  await openRow(page)
  await open(page, 'Resend')
  await act(page, 'Resend', /queued|sent/i)

  await openScripted(page, '/verifications/?q=By+Hand')
  await openRow(page)
  await link(page, 'Return with a note')
  await page.getByLabel('What should change').fill('Ask the bank again')
  await act(page, 'Return with a note', 'Returned')
})

test('a button in the answer to a form works while the page around it is still being drawn', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await drawLate(page, 2000)
  await openScripted(page, '/invites/bulk')
  await dialog(page).getByLabel('Recipients').fill('heard.at.once@example.kz')
  await dialog(page).getByRole('radio', { name: 'Logistics provider' }).check()
  const send = dialog(page).getByRole('button', { name: 'Send 1 invitation' })
  let reads = 0
  await page.route(/invites\/bulk\.data/, async (route) => {
    // When the page is read again after sending, this button is gone.
    if (route.request().method() === 'GET' && ++reads === 1) await send.waitFor()
    await route.continue()
  })
  const drawn = await page.evaluate(() => history.state?.key)
  await dialog(page).getByRole('button', { name: 'Check the list' }).click()
  await page.waitForFunction((before) => history.state?.key !== before, drawn)
  await send.click()
  await expect(dialog(page).getByText('Queued: 1 · not sent: 0')).toBeVisible()
})

test('Copy ID copies the id of an organization or an application, and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const forget = () => page.evaluate(() => navigator.clipboard.writeText(''))
  const idIn = (address: string | null) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(address ?? '')?.[0]
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/organizations/?status=active')
  const row = page.locator('tbody tr').first()
  const id = idIn(await row.locator('.row-link').getAttribute('href'))
  await row.getByRole('button', { name: /^Actions: / }).click()
  await row.getByRole('button', { name: 'Copy ID' }).click()
  await closeToast(page, 'Organization ID copied')
  expect(await copied()).toBe(id)
  await forget()
  await openScripted(page, `/organizations/${id}`)
  await main(page).getByRole('button', { name: 'Copy ID' }).click()
  await closeToast(page, 'Organization ID copied')
  expect(await copied()).toBe(id)
  await forget()
  await openScripted(page, '/verifications/?status=approved')
  await page.locator('.row-link').first().click()
  await expect(page).toHaveURL(/\/verifications\/[0-9a-f]{8}-/)
  await page.locator('.desk-fold summary').click()
  await main(page).getByRole('button', { name: 'Copy ID' }).click()
  await closeToast(page, 'ID copied')
  expect(await copied()).toBe(idIn(page.url()))
})

test('the role dialog opens on the user’s current role, and Space keeps it', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/users/?role=cashier&status=active')
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused()
  await expect(dialog.getByRole('radio').first()).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel('Cashier')).toBeChecked()
})
