import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_COOKIE_MAX_AGE_S, LANGUAGE_PARAM } from './languages'
import { textsLoader } from './load-texts'
import { makeTranslator, type Translator } from './translator'
import { DEFAULT_LANGUAGE, LANGUAGES } from '../vocabulary'

/**
 * Returns the browser's translator. It starts in the language of the page with the texts that came with it, so that hydration finds
 * no difference; other namespaces are loaded when a page needs them (specification 1).
 */
export function startTexts(): Translator {
  const { lang } = document.documentElement
  followStoredLanguage(lang)
  const texts = JSON.parse(document.getElementById('texts')?.textContent || '{}')
  const translator = makeTranslator(isLanguage(lang) ? lang : DEFAULT_LANGUAGE, texts)
  const ask = textsLoader(lang)
  const asked = new Map<string, Promise<void>>()
  translator.load = (namespace) => {
    const known = asked.get(namespace)
    if (known) return known
    const loading = ask(namespace).then(
      (found) => translator.add(namespace, found),
      () => {
        translator.add(namespace, {})
        loadAsDocument()
      },
    )
    asked.set(namespace, loading)
    return loading
  }
  return translator
}

const reloadDocument = () => location.replace(location.pathname + location.search)

const RELOADED_KEY = 'gatehouse:without-texts'

/** Loads the page as a document, which includes its texts, after they failed to load; once, and not when storage is off. */
function loadAsDocument(): void {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === location.href) return
    sessionStorage.setItem(RELOADED_KEY, location.href)
    if (navigator.onLine) reloadDocument()
    else window.addEventListener('online', reloadDocument, { once: true })
  } catch {
    return
  }
}

/**
 * Local and session storage override the browser's language: a cookie tells the server what it could not see. With a cookie, storage
 * is only written, and when idle: reading it asks another process, and hydration goes first.
 */
function followStoredLanguage(language: string): void {
  if (ofCookie())
    return whenIdle(() => {
      // Another tab may have chosen since.
      const told = ofCookie()
      if (told) keepLanguage(told)
    })
  const isAsked = ours(new URLSearchParams(location.search).get(LANGUAGE_PARAM))
  try {
    const stored = ours(localStorage.getItem(KEPT_KEY)) ?? ours(sessionStorage.getItem(KEPT_KEY))
    if (!isAsked && stored && stored !== language) {
      document.cookie = `${LANGUAGE_COOKIE}=${stored}; path=/; max-age=${LANGUAGE_COOKIE_MAX_AGE_S}; samesite=lax`
      if (ofCookie() === stored) return location.reload()
    }
  } catch {
    // Storage may be switched off.
  }
  keepLanguage(language)
}

const KEPT_KEY = 'i18nextLng'

function keepLanguage(language: string): void {
  try {
    localStorage.setItem(KEPT_KEY, language)
  } catch {
    // Storage may be switched off; the cookie remembers.
  }
}

/** Safari has no `requestIdleCallback`. */
const IDLE_AFTER_MS = 1000
const whenIdle = (act: () => void): void =>
  void ('requestIdleCallback' in globalThis ? requestIdleCallback(act) : setTimeout(act, IDLE_AFTER_MS))

/** The language of a tag such as `zh-CN`, if we have it. */
const ours = (tag: string | null) => LANGUAGES.find((known) => known === tag?.toLowerCase().split('-')[0])

const ofCookie = () => ours(new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? null)
