import {
  DEFAULT_COOKIE_MAX_AGE_S,
  PREFERENCE_COOKIES,
  PREFERENCE_MAX_AGE_S,
  readPreferences,
  type Preferences,
} from '../../domain/preferences'
import { isLanguage, LANGUAGE_PARAM } from '../../i18n/languages'
import { DIRECTIONS, FONTS, THEMES } from '../../vocabulary'
import { readCookie, writeCookie } from '../cookies/cookies.server'
import { languageCookie } from './language.server'

const SIDEBARS = ['open', 'collapsed'] as const

const COOKIES = [
  { field: 'theme', cookie: PREFERENCE_COOKIES.theme, values: THEMES, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'font', cookie: PREFERENCE_COOKIES.font, values: FONTS, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'dir', cookie: PREFERENCE_COOKIES.direction, values: DIRECTIONS, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'sidebar', cookie: PREFERENCE_COOKIES.sidebar, values: SIDEBARS, maxAgeS: DEFAULT_COOKIE_MAX_AGE_S },
] as const

export function readRequestPreferences(request: Request): Preferences {
  const header = request.headers.get('cookie')
  return readPreferences((name) => readCookie(header, name))
}

/** The cookies of the preferences chosen among these fields; one that is not known is none. */
export function preferenceCookies(chosen: { get: (name: string) => unknown }, isSecure: boolean): string[] {
  const language = chosen.get('language')
  return [
    ...(isLanguage(language) ? [languageCookie(language, isSecure)] : []),
    ...COOKIES.flatMap(({ field, cookie, values, maxAgeS }) => {
      const value = chosen.get(field)
      return values.some((known) => known === value) ? [writeCookie(cookie, String(value), { maxAgeS, isSecure })] : []
    }),
  ]
}

/** A `?lng=` left in the address would win over the language just chosen. */
export function withoutLanguage(path: string): string {
  const url = new URL(path, 'http://local')
  url.searchParams.delete(LANGUAGE_PARAM)
  return url.pathname + url.search + url.hash
}
