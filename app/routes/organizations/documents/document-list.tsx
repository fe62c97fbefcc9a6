import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { DocumentStatusBadges } from '../../../ui/document-status-badges'
import { Icon } from '../../../ui/icon'
import { Time } from '../../../ui/time'
import type { DocumentView } from './document-view.server'
import { UserText } from '../../../ui/user-text'
import { PostForm } from '../../../ui/forms/post-form'

type DocumentListProps = { documents: readonly (DocumentView & { isRemovable?: boolean })[] }

/** The partner's documents, each opening in a new tab; a document without a verdict can be removed. */
export function DocumentList({ documents }: DocumentListProps) {
  const { t } = useTranslation(['setup', 'organizations'])
  if (documents.length === 0) return <p className="p-4 text-ink-soft">{t('documents.empty')}</p>
  return (
    <ul>
      {documents.map((document) => (
        <li
          key={document.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
        >
          <span className="text-ink-soft">
            <Icon name="file-text" size={20} />
          </span>
          <span className="grid min-w-0 grow basis-48">
            <span className="font-semibold">{t(`organizations:document.type.${document.type}`)}</span>
            {document.fileState === 'ready' || document.fileState === 'unscanned' ? (
              <a href={document.href} target="_blank" rel="noreferrer" className="link text-sm wrap-anywhere">
                <UserText>{document.fileName}</UserText>
              </a>
            ) : (
              <UserText className="text-sm wrap-anywhere">{document.fileName}</UserText>
            )}
            <span className="text-sm text-ink-soft">
              {document.size} · <Time {...document.uploaded} />
            </span>
            {document.fileState === 'infected' || document.fileState === 'missing' ? (
              <span className="text-sm text-danger">
                {t(`documents.${document.fileState}${document.isReplaceable ? '' : 'Closed'}`)}
              </span>
            ) : null}
            {document.rejectionReason && document.fileState !== 'infected' ? (
              <UserText className="text-sm wrap-anywhere text-danger">{document.rejectionReason}</UserText>
            ) : null}
          </span>
          <DocumentStatusBadges {...document} />
          {document.isRemovable ? (
            <PostForm action={document.href} preventScrollReset>
              <SubmitButton
                name="document"
                value={document.id}
                variant="quiet"
                size="small"
                icon="trash"
                aria-label={t('documents.removeNamed', { name: document.fileName })}
              >
                {t('documents.remove')}
              </SubmitButton>
            </PostForm>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
