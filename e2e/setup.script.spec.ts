import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/journey'
import { signInPartner } from './support/partner'

test('the pages are free of what hinders people, and fit a small screen', async ({ page }) => {
  test.setTimeout(120_000)
  const own = await signInPartner(page)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const address of [
    'setup',
    'setup/basic',
    'setup/contact',
    'setup/hours',
    'setup/documents',
    'verification-status',
  ]) {
    for (const language of ['en', 'ru', 'kk', 'zh']) {
      await page.goto(`${own}/${address}?lng=${language}`)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${address} in ${language}`).toBeLessThanOrEqual(360)
    }
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${address}: ${id} ${nodes[0]?.html}`)).toEqual([])
  }
})
