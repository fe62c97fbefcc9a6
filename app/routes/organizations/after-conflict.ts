import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** After a conflict the page must show the application's new state. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || defaultShouldRevalidate
