import type { Page } from '@playwright/test'
import { expect, test } from './support/journey'
import { ADMIN, CASHIER, signIn } from './support/sign-in'

const search = async (page: Page, words: string) => {
  await page.goto('/invites/')
  const field = page.getByRole('banner').getByRole('searchbox')
  await field.fill(words)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=/)
}
const group = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name })

test('one search finds organizations and applications in any script or by id, and leads to them', async ({ page }) => {
  await signIn(page, ADMIN)
  await search(page, 'zhibek')
  await expect(group(page, 'Verifications').getByRole('link').first()).toContainText('Жібек Жолы Логистика')
  await group(page, 'Organizations').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Жібек Жолы Логистика')
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  await search(page, id.slice(0, 8))
  await expect(group(page, 'Organizations').getByRole('link')).toHaveCount(1)
  await search(page, 'nobody is called so')
  await expect(page.getByRole('main')).toContainText('No results')
})

test('a user is found by the whole phone number, but not by a cashier', async ({ page }) => {
  await signIn(page, ADMIN)
  await search(page, CASHIER)
  await expect(group(page, 'Users').getByRole('link')).toHaveCount(1)
  await page.context().clearCookies()
  await signIn(page, CASHIER)
  await search(page, CASHIER)
  await expect(page.getByRole('main')).toContainText('No results')
})

test('an exported list has the rows of the filter and no others', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/organizations/?status=active')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('organizations.csv')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const [header, ...rows] = Buffer.concat(chunks).toString('utf8').trimEnd().split('\r\n')
  expect(header).toMatch(/^\uFEFFOrganization name,/)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain(',Active,')
})
