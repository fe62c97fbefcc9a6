import { LANGUAGES, type Language } from '../vocabulary'

/** Each language under its own name, for the language menu. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', zh: '中文', ru: 'Русский', kk: 'Қазақша' }

export const LANGUAGE_COOKIE = 'lng'
/** As of cookies that the specification gives no age of their own; a sign-in renews it. `page.js` says the same. */
export const LANGUAGE_COOKIE_MAX_AGE_S = 7 * 24 * 3600
export const LANGUAGE_PARAM = 'lng'

/** A `?lng=` left in the address would win over a language that is chosen. */
export function withoutLanguage(path: string): string {
  const url = new URL(path, 'http://local')
  url.searchParams.delete(LANGUAGE_PARAM)
  return url.pathname + url.search + url.hash
}

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)
