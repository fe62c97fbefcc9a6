import { describe, expect, it } from 'vitest'
import {
  formatAmount,
  formatBytes,
  formatChange,
  formatCountry,
  formatDate,
  formatDateTime,
  formatDayAhead,
  formatAge,
  formatDuration,
  formatLanguage,
  formatClock,
  formatTime,
  formatExactTime,
  formatLasted,
  formatNouns,
  formatPeriod,
  formatRelative,
  formatSpreadsheetTime,
  formatShortDay,
  formatRecentTime,
} from '../../app/i18n/format'
import { keepTogether } from '../../app/i18n/spacing'
import { secondsUntil, waitLabel } from '../../app/i18n/wait-label'
import { HOUR_MS, MINUTE_MS } from '../../app/durations'
import { LANGUAGES } from '../../app/vocabulary'

const at = new Date('2026-03-05T09:07:00Z')
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('dates and figures in four languages', () => {
  it.each([
    ['en', 'Mar 5, 2026, 2:07 PM'],
    ['ru', '5 мар. 2026 г., 14:07'],
    ['kk', '2026 ж. 5 нау., 14:07'],
    ['zh', '2026年3月5日 14:07'],
  ] as const)('date and time in %s', (language, expected) => {
    expect(plain(formatDateTime(at, language, 'Asia/Almaty'))).toBe(expected)
  })

  it('uses the time zone of the person', () => {
    expect(formatDate(new Date('2026-03-05T23:30:00Z'), 'en', 'Asia/Almaty')).toBe('Mar 6, 2026')
    expect(formatDate(new Date('2026-03-05T23:30:00Z'), 'en', 'America/Chicago')).toBe('Mar 5, 2026')
  })

  it.each([
    ['2026-03-05T18:59:00Z', 'today'],
    ['2026-03-05T19:00:00Z', 'tomorrow'],
    ['2026-03-06T19:00:00Z', 'Sat, Mar 7'],
  ])('a coming day, %s in Almaty, is called %s', (instant, expected) => {
    expect(formatDayAhead(new Date(instant), at, 'en', 'Asia/Almaty')).toBe(expected)
  })

  it('a moment in the last twelve hours is shown without its day', () => {
    const since = (agoMs: number) => plain(formatRecentTime(new Date(at.getTime() - agoMs), at, 'ru', 'Asia/Almaty'))
    expect([since(0), since(12 * HOUR_MS), since(12 * HOUR_MS + 1)]).toEqual([
      '14:07',
      '02:07',
      '5 мар. 2026 г., 02:06',
    ])
  })

  it('a short day names the year only when it is not the current one', () => {
    const yearsEnd = new Date('2025-12-31T19:30:00Z')
    expect(formatShortDay(yearsEnd, at, 'en', 'Asia/Almaty')).toBe('Jan 1')
    expect(formatShortDay(yearsEnd, at, 'en', 'America/Chicago')).toBe('Dec 31, 2025')
  })

  it.each([
    [0, '0 hours'],
    [HOUR_MS * 47.99, '47 hours'],
    [HOUR_MS * 48, '2.0 days'],
    [HOUR_MS * 60, '2.5 days'],
  ])('a duration of %d ms has whole hours below 48, else days with one decimal', (durationMs, expected) => {
    expect(formatDuration(durationMs, 'en')).toBe(expected)
  })

  it.each([
    [HOUR_MS * 47.99, '47 hours', '47 hours ago'],
    [HOUR_MS * 48, '2 days', '2 days ago'],
    [HOUR_MS * 143, '5 days', '5 days ago'],
  ])('an age of %d ms counts as the words with “ago” do', (durationMs, age, ago) => {
    const at = new Date('2026-03-01T00:00:00Z')
    expect(formatAge(durationMs, 'en')).toBe(age)
    expect(formatRelative(at, new Date(at.getTime() + durationMs), 'en')).toBe(ago)
  })

  it.each([
    ['ru', '47 часов', '2,5 дня'],
    ['kk', '47 сағат', '2,5 күн'],
    ['zh', '47小时', '2.5天'],
  ] as const)('durations in %s', (language, hours, days) => {
    expect(plain(formatDuration(HOUR_MS * 72, language))).toBe(days.replace(/^2(.)5/, '3$10'))
    expect(plain(formatDuration(HOUR_MS * 47, language))).toBe(hours)
    expect(plain(formatDuration(HOUR_MS * 60, language))).toBe(days)
  })

  it.each([
    [1, '1 second'],
    [59_001, '60 seconds'],
    [90_000, '90 seconds'],
    [120_000, '120 seconds'],
    [120_001, '3 minutes'],
    [90 * MINUTE_MS, '90 minutes'],
    [2 * HOUR_MS, '120 minutes'],
    [2 * HOUR_MS + 1, '3 hours'],
  ])('a wait of %d ms is never stated too short', (waitMs, expected) => {
    expect(waitLabel(waitMs, 'en')).toBe(expected)
  })

  it.each([
    [30_000, 'now'],
    [60_000, '1 minute ago'],
    [59 * 60_000, '59 minutes ago'],
    [3 * HOUR_MS, '3 hours ago'],
    [49 * HOUR_MS, '2 days ago'],
    [HOUR_MS, '1 hour ago'],
    [48 * HOUR_MS - 1, '47 hours ago'],
    [24 * HOUR_MS, '24 hours ago'],
    [60 * 24 * HOUR_MS - 1, '59 days ago'],
    [60 * 24 * HOUR_MS, '2 months ago'],
    [100 * 24 * HOUR_MS, '3 months ago'],
    [-24 * HOUR_MS, 'in 24 hours'],
    [-72 * HOUR_MS, 'in 3 days'],
  ])('%d ms ago in words', (agoMs, expected) => {
    expect(formatRelative(new Date(at.getTime() - agoMs), at, 'en')).toBe(expected)
  })

  it.each([
    [0, '1 minute'],
    [59 * MINUTE_MS, '59 minutes'],
    [HOUR_MS, '1 hour'],
    [50 * HOUR_MS, '2 days'],
  ])('what began %d ms ago has lasted %s', (lastedMs, expected) => expect(formatLasted(lastedMs, 'en')).toBe(expected))

  it.each([
    [1 / 24, '1 hour'],
    [0.5, '12 hours'],
    [1, '1 day'],
    [364, '364 days'],
    [365, '1 year'],
    [366, '366 days'],
    [730, '2 years'],
    [1095, '3 years'],
    [1096, '3 years'],
    [1097, '1,097 days'],
    [7 * 365 + 2, '7 years'],
  ])('a period of %d days is called %s', (days, expected) => expect(formatPeriod(days, 'en')).toBe(expected))

  it('formats amounts with short units, in Chinese with a word', () => {
    expect(['en', 'ru', 'zh'].map((language) => plain(formatAmount(1250, 'kilogram', language as 'en')))).toEqual([
      '1,250 kg',
      '1 250 кг',
      '1,250千克',
    ])
  })

  it('signs a change with plus or minus, and a zero with neither', () => {
    expect([3, -2, 0].map((change) => formatChange(change, 'en'))).toEqual(['+3', '-2', '0'])
  })

  it('capitalizes only the first of several nouns', () => {
    expect(formatNouns(['Standard delivery', 'Cold chain', 'Customs'], 'en')).toBe(
      'Standard delivery, cold chain, and customs',
    )
  })

  it('counts the days even where a language has a word for two days ago', () => {
    expect(formatRelative(new Date(at.getTime() - 49 * HOUR_MS), at, 'ru')).toBe('2 дня назад')
  })

  it('has two-digit hours wherever the clock has 24 hours', () => {
    const early = new Date('2026-03-05T03:07:09Z')
    const times = (language: 'en' | 'ru' | 'kk' | 'zh') =>
      [formatTime, formatClock, formatDateTime, formatExactTime].map(
        (format) => /\d+:07(:09)?/.exec(format(early, language, 'UTC'))?.[0],
      )
    for (const language of ['ru', 'kk', 'zh'] as const)
      expect(times(language)).toEqual(['03:07', '03:07:09', '03:07', '03:07'])
    expect(times('en')).toEqual(['3:07', '3:07:09', '3:07', '3:07'])
  })

  it('says “just now” of what has just happened, and “now” of what is about to happen', () => {
    const justNow = (language: 'kk' | 'zh', agoMs: number) =>
      formatRelative(new Date(at.getTime() - agoMs), at, language)
    expect([justNow('kk', 30_000), justNow('zh', 0)]).toEqual(['жаңа ғана', '刚刚'])
    expect([justNow('kk', -30_000), justNow('zh', -30_000)]).toEqual(['қазір', '现在'])
  })

  it('writes Cyrillic units in Cyrillic letters, and at least one kilobyte', () => {
    expect(plain(formatBytes(4_500_000, 'kk'))).toBe('4,5 МБ')
    expect(formatBytes(12, 'en')).toBe('1 KB')
    expect(formatBytes(1_000_000, 'en')).toBe('1 MB')
  })

  it('formats a size the same, whatever was formatted before it', () => {
    const sizes = [999_999, 1_250_000, 999_999].map((sizeBytes) => plain(formatBytes(sizeBytes, 'ru')))
    expect(sizes).toEqual(['1 000 КБ', '1,3 МБ', '1 000 КБ'])
  })

  it.each([
    ['ru', 'США'],
    ['kk', 'АҚШ'],
    ['zh', '美国'],
    ['en', 'United States'],
  ] as const)('names the United States in %s', (language, name) => {
    expect(formatCountry('US', language)).toBe(name)
  })
})

describe('the name of a language', () => {
  it.each([
    ['en', 'English, Chinese, Russian, Kazakh'],
    ['zh', '英语, 中文, 俄语, 哈萨克语'],
    ['ru', 'английский, китайский, русский, казахский'],
    ['kk', 'ағылшын тілі, қытай тілі, орыс тілі, қазақ тілі'],
  ] as const)('has the form it takes inside a sentence in %s', (language, names) => {
    expect(LANGUAGES.map((named) => formatLanguage(named, language)).join(', ')).toBe(names)
  })
})

describe('a line never breaks', () => {
  const kept = (sentence: string, language: 'en' | 'ru' | 'kk' | 'zh') =>
    keepTogether(sentence, language).replaceAll('\u00a0', '~')
  it.each([
    ['en', 'Over 1 000 000 rows in 5 min — done', 'Over 1~000~000 rows in 5 min — done'],
    ['ru', 'Заявка № 5 — через 5 мин', 'Заявка №~5~— через 5~мин'],
    ['ru', 'Код на почту и в SMS', 'Код на~почту и~в~SMS'],
    ['ru', 'Файл до 10 МБ, осталось {{count}} дней', 'Файл до~10~МБ, осталось {{count}}~дней'],
    ['kk', '5 мин — дайын на', '5~мин~— дайын на'],
  ] as const)('within a number, before its unit or after a short word: %s, %s', (language, sentence, expected) =>
    expect(kept(sentence, language)).toBe(expected),
  )
})

it.each([
  [-1, 0],
  [0, 0],
  [1, 1],
  [1000, 1],
  [1001, 2],
])('%d ms ahead are %d whole seconds to wait', (ms, seconds) =>
  expect(secondsUntil(at.getTime() + ms, at)).toBe(seconds),
)

describe('times for spreadsheets', () => {
  const ZONES = ['UTC', 'Asia/Almaty', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Monrovia']
  const slowly = (at: Date, timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)

  it.each(ZONES)('are right in %s at every hour, across clock changes and odd offsets', (timeZone) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    for (const year of [1971, 2024, 2026])
      for (let hour = 0; hour < 366 * 24; hour += 1) {
        const at = new Date(Date.UTC(year, 0, 1, hour, (hour * 7) % 60, 50))
        const shown = formatSpreadsheetTime(at, timeZone)
        if (shown !== format.format(at)) expect(shown, at.toISOString()).toBe(format.format(at))
      }
  })

  it.each(['0001-01-01T00:00:00Z', '0999-12-31T23:59:59Z', '9999-12-31T23:59:59Z', '+010000-01-01T00:00:00Z'])(
    'are right at %s too',
    (at) => expect(formatSpreadsheetTime(new Date(at), 'Europe/Berlin')).toBe(slowly(new Date(at), 'Europe/Berlin')),
  )
})
