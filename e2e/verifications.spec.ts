import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { ADMIN, CASHIER, signIn, SUPERADMIN } from './support/sign-in'
import { toast } from './support/toast'

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

/** Claims the first pending one whose documents are all in order. */
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

test('an application is reviewed and rejected, with a reason the applicant reads', async ({ page }) => {
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

test('more is asked for in several items, answered on the phone, and approved with the next one opened', async ({
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
  await toast(page, 'Application resubmitted')
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

test('a mode change request has its own address and changes how the organization works', async ({ page }) => {
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
  await expect(factOf('Operation mode').first()).toHaveText(new RegExp(`^Before: .+Now: ${requested}$`))
})

test('filters, search and order are in the address and lead back to the same queue', async ({ page }) => {
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

test('a document opens beside the facts, the next one in its place, and can be downloaded', async ({ page }) => {
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

test('a cashier reads without documents and decides nothing', async ({ page }) => {
  await signIn(page, CASHIER)
  await openFirst(page, '?status=under_review')
  await expect(page.getByText('Your role cannot see documents and contacts.')).toBeVisible()
  await expect(page.getByText('Your role cannot decide on this application. Ask an administrator.')).toBeVisible()
  const approve = new URL(page.url())
  approve.pathname += '/approve'
  const answer = await page.goto(approve.href)
  expect(answer?.status()).toBe(403)
})

test('with keys alone, or by links where no script hears them; accessible, and within the policy', async ({ page }) => {
  const violations: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
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
  expect(violations).toEqual([])
})
