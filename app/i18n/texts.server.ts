import i18next, { type i18n, type ResourceLanguage, type TFunction } from 'i18next'
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
  instances.set(language, memoizeTranslators(instance))
}

/** The same translator at less cost a page: sentences without values are looked up once, not in every row of every page. */
function memoizeTranslators(instance: i18n): i18n {
  // react-i18next copies every property of the translator in every component; through its prototype there is none to copy.
  const memoized: i18n = Object.create(instance)
  const translators = new Map<string, TFunction>()
  const getFixedT = (...named: unknown[]): TFunction => {
    const name = JSON.stringify(named)
    const translator = translators.get(name) ?? memoizeSentences(Reflect.apply(instance.getFixedT, instance, named))
    translators.set(name, translator)
    return translator
  }
  return Object.assign(memoized, { getFixedT })
}

function memoizeSentences(translator: TFunction): TFunction {
  const known = new Map<string, string>()
  return new Proxy(translator, {
    apply(_, self, [key, ...values]) {
      if (typeof key !== 'string' || values.length > 0) return Reflect.apply(translator, self, [key, ...values])
      const sentence = known.get(key) ?? Reflect.apply(translator, self, [key])
      known.set(key, sentence)
      return sentence
    },
  })
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
  const translator = textsIn(language).t as (key: string, values?: Record<string, string | number>) => string
  return translator(text.key, text.values)
}
