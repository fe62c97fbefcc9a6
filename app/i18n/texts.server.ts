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

/** As pages read them, made with the first page of a language. Messages, tables for spreadsheets and titles have plain spaces. */
const pageTexts = (language: Language): Texts =>
  (pages[language] ??= Object.fromEntries(
    Object.entries(resources[language] ?? {}).map(([namespace, texts]) => [namespace, spaced(texts, language)]),
  ))

/** The shared translator of a language's pages. */
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

/** A namespace as it is handed out at `/i18n/{language}/{namespace}`, and what tells it from that of another release. */
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

function plainTexts(language: Language): Translator {
  const translator = plainTranslators.get(language)
  if (!translator) throw new Error(`no texts for ${language}`)
  return translator
}

/** A sentence in a language, for messages and page titles made on the server. */
export const translate = (language: Language, text: Text): string => plainTexts(language).say(text)

/** A name or another text that somebody wrote, as it is read in a language: people who were erased have names of its own. */
export const readIn = (language: Language, written: string): string => plainTexts(language).read(written)
