import { LANGUAGES, type Language } from '../vocabulary'

/** Each language's own name, for the language menu. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', zh: '中文', ru: 'Русский', kk: 'Қазақша' }

export const LANGUAGE_COOKIE = 'lng'
/** The age of cookies for which the specification gives none; a sign-in renews it. `page.js` has the same number. */
export const LANGUAGE_COOKIE_MAX_AGE_S = 7 * 24 * 3600
export const LANGUAGE_PARAM = 'lng'

/** Removes `?lng=` from an address, where it would override a newly chosen language. */
export function withoutLanguage(path: string): string {
  const url = new URL(path, 'http://local')
  url.searchParams.delete(LANGUAGE_PARAM)
  return url.pathname + url.search + url.hash
}

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)
