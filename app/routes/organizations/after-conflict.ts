import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** After a conflict the page has to show what the application came to. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || defaultShouldRevalidate
