import { useTranslation } from '../../i18n/use-translation'
import { Icon } from '../../ui/icon'
import type { DueView } from './due.server'

/** "due in 5 h", "2 days late"; what is late has a sign and a word of its own beside its colour. */
export function DueLabel({ due }: { due: DueView }) {
  const { t } = useTranslation('verifications')
  if (due.kind === 'paused-late')
    return (
      <span className="due due-late">
        <Icon name="alert-triangle" />
        {t('due.paused.late')}
      </span>
    )
  if (due.kind === 'paused')
    return (
      <span className="due">
        <Icon name="pause" />
        {t(`due.paused.${due.unit}`, { n: due.count })}
      </span>
    )
  return (
    <time className={due.kind === 'late' ? 'due due-late' : 'due'} dateTime={due.at} title={due.exact}>
      <Icon name={due.kind === 'late' ? 'alert-triangle' : 'clock'} />
      {t(`due.${due.kind}.${due.unit}`, { count: due.count })}
    </time>
  )
}
