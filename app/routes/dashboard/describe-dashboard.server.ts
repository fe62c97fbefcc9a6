import type { readDashboard } from '../../domain/dashboard/dashboard.server'
import { verificationPath } from '../../domain/verifications/verification-path'
import { formatChange, formatNumber } from '../../i18n/format'
import { relativeMoment } from '../../i18n/moment'
import type { Language } from '../../vocabulary'
import { describePlots, inWords } from './describe-plots.server'

type Dashboard = Awaited<ReturnType<typeof readDashboard>>
type Spoken = { language: Language; timeZone: string; now: Date }

/** The start page with figures and times in words; a panel that failed stays so. */
export function describeDashboard(dashboard: Dashboard, spoken: Spoken) {
  const { figures, activity, actions } = dashboard
  const { language, timeZone, now } = spoken
  return {
    figures: inWords(figures, (members) =>
      members.map((figure) => ({
        ...figure,
        count: formatNumber(figure.count, language),
        change: formatChange(figure.change, language),
        direction: directionOf(figure.change),
      })),
    ),
    activity: inWords(activity, (events) =>
      events.map(({ verificationId, verificationType, at, ...event }) => ({
        ...event,
        type: verificationType,
        href: verificationPath({ id: verificationId, type: verificationType }),
        at: relativeMoment(at, now, language, timeZone),
      })),
    ),
    actions: inWords(actions, (members) =>
      members.map((action) => ({ ...action, count: formatNumber(action.count, language) })),
    ),
    ...describePlots(dashboard, spoken),
  }
}

const directionOf = (change: number): 'up' | 'down' | 'none' => (change === 0 ? 'none' : change > 0 ? 'up' : 'down')

export type DashboardInWords = ReturnType<typeof describeDashboard>
