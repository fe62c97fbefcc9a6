import { createHash } from 'node:crypto'
import { LANGUAGES, type Language } from '../vocabulary'
import type { Namespace, Text } from './keys'
import { spaced } from './spacing'
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

const pages: Partial<Record<Language, Texts>> = {}
const translators: Partial<Record<Language, Translator>> = {}

/** Page texts with no-break spaces, made for the first page of a language. Messages, exports and titles have plain spaces. */
const pageTexts = (language: Language): Texts =>
  (pages[language] ??= Object.fromEntries(
    Object.entries(resources[language] ?? {}).map(([namespace, texts]) => [namespace, spaced(texts, language)]),
  ))

/** The shared translator for pages in a language. */
export const textsIn = (language: Language): Translator =>
  (translators[language] ??= makeTranslator(language, pageTexts(language)))

const plainTranslators = new Map(
  LANGUAGES.map((language) => [language, makeTranslator(language, resources[language] ?? {})]),
)

/** A namespace as plain data. */
export function namespaceIn(language: Language, namespace: string): TextTree | undefined {
  const texts = pageTexts(language)
  return Object.hasOwn(texts, namespace) ? texts[namespace] : undefined
}

type TextsFile = { json: string; tag: string }
const textsFiles = new Map<string, TextsFile>()

/** A namespace as `/i18n/{language}/{namespace}` serves it, with a tag that differs between releases when it changed; null for an unknown one. */
export function namespaceFile(language: Language, namespace: string): TextsFile | null {
  const name = `${language} ${namespace}`
  const made = textsFiles.get(name)
  if (made) return made
  const texts = namespaceIn(language, namespace)
  if (texts === undefined) return null
  const json = JSON.stringify(texts)
  const file = { json, tag: `W/"${createHash('sha256').update(json).digest('base64url')}"` }
  textsFiles.set(name, file)
  return file
}

const written = new Map<string, string>()

/** The namespaces as JSON that is safe inside a page, for the browser's translator. */
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

function plainTexts(language: Language): Translator {
  const translator = plainTranslators.get(language)
  if (!translator) throw new Error(`no texts for ${language}`)
  return translator
}

/** A sentence in a language, for messages and page titles made on the server. */
export const translate = (language: Language, text: Text): string => plainTexts(language).say(text)

/** Returns a text that somebody wrote as a reader of `language` sees it, with that language's words for erased people. */
export const localizePseudonyms = (language: Language, written: string): string => plainTexts(language).read(written)
