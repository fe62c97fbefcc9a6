import type { DocumentStatus } from '../vocabulary'
import { useTranslation } from '../i18n/use-translation'
import { Badge } from './badge'
import { DOCUMENT_TONES } from './status-tones'

/** A document's verdict, and whether it was replaced. One replaced before a verdict shows no `pending` badge: nobody needs to judge it. */
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
