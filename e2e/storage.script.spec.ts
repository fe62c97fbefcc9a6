import { decisionForm, openDecision } from './support/desk'
import { expect, openScripted, test } from './support/journey'
import { ADMIN, signInAnew } from './support/sign-in'
import { toast } from './support/toast'

const FORBIDDEN = 'Storage is forbidden here'

test('where the browser forbids storage, one signs in, filters and decides without an error, and nothing is lost', async ({
  page,
}) => {
  await page.addInitScript((words) => {
    const forbid = () => {
      throw new DOMException(words, 'SecurityError')
    }
    for (const storage of ['sessionStorage', 'localStorage']) Object.defineProperty(window, storage, { get: forbid })
  }, FORBIDDEN)
  // What React recovered from is told without its cause.
  await page.addInitScript(() => {
    window.addEventListener('error', ({ error }) => error?.cause && reportError(error.cause))
  })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

  await signInAnew(page, ADMIN)
  await openScripted(page, '/')
  await page.getByRole('link', { name: 'Verifications', exact: true }).first().click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await page.getByRole('main').getByRole('button', { name: 'Country' }).click()
  await page.getByLabel('Kazakhstan').check()
  await page.getByRole('button', { name: 'Apply' }).locator('visible=true').first().press('Enter')
  await expect(page).toHaveURL(/country=KZ/)

  await openScripted(page, '/verifications/?status=under_review&type=initial_registration')
  await page.locator('.row-link').first().click()
  await openDecision(page, 'reject')
  const reason = decisionForm(page).getByLabel('Rejection reason')
  const kept = page.waitForResponse((response) => response.url().includes('/drafts'))
  await reason.fill('The licence has run out')
  await kept
  await page.reload()
  await expect(reason).toHaveValue('The licence has run out')
  await decisionForm(page).getByRole('button', { name: 'Reject application' }).click()
  await toast(page, 'Application rejected')
  await expect(page.getByText('Already decided. No action is needed.')).toBeVisible()
  // The router's own script for the place of scrolling says so in the log of each document, and the page goes on.
  expect(errors.filter((error) => !error.endsWith(FORBIDDEN))).toEqual([])
})
