import i18next, { type i18n, type ResourceLanguage } from 'i18next'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../vocabulary'
import type { Namespace, Text } from './keys'

const files = import.meta.glob<ResourceLanguage[string]>('../../locales/*/*.json', { eager: true, import: 'default' })

const resources: Record<string, ResourceLanguage> = {}
for (const [file, content] of Object.entries(files)) {
  const [language, namespace] = file
    .replace(/^.*locales\//, '')
    .replace('.json', '')
    .split('/') as [Language, Namespace]
  ;(resources[language] ??= {})[namespace] = content
}

const instances = new Map<Language, i18n>()
for (const language of LANGUAGES) {
  const instance = i18next.createInstance()
  void instance.init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: [...LANGUAGES],
    defaultNS: 'common',
    ns: Object.keys(resources[DEFAULT_LANGUAGE] ?? {}),
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  // react-i18next copies every property of the translator in every component; through its prototype there is none to copy.
  instances.set(language, Object.create(instance))
}

/** The shared translator of a language. Nobody changes its language. */
export function textsIn(language: Language): i18n {
  const instance = instances.get(language)
  if (!instance) throw new Error(`no texts for ${language}`)
  return instance
}

/** The namespaces as plain data, for the page's own translator and `/i18n/{language}/{namespace}`. */
export function resourcesIn(language: Language, namespaces: Iterable<string>): ResourceLanguage {
  const found: ResourceLanguage = {}
  for (const namespace of namespaces) {
    const texts = resources[language]?.[namespace]
    if (texts !== undefined) found[namespace] = texts
  }
  return found
}

/** A sentence in a language, for messages and page titles made on the server. */
export function translate(language: Language, text: Text): string {
  const speak = textsIn(language).t as (key: string, values?: Record<string, string | number>) => string
  return speak(text.key, text.values)
}
