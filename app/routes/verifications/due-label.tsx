import { useTranslation } from '../../i18n/use-translation'
import { Icon } from '../../ui/icon'
import type { DueView } from './due.server'

/** "due in 5 h", "2 days late"; lateness has its own icon and word besides the colour. `hasShort` adds a short form for phones. */
export function DueLabel({ due, hasShort = false }: { due: DueView; hasShort?: boolean }) {
  const { t } = useTranslation('verifications')
  const words = (long: string, short: string) =>
    hasShort ? (
      <>
        <span className="due-long">{long}</span>
        <span className="due-short" aria-hidden>
          {short}
        </span>
      </>
    ) : (
      long
    )
  if (due.kind === 'paused-late')
    return (
      <span className="due due-late">
        <Icon name="alert-triangle" />
        {words(t('due.paused.late'), t('due.short.pausedLate'))}
      </span>
    )
  if (due.kind === 'paused')
    return (
      <span className="due">
        <Icon name="pause" />
        {words(t(`due.paused.${due.unit}`, { n: due.count }), t('due.short.paused'))}
      </span>
    )
  return (
    <time className={due.kind === 'late' ? 'due due-late' : 'due'} dateTime={due.at} title={due.exact}>
      <Icon name={due.kind === 'late' ? 'alert-triangle' : 'clock'} />
      {words(
        t(`due.${due.kind}.${due.unit}`, { count: due.count }),
        t(`due.short.${due.kind}.${due.unit}`, { n: due.count }),
      )}
    </time>
  )
}
