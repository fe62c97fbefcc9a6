import { Link } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import type { Tone } from '../../ui/badge'
import { EmptyState } from '../../ui/empty-state'
import type { IconName } from '../../ui/icon'
import { Panel } from '../../ui/panel'
import { Time } from '../../ui/time'
import { Timeline } from '../../ui/timeline'
import type { HistoryEvent } from '../../vocabulary'
import type { DashboardView } from './dashboard-view.server'
import { PanelFailed } from './panel-failed'
import { UserText } from '../../ui/user-text'

const LOOKS = {
  submitted: { icon: 'upload', tone: 'sky' },
  review_started: { icon: 'eye', tone: 'indigo' },
  approved: { icon: 'check', tone: 'green' },
  rejected: { icon: 'x', tone: 'red' },
  info_requested: { icon: 'message', tone: 'amber' },
  resubmitted: { icon: 'refresh', tone: 'sky' },
  released: { icon: 'undo', tone: 'grey' },
  taken_over: { icon: 'user', tone: 'indigo' },
  prepared: { icon: 'edit', tone: 'indigo' },
  returned: { icon: 'undo', tone: 'amber' },
  undone: { icon: 'undo', tone: 'grey' },
} as const satisfies Record<HistoryEvent, { icon: IconName; tone: Tone }>

type ActivityProps = { activity: DashboardView['activity']; requestId: string }

/** The newest events of all applications: what, whose, by whom, when. */
export function Activity({ activity, requestId }: ActivityProps) {
  const { t } = useTranslation(['dashboard', 'verifications'])
  return (
    <Panel
      title={t('activity.title')}
      actions={
        <Link className="link text-sm" to="/verifications/" prefetch="intent">
          {t('activity.all')}
        </Link>
      }
    >
      {activity.kind === 'failed' ? (
        <PanelFailed requestId={requestId} />
      ) : activity.content.length === 0 ? (
        <EmptyState title={t('activity.emptyTitle')} text={t('activity.emptyText')} icon="history" />
      ) : (
        <Timeline
          items={activity.content.map((event) => ({
            key: event.id,
            ...LOOKS[event.event],
            title: t(`verifications:event.${event.event}`),
            time: <Time {...event.at} />,
            person: (
              <>
                <Link className="link" to={event.href} prefetch="intent">
                  <UserText>{event.organizationName}</UserText>
                </Link>
                {' · '}
                {t(`verifications:type.${event.type}`)}
                {' · '}
                <UserText>{event.actor ?? t('activity.applicant')}</UserText>
              </>
            ),
          }))}
        />
      )}
    </Panel>
  )
}
