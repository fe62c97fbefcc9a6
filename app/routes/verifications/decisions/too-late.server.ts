import type { RouterContextProvider } from 'react-router'
import { leadAway } from '../../../http/answers/toast.server'

export const LATE = 'verifications:claim.changed'

/** Redirects to an application that has changed meanwhile, where nothing was done. */
export const leadBack = (context: Readonly<RouterContextProvider>, to: string) =>
  leadAway(context, to, 'error', { key: 'common:form.failed' }, { key: LATE })
