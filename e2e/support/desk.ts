import type { Page } from '@playwright/test'

/** The form of a decision, in the column of the page. */
export const decisionForm = (page: Page) =>
  page.getByRole('region', {
    name: /^(Approve application|Reject application|Request more info|Resubmit application|Start review)$/,
  })
