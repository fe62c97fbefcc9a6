import type { Page } from '@playwright/test'
import { expect, hasScripts, openScripted, test } from './support/journey'
import { changeStored } from './support/own-console'
import { ADMIN, signIn } from './support/sign-in'

const NAME = 'Twice Sent Caravans'

const pictures = (page: Page) => page.locator('.desk-picture')
const boxes = (page: Page) =>
  page.locator('.desk-pair figure').evaluateAll((all) =>
    all.map((figure) => {
      const { left, right, top, bottom } = figure.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )

test('a new document stands beside the one it replaces, on a phone over it, and alone when one wants', async ({
  page,
}) => {
  await changeStored('addResubmitted', NAME)
  await signIn(page, ADMIN)
  await page.setViewportSize({ width: 1920, height: 1000 })
  await openScripted(page, `/verifications/?view=claimable&q=${encodeURIComponent(NAME)}`)
  await page.locator('tbody a').first().click()
  await expect(page.locator('h1')).toContainText(NAME)

  // The desk opens on what is new.
  await expect(pictures(page)).toHaveCount(2)
  const captions = page.locator('.desk-pair figcaption')
  await expect(captions.nth(0)).toContainText(/^Now · .*lease-new\.png/)
  await expect(captions.nth(1)).toContainText(/^Before · .*lease-old\.png.*Rejected/)
  for (const index of [0, 1]) await expect(pictures(page).nth(index)).toBeInViewport()
  const [now, before] = await boxes(page)
  expect(now?.top).toBe(before?.top)
  expect(now?.right).toBeLessThanOrEqual(before?.left ?? 0)
  if (hasScripts()) {
    const tools = await page.locator('.desk-zoom').boundingBox()
    expect((tools?.y ?? Infinity) + (tools?.height ?? 0)).toBeLessThanOrEqual(now?.top ?? 0)
  }

  await page.getByRole('link', { name: 'Show only this document' }).click()
  await expect(pictures(page)).toHaveCount(1)
  await expect(page.locator('#document-file')).toHaveText('lease-new.png')
  await page.getByRole('link', { name: 'Compare with the earlier document' }).click()
  await expect(pictures(page)).toHaveCount(2)

  await expect(page.getByRole('link', { name: /lease-old\.png/ })).toHaveAccessibleDescription('Rejected Replaced')
  await page.locator('.desk-tab-link').first().click()
  await expect(pictures(page)).toHaveCount(1)
  await page.locator('.desk-tab-link').last().click()
  await expect(pictures(page)).toHaveCount(2)

  await page.setViewportSize({ width: 360, height: 780 })
  const [first, second] = await boxes(page)
  expect(first?.bottom).toBeLessThanOrEqual(second?.top ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
