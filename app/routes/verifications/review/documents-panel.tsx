import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Badge } from '../../../ui/badge'
import { FileStateBadge } from '../../../ui/file-state-badge'
import { EmptyState } from '../../../ui/empty-state'
import { Icon } from '../../../ui/icon'
import { Panel } from '../../../ui/panel'
import { DOCUMENT_TONES } from '../../../ui/status-tones'
import type { ReviewView } from './review-view.server'

const PAPER = 'grid aspect-square place-items-center overflow-hidden rounded border border-line bg-sunken text-ink-soft'

/** The papers as thumbnails; each opens large beside the facts. Null when this role sees none. */
export function DocumentsPanel({ documents, openId }: { documents: ReviewView['documents']; openId: string | null }) {
  const { t } = useTranslation(['verifications', 'organizations'])
  if (!documents)
    return (
      <Panel title={t('section.documents')}>
        <p className="text-ink-soft">{t('document.hidden')}</p>
      </Panel>
    )
  if (documents.length === 0)
    return (
      <Panel title={t('section.documents')}>
        <EmptyState title={t('document.emptyTitle')} text={t('document.emptyText')} icon="file" />
      </Panel>
    )
  return (
    <Panel title={t('section.documents')}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-4">
        {documents.map((document) => (
          <li key={document.id} className="relative grid content-start gap-1.5">
            <div className={`${PAPER} ${document.id === openId ? 'outline-2 outline-accent' : ''}`}>
              {document.isPicture && document.fileState === 'ready' ? (
                <img
                  src={document.file}
                  alt=""
                  loading="lazy"
                  width={800}
                  height={1100}
                  className="h-full w-full object-cover object-top"
                />
              ) : (
                <Icon name="file-text" size={20} />
              )}
            </div>
            <Link
              to={document.openHref}
              preventScrollReset
              className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
              aria-label={t('document.openNamed', { fileName: document.fileName })}
              aria-current={document.id === openId || undefined}
            >
              {t(`organizations:document.type.${document.type}`)}
            </Link>
            <span className="truncate text-xs text-ink-soft">
              <bdi>{document.fileName}</bdi>
            </span>
            <span>
              <Badge tone={DOCUMENT_TONES[document.status]}>
                {t(`organizations:document.status.${document.status}`)}
              </Badge>
            </span>
            <FileStateBadge state={document.fileState} />
            {document.rejectionReason ? (
              <span className="text-xs wrap-anywhere text-ink-soft">{document.rejectionReason}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
