import type { Page } from '@playwright/test'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { messageTo, outboxPosition } from './support/outbox'
import { MANAGER, signIn, SUPERADMIN } from './support/sign-in'

const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const anAddress = () => `aset.${Math.floor(Math.random() * 1e9)}@example.kz`

test('an invite code is created, copied, changed, replaced and deleted', async ({ page, context }) => {
  if (hasScripts()) await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, SUPERADMIN)
  await page.goto('/invites/?type=invite_to_user')
  await page.getByRole('link', { name: 'Create code' }).click()
  await expect(page).toHaveURL('/invites/new?type=invite_to_user')
  await dialog(page).getByRole('radio', { name: 'Staff' }).check()
  await dialog(page).getByLabel('Maximum uses').fill('0')
  await dialog(page).getByRole('button', { name: 'Create code' }).click()
  await expect(dialog(page).getByLabel('Maximum uses')).toHaveAccessibleDescription(/Must be at least 1/)
  await expect(dialog(page).getByLabel('Role')).toHaveAccessibleDescription(/This field is required/)
  if (hasScripts()) await expect(dialog(page).getByRole('alert').filter({ hasText: '2 fields' })).toBeFocused()
  await expect(dialog(page).getByLabel('Expiration date')).toHaveValue(/^2/)
  await dialog(page).getByLabel('Maximum uses').fill('10')
  await dialog(page).getByLabel('Role').selectOption('cashier')
  await dialog(page).getByRole('button', { name: 'Create code' }).click()
  await expect(page.getByText('Invite code created')).toBeVisible()
  await expect(dialog(page).getByText('0 / 10')).toBeVisible()
  const code = /INV(-[0-9A-Z]{4}){3}/.exec(await dialog(page).innerText())?.[0] ?? ''
  if (hasScripts()) {
    await page.locator('[data-toaster]').getByRole('button', { name: 'Close' }).first().click()
    await expect(page.getByText('Invite code created')).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Copy code' }).click()
    await expect(page.getByText('Invite code copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  }

  await dialog(page).getByRole('link', { name: 'Change limit or date' }).click()
  await dialog(page).getByLabel('Maximum uses').fill('3')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('0 / 3')).toBeVisible()

  await dialog(page).getByRole('link', { name: 'Replace leaked code' }).click()
  await dialog(page).getByRole('button', { name: 'Replace code' }).click()
  await expect(page.getByText('Invite code replaced')).toBeVisible()
  await expect(dialog(page)).not.toContainText(code)
  const replacement = /INV(-[0-9A-Z]{4}){3}/.exec(await dialog(page).innerText())?.[0] ?? ''
  await dialog(page).getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL('/invites/?type=invite_to_user')
  await expect(rowOf(page, code)).toHaveCount(0)

  await rowOf(page, replacement)
    .getByRole('button', { name: `Actions for ${replacement}` })
    .click()
  if (hasScripts()) {
    await page.getByRole('button', { name: 'Copy code' }).click()
    await expect(page.getByText('Invite code copied').first()).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(replacement)
  }
  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  await expect(dialog(page)).toContainText(replacement)
  await dialog(page).getByRole('button', { name: 'Delete code' }).click()
  await expect(page.getByText('Invite code deleted')).toBeVisible()
  await expect(page).toHaveURL('/invites/?type=invite_to_user')
  await expect(rowOf(page, replacement)).toHaveCount(0)
})

test('another type of code clears the proposed expiry date and keeps one chosen by hand', async ({ page }) => {
  await signIn(page, SUPERADMIN)
  await openScripted(page, '/invites/new')
  const choose = (type: string) => dialog(page).getByRole('radio', { name: type }).check()
  const lastDay = dialog(page).getByLabel('Expiration date')
  await choose('Staff')
  await expect(lastDay).toHaveValue(hasScripts() ? /^2/ : '')
  await choose('Logistics provider')
  await expect(lastDay).toHaveValue('')
  await lastDay.fill('2040-03-05')
  await choose('Staff')
  await choose('Logistics provider')
  await expect(lastDay).toHaveValue('2040-03-05')
})

test('a chosen organization counts only for the words in its field, and only the button sends the form', async ({
  page,
}) => {
  await signIn(page, MANAGER)
  await openScripted(page, '/invites/new')
  await dialog(page).getByRole('radio', { name: 'To an organization' }).check()
  const words = dialog(page).getByRole('textbox', { name: 'Organization' })
  const kama = dialog(page).getByRole('radio', { name: /^Кама Транс/ })
  const create = dialog(page).getByRole('button', { name: 'Create code' })
  await words.fill('кама')
  await words.press('Enter')
  await expect(kama).not.toBeChecked()
  await kama.check()
  let answerLate = () => {}
  if (hasScripts()) {
    await words.press('Enter')
    const isLate = new Promise<void>((resolve) => (answerLate = resolve))
    await page.route('**/invites/organizations.data*', async (route) => {
      await isLate
      await route.continue()
    })
  }
  await words.fill('нева')
  if (hasScripts()) await expect(kama).not.toBeChecked()
  await create.click()
  await expect(words).toHaveAccessibleDescription(/choose it from the list/)
  await expect(words).toHaveValue('нева')
  answerLate()
  await words.fill('кама')
  if (!hasScripts()) await dialog(page).getByRole('button', { name: 'Find' }).click()
  await kama.check()
  await create.click()
  await expect(page.getByText('Invite code created')).toBeVisible()
  await expect(dialog(page)).toContainText('Кама Транс')
})

test('an email invite is checked, previewed and sent in its recipient’s language, and its delivery is shown', async ({
  page,
}) => {
  const recipient = anAddress()
  await signIn(page, MANAGER)
  await page.goto('/invites/email')
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog(page).getByLabel('Recipient email')).toHaveAccessibleDescription(/This field is required/)
  await dialog(page).getByLabel('Recipient email').fill('aset@')
  await dialog(page).getByRole('radio', { name: 'Logistics provider' }).check()
  await dialog(page).getByLabel('Language of the message').selectOption('kk')
  await dialog(page).getByLabel('Custom message').fill('Күтеміз <b>сізді</b>')
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog(page).getByLabel('Recipient email')).toHaveAccessibleDescription(/Enter a valid email address/)
  await dialog(page).getByLabel('Recipient email').fill(recipient)
  if (!hasScripts()) await dialog(page).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(page).getByText('INV-XXXX-XXXX-XXXX')).toContainText('Күтеміз <b>сізді</b>')

  const mark = outboxPosition()
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Email invitation is being sent')).toBeVisible()
  await expect.poll(() => messageTo(recipient, mark)).toContain('&lng=kk')
  await expect(async () => {
    await page.goto(`/invites/?q=${recipient}`)
    // The delivery is recorded a moment after the message arrives, and the page does not refresh.
    await expect(rowOf(page, recipient)).toContainText('Sent', { timeout: 1000 })
  }).toPass()
})

test('a list of recipients is checked before it is sent, and its faulty rows can be corrected', async ({ page }) => {
  const [first, second] = [anAddress(), anAddress()]
  await signIn(page, SUPERADMIN)
  await page.goto('/invites/bulk')
  await dialog(page).getByLabel('Recipients').fill(`email\n${first}\nnobody\n${first}`)
  await dialog(page)
    .getByLabel('CSV file')
    .setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFFemail;name\r\n${second};Office\r\n`),
    })
  await dialog(page).getByRole('radio', { name: 'Logistics provider' }).check()
  await dialog(page).getByRole('button', { name: 'Check the list' }).click()
  await expect(dialog(page).getByText('Ready: 2 · with errors: 2')).toBeVisible()
  await expect(rowOf(page, 'nobody')).toContainText('Enter a valid email address')
  const mark = outboxPosition()
  await dialog(page).getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(dialog(page).getByText('Queued: 2 · not sent: 2')).toBeVisible()
  await expect.poll(() => messageTo(second, mark)).toContain('INV-')

  await dialog(page).getByRole('button', { name: 'Correct the unsent rows' }).click()
  const rest = dialog(page).getByRole('textbox', { name: 'Recipients' })
  await expect(rest).toHaveValue('nobody')
  const third = anAddress()
  await rest.fill(third)
  await dialog(page).getByRole('button', { name: 'Check the list' }).click()
  await dialog(page).getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(dialog(page).getByText('Queued: 1 · not sent: 0')).toBeVisible()
  await expect.poll(() => messageTo(third, mark)).toContain('INV-')
})

test('selected codes are deleted together, and selecting all that match is a separate step', async ({ page }) => {
  await signIn(page, MANAGER)
  for (let made = 0; made < 2; made++) {
    await page.goto('/invites/new')
    await dialog(page).getByRole('radio', { name: 'Logistics provider' }).check()
    await dialog(page).getByLabel('Notes').fill('Spring fair of carriers')
    await dialog(page).getByRole('button', { name: 'Create code' }).click()
    await expect(page.getByText('Invite code created')).toBeVisible()
  }
  await page.goto('/invites/?q=Spring+fair+of+carriers')
  await expect(page.getByRole('main').getByText('2 found')).toBeVisible()
  for (const box of await page.getByRole('checkbox', { name: /^Select: INV-/ }).all()) await box.check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await expect(dialog(page)).toContainText('Delete 2 invite codes?')
  await dialog(page).getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('main').getByText('2 found')).toBeVisible()
  for (const box of await page.getByRole('checkbox', { name: /^Select: INV-/ }).all()) await expect(box).toBeChecked()

  await page.goto('/invites/?q=Spring+fair+of+carriers&select=all')
  await expect(page.getByText('All codes that match are selected: 2')).toBeVisible()
  await page.getByRole('link', { name: 'Delete selected' }).click()
  await dialog(page).getByRole('button', { name: 'Delete 2 codes' }).click()
  await expect(page.getByText('2 invite codes deleted')).toBeVisible()
  await expect(page.getByText('No results')).toBeVisible()
})
