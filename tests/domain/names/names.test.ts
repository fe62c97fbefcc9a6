import { beforeEach, describe, expect, it } from 'vitest'
import { organizations } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import { fillSearchKeys } from '../../../app/domain/names/fill-keys.server'
import { foldWords } from '../../../app/domain/names/fold-name'
import { loosenSearch } from '../../../app/domain/names/loosened.server'
import { nameSearch } from '../../../app/domain/names/name-search'
import { patternOfPinyin } from '../../../app/domain/names/pinyin.server'
import { coreOf, searchKey } from '../../../app/domain/names/search-key.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { organization, staff } from '../../support/verifications'

describe('all spellings of a name fold to the same words', () => {
  it.each([
    ['Жібек Жолы', 'Zhibek zholy', 'Jibek Joly', 'ЖИБЕК ЖОЛЫ', 'Jіbek Joly'],
    ['Қазақстан', 'Казахстан', 'Kazakhstan', 'Qazaqstan'],
    ['Щёлково', 'Shchyolkovo', 'Schelkovo', 'Щелково'],
    ['Московский', 'Moskovskiy', 'Moskovsky', 'Moskovskii'],
    ['Нұрлы Жол', 'Nurly Zhol', 'Ñurly Jol', 'Нурлы жол', 'Nūrly Jol'],
    ['Юнусов', 'Yunusov', 'Iunusov'],
    ['Альфа', "Al'fa", 'Alfa', 'Alpha'],
    ['Экспресс', 'Express', 'Ekspress', 'EXPRESS'],
    ['Карго', 'Cargo', 'kargo'],
    ['Цемент', 'Cement', 'Tsement'],
    ['Жаңа', 'Zhanga', 'Jaña', 'Zhana'],
    ['ＡＢＣ　Ltd', 'abc ltd'],
  ])('%s', (first, ...others) => {
    for (const other of others) expect(foldWords(other), other).toEqual(foldWords(first))
  })

  it('while different names stay apart', () => {
    const names = ['Алатау', 'Алтай', 'Алтын', 'Астана', 'Атырау', 'Арал', 'Ақтау', 'Ақтөбе']
    expect(new Set(names.map((name) => foldWords(name).join(' '))).size).toBe(names.length)
  })
})

describe('the search key', () => {
  it('holds a Chinese name as written, as pinyin, as syllables and as initials', () => {
    const key = searchKey('绿野物流')
    for (const typed of ['绿野', 'lvye', 'luye', 'lv ye wu liu', 'lywl'])
      for (const word of nameSearch(typed).words) expect(key, typed).toContain(word)
  })

  it('holds the consonants, so that vowels typed by ear still match', () => {
    for (const [stored, typed] of [
      ['Blue Crane', 'блю крейн'],
      ['Homewise', 'хоумвайз'],
      ['Great Plains', 'грейт плейнс'],
    ] as const)
      for (const word of nameSearch(typed).consonants) expect(searchKey(stored), typed).toContain(word)
  })

  it('holds no single consonant, which would match almost anything', () => {
    expect(nameSearch('ок карго').consonants).toEqual(['KRJ'])
    expect(searchKey('Ок Карго')).not.toContain('K KRJ')
  })

  it('begins with the name without its legal form, which can still be searched for', () => {
    expect(searchKey('ТОО «Алатау»')).toMatch(/^\|alatau\|/)
    expect(nameSearch('LLP Alatau').words).toEqual(['alatau'])
    expect(nameSearch('ТОО').words).toHaveLength(1)
    expect(searchKey('ТОО «Алатау»')).toContain(nameSearch('ТОО').words[0])
  })

  it.each([
    ['«Алатау» ЖШС', 'ALATAU, LLP'],
    ['ООО «Волга-Карго»', 'Volga Cargo Ltd.'],
    ['上海华运有限公司', '上海华运'],
    ['Delta L.L.C.', 'Дельта'],
  ])('%s and %s have the same core', (one, other) => expect(coreOf(one)).toBe(coreOf(other)))

  it('takes AAA for a name, but not the same letter four times', () => {
    expect(nameSearch('AAA').words).toEqual(['a'])
    expect(nameSearch('aaaa').words).toEqual([])
  })

  it('matches text typed on the other keyboard layout', () => {
    expect(nameSearch('fkfnfe').typed).toEqual(foldWords('алатау'))
    expect(nameSearch('ыеуззу').typed).toEqual(foldWords('steppe'))
  })
})

describe('a looser reading of what was typed, used when nothing contains it', () => {
  function isRead(typed: string, stored: string): boolean {
    const key = searchKey(stored)
    const { readings, initials } = loosenSearch(nameSearch(typed), typed)
    const [, first = ''] = key.split('|')
    const isByInitials = initials.includes([...first.matchAll(/(?:^| )([^ ])/g)].map(([, letter]) => letter).join(''))
    return isByInitials || readings.some(({ patterns }) => patterns.every((pattern) => new RegExp(pattern).test(key)))
  }

  it.each([
    ['simplified signs by traditional ones', '重慶長江運輸', '重庆长江运输'],
    ['traditional signs by simplified ones', '汇丰仓储', '香港滙豐倉儲有限公司'],
    ['a traditional legal form', '廣運集團', '广运集团'],
    ['tones as digits', 'tian1 shan1', '天山'],
    ['tones as digits in one word', 'lv4ye3', '绿野'],
    ['ü with a tone, written as u and a colon', 'lu:3shun4', '旅顺'],
    ['signs that the word reads otherwise', 'sihai baoguanhang', '四海报关行'],
    ['a surname', 'zengshi mudiao', '曾氏木雕'],
    ['two letters turned around', 'dingshneg', '鼎盛'],
    ['initials', 'жжк', 'Жібек Жолы Карго'],
    ['initials of two letters', 'ZhZh', 'Жібек Жолы'],
    ['initials in another script', 'БХТ', 'Bright Horizon Trading'],
    ['Kazakh letters by digits', '2ktv', 'Әлем'],
    ['Kazakh letters by digits among Russian ones', '0аза0стан', 'Қазақстан'],
    ['digits by Kazakh letters', 'склад іү', 'Склад 38'],
    ['digits by Kazakh letters, Latin ones by Russian', 'еукьштфд әң', 'Terminal 24'],
    ['one sound in two spellings', 'евразия гейтвей', 'Eurasia Gateway'],
    ['eight initials', 'абвгдежз', 'Алма Бота Вода Гора Дала Ел Жар Зима'],
    ['a short word behind pinyin that begins another', 'tian1shan1 ка', '天山 Каткарго'],
  ])('%s: %s finds %s', (_, typed, stored) => expect(isRead(typed, stored)).toBe(true))

  it.each([
    ['tian1 shui3', '天山'],
    ['天水', '天山'],
    ['龍', '龙门'],
    ['БХТ', 'Bright Horizon'],
    ['БХ', 'Bright Horizon Trading'],
    ['2ktv', 'Олем'],
    ['2kt', 'Әлеует'],
    ['корк', 'Чорч'],
    ['абвгдежзи', 'Алма Бота Вода Гора Дала Ел Жар Зима Игілік'],
    ['tian1shan1 тк', '天山 Каткарго'],
    ['ТОО', 'Тау Орда Орман'],
  ])('%s does not find %s', (typed, stored) => expect(isRead(typed, stored)).toBe(false))

  it('takes only three to five capitals for initials without loosening', () => {
    for (const typed of ['ВЭГ', 'B.H.T.', 'PRCS']) expect(nameSearch(typed).initials.length, typed).toBeGreaterThan(0)
    for (const typed of ['вэг', 'АЖ', 'ALATAU', 'ТОО', 'Вэг', '天山物', 'BHT 12'])
      expect(nameSearch(typed).initials, typed).toEqual([])
  })
})

it('a long word that cannot be cut into pinyin syllables takes no exponential time', () => {
  const msOf = (times: number) => {
    const startedMs = performance.now()
    patternOfPinyin(`${'an'.repeat(times)}q`)
    return performance.now() - startedMs
  }
  const least = (times: number) => Math.min(...Array.from({ length: 5 }, () => msOf(times)))
  least(1)
  expect(least(19)).toBeLessThan(60 * least(6))
})

describe('rows without a search key', () => {
  const open = openTestDatabase()
  beforeEach(async () => emptyTables(await open))

  it('get one at start, even when they fill more than one batch', async () => {
    const db = await open
    const known = await organization(db, { name: 'Дала Жүк', searchKey: '' })
    await db
      .insert(organizations)
      .values(Array.from({ length: 600 }, (_, n) => ({ ...known, id: undefined, name: `Терминал ${n}` })))
    const { id } = await staff(db, 'admin', 'Сәуле')
    await db.update(users).set({ searchKey: '' })
    await fillSearchKeys({ db })
    const keys = await db.select({ name: organizations.name, key: organizations.searchKey }).from(organizations)
    expect(keys.filter(({ key }) => key === '')).toEqual([])
    expect(keys.find(({ name }) => name === 'Терминал 599')?.key).toBe(searchKey('Терминал 599', 'Steppe Freight LLP'))
    expect(await db.select({ id: users.id, key: users.searchKey }).from(users)).toEqual([{ id, key: '|saule|SL|' }])
  })
})

it.each(['股份有限公司', '有限公司', '集团'])('the legal form %s is not part of a name', (form) =>
  expect(coreOf(`长安冷链${form}`)).toBe(coreOf('长安冷链')),
)
