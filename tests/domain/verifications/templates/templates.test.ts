import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_TEMPLATES } from '../../../../app/db/verifications/default-templates'
import { templates } from '../../../../app/db/schema/templates'
import { insertPosted } from '../../../../app/domain/verifications/templates/insert-template'
import { isTarget } from '../../../../app/domain/verifications/requested-items/items'
import {
  isForeign,
  lackingLanguages,
  scriptOf,
  slotFaults,
  slotsIn,
} from '../../../../app/domain/verifications/templates/templates'
import { giveDefaultTemplates } from '../../../../app/domain/verifications/templates/templates.server'
import {
  isFilledFrom,
  translateText,
  templateText,
} from '../../../../app/domain/verifications/templates/template-text.server'
import { LANGUAGES } from '../../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'

const texts = {
  en: '{document} of {date}: {name} did not sign it.',
  ru: '{document} от {date}: {name} его не подписала.',
  kk: '{document}, {date}: {name} қол қоймаған.',
  zh: '{document}（{date}）：{name} 没有签名。',
}
const slots = { document: 'bank_statement', date: '2026-03-05', name: '长安冷链' }

describe('the slots of a template', () => {
  it('have no fault when they are the same in every language', () => expect(slotFaults(texts)).toEqual([]))

  it('are reported for a language that lacks a slot of another language', () =>
    expect(slotFaults({ ...texts, kk: '{document}: {name}' })).toEqual([{ language: 'kk', slots: '{date}', of: 'en' }]))

  it('are reported for the language that has an unknown one', () =>
    expect(slotFaults({ ...texts, ru: '{документ} {name}' })).toContainEqual({
      language: 'ru',
      slots: '{документ}',
      of: null,
    }))

  it('are not checked in a language without text', () => expect(slotFaults({ ...texts, zh: ' ' })).toEqual([]))
})

it('a language whose text is blank is reported as lacking', () =>
  expect(lackingLanguages({ ...texts, zh: ' ' })).toEqual(['zh']))

describe.each(LANGUAGES)('a filled-in template sent in %s', (sent) => {
  const text = templateText(sent, texts, slots)

  it('has no open slots', () => expect(slotsIn(text)).toEqual([]))

  it.each(LANGUAGES)(
    'reads in %s as the template does in that language, followed by any text added to it',
    (reader) => {
      expect(translateText(reader, text, { templateTexts: texts, slots })).toBe(templateText(reader, texts, slots))
      expect(translateText(reader, `${text}\nБолды`, { templateTexts: texts, slots })).toBe(
        `${templateText(reader, texts, slots)}\nБолды`,
      )
    },
  )

  it('stays as it was sent when it does not come from the given template', () => {
    const templateTexts = { en: 'A', ru: 'Б', kk: 'Ә', zh: '甲' }
    for (const reader of LANGUAGES) expect(translateText(reader, text, { templateTexts, slots })).toBe(text)
  })
})

it('text that differs from a template or adds to it is not taken for that template', () => {
  expect(isFilledFrom('Something else', texts, slots)).toBe(false)
  expect(isFilledFrom(`${templateText('ru', texts, slots)} и ещё`, texts, slots)).toBe(false)
})

it('a slot without a value stays open', () =>
  expect(slotsIn(templateText('en', texts, { name: 'Tengri' }))).toEqual(['document', 'date']))

it('inserted text goes into the first row that has neither text nor target', () => {
  const offer = {
    reads: 'en' as const,
    readsName: 'English',
    readsInWords: 'English',
    isReadersOwn: true,
    templates: [{ id: 'sharp', reader: 'Upload it', applicant: 'Upload it', target: null }],
    base: { reader: {}, applicant: {} },
    subjects: [],
    targets: ['document:bank_statement'],
  }
  const posted = new FormData()
  posted.set('pick', 'sharp')
  posted.set('items[0].target', 'document:bank_statement')
  posted.set('items[1].text', 'The lease')
  expect(Object.fromEntries(insertPosted(offer, posted))).toMatchObject({
    'items[0].target': 'document:bank_statement',
    'items[1].text': 'The lease',
    'items[2].text': 'Upload it',
  })
  posted.set('items[1].text', ' ')
  expect(Object.fromEntries(insertPosted(offer, posted))).toMatchObject({ 'items[1].text': 'Upload it' })
})

describe('the script of a text', () => {
  it.each([
    ['Bank statement', 'Latin'],
    ['Выписка из банка', 'Cyrillic'],
    ['Құжат', 'Cyrillic'],
    ['请上传 PDF', 'Han'],
    ['上传 files', 'Han'],
    ['上传 photos now', 'Latin'],
    ['123 — 45', null],
  ])('%s: %s', (text, script) => expect(scriptOf(text)).toBe(script))

  it('is foreign to a reader of a language in another script', () => {
    expect(isForeign('Send a photo', 'kk')).toBe(true)
    expect(isForeign('Фото жіберіңіз', 'ru')).toBe(false)
    expect(isForeign('', 'zh')).toBe(false)
  })
})

describe('the default templates', () => {
  it('are at least 12, complete in every language, with matching slots and valid targets', () => {
    expect(DEFAULT_TEMPLATES.length).toBeGreaterThanOrEqual(12)
    for (const template of DEFAULT_TEMPLATES) {
      expect(lackingLanguages(template)).toEqual([])
      expect(slotFaults(template)).toEqual([])
      expect(template.target === undefined || isTarget(template.target)).toBe(true)
      for (const language of LANGUAGES) expect(isForeign(template[language], language)).toBe(false)
    }
  })
})

describe('a platform without templates', async () => {
  const db = await openTestDatabase()
  beforeEach(() => emptyTables(db))

  it('gets the default templates once, also when two processes start at the same time', async () => {
    const services = await testServices()
    await Promise.all([giveDefaultTemplates(services), giveDefaultTemplates(services)])
    expect(await giveDefaultTemplates(services)).toBe(0)
    expect(await db.select().from(templates)).toHaveLength(DEFAULT_TEMPLATES.length)
  })

  it('does not get archived default templates back', async () => {
    const services = await testServices()
    await giveDefaultTemplates(services)
    await db.update(templates).set({ isArchived: true })
    expect(await giveDefaultTemplates(services)).toBe(0)
  })
})
