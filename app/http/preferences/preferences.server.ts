import { redirect, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { chosenContext, languageContext, servicesContext } from '../../context'
import {
  DEFAULT_COOKIE_MAX_AGE_S,
  PREFERENCE_COOKIES,
  PREFERENCE_MAX_AGE_S,
  readPreferences,
  type Preferences,
} from '../../domain/preferences'
import { isLanguage, withoutLanguage } from '../../i18n/languages'
import type { Services } from '../../services.server'
import { DIRECTIONS, FONTS, THEMES } from '../../vocabulary'
import { redirectWithToast, toastHere } from '../answers/toast.server'
import { readCookie, writeCookie } from '../cookies/cookies.server'
import { isHttps } from '../cookies/sealed-cookie.server'
import { languageCookie } from './language.server'
import { FORM_FIELDS } from '../../form-protocol'

const SIDEBARS = ['open', 'collapsed'] as const

const COOKIES = [
  { field: 'theme', cookie: PREFERENCE_COOKIES.theme, values: THEMES, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'font', cookie: PREFERENCE_COOKIES.font, values: FONTS, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'dir', cookie: PREFERENCE_COOKIES.direction, values: DIRECTIONS, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'sidebar', cookie: PREFERENCE_COOKIES.sidebar, values: SIDEBARS, maxAgeS: DEFAULT_COOKIE_MAX_AGE_S },
] as const

type Chosen = { get: (name: string) => unknown }

export function readRequestPreferences(request: Request, context: Readonly<RouterContextProvider>): Preferences {
  const header = request.headers.get('cookie')
  const chosen = context.get(chosenContext)
  const chosenFor = (name: string) => chosen?.get(COOKIES.find(({ cookie }) => cookie === name)?.field ?? '') ?? null
  return readPreferences((name) => chosenFor(name) ?? readCookie(header, name))
}

/**
 * True for a form sent by a button that chooses a language or look: the form is drawn again in it, and not carried out. That is how
 * typed text survives the choice without script.
 */
export function applyChosenPreferences(context: Readonly<RouterContextProvider>, posted: FormData): boolean {
  const text = posted.get(FORM_FIELDS.chosen)
  if (typeof text !== 'string') return false
  const chosen = new URLSearchParams(text)
  const language = chosen.get('language')
  context.set(chosenContext, chosen)
  if (isLanguage(language)) {
    context.set(languageContext, language)
    toastHere(context, 'success', { key: 'settings:toast.saved' })
  }
  return true
}

/** Sets the cookies for preferences that a form's button chose. */
export const chosenMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const chosen = context.get(chosenContext)
  const cookies = chosen ? preferenceCookies(chosen, isHttps(context.get(servicesContext).env)) : []
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** The cookies for the preferences chosen in these fields; unknown values are ignored. */
export function preferenceCookies(chosen: Chosen, isSecure: boolean): string[] {
  const language = chosen.get('language')
  return [
    ...(isLanguage(language) ? [languageCookie(language, isSecure)] : []),
    ...COOKIES.flatMap(({ field, cookie, values, maxAgeS }) => {
      const value = chosen.get(field)
      return values.some((known) => known === value) ? [writeCookie(cookie, String(value), { maxAgeS, isSecure })] : []
    }),
  ]
}

/** Redirects back to `page` with the chosen preferences set; a choice of language is confirmed by a toast, in that language. */
export async function redirectWithPreferences(services: Services, chosen: Chosen, page: string): Promise<Response> {
  const headers = new Headers()
  const cookies = preferenceCookies(chosen, isHttps(services.env))
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  const to = cookies.length > 0 ? withoutLanguage(page) : page
  return isLanguage(chosen.get('language'))
    ? redirectWithToast(services, to, 'success', 'settings:toast.saved', undefined, { headers })
    : redirect(to, { headers })
}
