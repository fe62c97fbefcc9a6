import { LANGUAGES, type Language } from '../vocabulary'
import type { Namespace, Text } from './keys'
import { spaced } from './spacing'
import { makeTranslator, type TextTree, type Translator } from './translator'

const files = import.meta.glob<TextTree>('../../locales/*/*.json', { eager: true, import: 'default' })

type Texts = Record<string, TextTree>
const resources: Record<string, Texts> = {}
/** The same as pages read them. Messages, tables for spreadsheets and titles have plain spaces. */
const pages: Record<string, Texts> = {}
for (const [file, content] of Object.entries(files)) {
  const [language, namespace] = file
    .replace(/^.*locales\//, '')
    .replace('.json', '')
    .split('/') as [Language, Namespace]
  ;(resources[language] ??= {})[namespace] = content
  ;(pages[language] ??= {})[namespace] = spaced(content, language)
}

const translatorsOf = (texts: Record<string, Texts>) =>
  new Map(LANGUAGES.map((language) => [language, makeTranslator(language, texts[language] ?? {})]))
const translators = translatorsOf(pages)
const plainTranslators = translatorsOf(resources)

/** The shared translator of a language's pages. */
export function textsIn(language: Language): Translator {
  return of(language, translators)
}

function of(language: Language, among: ReadonlyMap<Language, Translator>): Translator {
  const translator = among.get(language)
  if (!translator) throw new Error(`no texts for ${language}`)
  return translator
}

/** A namespace as plain data, for `/i18n/{language}/{namespace}`. */
export const namespaceIn = (language: Language, namespace: string): TextTree | undefined => pages[language]?.[namespace]

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
export const translate = (language: Language, text: Text): string => of(language, plainTranslators).say(text)
