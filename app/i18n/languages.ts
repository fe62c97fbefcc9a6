import { LANGUAGES, type Language } from '../vocabulary'

/** Each language under its own name, for the language menu. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', zh: '中文', ru: 'Русский', kk: 'Қазақша' }

export const LANGUAGE_COOKIE = 'lng'
export const LANGUAGE_PARAM = 'lng'

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)
