import type { Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { expectAccessible } from './support/axe'
import { decisionForm, formOf, openDecision, UNDO_IS_OVER_MS } from './support/desk'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { changeStored, moveClock } from './support/own-console'
import { ADMIN, CASHIER, MANAGER, signIn, SUPERADMIN } from './support/sign-in'
import { closeToast } from './support/toast'

/** The form of a decision, in its column beside the document. */
const decision = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

async function openFirst(page: Page, search: string) {
  await page.goto(`/verifications/${search}`)
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/\/verifications\/(mode-changes\/)?[0-9a-f-]{36}\?/)
}

async function claim(page: Page) {
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
}

const openForm = (page: Page, action: string) =>
  page.getByRole('link', { name: action, exact: false }).and(page.locator('[data-act]')).click()

/** Claims the first pending application without a rejected document. */
async function claimOneThatCanBeApproved(page: Page, search: string) {
  await page.goto(`/verifications/${search}`)
  const addresses = await page.locator('tbody a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const address of addresses) {
    await page.goto(address ?? '')
    if (await page.getByText('A valid document in place of').count()) continue
    await claim(page)
    return
  }
  throw new Error('every pending one has a rejected document')
}

test('an application is claimed and rejected with a reason, which its timeline shows', async ({ page }) => {
  await signIn(page, ADMIN)
  await openFirst(page, '?status=pending&type=initial_registration&type=address_change')
  const { pathname } = new URL(page.url())
  await claim(page)
  expect(new URL(page.url()).pathname).toBe(pathname)

  await openForm(page, 'Reject')
  await expect(page).toHaveTitle(/^Reject application · /)
  await expect(page.getByRole('complementary', { name: 'Decision and history' })).toBeVisible()
  await expect(decision(page, 'Decision')).toHaveCount(1)
  const form = decision(page, 'Reject application')
  await form.getByRole('button', { name: 'Reject application' }).click()
  await expect(form.getByLabel('Rejection reason')).toHaveAccessibleDescription(/This field is required/)
  await form.getByLabel('Rejection reason').fill('Лицензия просрочена 🙂\nпункт 2')
  await form.getByRole('button', { name: 'Reject application' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Лицензия просрочена 🙂' }).first()).toContainText(
    'Rejected',
  )
  await expect(page.getByText('Already decided. No action is needed.')).toBeVisible()
})

test('a request of several items is answered by staff, and the approval opens the next application', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await claimOneThatCanBeApproved(page, '?status=pending&type=business_license_renewal&type=tax_registration_renewal')
  await openForm(page, 'Request more info')
  const form = decision(page, 'Request more info')
  await form.getByLabel('Item 1', { exact: true }).fill('A readable lease')
  await form.getByRole('button', { name: 'Add an item' }).click()
  await form.getByLabel('Item 2', { exact: true }).fill('Not this one')
  await form.getByRole('button', { name: 'Add an item' }).click()
  await form.getByLabel('Item 3', { exact: true }).fill('The charter')
  await form.getByRole('button', { name: 'Remove item 2' }).click()
  await expect(form.getByLabel('Item 2', { exact: true })).toHaveValue('The charter')
  await form.getByRole('button', { name: 'Request more info', exact: true }).click()
  await expect(page.getByText('A readable lease').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('Not this one')).toHaveCount(0)

  await openForm(page, 'Resubmit')
  const answer = decision(page, 'Resubmit application')
  await answer.getByLabel('Applicant’s answer').fill('The courier is on the way')
  await answer.getByRole('button', { name: 'Resubmit application' }).click()
  await closeToast(page, 'Application resubmitted')
  await expect(page.getByText('The courier is on the way').filter({ visible: true }).first()).toBeVisible()

  await claim(page)
  const decided = new URL(page.url()).pathname
  await openForm(page, 'Approve')
  await decision(page, 'Approve application').getByRole('button', { name: 'Approve and open the next' }).click()
  await expect(page).not.toHaveURL(new RegExp(decided))
  await page.goto(decided)
  await expect(page.getByText('Already decided. No action is needed.')).toBeVisible()
})

test('the slower of two reviewers sees what the other did and keeps the text', async ({ page, browser }) => {
  await signIn(page, ADMIN)
  await claimOneThatCanBeApproved(page, '?status=pending&country=KZ')
  await openForm(page, 'Reject')
  const form = decision(page, 'Reject application')
  await form.getByLabel('Rejection reason').fill('My long careful reason')

  const context = await browser.newContext({ javaScriptEnabled: hasScripts() })
  const other = await context.newPage()
  await signIn(other, SUPERADMIN)
  await other.goto(new URL(page.url()).pathname + '/approve')
  if (hasScripts()) await expect(other.getByText(/^Also looking: /)).toBeVisible()
  await decision(other, 'Approve application')
    .getByRole('button', { name: /^Approve application, taking over from/ })
    .click()
  await expect(other.getByText('Already decided. No action is needed.')).toBeVisible()
  await context.close()

  await form.getByRole('button', { name: 'Reject application' }).click()
  await expect(form.getByRole('alert')).toContainText('Approved')
  await expect(form.getByLabel('Your text')).toHaveValue('My long careful reason')
  await expect(form.getByRole('button', { name: 'Reject application' })).toHaveCount(0)
  await form.getByRole('link', { name: 'Back to the application' }).click()
  await expect(page.getByText('Already decided. No action is needed.')).toBeVisible()
})

test('a mode change request has its own address, and its approval changes the mode of the organization', async ({
  page,
}) => {
  await signIn(page, SUPERADMIN)
  await page.goto('/verifications/')
  await page.getByRole('link', { name: 'Mode change requests' }).click()
  await expect(page.getByRole('columnheader', { name: 'Requested mode' })).toBeVisible()
  await claimOneThatCanBeApproved(page, '?tab=mode-changes&status=pending')
  await expect(page).toHaveURL(/\/verifications\/mode-changes\//)
  const factOf = (label: string) => page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd')
  const requested = (await factOf('Requested mode').textContent()) ?? ''
  await openForm(page, 'Approve')
  await decision(page, 'Approve application').getByRole('button', { name: 'Approve application' }).click()
  await expect(page.getByText('Already decided. No action is needed.')).toBeVisible()
  await expect(factOf('Operation mode').first()).toHaveText(new RegExp(`^Before: .+Requested: ${requested}$`))
})

test('filters and order are in the address, and the way back leads to the same queue', async ({ page }) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/')
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByLabel('Approved').check()
  await page.getByRole('search').getByRole('button', { name: 'Apply' }).locator('visible=true').click()
  await expect(page.getByRole('link', { name: 'Remove filter: Status, Approved' })).toBeVisible()
  await page.getByRole('link', { name: 'Submitted at' }).click()
  await expect(page.getByRole('columnheader', { name: 'Submitted at' })).toHaveAttribute('aria-sort', 'ascending')
  expect(page.url()).toMatch(/[?&]sort=/)
  const queue = page.url()
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('main').getByText(/^1 of \d+ in the list$/)).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('main').getByText(/^2 of \d+ in the list$/)).toBeVisible()
  await page.getByRole('link', { name: 'Verification management' }).click()
  await expect(page).toHaveURL(queue)
  await page.getByRole('link', { name: 'Remove filter: Status, Approved' }).click()
  await expect(page).toHaveURL(/\/verifications\/\?sort=\w+$/)
})

test('a document opens beside the facts and can be downloaded', async ({ page }) => {
  await signIn(page, ADMIN)
  await openFirst(page, '?status=approved')
  const documentLink = page.getByRole('link', { name: /^\d\. .+: / }).last()
  await documentLink.click()
  await expect(page).toHaveURL(/document=/)
  await expect(documentLink).toHaveAttribute('aria-current', 'true')
  const file = page.getByRole('link', { name: 'Download' })
  const answer = await page.request.get((await file.getAttribute('href')) ?? '')
  expect(answer.headers()['content-disposition']).toMatch(/^attachment; filename=".+"; filename\*=UTF-8''/)
  expect((await answer.body()).subarray(0, 4).toString('latin1')).toMatch(/^(%PDF|.PNG)/)
})

test('a cashier sees no documents and cannot decide on an application', async ({ page }) => {
  await signIn(page, CASHIER)
  await openFirst(page, '?status=under_review')
  await expect(page.getByText('Your role cannot see documents and contacts.')).toBeVisible()
  await expect(page.getByText('Your role cannot decide on this application. Ask an administrator.')).toBeVisible()
  const approve = new URL(page.url())
  approve.pathname += '/approve'
  const answer = await page.goto(approve.href)
  expect(answer?.status()).toBe(403)
})

test('the queue and an application are accessible and work by keys alone, or by links without scripts', async ({
  page,
}) => {
  const check = async () => {
    await expect(page.locator('h1')).toHaveCount(1)
    await expectAccessible(page)
  }
  const press = (key: string, link: string) =>
    hasScripts() ? page.keyboard.press(key) : page.getByRole('link', { name: link, exact: true }).first().click()
  const form = decision(page, 'Reject application')
  const reason = form.getByLabel('Rejection reason')

  await signIn(page, ADMIN)
  await page.goto('/verifications/?status=under_review')
  await check()
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await check()
  await (hasScripts() ? page.keyboard.press('r') : openForm(page, 'Reject'))
  await expect(form).toBeVisible()
  await check()
  if (hasScripts()) await expect(reason).toBeFocused()
  await reason.pressSequentially('jkasr')
  await expect(reason).toHaveValue('jkasr')
  await press('Escape', 'Cancel')
  await expect(form).toHaveCount(0)
  const { pathname } = new URL(page.url())
  for (const language of hasScripts() ? ['zh', 'ru', 'kk'] : []) {
    await page.goto(`${pathname}?decide=request-info&lng=${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await check()
  }
  await page.goto('/verifications/?status=approved&lng=en')
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('main').getByText(/^1 of \d+ in the list$/)).toBeVisible()
  await press('j', 'Next')
  await expect(page.getByRole('main').getByText(/^2 of \d+ in the list$/)).toBeVisible()
  await press('k', 'Previous')
  await expect(page.getByRole('main').getByText(/^1 of \d+ in the list$/)).toBeVisible()
  if (hasScripts()) {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press(']')
    await expect(page).toHaveURL(/document=/)
    await expect(page.getByRole('main').getByText(/^1 of \d+ in the list$/)).toBeVisible()
  }
})

const reviewer = (page: Page) => page.getByRole('region', { name: 'Who reviews it' })

test('an admin takes an application over from a colleague, who sees it and is notified', async ({ page, browser }) => {
  const name = 'Changes Hands'
  await addApplications(name, 1)
  const other = await browser.newContext({ javaScriptEnabled: hasScripts() })
  const colleague = await other.newPage()
  await signIn(colleague, SUPERADMIN)
  await openScripted(colleague, `/verifications/?q=${encodeURIComponent(name)}`)
  await colleague.locator('tbody a').first().click()
  await reviewer(colleague).getByRole('button', { name: 'Claim' }).click()
  await expect(reviewer(colleague)).toContainText('You are reviewing it')
  const review = new URL(colleague.url()).pathname

  await signIn(page, ADMIN)
  await openScripted(page, review)
  await expect(reviewer(page)).toContainText('is reviewing it')
  await expect(reviewer(page).getByRole('button', { name: 'Claim' })).toHaveCount(0)
  await reviewer(page).getByRole('button', { name: 'Take over' }).click()
  await expect(reviewer(page)).toContainText('You are reviewing it')

  await openScripted(colleague, review)
  await expect(reviewer(colleague)).toContainText(/^(?!You).* is reviewing it/)
  await expect(reviewer(colleague).getByRole('button', { name: 'Release' })).toHaveCount(0)
  await openScripted(colleague, '/inbox')
  await expect(colleague.getByRole('main')).toContainText(`${name} 1`)
  await other.close()
})

test('a decision is undone from the list by button or key, and its text is back in the form', async ({ page }) => {
  const name = 'Taken Back'
  await addApplications(name, 1)
  // Decisions of other journeys are final by now.
  moveClock(UNDO_IS_OVER_MS)
  await signIn(page, ADMIN)
  await openFirst(page, `?q=${encodeURIComponent(name)}`)
  await claim(page)
  await openDecision(page, 'reject')
  await formOf(page).getByLabel('Rejection reason').fill('Sent to the wrong one')
  await formOf(page)
    .getByRole('button', { name: /^Reject application( Ctrl|$)/ })
    .last()
    .click()
  await expect(page.getByText('Already decided. No action is needed.')).toBeVisible()

  const undo = page.getByRole('button', { name: /^Undo/ })
  const isUndone = async () => {
    await expect(page).toHaveURL(/decide=reject/)
    await expect(formOf(page).getByLabel('Rejection reason')).toHaveValue('Sent to the wrong one')
    await expect(undo).toHaveCount(0)
  }
  await openScripted(page, '/verifications/')
  await expect(undo).toBeVisible()
  if (!hasScripts()) {
    await undo.click()
    await isUndone()
    return
  }
  await page.keyboard.press('j')
  await expect(page.locator('#main tbody tr').first().locator('.row-link')).toBeFocused()
  await page.keyboard.press('u')
  await isUndone()

  await page.keyboard.press('Control+Enter')
  await expect(undo).toBeVisible()
  await openScripted(page, '/verifications/')
  const search = page.getByRole('main').getByRole('searchbox')
  await search.focus()
  await page.keyboard.type('u')
  await page.keyboard.press('Control+z')
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL('/verifications/')
  await search.blur()
  await page.keyboard.press('Control+z')
  await isUndone()
})

const TWO_KEYS = 'Two Keys'

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const rows = (page: Page) => page.locator('tbody a').filter({ hasText: TWO_KEYS })

/** Opens a view by its name, narrowed to the applications of this journey. */
async function openView(page: Page, name: string) {
  await openScripted(page, '/verifications/')
  await views(page).getByRole('link', { name }).click()
  await expect(views(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  const narrowed = new URL(page.url())
  narrowed.searchParams.set('q', TWO_KEYS)
  await openScripted(page, narrowed.href)
}

test('a decision that a manager prepares leaves their views, and an admin finds it there and agrees', async ({
  page,
  browser,
}) => {
  await addApplications(TWO_KEYS, 1, 'bank_account_update')
  const options = { javaScriptEnabled: hasScripts() }
  // Without scripts, another journey uses the form of this setting (for documents to open), so the value is stored directly.
  if (!hasScripts()) await changeStored('needTwoPeople', ['bank_account_update'])
  else {
    const superadmin = await (await browser.newContext()).newPage()
    await signIn(superadmin, SUPERADMIN)
    await openScripted(superadmin, '/settings/reviews')
    await superadmin.getByRole('radiogroup', { name: 'Bank account update' }).getByLabel('Two people decide').check()
    await superadmin.getByRole('button', { name: 'Save' }).click()
    await closeToast(superadmin, 'Settings saved')
    await superadmin.context().close()
  }

  await signIn(page, MANAGER)
  await openView(page, 'Available')
  await rows(page).first().click()
  await expect(page.locator('h1')).toHaveText(`${TWO_KEYS} 1`)
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await openView(page, 'Mine')
  await rows(page).first().click()
  await openDecision(page, 'approve')
  await decisionForm(page).getByLabel('Review notes').fill('The bank confirmed it')
  await decisionForm(page).getByRole('button', { name: 'Prepare approval', exact: true }).click()
  await closeToast(page, 'A second person has to agree')
  for (const name of ['Mine', 'Available']) {
    await openView(page, name)
    await expect(rows(page)).toHaveCount(0)
  }

  const second = await browser.newContext(options)
  const admin = await second.newPage()
  await signIn(admin, ADMIN)
  await openView(admin, 'Available')
  await expect(admin.getByRole('row').filter({ hasText: TWO_KEYS })).toContainText('Decision prepared')
  await rows(admin).first().click()
  await expect(admin.getByText('The bank confirmed it').first()).toBeVisible()
  await admin.getByRole('button', { name: 'Verify document' }).click()
  const isVoid = 'The decision prepared by Ольга Кузнецова no longer counts'
  await expect(admin.getByText(isVoid)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Agree and approve' })).toBeHidden()

  await openView(page, 'Mine')
  await rows(page).first().click()
  await expect(page.getByText(isVoid)).toBeVisible()
  await openDecision(page, 'approve')
  await decisionForm(page).getByLabel('Review notes').fill('The bank confirmed it again')
  await decisionForm(page).getByRole('button', { name: 'Prepare approval', exact: true }).click()
  await closeToast(page, 'A second person has to agree')

  await openView(admin, 'Available')
  await rows(admin).first().click()
  await expect(admin.getByText('The bank confirmed it again').first()).toBeVisible()
  await expect(admin.getByText(isVoid)).toBeHidden()
  const agree = admin.getByRole('button', { name: 'Agree and approve' })
  if (hasScripts()) {
    await expect(admin.locator('html')).toHaveAttribute('data-scripted', '')
    await expect(agree).toHaveAttribute('aria-keyshortcuts', 'y')
    await admin.keyboard.press('y')
  } else await agree.click()
  await closeToast(admin, 'Application approved. Two people decided.')
  await expect(admin).toHaveURL(/\/verifications\/\?/)
  await expect(rows(admin)).toHaveCount(0)
  await second.close()
})
