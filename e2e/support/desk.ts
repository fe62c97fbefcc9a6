import type { Page } from '@playwright/test'

/** The form of a decision, in the column of the page. */
export const decisionForm = (page: Page) => page.locator('section.desk-form')

/** That form, or the dialog of another act. */
export const formOf = (page: Page) => page.getByRole('dialog').or(decisionForm(page))

/** A decision can be undone for a minute; the applicant sees it after that. */
export const UNDO_IS_OVER_MS = 61_000

/** Opens that form, whatever the language; a document has a rejection of its own. */
export const openDecision = (page: Page, action: 'approve' | 'reject' | 'request-info' | 'resubmit') =>
  page.locator(`a[data-act="${action}"]`).click()
