import type { Page } from '@playwright/test'

/** A decision's form in the page's decision column. */
export const decisionForm = (page: Page) => page.locator('section.desk-form')

/** The decision form, or the dialog of another action. */
export const formOf = (page: Page) => page.getByRole('dialog').or(decisionForm(page))

/** A decision can be undone for a minute; the applicant sees it after that. */
export const UNDO_IS_OVER_MS = 61_000

/** Opens the decision form, in any language; rejecting a document has its own form. */
export const openDecision = (page: Page, action: 'approve' | 'reject' | 'request-info' | 'resubmit') =>
  page.locator(`a[data-act="${action}"]`).click()
