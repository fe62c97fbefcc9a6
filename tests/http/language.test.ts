import { expect, it } from 'vitest'
import { browserLanguage } from '../../app/http/preferences/language.server'

it.each([
  ['zh', 'zh'],
  ['kk-KZ,kk;q=0.9', 'kk'],
  ['zh-Hant-TW', 'zh'],
  ['RU', 'ru'],
  ['de,ru;q=0.5', 'ru'],
  ['de, zh;q=0.3 , ru;q=0.8', 'ru'],
  ['ru;q=0, kk;q=0.1', 'kk'],
  ['en;q=0.5,ru', 'ru'],
  ['de', null],
  ['*', null],
  ['ru;q=x', null],
  ['', null],
  [null, null],
])('a browser that asks for "%s" gets %s', (header, language) => expect(browserLanguage(header)).toBe(language))
