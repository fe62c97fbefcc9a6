import type { RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../context'
import type { Actor } from '../domain/access'
import type { Reader } from '../i18n/reader'

/** The signed-in person as the reader of this answer. */
export const readerOf = (context: Readonly<RouterContextProvider>, { timeZone }: Pick<Actor, 'timeZone'>): Reader => ({
  language: context.get(languageContext),
  timeZone,
  now: context.get(servicesContext).now(),
})
