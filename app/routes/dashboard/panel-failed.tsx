import { useTranslation } from '../../i18n/use-translation'
import { Callout } from '../../ui/callout'

/** Replaces a panel whose data could not be read. */
export function PanelFailed({ requestId }: { requestId: string }) {
  const { t } = useTranslation('dashboard')
  return (
    <Callout kind="warn" title={t('failed')}>
      <p>{t('failedText')}</p>
      <p className="text-sm">{t('failedReference', { requestId })}</p>
    </Callout>
  )
}
