import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, hasScripts } from './journey'

/** The checker finds nothing on the page, or in a part of it. Without script it is not asked: it is one itself. */
export async function expectAccessible(page: Page, { where = '', part }: { where?: string; part?: string } = {}) {
  if (!hasScripts()) return
  const checker = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (part) checker.include(part)
  // Otherwise each element that is right is described too, and handed on to a page of its own.
  const { violations } = await checker.setLegacyMode().analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    where,
  ).toEqual([])
}
