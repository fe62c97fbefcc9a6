import type { Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { ADMIN, signIn, SUPERADMIN } from './support/sign-in'

const NAME = 'Changes Hands'
const reviewer = (page: Page) => page.getByRole('region', { name: 'Who reviews it' })

test('an admin takes an application over from a colleague, who sees it and hears of it', async ({ page, browser }) => {
  await addApplications(NAME, 1)
  const other = await browser.newContext({ javaScriptEnabled: hasScripts() })
  const colleague = await other.newPage()
  await signIn(colleague, SUPERADMIN)
  await openScripted(colleague, `/verifications/?q=${encodeURIComponent(NAME)}`)
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
  await expect(colleague.getByRole('main')).toContainText(`${NAME} 1`)
  await other.close()
})
