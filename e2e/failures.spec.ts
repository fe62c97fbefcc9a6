import fs from 'node:fs'
import { formOf, openDecision } from './support/desk'
import { expect, openScripted, test } from './support/journey'
import { dataFile } from './support/own-console'
import { ADMIN, signIn } from './support/sign-in'

test('a page that fails to load answers 500 and says “Internal Server Error!”', async ({ page }) => {
  const outbox = dataFile('outbox.jsonl')
  await expect(() => {
    fs.rmSync(outbox, { force: true })
    // The console may have written a message in between.
    fs.mkdirSync(outbox)
  }).toPass()
  const answer = await page.goto('/demo/outbox')
  fs.rmdirSync(outbox)
  expect(answer?.status()).toBe(500)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Oops! Something went wrong :')")
  await expect(page.getByRole('alert').getByText('Internal Server Error!')).toBeVisible()
})

test('a decision on an outdated version says “Operation failed, please try again” and keeps the text', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?status=under_review&type=initial_registration')
  await page.locator('tbody a').first().click()
  await openDecision(page, 'reject')
  const dialog = formOf(page)
  await dialog.getByLabel('Rejection reason').fill('The licence has run out')
  await page.locator('#written input[name="version"]').evaluate((input) => input.setAttribute('value', '1'))
  await dialog.getByRole('button', { name: 'Reject application' }).click()
  const toaster = page.locator('[data-toaster]').getByRole('alert')
  await expect(toaster.getByText('Operation failed, please try again')).toBeVisible()
  await expect(dialog.getByLabel('Rejection reason')).toHaveValue('The licence has run out')
})
