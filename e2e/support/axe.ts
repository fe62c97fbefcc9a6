import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** Expects axe to find nothing on the page, or in a part of it. Skipped without script: axe is one itself. */
export async function expectAccessible(page: Page, { where = '', part }: { where?: string; part?: string } = {}) {
  if (!hasScripts()) return
  const checker = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (part) checker.include(part)
  // Otherwise each passing element is described too, and the results go through a page of their own.
  const { violations } = await checker.setLegacyMode().analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    where,
  ).toEqual([])
}
