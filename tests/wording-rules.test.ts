import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMPANIES } from '../app/demo/companies'
import { dayMoment } from '../app/i18n/moment'
import { keepTogether } from '../app/i18n/spacing'
import { LANGUAGES, type Language } from '../app/vocabulary'
import { hardcodedPunctuation } from './support/hardcoded-punctuation'
import { sourcesUnder } from './support/imports'
import { LITERALS } from './support/literals'
import { asksForStep, saysStep, STATES } from './support/next-steps'
import { SEVERAL } from './support/same-words'
import { allTexts } from './support/texts'

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, allTexts(language)])) as Record<
  Language,
  Map<string, string>
>
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')
const FORM = /_(one|few|many)$/

describe('the same English text', () => {
  const places = new Map<string, string[]>()
  for (const [key, words] of texts.en) if (!FORM.test(key)) places.set(words, [...(places.get(words) ?? []), key])
  const several = (language: Language) =>
    [...places].filter(([, keys]) => new Set(keys.map((key) => texts[language].get(key))).size > 1)

  it.each(TRANSLATED)('has the same translation in %s, except where it means several things', (language) => {
    const unlike = several(language).filter(([words]) => !(words in SEVERAL))
    expect(unlike.map(([words, keys]) => [words, keys.map((key) => `${key}: ${texts[language].get(key)}`)])).toEqual([])
  })

  it('is excepted only where its translations differ', () => {
    const needed = new Set(TRANSLATED.flatMap((language) => several(language).map(([words]) => words)))
    expect(Object.keys(SEVERAL).filter((words) => !needed.has(words))).toEqual([])
  })
})

/** A name can be anybody’s, so no text around it may depend on its declension, gender or last letter. */
const NAMES = ['actor', 'author', 'inviter', 'name', 'organization']
const SLOT = new RegExp(`\\{\\{(${NAMES.join('|')})\\}\\}`, 'g')
/** Names in every script, some with punctuation. */
const PEOPLE = ['Айгүл Сәрсенбаева', '王建国', 'Ольга Кузнецова', "Grace O'Connor"]
const EXAMPLES = [...PEOPLE, ...COMPANIES.map(({ name }) => name)]

/** Russian prepositions after which a name is declined. */
const GOVERNS =
  /(?<!\p{L})(а?от|для|до|из|к|ко|без|о|об|от|перед|по|при|про|с|со|у|на|за) [«“]?\{\{(actor|author|inviter|name|organization)\}\}/iu

/** In Russian, a past tense beside a name shows the gender of the person. */
const AGREES =
  /\{\{(actor|author|inviter|name)\}\}»? \p{L}+(л|ла|ло)(ся|сь)?(?!\p{L})|(?<!\p{L})\p{L}+(л|ла)(ся|сь)? \{\{(actor|author|inviter|name)\}\}/u

/** A Kazakh ending depends on the last vowel before it; an ordinal before its noun has no such ending. */
const ENDED = /\}\}(<\/\w+>)?[»”]?(?!-(бет|қадам|филиал|тармақ))[’'-]?\p{L}/u
/** Kazakh words that decline the word before them or depend on its sound. */
const ASKS_FOR_ENDING =
  /\}\}(<\/\w+>)?[»”]? (дейін|қарай|қарамастан|жуық|ішінен|ішінде|кейін|бері|бұрын|басқа|ғана емес|мен|бен|пен|да|де|та|те|ма|ме|ба|бе|па|пе)(?!\p{L})/u

describe('a message with a name', () => {
  const named = (language: Language) => [...texts[language]].filter(([, text]) => text.search(SLOT) >= 0)

  it('is found in more than 50 Russian texts', () => expect(named('ru').length).toBeGreaterThan(50))

  it.each(LANGUAGES)('reads well in %s with every name of the demo', (language) => {
    const odd = named(language).flatMap(([key, text]) =>
      EXAMPLES.map((name) => text.replace(SLOT, name))
        .filter((said) => / {2}|\{\{(actor|author|inviter)|\s[,.;:]/.test(said))
        .map((said) => `${key}: ${said}`),
    )
    expect(odd).toEqual([])
  })

  it('needs no grammatical case of the name in Russian', () => {
    expect(named('ru').filter(([, text]) => GOVERNS.test(text))).toEqual([])
  })

  it('puts no ending on the name in Russian and Kazakh', () => {
    const ended = [...named('ru'), ...named('kk')].filter(([, text]) =>
      /\{\{(actor|author|inviter|name|organization)\}\}[’'-]?\p{L}/u.test(text),
    )
    expect(ended).toEqual([])
  })

  it('does not depend on the gender of the name in Russian', () => {
    expect(named('ru').filter(([, text]) => AGREES.test(text))).toEqual([])
  })

  it('needs no ending on anything filled in in Kazakh', () => {
    const ended = [...texts.kk].filter(([, text]) => ENDED.test(text) || ASKS_FOR_ENDING.test(text))
    expect(ended).toEqual([])
  })

  it('keeps a Latin name apart from Chinese signs', () => {
    const close = named('zh').filter(([, text]) => /\p{Script=Han}L|L\p{Script=Han}/u.test(text.replace(SLOT, 'L')))
    expect(close).toEqual([])
  })
})

describe('a message with a link', () => {
  const linked = (language: Language) => [...texts[language]].filter(([, text]) => text.includes('{{link}}'))

  it('is found in more than 15 texts', () => expect(linked('en').length).toBeGreaterThan(15))

  // Phones count letters and signs of any script behind an address as part of it.
  it.each(LANGUAGES)('has nothing behind the link on its line in %s', (language) => {
    expect(linked(language).filter(([, text]) => /\{\{link\}\}(?!\n|$)/.test(text))).toEqual([])
  })
})

describe('a text that refuses, stops somebody or goes out', () => {
  const isKey = (key: string) => texts.en.has(key)
  const asked = (language: Language) => [...texts[language]].filter(([key]) => asksForStep(key, isKey))
  const lacking = (language: Language) => asked(language).filter(([, text]) => !saysStep(language, text))
  const isLiteral = (key: string) => LITERALS.some(([, , ...keys]) => keys.includes(key))

  it('is recognized by the name of its key', () => expect(asked('en').length).toBeGreaterThan(200))

  it.each(LANGUAGES)('says in %s what to do next', (language) => {
    const dumb = lacking(language).filter(
      ([key]) => !STATES.some(([keys]) => keys.test(key)) && !(language === 'en' && isLiteral(key)),
    )
    expect(dumb).toEqual([])
  })

  it.each(LANGUAGES)('says it once at the end of a join in %s: in the title and not below it', (language) => {
    const said = (key: string) => saysStep(language, texts[language].get(`join:${key}`) ?? '')
    expect(['error.used', 'error.expired', 'error.unknown'].map(said)).toEqual([true, true, true])
    expect(said('gone.nothing')).toBe(false)
  })

  it('is excepted only where it names no next step', () => {
    const needed = LANGUAGES.flatMap((language) => lacking(language).map(([key]) => key))
    expect(STATES.filter(([keys]) => !needed.some((key) => keys.test(key)))).toEqual([])
  })
})

describe('the code of pages', () => {
  const drawn = ['app/routes', 'app/ui'].flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  )

  it('is read from more than 200 files', () => expect(drawn.length).toBeGreaterThan(200))

  it('joins no words by English punctuation, for Chinese has its own', () => {
    const glued = drawn.flatMap((file) =>
      fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => />\s*: \{|`: \$\{|\$\{[^}]*\}: \$\{|join\(', '\)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(glued).toEqual([])
  })
})

/**
 * How many characters fit on one line of a button on a phone of 360 px: 264 px between its paddings, in Inter of 14 px, where a letter
 * of a long label is up to 8.2 px wide in English, 8.5 in Russian and 8.8 in Kazakh, and a Chinese sign 14.
 */
const FITS: Record<Language, number> = { en: 32, ru: 31, kk: 29, zh: 18 }
const BUTTON =
  /(^|[.:])(submit|submitNext|send|sendCode|resend|save|keep|add|addEmail|edit|delete|remove|cancel|close|apply|archive|restore|pin|unpin|claim|release|takeOver|button|insert|print|check|change|continue|next|back|goBack|backToHome|backToList|signIn|signOut|download|open|upload|verify|reject|approve|start|confirm|passkey|discard|show|tryAgain|recovery\.open|agree|propose|decline|byHandSubmit|markAllRead|endOthers|forgetThis|forgetOthers|exportCsv|reset)$/
/** Keys that end like those of buttons but are not. */
const NO_BUTTON =
  /^(glossary|audit):|:(ability|step|column|field|message|conflict|event|error|toast|failed|help)\b|recovery\.check/

describe.each(LANGUAGES)('in %s', (language) => {
  it('the labels of buttons fit a phone', () => {
    const buttons = [...texts[language]].filter(([key]) => BUTTON.test(key) && !NO_BUTTON.test(key))
    expect(buttons.length).toBeGreaterThan(60)
    const long = buttons.filter(([, text]) => [...text.replace(/\{\{.*?\}\}/g, '00')].length > FITS[language])
    expect(long).toEqual([])
  })
})

/** Numbers not grouped by the rule: in threes from four digits in English and Chinese, from five in Russian and Kazakh. */
const OTHERWISE_GROUPED: Record<Language, RegExp> = {
  en: /(?<![\d-])\d{4,}(?![\d-])/,
  zh: /(?<![\d-])\d{4,}(?![\d-])/,
  ru: /(?<![\d ])\d[ \u00a0]\d{3}(?!\d| \d)|\d{5}/,
  kk: /(?<![\d ])\d[ \u00a0]\d{3}(?!\d| \d)|\d{5}/,
}

it.each(LANGUAGES)('numbers are grouped in one way in %s', (language) => {
  expect([...texts[language]].filter(([, text]) => OTHERWISE_GROUPED[language].test(text))).toEqual([])
})

it('a countdown reads right for one second too, because scripts change only the number', () => {
  const counted = [...texts.en].filter(([, text]) => /\{\{seconds\}\}/.test(text))
  expect(counted).not.toEqual([])
  expect(counted.filter(([, text]) => /\{\{seconds\}\}(<\/\w+>)? seconds/.test(text))).toEqual([])
})

describe('words that stay on one line', () => {
  it.each([
    ['в организации и у неё', 'в~организации и~у~неё'],
    ['Он действует 5 минут.', 'Он действует 5~минут.'],
    ['{{count}} код', '{{count}}~код'],
    ['Груз — в пути', 'Груз~— в~пути'],
    ['до 10 МБ, не больше 20', 'до~10~МБ, не~больше 20'],
    ['чтобы Что-то за', 'чтобы Что-то за'],
    ['26 янв. 2027 г.', '26~янв. 2027~г.'],
  ])('in Russian: %s', (sentence, kept) => {
    expect(keepTogether(sentence, 'ru')).toBe(kept.replaceAll('~', '\u00a0'))
  })

  it('in Kazakh: a number with its unit, and a dash', () => {
    expect(keepTogether('Ол 5 минут — жарамды', 'kk')).toBe('Ол 5\u00a0минут\u00a0— жарамды')
  })

  it('in English and Chinese: a phone number and nothing else', () => {
    for (const language of ['en', 'zh'] as const) expect(keepTogether('5 days — a', language)).toBe('5 days — a')
    expect(keepTogether('With country code, for example +7 701 000.', 'en')).toBe(
      'With country code, for example +7\u00a0701\u00a0000.',
    )
  })

  it('in a list: a day', () => {
    const at = new Date('2026-03-05T09:07:00Z')
    expect(dayMoment(at, 'ru', 'Asia/Almaty').text).toBe('5\u00a0мар. 2026\u00a0г.')
    expect(dayMoment(at, 'kk', 'Asia/Almaty').text).toBe('2026\u00a0ж. 5\u00a0нау.')
  })
})

describe('punctuation between words', () => {
  it('stands in the texts of each language, not in the code of a page', () => {
    const pages = sourcesUnder('app').filter((file) => file.endsWith('.tsx'))
    expect(pages.length).toBeGreaterThan(150)
    expect(pages.flatMap((file) => hardcodedPunctuation(file))).toEqual([])
  })

  it.each([
    '<p>{label}: {name}</p>',
    '<p>{label}, <b>{name}</b></p>',
    '<span>: {name}</span>',
    '<p>{sentence}. {next}</p>',
    '<title>{`${label}: ${name}`}</title>',
    "<p>{names.join(', ')}</p>",
  ])('is found in %s', (source) => {
    expect(hardcodedPunctuation('page.tsx', `const page = ${source}`)).toHaveLength(1)
  })

  it.each(['<li>{number}.</li>', '<p>{name} · {role}</p>', '<p>{`${first} ${last}`}</p>'])(
    'is not reported in %s',
    (source) => {
      expect(hardcodedPunctuation('page.tsx', `const page = ${source}`)).toEqual([])
    },
  )
})

/** What was proofread, and when. A text that changed since is not an error: `npm run wording` lists it. */
describe('the ledger of texts that were read', () => {
  const ledger = JSON.parse(fs.readFileSync('locales/ledger.json', 'utf8')) as Record<string, Record<string, string>>

  it('has every language and no other', () => {
    expect(Object.keys(ledger).toSorted()).toEqual([...LANGUAGES].toSorted())
    for (const language of LANGUAGES) expect(Object.keys(ledger[language] ?? {}).length, language).toBeGreaterThan(1000)
  })

  it('has a day and a hash for each text', () => {
    const odd = Object.values(ledger).flatMap((read) =>
      Object.entries(read).filter(([, entry]) => !/^20\d\d-\d\d-\d\d [0-9a-f]{8}$/.test(entry)),
    )
    expect(odd).toEqual([])
  })

  it('shows which texts changed since then and which nobody read', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wording-'))
    fs.cpSync('locales', path.join(folder, 'locales'), { recursive: true })
    const file = path.join(folder, 'locales/en/common.json')
    const common = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>
    fs.writeFileSync(file, JSON.stringify({ ...common, signOut: 'Leave now', unheardOf: 'Quite new' }))
    const said = execFileSync(process.execPath, [path.resolve('scripts/wording.mjs')], {
      cwd: folder,
      encoding: 'utf8',
    })
    fs.rmSync(folder, { recursive: true })
    expect(said).toMatch(/common:signOut \(changed since 20\d\d-\d\d-\d\d\): Leave now/)
    expect(said).toContain('common:unheardOf (never read): Quite new')
  })
})
