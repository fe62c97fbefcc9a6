import { href } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import { EmptyState } from '../../ui/empty-state'
import { EVENT_ICONS } from '../../ui/event-icons'
import { EventPerson } from '../../ui/event-person'
import { Link } from '../../ui/link'
import { Panel } from '../../ui/panel'
import { Time } from '../../ui/time'
import { Timeline } from '../../ui/timeline'
import type { DashboardView } from './dashboard-view.server'
import { PanelFailed } from './panel-failed'
import { UserText } from '../../ui/user-text'

type ActivityProps = { activity: DashboardView['activity']; requestId: string }

/** The newest events of all applications: what happened, to which organization, by whom, when. */
export function Activity({ activity, requestId }: ActivityProps) {
  const { t } = useTranslation(['dashboard', 'verifications'])
  return (
    <Panel
      title={t('activity.title')}
      actions={
        <Link className="link text-sm" to={`${href('/verifications')}/`}>
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
            ...EVENT_ICONS[event.event],
            title: t(`verifications:event.${event.event}`),
            time: <Time {...event.at} />,
            person: (
              <>
                <Link className="link" to={event.href}>
                  <UserText>{event.organizationName}</UserText>
                </Link>
                {' · '}
                {t(`verifications:type.${event.type}`)}
                {' · '}
                <EventPerson name={event.actor} event={event.event} />
              </>
            ),
          }))}
        />
      )}
    </Panel>
  )
}
