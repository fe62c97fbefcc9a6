import { type Cookie, type MiddlewareFunction } from 'react-router'
import { LanguageDetector } from 'remix-i18next/server'
import { languageContext, servicesContext } from '../../context'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../vocabulary'
import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_COOKIE_MAX_AGE_S, LANGUAGE_PARAM } from '../../i18n/languages'
import { readCookie, writeCookie } from '../cookies/cookies.server'
import { isHttps } from '../cookies/sealed-cookie.server'

/** The detector expects React Router's base64 cookies; ours is the plain word, which the browser's script can write too. */
const plainCookie = {
  name: LANGUAGE_COOKIE,
  isSigned: false,
  parse: (header: string | null) => Promise.resolve(readCookie(header, LANGUAGE_COOKIE)),
  serialize: (value: string) => Promise.resolve(value),
} satisfies Cookie

const detector = new LanguageDetector({
  supportedLanguages: [...LANGUAGES],
  fallbackLanguage: DEFAULT_LANGUAGE,
  findLocale: (request) => Promise.resolve(browserLanguage(request.headers.get('accept-language'))),
  cookie: plainCookie,
  searchParamKey: LANGUAGE_PARAM,
  order: ['searchParams', 'cookie', 'custom'],
})

/** Returns our language with the highest weight in `Accept-Language`, or null; the detector would give up when the first is not ours. */
export function browserLanguage(header: string | null): Language | null {
  const wishes = (header ?? '').split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
    return { language: tag.trim().split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  const ours = wishes.filter(({ language, weight }) => isLanguage(language) && weight > 0)
  const best = ours.toSorted((one, other) => other.weight - one.weight)[0]?.language
  return isLanguage(best) ? best : null
}

export const languageCookie = (language: Language, isSecure: boolean): string =>
  writeCookie(LANGUAGE_COOKIE, language, { maxAgeS: LANGUAGE_COOKIE_MAX_AGE_S, isSecure })

/** Returns the browser's language cookie with a renewed age; empty when it has none. */
export function renewedLanguage(request: Request, isSecure: boolean): string[] {
  const kept = readCookie(request.headers.get('cookie'), LANGUAGE_COOKIE)
  return isLanguage(kept) ? [languageCookie(kept, isSecure)] : []
}

/** Sets the language of the answer, and keeps one that `?lng=` asked for in the cookie. */
export const languageMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const detected = await detector.detect(request)
  const language = isLanguage(detected) ? detected : DEFAULT_LANGUAGE
  context.set(languageContext, language)
  const response = await next()
  const asked = new URL(request.url).searchParams.get(LANGUAGE_PARAM)?.toLowerCase().split('-')[0]
  const isShared = response.headers.get('Cache-Control')?.includes('public')
  if (!isShared && asked === language && readCookie(request.headers.get('cookie'), LANGUAGE_COOKIE) !== asked)
    response.headers.append('Set-Cookie', languageCookie(language, isHttps(context.get(servicesContext).env)))
  return response
}
