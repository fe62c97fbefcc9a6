import type { readDashboard } from '../../domain/dashboard/dashboard.server'
import type { Panel } from '../../domain/dashboard/panel.server'
import { DECISIONS, WAITING } from '../../domain/dashboard/plots.server'
import { formatDuration, formatNumber, formatShortDay } from '../../i18n/format'
import type { Language } from '../../vocabulary'

type Dashboard = Awaited<ReturnType<typeof readDashboard>>
type Spoken = { language: Language; now: Date }

const NOTHING = '—'
/** Only so many columns are named under the plot, counted from the newest. */
const MARKED_DAYS = 7
const MARKED_WEEKS = 2

/** The plots with heights, and the same in words; a panel that failed stays so. */
export function describePlots({ decisions, ages, times }: Dashboard, { language, now }: Spoken) {
  const number = (n: number) => formatNumber(n, language)
  const day = (calendarDay: string) => formatShortDay(new Date(`${calendarDay}T12:00:00Z`), now, language, 'UTC')
  const marked = (place: number, length: number, every: number) => (length - 1 - place) % every === 0
  const counts = <Key extends string>(keys: readonly Key[], columns: readonly { counts: number[] }[]) => ({
    series: keys.map((key, n) => ({ key, sum: number(sum(columns.map(({ counts }) => counts[n] ?? 0))) })),
    isEmpty: columns.every(({ counts }) => sum(counts) === 0),
    top: number(Math.max(...columns.map(({ counts }) => sum(counts)))),
  })
  return {
    decisions: inWords(decisions, (days) => ({
      ...counts(DECISIONS, days),
      columns: days.map(({ day: key, counts }, place) => ({
        key,
        name: day(key),
        mark: marked(place, days.length, MARKED_DAYS) ? day(key) : '',
        values: counts,
        words: counts.map(number),
      })),
    })),
    ages: inWords(ages, (rows) => ({
      ...counts(WAITING, rows),
      columns: rows.map(({ fromDays, toDays, counts }) => ({
        key: fromDays,
        mark: toDays === null ? `>${fromDays}` : fromDays === 0 ? `<${toDays}` : `${fromDays}–${toDays}`,
        values: counts,
        words: counts.map(number),
      })),
    })),
    times: inWords(times, (weeks) => ({
      isEmpty: weeks.every(({ took }) => took === null),
      top: formatDuration(Math.max(...weeks.map(({ took }) => took?.slowestMs ?? 0)), language),
      columns: weeks.map(({ week, took }, place) => ({
        key: week,
        name: day(week),
        mark: marked(place, weeks.length, MARKED_WEEKS) ? day(week) : '',
        values: took ? [took.medianMs, took.slowestMs - took.medianMs] : [0, 0],
        words: took ? [took.medianMs, took.slowestMs].map((ms) => formatDuration(ms, language)) : [NOTHING, NOTHING],
      })),
    })),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** What a panel shows, put into words; one that failed stays so. */
export const inWords = <Content, Words>(panel: Panel<Content>, speak: (content: Content) => Words): Panel<Words> =>
  panel.kind === 'shown' ? { kind: 'shown', content: speak(panel.content) } : panel
