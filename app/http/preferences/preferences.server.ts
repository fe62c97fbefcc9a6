import { redirect } from 'react-router'
import {
  DEFAULT_COOKIE_MAX_AGE_S,
  PREFERENCE_COOKIES,
  PREFERENCE_MAX_AGE_S,
  readPreferences,
  type Preferences,
} from '../../domain/preferences'
import { isLanguage, LANGUAGE_PARAM } from '../../i18n/languages'
import type { Services } from '../../services.server'
import { DIRECTIONS, FONTS, THEMES } from '../../vocabulary'
import { redirectWithToast } from '../answers/toast.server'
import { readCookie, writeCookie } from '../cookies/cookies.server'
import { isHttps } from '../cookies/sealed-cookie.server'
import { languageCookie } from './language.server'

const SIDEBARS = ['open', 'collapsed'] as const

const COOKIES = [
  { field: 'theme', cookie: PREFERENCE_COOKIES.theme, values: THEMES, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'font', cookie: PREFERENCE_COOKIES.font, values: FONTS, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'dir', cookie: PREFERENCE_COOKIES.direction, values: DIRECTIONS, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'sidebar', cookie: PREFERENCE_COOKIES.sidebar, values: SIDEBARS, maxAgeS: DEFAULT_COOKIE_MAX_AGE_S },
] as const

type Chosen = { get: (name: string) => unknown }

export function readRequestPreferences(request: Request): Preferences {
  const header = request.headers.get('cookie')
  return readPreferences((name) => readCookie(header, name))
}

/** The cookies of the preferences chosen among these fields; one that is not known is none. */
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

/** Back to a page, with what was chosen among these fields; that another language was, is said in that language. */
export async function leadWithPreferences(services: Services, chosen: Chosen, page: string): Promise<Response> {
  const headers = new Headers()
  const cookies = preferenceCookies(chosen, isHttps(services.env))
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  const to = cookies.length > 0 ? withoutLanguage(page) : page
  return isLanguage(chosen.get('language'))
    ? redirectWithToast(services, to, 'success', 'settings:toast.saved', undefined, { headers })
    : redirect(to, { headers })
}

/** A `?lng=` left in the address would win over the language just chosen. */
function withoutLanguage(path: string): string {
  const url = new URL(path, 'http://local')
  url.searchParams.delete(LANGUAGE_PARAM)
  return url.pathname + url.search + url.hash
}
