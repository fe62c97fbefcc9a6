import type { readDashboard } from '../../domain/dashboard/dashboard.server'
import { verificationPath } from '../../domain/verifications/queue/verification-list'
import { formatChange, formatDay, formatNumber, formatDuration, formatShortDay } from '../../i18n/format'
import { relativeMoment } from '../../i18n/moment'
import { soonText } from '../../i18n/soon.server'
import type { Reader } from '../../i18n/reader'
import { OPEN_STATUSES } from '../../vocabulary'
import type { DashboardPanel } from '../../domain/dashboard/panel.server'
import { DECISIONS } from '../../domain/dashboard/plots.server'

const NOTHING = '—'
/** The interval between labelled columns under the charts, counted from the newest. */
const MARKED_DAYS = 7
const MARKED_WEEKS = 2

type Dashboard = Awaited<ReturnType<typeof readDashboard>>

/** Returns the start page with figures and times in words; a failed panel stays failed. */
export function dashboardView(dashboard: Dashboard, reader: Reader) {
  const { figures, activity, actions } = dashboard
  const { language, timeZone, now } = reader
  return {
    figures: mapPanel(figures, (members) =>
      members.map((figure) => ({
        ...figure,
        count: formatNumber(figure.count, language),
        besides: 'besides' in figure ? figure.besides : null,
        change: formatChange(figure.change, language),
        direction: directionOf(figure.change),
      })),
    ),
    activity: mapPanel(activity, (events) =>
      events.map(({ verificationId, verificationType, at, ...event }) => ({
        ...event,
        type: verificationType,
        href: verificationPath({ id: verificationId, type: verificationType }),
        at: relativeMoment(at, now, language, timeZone),
      })),
    ),
    actions: mapPanel(actions, (panel) =>
      panel.actions.map((action) => ({ ...action, count: formatNumber(action.count, language) })),
    ),
    work: actions.kind === 'shown' && actions.content.work ? workView(actions.content.work, reader) : null,
    ...plotsView(dashboard, reader),
  }
}

type Work = NonNullable<Extract<Dashboard['actions'], { kind: 'shown' }>['content']['work']>

/** The waiting work, for the first sentence of the page. */
const workView = ({ oldest, nextDueAt, ...counts }: Work, { language, timeZone, now }: Reader) => ({
  ...counts,
  startHref: oldest && verificationPath(oldest),
  nextDue: nextDueAt && soonText(nextDueAt, now, language, timeZone),
})

const directionOf = (change: number): 'up' | 'down' | 'none' => (change === 0 ? 'none' : change > 0 ? 'up' : 'down')

export type DashboardView = ReturnType<typeof dashboardView>

/** The charts' heights, and the same in words; a failed panel stays failed. */
function plotsView({ decisions, ages, times }: Dashboard, { language, now }: Omit<Reader, 'timeZone'>) {
  const number = (n: number) => formatNumber(n, language)
  const day = (calendarDay: string) => formatShortDay(new Date(`${calendarDay}T12:00:00Z`), now, language, 'UTC')
  /** There is no room for a year under the chart; the table has it. */
  const mark = (calendarDay: string) => formatDay(new Date(`${calendarDay}T12:00:00Z`), language, 'UTC')
  const marked = (index: number, length: number, every: number) => (length - 1 - index) % every === 0
  const counts = <Key extends string>(keys: readonly Key[], columns: readonly { counts: number[] }[]) => ({
    series: keys.map((key, n) => ({ key, sum: number(sum(columns.map(({ counts }) => counts[n] ?? 0))) })),
    isEmpty: columns.every(({ counts }) => sum(counts) === 0),
    top: number(Math.max(...columns.map(({ counts }) => sum(counts)))),
  })
  return {
    decisions: mapPanel(decisions, (days) => ({
      ...counts(DECISIONS, days),
      columns: days.map(({ day: key, counts }, index) => ({
        key,
        name: day(key),
        mark: marked(index, days.length, MARKED_DAYS) ? mark(key) : '',
        values: counts,
        valueLabels: counts.map(number),
      })),
    })),
    ages: mapPanel(ages, (rows) => ({
      ...counts(OPEN_STATUSES, rows),
      columns: rows.map(({ fromDays, toDays, counts }) => ({
        key: fromDays,
        mark: toDays === null ? `>${fromDays}` : fromDays === 0 ? `<${toDays}` : `${fromDays}–${toDays}`,
        values: counts,
        valueLabels: counts.map(number),
      })),
    })),
    times: mapPanel(times, (weeks) => ({
      isEmpty: weeks.every(({ took }) => took === null),
      top: formatDuration(Math.max(...weeks.map(({ took }) => took?.ninthDecileMs ?? 0)), language),
      columns: weeks.map(({ week, took }, index) => ({
        key: week,
        name: day(week),
        mark: marked(index, weeks.length, MARKED_WEEKS) ? mark(week) : '',
        values: took ? [took.medianMs, took.ninthDecileMs - took.medianMs] : [0, 0],
        valueLabels: took
          ? [took.medianMs, took.ninthDecileMs].map((ms) => formatDuration(ms, language))
          : [NOTHING, NOTHING],
      })),
    })),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Applies `view` to a panel's content; a failed panel stays failed. */
const mapPanel = <Content, Words>(
  panel: DashboardPanel<Content>,
  view: (content: Content) => Words,
): DashboardPanel<Words> => (panel.kind === 'shown' ? { kind: 'shown', content: view(panel.content) } : panel)
