import { LANGUAGES, type Language } from '../vocabulary'
import type { Namespace, Text } from './keys'
import { makeTranslator, type TextTree, type Translator } from './translator'

const files = import.meta.glob<TextTree>('../../locales/*/*.json', { eager: true, import: 'default' })

type Texts = Record<string, TextTree>
const resources: Record<string, Texts> = {}
for (const [file, content] of Object.entries(files)) {
  const [language, namespace] = file
    .replace(/^.*locales\//, '')
    .replace('.json', '')
    .split('/') as [Language, Namespace]
  ;(resources[language] ??= {})[namespace] = content
}

const translators = new Map(
  LANGUAGES.map((language) => [language, makeTranslator(language, resources[language] ?? {})] as const),
)

/** The shared translator of a language. */
export function textsIn(language: Language): Translator {
  const translator = translators.get(language)
  if (!translator) throw new Error(`no texts for ${language}`)
  return translator
}

/** A namespace as plain data, for `/i18n/{language}/{namespace}`. */
export const namespaceIn = (language: Language, namespace: string): TextTree | undefined =>
  resources[language]?.[namespace]

const written = new Map<string, string>()

/** The namespaces as JSON that may stand in a page, for the page's own translator. */
export function textsJson(language: Language, namespaces: Iterable<string>): string {
  const members = [...namespaces].flatMap((namespace) => {
    const name = `${language} ${namespace}`
    const texts = written.get(name) ?? JSON.stringify(namespaceIn(language, namespace))?.replaceAll('<', '\\u003c')
    if (texts === undefined) return []
    written.set(name, texts)
    return [`${JSON.stringify(namespace)}:${texts}`]
  })
  return `{${members.join()}}`
}

/** A sentence in a language, for messages and page titles made on the server. */
export function translate(language: Language, text: Text): string {
  const translator = textsIn(language).in('common') as unknown as (key: string, values?: Text['values']) => string
  return translator(text.key, text.values)
}
