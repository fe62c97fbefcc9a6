import { redirect } from 'react-router'
import type { Route } from './+types/preferences'
import { servicesContext } from '../../context'
import { DEFAULT_COOKIE_MAX_AGE_S, PREFERENCE_COOKIES, PREFERENCE_MAX_AGE_S } from '../../domain/preferences'
import { writeCookie } from '../../http/cookies.server'
import { failure } from '../../http/failures.server'
import { readForm } from '../../http/form.server'
import { languageCookie } from '../../http/language.server'
import { localPath } from '../../http/safe-redirect'
import { isLanguage, LANGUAGE_PARAM } from '../../i18n/languages'
import { DIRECTIONS, FONTS, THEMES } from '../../vocabulary'

const SIDEBARS = ['open', 'collapsed'] as const

const COOKIES = [
  { field: 'theme', cookie: PREFERENCE_COOKIES.theme, values: THEMES, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'font', cookie: PREFERENCE_COOKIES.font, values: FONTS, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'dir', cookie: PREFERENCE_COOKIES.direction, values: DIRECTIONS, maxAgeS: PREFERENCE_MAX_AGE_S },
  { field: 'sidebar', cookie: PREFERENCE_COOKIES.sidebar, values: SIDEBARS, maxAgeS: DEFAULT_COOKIE_MAX_AGE_S },
] as const

export function loader({ context }: Route.LoaderArgs) {
  throw failure(context, 404)
}

/** Remembers a language, theme, font, direction or sidebar in this browser and returns to the page one came from. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const isSecure = context.get(servicesContext).env.publicOrigin.startsWith('https:')
  const headers = new Headers()
  const language = form.get('language')
  if (isLanguage(language)) headers.append('Set-Cookie', languageCookie(language, isSecure))
  for (const { field, cookie, values, maxAgeS } of COOKIES) {
    const value = form.get(field)
    if (values.some((known) => known === value))
      headers.append('Set-Cookie', writeCookie(cookie, String(value), { maxAgeS, isSecure }))
  }
  return redirect(withoutLanguage(localPath(String(form.get('redirect') ?? ''))), { headers })
}

/** A `?lng=` left in the address would win over the language just chosen. */
function withoutLanguage(path: string): string {
  const url = new URL(path, 'http://local')
  url.searchParams.delete(LANGUAGE_PARAM)
  return url.pathname + url.search + url.hash
}
