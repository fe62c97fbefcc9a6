import i18next, { type i18n, type ResourceLanguage } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES } from '../vocabulary'
import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_PARAM } from './languages'

const DETECTION_ORDER = ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag']

/**
 * The browser's translator. It starts in the language of the page with the texts that came with it, so that nothing
 * differs at hydration; other namespaces are loaded when a page needs them (specification 1).
 */
export async function startTexts(): Promise<i18n> {
  const language = document.documentElement.lang
  // The detector writes there what the page is in.
  const stored = storedLanguage()
  const texts: ResourceLanguage = JSON.parse(document.getElementById('texts')?.textContent || '{}')
  await i18next
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      lng: language,
      // Every key exists in every language (a test sees to it), so no second language is ever loaded.
      fallbackLng: false,
      supportedLngs: [...LANGUAGES],
      load: 'languageOnly',
      defaultNS: 'common',
      ns: Object.keys(texts),
      resources: { [language]: texts },
      partialBundledLanguages: true,
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      interpolation: { escapeValue: false },
      backend: { loadPath: '/i18n/{{lng}}/{{ns}}' },
      detection: {
        order: DETECTION_ORDER,
        lookupQuerystring: LANGUAGE_PARAM,
        lookupCookie: LANGUAGE_COOKIE,
        caches: ['localStorage'],
      },
      react: { useSuspense: true },
    })
  i18next.on('failedLoading', loadAsDocument)
  followStoredLanguage(language, stored)
  return i18next
}

const askAnew = () => location.replace(location.pathname + location.search)

const RELOADED_KEY = 'gatehouse:without-texts'

/** A page whose texts cannot be had is asked for as a document, which brings them with it; once, and not where storage is off. */
function loadAsDocument(): void {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === location.href) return
    sessionStorage.setItem(RELOADED_KEY, location.href)
    if (navigator.onLine) askAnew()
    else window.addEventListener('online', askAnew, { once: true })
  } catch {
    return
  }
}

/** Local and session storage come before the browser's language: what the server could not see is told to it by cookie. */
function followStoredLanguage(language: string, stored: string | null): void {
  const hasQuery = new URLSearchParams(location.search).has(LANGUAGE_PARAM)
  if (!hasQuery && !hasCookie() && stored && stored !== language) {
    document.cookie = `${LANGUAGE_COOKIE}=${stored}; path=/; max-age=31536000; samesite=lax`
    if (hasCookie()) return location.reload()
  }
  try {
    localStorage.setItem('i18nextLng', language)
  } catch {
    // Storage may be switched off; the cookie remembers.
  }
}

const hasCookie = () => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`))

function storedLanguage(): string | null {
  try {
    const stored = localStorage.getItem('i18nextLng') ?? sessionStorage.getItem('i18nextLng')
    return isLanguage(stored) ? stored : null
  } catch {
    return null
  }
}
