import { describe, expect, it } from 'vitest'
import { textLanguage } from '../../app/i18n/text-language'

describe('a text that a user wrote', () => {
  it.each([
    ['en', '上海启明物流有限公司', 'zh'],
    ['en', 'Жібек Жолы', 'kk'],
    ['en', 'Северный ветер', 'ru'],
    ['en', 'ТОО «Сапар»', 'ru'],
    ['ru', 'Қарағанды, Бұқар жырау даңғылы, 12', 'kk'],
    ['kk', 'Лицензия просрочена, пришлите новую', 'ru'],
    ['en', 'Бір', 'kk'],
    ['kk', 'Северный ветер северный ветер', 'ru'],
    ['en', '上海 Blu', 'zh'],
    ['zh', 'Blue Heron Warehousing', 'en'],
    ['ru', 'Blue Heron Warehousing', 'en'],
    ['ru', 'Склад Blue', 'ru'],
  ] as const)('on a page in %s, %s is marked as %s', (page, text, language) => {
    expect(textLanguage(text, page)).toBe(language === page ? undefined : language)
  })

  it.each([
    ['en', 'Blue Heron Warehousing'],
    ['kk', 'Алтын Дала'],
    ['ru', 'ул. Абая, 5'],
    ['ru', '+7 701 000 00 01'],
    ['zh', 'A-12'],
    ['kk', 'Алтын Дала Сервис'],
    ['en', 'ИП'],
    ['ru', '京'],
    ['en', ''],
  ])('on a page in %s, %s is left unmarked', (page, text) => {
    expect(textLanguage(text, page)).toBeUndefined()
  })
})
