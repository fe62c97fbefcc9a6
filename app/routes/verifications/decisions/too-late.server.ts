import type { RouterContextProvider } from 'react-router'
import { redirectWithReason } from '../../../http/answers/toast.server'

export const LATE = 'verifications:claim.changed'

/** Redirects to an application that has changed meanwhile, where nothing was done. */
export const redirectTooLate = (context: Readonly<RouterContextProvider>, to: string) =>
  redirectWithReason(context, to, 'error', { key: 'common:form.failed' }, { key: LATE })
