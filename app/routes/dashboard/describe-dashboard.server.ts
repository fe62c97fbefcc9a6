import type { readDashboard } from '../../domain/dashboard/dashboard.server'
import type { Panel } from '../../domain/dashboard/panel.server'
import { verificationPath } from '../../domain/verifications/verification-path'
import { formatNumber } from '../../i18n/format'
import { relativeMoment } from '../../i18n/moment'
import type { Language } from '../../vocabulary'

type Dashboard = Awaited<ReturnType<typeof readDashboard>>
type Spoken = { language: Language; timeZone: string; now: Date }

/** The start page with figures and times in words; a panel that failed stays so. */
export function describeDashboard({ figures, activity, actions }: Dashboard, { language, timeZone, now }: Spoken) {
  return {
    figures: inWords(figures, (figure) => ({ ...figure, count: formatNumber(figure.count, language) })),
    activity: inWords(activity, ({ verificationId, verificationType, at, ...event }) => ({
      ...event,
      type: verificationType,
      href: verificationPath({ id: verificationId, type: verificationType }),
      at: relativeMoment(at, now, language, timeZone),
    })),
    actions: inWords(actions, (action) => ({ ...action, count: formatNumber(action.count, language) })),
  }
}

const inWords = <Member, Spoken>(
  panel: Panel<readonly Member[]>,
  speak: (member: Member) => Spoken,
): Panel<Spoken[]> => (panel.kind === 'shown' ? { kind: 'shown', content: panel.content.map(speak) } : panel)

export type DashboardInWords = ReturnType<typeof describeDashboard>
