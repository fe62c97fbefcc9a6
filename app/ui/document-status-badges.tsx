import type { DocumentStatus } from '../vocabulary'
import { useTranslation } from '../i18n/use-translation'
import { Badge } from './badge'
import { DOCUMENT_TONES } from './status-tones'

/** The verdict on a document, and that it was replaced: one that was replaced before anybody judged it waits for nobody. */
export function DocumentStatusBadges({ status, isReplaced }: { status: DocumentStatus; isReplaced: boolean }) {
  const { t } = useTranslation('organizations')
  return (
    <>
      {isReplaced && status === 'pending' ? null : (
        <Badge tone={DOCUMENT_TONES[status]}>{t(`document.status.${status}`)}</Badge>
      )}{' '}
      {isReplaced ? <Badge tone="grey">{t('document.replaced')}</Badge> : null}
    </>
  )
}
