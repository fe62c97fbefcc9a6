import type { Page } from '@playwright/test'
import { addApplications } from './support/applications'
import { expect, openScripted, test } from './support/journey'
import { ADMIN, signIn } from './support/sign-in'

const QUEUES = ['Silk Caravans', 'Tea Caravans'] as const

const rail = (page: Page) => page.getByRole('navigation', { name: 'Queue', exact: true }).getByRole('link')

async function openFirst(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.locator('tbody a').first()).toContainText(name)
  await page.locator('tbody a').first().click()
  await expect(page.locator('h1')).toHaveText(`${name} 1`)
}

test('the rail never shows rows of the previous queue and asks only for its own', async ({ page }) => {
  const [first, second] = QUEUES
  for (const name of QUEUES) await addApplications(name, 2)
  await page.setViewportSize({ width: 1920, height: 1000 })
  await signIn(page, ADMIN)
  await openScripted(page, '/verifications/?view=claimable')
  await openFirst(page, first)
  await expect(rail(page)).toHaveText([/Silk/, /Silk/])

  await page.goBack()
  let answerAll = () => {}
  const answered = new Promise<void>((resolve) => (answerAll = resolve))
  const asked: URLSearchParams[] = []
  await page.route('**/verifications/rail.data?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams)
    await answered
    await route.continue()
  })
  await openFirst(page, second)
  await expect.poll(() => asked.length).toBe(1)
  await expect(rail(page)).toHaveCount(0)
  answerAll()
  await expect(rail(page)).toHaveText([/Tea/, /Tea/])
  expect(asked.every((search) => search.getAll('id').length === 0)).toBe(true)
})
