import type { Language } from '../vocabulary'
import { DAY_MS, dayOfUtc, HOUR_MS, MINUTE_MS } from '../durations'

/** Formatting happens on the server only: browsers claim to support Kazakh but use root data. */
const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat | Intl.DisplayNames>()

function cached<Format extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat | Intl.DisplayNames>(
  key: string,
  make: () => Format,
): Format {
  const known = formats.get(key)
  if (known) return known as Format
  const made = make()
  formats.set(key, made)
  return made
}

const LOCALES: Record<Language, string> = { en: 'en-US', zh: 'zh-CN', ru: 'ru-RU', kk: 'kk-KZ' }

/** Up to this age a time of day alone cannot be mistaken for yesterday's. */
const SAME_DAY_MS = 12 * HOUR_MS

const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const
/** The parts of an instant that each format shows. */
const SHOWN = {
  dateTime: { ...DATE, ...TIME },
  exactTime: { ...DATE, ...TIME, timeZoneName: 'short' },
  date: DATE,
  day: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  time: TIME,
  clock: { ...TIME, second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** In the person's language and zone. */
const formatAs =
  (shown: keyof typeof SHOWN) =>
  (at: Date, language: Language, timeZone: string): string =>
    cached(
      `${shown} ${language} ${timeZone}`,
      () =>
        new Intl.DateTimeFormat(LOCALES[language], {
          ...SHOWN[shown],
          // With a 24-hour clock, a format with a zone would write the hour with one digit.
          ...('hour' in SHOWN[shown] && language !== 'en' && { hour: '2-digit' }),
          timeZone,
        }),
    ).format(at)

/** "Mar 5, 2026, 2:07 PM". */
export const formatDateTime = formatAs('dateTime')
/** "Mar 5, 2026, 2:07 PM GMT+5": for when the zone matters. */
export const formatExactTime = formatAs('exactTime')
/** "Mar 5, 2026". */
export const formatDate = formatAs('date')
/** "2:07 PM". */
export const formatTime = formatAs('time')
/** "2:05:30 PM": for a moment that is seconds away. */
export const formatClock = formatAs('clock')
/** "Mar 5". */
export const formatDay = formatAs('day')
const formatWeekday = formatAs('weekday')

/** "2:07 PM" for the last 12 hours, "Mar 5, 2026, 2:07 PM" before. */
export const formatRecentTime = (at: Date, now: Date, language: Language, timeZone: string): string =>
  (now.getTime() - at.getTime() > SAME_DAY_MS ? formatDateTime : formatTime)(at, language, timeZone)

/** "Mar 5", with the year when it is not the current one. */
export function formatShortDay(at: Date, now: Date, language: Language, timeZone: string): string {
  const year = cached(`year ${timeZone}`, () => new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }))
  return (year.format(at) === year.format(now) ? formatDay : formatDate)(at, language, timeZone)
}

const sheetFormat = (timeZone: string) =>
  cached(
    `sheet ${timeZone}`,
    () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  )

const offsets = new Map<string, Map<number, number>>()

/** How many milliseconds a zone is ahead on a day of UTC; NaN when that changes on the day, or is not whole minutes. */
function offsetMsOn(day: number, timeZone: string): number {
  let known = offsets.get(timeZone)
  if (!known) offsets.set(timeZone, (known = new Map()))
  let offsetMs = known.get(day)
  if (offsetMs === undefined) {
    const ahead = (atMs: number) => Date.parse(`${sheetFormat(timeZone).format(atMs).replace(' ', 'T')}Z`) - atMs
    const startMs = day * DAY_MS
    const [first, ...others] = [ahead(startMs), ahead(startMs + DAY_MS), ahead(startMs + MINUTE_MS - 1) + MINUTE_MS - 1]
    offsetMs = first !== undefined && others.every((other) => other === first) ? first : NaN
    known.set(day, offsetMs)
  }
  return offsetMs
}

const days = new Map<number, string>()

function dayInSheet(day: number): string {
  let known = days.get(day)
  if (known === undefined) days.set(day, (known = dayOfUtc(new Date(day * DAY_MS))))
  return known
}

const twoDigits = (n: number) => String(n).padStart(2, '0')
const MINUTES = Array.from(
  { length: DAY_MS / MINUTE_MS },
  (_, n) => ` ${twoDigits(Math.floor(n / 60))}:${twoDigits(n % 60)}`,
)

/**
 * "2026-03-05 14:07": sorts correctly as text, and spreadsheets read it as a date; null for null. A file of a million rows has two
 * million of these, so the offset of a zone on a day is computed once.
 */
export function formatSpreadsheetTime(at: Date | null, timeZone: string): string | null {
  if (at === null) return null
  const atMs = at.getTime()
  const shownMs = atMs + offsetMsOn(Math.floor(atMs / DAY_MS), timeZone)
  if (Number.isNaN(shownMs)) return sheetFormat(timeZone).format(at)
  const day = Math.floor(shownMs / DAY_MS)
  return dayInSheet(day) + MINUTES[Math.floor((shownMs - day * DAY_MS) / MINUTE_MS)]
}

/** "2026-03-05": the day alone, which also sorts correctly. */
export const formatSpreadsheetDay = (at: Date | null, timeZone: string): string | null =>
  formatSpreadsheetTime(at, timeZone)?.slice(0, 'YYYY-MM-DD'.length) ?? null

/** "GMT+5": a zone's offset from UTC at an instant. */
export function formatUtcOffset(at: Date, timeZone: string): string {
  const parts = cached(
    `zone ${timeZone}`,
    () => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }),
  ).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** "now", "today", "tomorrow". */
const relativeInWords = (language: Language) =>
  cached(`in words ${language}`, () => new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }))

/** Languages where “now” means the present, and something else is said of what has just happened. */
const JUST_NOW: Partial<Record<Language, string>> = { zh: '刚刚', kk: 'жаңа ғана' }

/** "3 hours ago": "now" under a minute, minutes under an hour, hours under two days, days under two months, else months. */
export function formatRelative(at: Date, now: Date, language: Language): string {
  const format = cached(
    `relative ${language}`,
    () => new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'always' }),
  )
  const differenceMs = at.getTime() - now.getTime()
  const distanceMs = Math.abs(differenceMs)
  if (distanceMs < MINUTE_MS)
    return (differenceMs <= 0 && JUST_NOW[language]) || relativeInWords(language).format(0, 'second')
  if (distanceMs < HOUR_MS) return format.format(Math.trunc(differenceMs / MINUTE_MS) || -0, 'minute')
  if (distanceMs < 2 * DAY_MS) return format.format(Math.trunc(differenceMs / HOUR_MS), 'hour')
  if (distanceMs < 60 * DAY_MS) return format.format(Math.trunc(differenceMs / DAY_MS), 'day')
  return format.format(Math.trunc(differenceMs / (30 * DAY_MS)), 'month')
}

/** "47 hours" below 48 hours, else "2.5 days" (decisions, Figures). */
export function formatDuration(durationMs: number, language: Language): string {
  const hours = Math.floor(durationMs / HOUR_MS)
  if (hours < 48) return formatUnit(hours, 'hour', language, 0)
  return formatUnit(durationMs / DAY_MS, 'day', language, 1)
}

/** "5 days": whole days, counted as "5 days ago" counts them. */
export function formatAge(durationMs: number, language: Language): string {
  const hours = Math.floor(durationMs / HOUR_MS)
  return hours < 48 ? formatUnit(hours, 'hour', language) : formatUnit(Math.floor(durationMs / DAY_MS), 'day', language)
}

/** "12 minutes", "3 hours", "2 days": how long something has lasted so far, at least a minute. */
export const formatLasted = (lastedMs: number, language: Language): string =>
  lastedMs < HOUR_MS
    ? formatUnit(Math.max(1, Math.floor(lastedMs / MINUTE_MS)), 'minute', language)
    : formatAge(lastedMs, language)

/** "1,250 kg", "45 min": with the short unit, as beside form fields; Chinese uses the long unit there too. */
export const formatAmount = (value: number, unit: string, language: Language): string =>
  formatUnit(value, unit, language, 0, language === 'zh' ? 'long' : 'short')

export function formatUnit(
  value: number,
  unit: string,
  language: Language,
  digits = 0,
  unitDisplay: 'long' | 'short' = 'long',
): string {
  return cached(
    `unit ${language} ${unit} ${digits} ${unitDisplay}`,
    () =>
      new Intl.NumberFormat(LOCALES[language], {
        style: 'unit',
        unit,
        unitDisplay,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ).format(value)
}

const YEAR_DAYS = 365

/** Returns whole years for a year or several, with or without their leap days; null for other periods. */
function asYears(days: number): number | null {
  const years = Math.floor(days / YEAR_DAYS)
  return years > 0 && days - years * YEAR_DAYS <= Math.floor((years + 1) / 4) ? years : null
}

/** How long something is kept: "1 hour", "180 days", "7 years". */
export function formatPeriod(days: number, language: Language): string {
  if (days < 1) return formatUnit(Math.round(days * 24), 'hour', language)
  const years = asYears(days)
  return years === null ? formatUnit(days, 'day', language) : formatUnit(years, 'year', language)
}

/** "A, B, and C". */
export const formatList = (items: readonly string[], language: Language): string =>
  new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(items)

/** "Standard delivery and cold chain": items after the first begin in lower case. */
export const formatNouns = (nouns: readonly string[], language: Language): string =>
  formatList(
    nouns.map((noun, index) => (index === 0 ? noun : noun.charAt(0).toLowerCase() + noun.slice(1))),
    language,
  )

export function formatNumber(value: number, language: Language): string {
  return cached(`number ${language}`, () => new Intl.NumberFormat(LOCALES[language])).format(value)
}

/** "1,000+" when there are more than were counted. */
export const formatCount = ({ total, isMore }: { total: number; isMore: boolean }, language: Language): string =>
  formatNumber(total, language) + (isMore ? '+' : '')

/** "+3", "−2": a difference with its sign. */
export function formatChange(value: number, language: Language): string {
  return cached(
    `change ${language}`,
    () => new Intl.NumberFormat(LOCALES[language], { signDisplay: 'exceptZero' }),
  ).format(value)
}

/** "1.2 MB"; the unit is written by hand because ICU prints a Latin M in Cyrillic languages. */
export function formatBytes(sizeBytes: number, language: Language): string {
  const [kilo, mega] = language === 'ru' || language === 'kk' ? ['КБ', 'МБ'] : ['KB', 'MB']
  const isMega = sizeBytes >= 1_000_000
  const value = sizeBytes / (isMega ? 1_000_000 : 1000)
  const digits = isMega ? 1 : 0
  const format = cached(
    `bytes ${language} ${digits}`,
    () => new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: digits }),
  )
  return `${format.format(isMega ? value : Math.max(1, Math.round(value)))} ${isMega ? mega : kilo}`
}

export function formatCountry(country: string, language: Language): string {
  const names = cached(
    `country ${language}`,
    () => new Intl.DisplayNames([LOCALES[language]], { type: 'region', style: 'short' }),
  )
  return country === 'US' && language === 'en' ? 'United States' : (names.of(country) ?? country)
}

/** The name of a language as written inside a sentence of another one. */
export function formatLanguage(named: Language, language: Language): string {
  const names = cached(`language ${language}`, () => new Intl.DisplayNames([LOCALES[language]], { type: 'language' }))
  return names.of(named) ?? named
}

/** "today", "tomorrow", else "Mon, Mar 9": for a day that is not over yet. */
export function formatDayAhead(at: Date, now: Date, language: Language, timeZone: string): string {
  const dayOf = (instant: Date) =>
    cached(`day ${timeZone}`, () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })).format(instant)
  const days = Math.round((Date.parse(dayOf(at)) - Date.parse(dayOf(now))) / DAY_MS)
  if (days === 0 || days === 1) return relativeInWords(language).format(days, 'day')
  return formatWeekday(at, language, timeZone)
}
