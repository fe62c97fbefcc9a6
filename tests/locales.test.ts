import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../app/vocabulary'
import { allTexts } from './support/texts'
import { usedTexts } from './support/used-texts'

const FORMS: Record<Language, string[]> = {
  en: ['one', 'other'],
  zh: ['other'],
  ru: ['one', 'few', 'many', 'other'],
  kk: ['one', 'other'],
}
const PLURAL = /_(zero|one|two|few|many|other)$/

type Texts = Map<string, string>

const namespaces = (language: Language) => fs.readdirSync(`locales/${language}`).toSorted()

function textsOf(language: Language, namespace: string): Texts {
  const texts: Texts = new Map()
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') texts.set(key, value)
    else for (const [name, inner] of Object.entries(value ?? {})) walk(inner, key ? `${key}.${name}` : name)
  }
  walk(JSON.parse(fs.readFileSync(`locales/${language}/${namespace}`, 'utf8')), '')
  return texts
}

/** Placeholders and tags, sorted; what follows a comma formats a value and differs by language. */
const marks = (text: string): string[] =>
  [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}|<\/?(\w+)\s*\/?>/g)]
    .map(([, name, tag]) => name ?? `<${tag}>`)
    .toSorted()

const pluralBases = (texts: Texts) =>
  [...texts.keys()].filter((key) => key.endsWith('_other')).map((key) => key.replace(PLURAL, ''))

function expectedKeys(english: Texts, language: Language): string[] {
  const bases = new Set(pluralBases(english))
  const plain = [...english.keys()].filter((key) => !(PLURAL.test(key) && bases.has(key.replace(PLURAL, ''))))
  return [...plain, ...[...bases].flatMap((base) => FORMS[language].map((form) => `${base}_${form}`))].toSorted()
}

const words = (text: string): string[] => text.replace(/\{\{.*?\}\}|<.*?>/g, ' ').match(/[\p{L}\p{M}]+/gu) ?? []
const isMixed = (word: string) => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word)

it('every language has the same namespaces', () => {
  for (const language of LANGUAGES) expect(namespaces(language), language).toEqual(namespaces('en'))
})

it('every text is used by the code', () => {
  const keys = [...new Set([...allTexts('en').keys()].map((key) => key.replace(PLURAL, '')))]
  const used = usedTexts('app', keys)
  expect(keys.filter((key) => !used.has(key))).toEqual([])
})

it('the check finds a Latin letter inside a Cyrillic word', () => {
  expect(words('Код {{code}}, WhatsApp-код и кoд').filter(isMixed)).toEqual(['кoд'])
})

describe.each(namespaces('en'))('the texts of %s', (namespace) => {
  const english = textsOf('en', namespace)

  describe.each(LANGUAGES)('in %s', (language) => {
    const texts = textsOf(language, namespace)

    it('has the keys of English, in the plural forms of the language', () => {
      expect([...texts.keys()].toSorted()).toEqual(expectedKeys(english, language))
    })

    it('keeps the placeholders of English', () => {
      const different = [...texts].flatMap(([key, text]) => {
        const base = key.replace(PLURAL, '')
        const expected = marks(english.get(`${base}_other`) ?? english.get(key) ?? '')
        const found = marks(text)
        // The English singular may say “one code” in words, because it is used only for 1.
        const isSpelled = language === 'en' && key.endsWith('_one') && found.every((mark) => expected.includes(mark))
        return isSpelled || found.join() === expected.join()
          ? []
          : [`${key}: ${found.join()} instead of ${expected.join()}`]
      })
      expect(different).toEqual([])
    })

    it('has no empty text', () => {
      expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
    })

    it('has no Latin letter inside a Cyrillic word', () => {
      expect(
        [...texts].flatMap(([key, text]) =>
          words(text)
            .filter(isMixed)
            .map((word) => `${key}: ${word}`),
        ),
      ).toEqual([])
    })
  })
})
