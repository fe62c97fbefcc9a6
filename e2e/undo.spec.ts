import { formOf, openDecision } from './support/desk'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { ADMIN, signIn } from './support/sign-in'

test('a decision is taken back from the list, whose keys go on, and its words stand in the form again', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/verifications/?status=pending')
  await page.locator('tbody a').first().click()
  await page
    .getByRole('button', { name: /^Claim/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Release/ }).first()).toBeVisible()
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
