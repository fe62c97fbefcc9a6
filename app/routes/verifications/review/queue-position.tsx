import { isolateName } from '../../../i18n/isolate-name'
import { useTexts, useTranslation } from '../../../i18n/use-translation'
import { Icon } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import type { ReviewView } from './review-view.server'
import type { UndoView } from '../decisions/undo-view.server'
import { Link } from '../../../ui/link'

/** This application's position in the queue, with links to its neighbours. */
export function QueuePosition({
  queue,
  name,
  undo,
}: {
  queue: ReviewView['queue']
  name: string
  /** The decision that led to this page. */
  undo: UndoView | null
}) {
  const { t } = useTranslation(['verifications', 'common'])
  const { show } = useTexts('verifications')
  const { position, total } = queue
  const sentence = position === null ? t('queue.outside', { total }) : t('queue.place', { position, total })
  const next = t('queue.announced', { name: isolateName(name), place: sentence })
  return (
    <nav aria-label={t('queue.label')} className="desk-place no-print">
      <span
        className="desk-place-text"
        data-said=""
        data-next={
          undo ? t('common:sentences', { before: next, next: t('undo.offer', { time: undo.leavesAt }) }) : next
        }
      >
        {sentence}
      </span>{' '}
      {position === null ? null : (
        <span className="desk-place-short" aria-hidden>
          {show(position)}/{show(total)}
        </span>
      )}{' '}
      <Neighbour to={queue.previousHref} rel="prev" shortcut="k">
        <Icon name="chevron-start" />
        <span className="desk-place-word">{t('queue.previous')}</span>
      </Neighbour>{' '}
      <Neighbour to={queue.nextHref} rel="next" shortcut="j">
        <span className="desk-place-word">{t('queue.next')}</span>
        <Icon name="chevron-end" />
      </Neighbour>
    </nav>
  )
}

function Neighbour(props: { to: string | null; rel: 'prev' | 'next'; shortcut: string; children: React.ReactNode }) {
  if (props.to === null)
    return (
      <span role="link" aria-disabled="true" className="button button-quiet button-small opacity-50">
        {props.children}
      </span>
    )
  return (
    <Link to={props.to} rel={props.rel} aria-keyshortcuts={props.shortcut} className="button button-quiet button-small">
      {props.children}
      <Kbd>{props.shortcut}</Kbd>
    </Link>
  )
}
