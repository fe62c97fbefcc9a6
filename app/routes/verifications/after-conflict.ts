import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** After a conflict the page has to show what the other reviewer did; other refusals keep the page as it is. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || defaultShouldRevalidate
