import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Panel } from '../../../ui/panel'
import type { ReviewView } from './review-view.server'

/** One document, large. The page's address says which, so it opens without scripts too. */
export function DocumentViewer({
  document,
  closeTo,
}: {
  document: NonNullable<ReviewView['openDocument']>
  closeTo: string
}) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const { fileState } = document
  const hasFile = fileState === 'ready' || fileState === 'unscanned'
  const title = t(`organizations:document.type.${document.type}`)
  return (
    <div className="no-print min-w-0 xl:sticky xl:top-16">
      <Panel
        title={title}
        flush
        actions={
          <>
            {fileState === 'ready' ? (
              <a href={document.file} target="_blank" rel="noopener" className="button button-quiet button-small">
                {t('document.newTab')}
              </a>
            ) : null}
            {hasFile ? (
              <a href={`${document.file}?download`} download className="button button-quiet button-small">
                {t('document.download')}
              </a>
            ) : null}
            <ButtonLink to={closeTo} preventScrollReset variant="quiet" size="small" icon="x" iconOnly>
              {t('document.close')}
            </ButtonLink>
          </>
        }
        footer={
          <p className="flex flex-wrap gap-x-3 text-ink-soft">
            <bdi>{document.fileName}</bdi>
            <span>{document.size}</span>
          </p>
        }
      >
        {fileState !== 'ready' ? (
          <EmptyState
            title={t(`organizations:document.file.${fileState}`)}
            text={t(`organizations:document.fileText.${fileState}`)}
            icon="alert-triangle"
          />
        ) : document.isPicture ? (
          <img src={document.file} alt={title} className="h-auto w-full bg-sunken" />
        ) : (
          <iframe
            src={`${document.file}#toolbar=0&navpanes=0&view=FitH`}
            title={title}
            className="h-[75vh] w-full bg-sunken"
          />
        )}
      </Panel>
    </div>
  )
}
