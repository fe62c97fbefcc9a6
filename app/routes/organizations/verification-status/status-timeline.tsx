import { useTranslation } from '../../../i18n/use-translation'
import { Panel } from '../../../ui/panel'
import { Time } from '../../../ui/time'
import { eventNote, Timeline } from '../../../ui/timeline'
import { EVENT_ICONS } from '../../../ui/event-icons'
import type { StatusView } from './status-view.server'
import { UserText } from '../../../ui/user-text'

type Event = NonNullable<StatusView['application']>['timeline'][number]

/** What has happened, newest first; staff appear as the platform. */
export function StatusTimeline({ timeline }: { timeline: readonly Event[] }) {
  const { t } = useTranslation(['setup', 'verifications'])
  return (
    <Panel title={t('status.timeline')}>
      <Timeline
        items={timeline.map((event) => ({
          key: String(event.version),
          ...EVENT_ICONS[event.event],
          title: t(`verifications:event.${event.event}`),
          time: <Time {...event.at} />,
          person: <UserText>{event.person ?? t('status.staff')}</UserText>,
          note: eventNote(event),
        }))}
      />
    </Panel>
  )
}
