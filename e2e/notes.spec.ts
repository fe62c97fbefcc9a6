import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { ADMIN, CASHIER, MANAGER, signIn } from './support/sign-in'
import { closeToast } from './support/toast'

const notes = (page: Page) => page.getByRole('region', { name: 'Internal notes' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Note' })

/** Opens an application that no other journey uses. */
async function openApplication(page: Page): Promise<void> {
  await page.goto('/verifications/?status=under_review')
  await page.getByRole('table').locator('tbody a[href*="/verifications/"]').first().click()
  await expect(page).toHaveURL(/\/verifications\/(mode-changes\/)?[0-9a-f-]{36}/)
}

test('a mention in a note reaches a colleague’s inbox, and a cashier never sees the note', async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/')
  const name = await page.getByRole('button', { name: /^Account: / }).getAttribute('aria-label')
  const admin = /^Account: (.*) \(/.exec(name ?? '')?.[1] ?? ''

  await page.context().clearCookies()
  await signIn(page, MANAGER)
  await openApplication(page)
  const application = new URL(page.url()).pathname
  await expect(notes(page).getByText('Staff only').first()).toBeVisible()
  if (hasScripts()) {
    await openScripted(page, application)
    await page.keyboard.press('n')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(`The lease ends in May, @${admin.slice(0, 2)}`)
    await expect(page.getByRole('option', { name: admin })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue(`The lease ends in May, @${admin} `)
  } else {
    await field(page).fill('The lease ends in May')
    await page.getByRole('combobox', { name: 'Mention' }).selectOption({ label: admin })
  }
  await notes(page).getByRole('button', { name: 'Add note' }).click()
  await closeToast(page, 'Note added')
  await expect(notes(page).getByRole('listitem').filter({ hasText: 'The lease ends in May' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(application)
  await expectAccessible(page, { part: '.notes' })

  await notes(page).getByRole('button', { name: 'Pin', exact: true }).first().click()
  await closeToast(page, 'Note pinned')
  await expect(notes(page).getByText('Pinned')).toHaveCount(1)

  const context = await browser.newContext({ javaScriptEnabled: hasScripts() })
  const theirs = await context.newPage()
  await signIn(theirs, ADMIN)
  await theirs.goto('/inbox')
  await expect(theirs.getByRole('link', { name: /^Inbox/ })).toContainText('1')
  await theirs
    .getByRole('button', { name: /mentioned you in a note/ })
    .first()
    .click()
  await expect(theirs).toHaveURL(new RegExp(`${application}#note-`))
  await theirs.goto('/inbox')
  await expect(theirs.getByText(/^Unread/)).toBeHidden()
  await context.close()

  await page.context().clearCookies()
  await signIn(page, CASHIER)
  await page.goto(application)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.content()).not.toContain('The lease ends in May')
})

test('a note that mentions someone who may not read it is refused and keeps its text', async ({ page }) => {
  await signIn(page, MANAGER)
  await openApplication(page)
  await field(page).fill('Ask @Daniel Brooks about the stamp')
  await notes(page).getByRole('button', { name: 'Add note' }).click()
  await expect(field(page)).toHaveAccessibleDescription(/not allowed to see notes: Daniel Brooks/)
  await expect(field(page)).toHaveValue('Ask @Daniel Brooks about the stamp')
})
