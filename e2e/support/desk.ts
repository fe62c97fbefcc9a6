import type { Page } from '@playwright/test'

/** The form of a decision, in the column of the page. */
export const decisionForm = (page: Page) => page.locator('section.desk-form')

/** Opens that form, whatever the language; a paper has a rejection of its own. */
export const openDecision = (page: Page, action: 'approve' | 'reject' | 'request-info' | 'resubmit') =>
  page.locator(`a[data-act="${action}"]`).click()
