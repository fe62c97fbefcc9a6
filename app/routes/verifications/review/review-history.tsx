import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Panel } from '../../../ui/panel'
import { Time } from '../../../ui/time'
import { eventNote, Timeline } from '../../../ui/timeline'
import { EVENT_ICONS } from '../../../ui/event-icons'
import { EventPerson } from '../../../ui/event-person'
import type { ReviewView } from './review-view.server'
import { Sentence } from '../../../ui/user-text'

/** The application's history, newest first, with people and texts. */
export function ReviewHistory({ timeline }: { timeline: ReviewView['timeline'] }) {
  const { t } = useTranslation(['verifications', 'common'])
  return (
    <Panel title={t('section.timeline')}>
      <Timeline
        items={timeline.map((event) => ({
          key: event.key,
          ...EVENT_ICONS[event.event === 'document_rejected' ? 'rejected' : event.event],
          title:
            event.event === 'document_rejected' ? (
              <Sentence>{t('toast.documentRejected', { fileName: isolateName(event.fileName) })}</Sentence>
            ) : (
              t(`event.${event.event}`)
            ),
          time: <Time {...event.at} />,
          person: (
            <>
              <EventPerson name={event.actorName} event={event.event} />
              {event.actorRole ? ` · ${t(`common:role.${event.actorRole}`)}` : null}
              {event.news ? ` · ${t(`news.${event.news}`)}` : null}
            </>
          ),
          note: eventNote(event),
        }))}
      />
    </Panel>
  )
}
