import type { Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { decisionForm, openDecision } from './support/desk'
import { expect, openScripted, test } from './support/journey'
import { ADMIN, signIn, SUPERADMIN } from './support/sign-in'
import { toast } from './support/toast'

const NAME = 'Unread Caravans'

const notes = (page: Page) => decisionForm(page).getByLabel('Review notes')
const approve = (page: Page) =>
  decisionForm(page).getByRole('button', { name: 'Approve application', exact: true }).click()

test('a superadmin asks for every document to be opened: an approval names those that are not, and goes through after', async ({
  page,
  browser,
}) => {
  await addApplications(NAME, 1)
  const settings = await browser.newContext({ javaScriptEnabled: test.info().project.name === 'script' })
  const superadmin = await settings.newPage()
  await signIn(superadmin, SUPERADMIN)
  await openScripted(superadmin, '/settings/reviews')
  const rule = superadmin.getByRole('group', { name: 'Documents to open before approval' })
  await rule.getByLabel('Initial registration').check()
  await superadmin.getByRole('button', { name: 'Save' }).click()
  await toast(superadmin, 'Settings saved')
  await expect(rule.getByLabel('Initial registration')).toBeChecked()
  await settings.close()

  await signIn(page, ADMIN)
  await openScripted(page, `/verifications/?view=claimable&q=${encodeURIComponent(NAME)}`)
  await page.locator('tbody a').first().click()
  await expect(page.locator('h1')).toHaveText(`${NAME} 1`)
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
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
