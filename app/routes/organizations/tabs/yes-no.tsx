import { useTranslation } from '../../../i18n/use-translation'
import { Icon } from '../../../ui/icon'

/** A setting that is on or off, as a word with an icon. */
export function YesNo({ is }: { is: boolean }) {
  const { t } = useTranslation('organizations')
  return (
    <span className="flex items-center gap-1.5">
      <span className={is ? 'text-ok' : 'text-ink-soft'}>
        <Icon name={is ? 'check' : 'minus'} />
      </span>
      {t(is ? 'yes' : 'no')}
    </span>
  )
}
