import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../app/vocabulary'
import { LITERALS } from './support/literals'
import { FORBIDDEN, TERMS } from './support/terms'
import { allTexts } from './support/texts'

/** English texts that the specification writes with an exclamation mark; no others may have one. */
const MAY_SHOUT = LITERALS.filter(([, words]) => words.includes('!')).flatMap(([, , ...keys]) => keys)

/** Letters in Russian and Kazakh begin with such a greeting. */
const GREETINGS = ['invites:message.greeting']

/** Errors for a missing tick, choice or file. */
const NOT_WRITTEN = ['tick', 'ticks', 'choice', 'file'].map((kind) => `common:error.${kind}Required`)

const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')
const texts = Object.fromEntries(LANGUAGES.map((language) => [language, allTexts(language)])) as Record<
  Language,
  Map<string, string>
>
const keysIn = (language: Language, key: string) =>
  texts[language].has(key)
    ? [key]
    : [...texts[language].keys()].filter((found) => found.startsWith(key.replace(/_other$/, '_')))

/** The texts of a language that break a rule, with their keys. */
const breaking = (language: Language, breaks: (text: string, key: string) => boolean) =>
  [...texts[language]].filter(([key, text]) => breaks(text, key)).map(([key, text]) => `${key}: ${text}`)

/** A text without what is not words: placeholders, tags and addresses. */
const spoken = (text: string) => text.replace(/\{\{.*?\}\}|<.*?>|https?:\S+/g, '')

describe.each(LITERALS)('specification %i: %s', (_section, words, ...keys) => {
  it('stands in English word for word', () => {
    for (const key of keys) expect(texts.en.get(key), key).toBe(words)
  })

  it.each(TRANSLATED)('is translated into %s', (language) => {
    for (const key of keys) {
      const found = keysIn(language, key)
      expect(found.length, key).toBeGreaterThan(0)
      for (const form of found) {
        expect(texts[language].get(form)).not.toBe(words)
        expect(texts[language].get(form)).toMatch(language === 'zh' ? /\p{Script=Han}/u : /\p{Script=Cyrillic}/u)
      }
    }
  })
})

/**
 * A company’s number may be a landline and an invited person’s must be a mobile, and a tick, choice or file is not filled in.
 */
const OF_ITS_OWN = ['setup:error.phone', ...NOT_WRITTEN]

describe('the terms of the trade', () => {
  it.each(TERMS)('%s is %s · %s · %s', (key, ru, kk, zh) => {
    expect([texts.ru.get(key), texts.kk.get(key), texts.zh.get(key)]).toEqual([ru, kk, zh])
  })

  it.each(FORBIDDEN)('%s has no %s: %s', (language, words) => {
    expect(breaking(language, (text) => words.test(text))).toEqual([])
  })
})

describe.each(TRANSLATED)('translated into %s', (language) => {
  it('the same error is worded in one way', () => {
    const ways = new Map<string, Set<string>>()
    for (const [key, words] of texts.en)
      if (key.includes(':error.') && !OF_ITS_OWN.includes(key))
        ways.set(words, (ways.get(words) ?? new Set()).add(texts[language].get(key) ?? ''))
    expect([...ways.values()].filter((said) => said.size > 1).map((said) => [...said])).toEqual([])
  })

  it('nobody is asked to fill in a tick, a choice or a file', () => {
    const asks = { ru: /^(Отметьте|Выберите) /, kk: /(белгілеңіз|таңдаңыз)$/, zh: /^请(至少)?(勾选|选择)/ }[language]
    expect(NOT_WRITTEN.filter((key) => !asks.test(texts[language].get(key) ?? ''))).toEqual([])
  })
})

describe.each(LANGUAGES)('in %s', (language) => {
  it('no text has two spaces, or a space at an end', () => {
    expect(breaking(language, (text) => / {2}|^\s|\s$/.test(text))).toEqual([])
  })

  it('three dots are written as one sign', () => {
    expect(breaking(language, (text) => text.includes('...'))).toEqual([])
  })

  it('only the specified texts have an exclamation mark', () => {
    const mayShout = language === 'en' ? MAY_SHOUT : GREETINGS
    expect(breaking(language, (text, key) => /[!！]/.test(text) && !mayShout.includes(key))).toEqual([])
  })

  it('quotation marks are those of the language', () => {
    const foreign = { en: /["«»„‘]/, ru: /["“”'‘’]/, kk: /["“”„'‘’]/, zh: /["«»„']/ }[language]
    expect(breaking(language, (text, key) => foreign.test(spoken(text)) && key !== 'errors:500.title')).toEqual([])
  })
})

describe.each(['ru', 'kk'] as const)('in the Cyrillic of %s', (language) => {
  it('no Latin letter stands for a Cyrillic one that looks the same', () => {
    expect(
      breaking(language, (text) =>
        /(?<![\p{Script=Latin}\p{N}+])[acehikmnopxyəACEHKMOPTX](?![\p{Script=Latin}\p{N}-])/u.test(spoken(text)),
      ),
    ).toEqual([])
  })

  it('every text is in Cyrillic', () => {
    expect(
      breaking(
        language,
        (text, key) =>
          !/\p{Script=Cyrillic}/u.test(text) && texts.en.get(key) === text && !SAME.test(text.replace(/<.*?>/g, '')),
      ),
    ).toEqual([])
  })
})

describe('in ru', () => {
  it('ё is written where it belongs', () => {
    const without =
      /(?<!\p{L})(еще|ее|нее|моем|своем|партнер\p{L}*|прием\p{L}*|отклонен|истек|приглашен|подтвержден|темн\p{L}+|отчет\p{L}*|счет\p{L}*|учет\p{L}*|удален|вернем|пришлем|утекш\p{L}+|включен|изменен|завершен|пойдет|придет|войдет|начнется|найдет|прочтет|дает|ждет|идет)(?!\p{L})/iu
    expect(breaking('ru', (text) => without.test(text))).toEqual([])
  })

  it('вы is in lower case inside a sentence', () => {
    expect(breaking('ru', (text) => /(?<=[\p{Ll},»] )(Вы|Вас|Вам|Ваш\p{L}*)(?!\p{L})/u.test(text))).toEqual([])
  })
})

describe('in kk', () => {
  it('no text begs, or asks whether somebody is sure', () => {
    expect(breaking('kk', (text) => /өтінеміз|сенімдісіз/iu.test(text))).toEqual([])
  })

  it('no ending is put on a placeholder', () => {
    expect(
      breaking('kk', (text) =>
        /\}\}-?(ға|ге|қа|ке|ның|нің|дың|дің|тың|тің|ны|ні|ды|ді|ты|ті|да|де|та|те|дан|ден|тан|тен|нан|нен)(?!\p{L})/u.test(
          text,
        ),
      ),
    ).toEqual([])
  })

  it('singular and plural read alike', () => {
    const unlike = [...texts.kk].filter(
      ([key, text]) => key.endsWith('_one') && texts.kk.get(key.replace(/_one$/, '_other')) !== text,
    )
    expect(unlike).toEqual([])
  })
})

describe('in zh', () => {
  it('sentences have full-width punctuation', () => {
    expect(breaking('zh', (text) => /\p{Script=Han}[,.:;?!()]|[,;?!()]\p{Script=Han}/u.test(text))).toEqual([])
  })

  it('Chinese and Latin characters are a space apart', () => {
    expect(breaking('zh', (text) => /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(spoken(text)))).toEqual(
      [],
    )
  })

  it('people are addressed politely, without 你', () => {
    expect(breaking('zh', (text) => text.includes('你'))).toEqual([])
  })
})

/** Names and patterns that are the same in every language. */
const SAME =
  /^[\s\p{P}\p{S}\p{N}]*$|^(Gatehouse|WhatsApp|SMS|ID|QR|CSV|SVG|Inter|Manrope|E-?mail)$|^[^\p{L}]*(\{\{.*?\}\}[^\p{L}]*)+$/u
