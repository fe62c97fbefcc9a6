import { Icon } from '../icon'
import { useTranslation } from '../../i18n/use-translation'

/** Downloads the filtered list as a file; a plain link, because there is nothing to draw. */
export function ExportLink({ to }: { to: string }) {
  const { t } = useTranslation('ui')
  return (
    <>
      <a href={to} className="link inline-flex items-center gap-1.5">
        <Icon name="download" />
        {t('exportCsv')}
      </a>{' '}
    </>
  )
}
