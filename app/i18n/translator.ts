import type { Namespace, TFunction } from 'i18next'
import type { Language } from '../vocabulary'
import type { Text, TextKey } from './keys'
import { groupDigits } from './group-digits'
import { replacePseudonyms } from './pseudonyms'

/** The texts of one namespace, by the parts of their keys. */
export type TextTree = { [part: string]: string | TextTree }
export type Values = Record<string, unknown>

type Translate = (key: string, values?: Values) => string

export type Translator = {
  language: Language
  has: (namespace: string) => boolean
  add: (namespace: string, texts: TextTree) => void
  /**
   * The sentence as written, with its placeholders and tags; the key when there is none. `signIn.title` is looked up in each
   * namespace, `access:signIn.title` in that one.
   */
  find: (key: string, namespaces: readonly string[], count?: unknown) => string
  in: <Of extends Namespace>(namespaces: string | readonly string[]) => TFunction<Of>
  /** A sentence whose key the domain chose; the key names its namespace unless that is a common one. */
  say: (text: Text | TextKey) => string
  /** A value as shown in a sentence: whole numbers with grouped digits, else what somebody wrote. */
  show: (value: unknown) => string
  /** What somebody wrote, with this language's words for erased people. */
  read: (written: string) => string
  /** Loads a missing namespace; in the browser only. */
  load?: (namespace: string) => Promise<void>
}

const PLACEHOLDER = /( ?)\{\{(\w+)\}\}( ?)/g
/** Chinese brackets count too: they are as wide. */
const HAN_FIRST = /^\u2068?[\p{Script=Han}（《「『【]/u
const HAN_LAST = /[\p{Script=Han}）》」』】]\u2069?$/u

/**
 * Fills a sentence's placeholders with values, as `show` writes them. A space beside a placeholder separates other letters from
 * Chinese; between two Chinese words it is dropped.
 */
export const fill = (
  sentence: string,
  values: Values | undefined,
  show = (value: unknown) => String(value ?? ''),
): string =>
  values === undefined
    ? sentence
    : sentence.replace(PLACEHOLDER, (placeholder: string, before: string, name: string, after: string, at: number) => {
        const value = show(values[name])
        const first = before && HAN_FIRST.test(value) && HAN_LAST.test(sentence.slice(0, at)) ? '' : before
        const last =
          after && HAN_LAST.test(value) && HAN_FIRST.test(sentence.slice(at + placeholder.length)) ? '' : after
        return first + value + last
      })

/** A translator of one language. */
export function makeTranslator(language: Language, given: Readonly<Record<string, TextTree>>): Translator {
  const texts = new Map(Object.entries(given))
  let plurals: Intl.PluralRules | undefined
  const pluralOf = (count: number) => (plurals ??= new Intl.PluralRules(language)).select(count)
  const found = new Map<string, string>()
  const translators = new Map<string, Translate>()

  const read = (namespace: string, key: string): string | undefined => {
    const name = `${namespace}:${key}`
    const known = found.get(name)
    if (known !== undefined) return known
    let at: TextTree | string | undefined = texts.get(namespace)
    for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined
    if (typeof at !== 'string') return undefined
    found.set(name, at)
    return at
  }

  const find: Translator['find'] = (named, namespaces, count) => {
    const end = named.indexOf(':')
    const key = named.slice(end + 1)
    for (const namespace of end < 0 ? namespaces : [named.slice(0, end)]) {
      const plural = typeof count === 'number' ? read(namespace, `${key}_${pluralOf(count)}`) : undefined
      const sentence = plural ?? read(namespace, key)
      if (sentence !== undefined) return sentence
    }
    return key
  }

  const written = (text: string): string => replacePseudonyms(text, (key) => find(key, ['common']))

  const show = (value: unknown): string =>
    typeof value === 'number' ? groupDigits(value, language) : written(String(value ?? ''))

  const translatorIn = (namespaces: readonly string[]): Translate => {
    const name = namespaces.join()
    const known = translators.get(name)
    if (known) return known
    const translate: Translate = (key, values) => {
      const sentence = find(key, namespaces, values?.count)
      return fill(sentence, values, show)
    }
    translators.set(name, translate)
    return translate
  }

  const common = translatorIn(['common'])

  return {
    language,
    has: (namespace) => texts.has(namespace),
    add: (namespace, added) => void texts.set(namespace, added),
    find,
    in: <Of extends Namespace>(namespaces: string | readonly string[]) =>
      translatorIn(typeof namespaces === 'string' ? [namespaces] : namespaces) as unknown as TFunction<Of>,
    show,
    read: written,
    say: (text) => (typeof text === 'string' ? common(text) : common(text.key, text.values)),
  }
}
