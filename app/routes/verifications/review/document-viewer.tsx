import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/empty-state'
import type { Desk } from './read-review.server'
import type { OpenPaper } from './use-open-paper'

type Paper = NonNullable<Desk['documents']>[number]

/** One paper, as wide as there is. The page's address says which, so it opens without scripts too. */
export function DocumentViewer({ paper }: { paper: Paper; open: OpenPaper }) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const { fileState } = paper
  const hasFile = fileState === 'ready' || fileState === 'unscanned'
  const title = t(`organizations:document.type.${paper.type}`)
  return (
    <article className="desk-viewer no-print" aria-labelledby="paper-title">
      <header className="desk-viewer-head">
        <h2 id="paper-title">{title}</h2>
        <span className="desk-viewer-file">
          <bdi>{paper.fileName}</bdi> · {paper.size}
        </span>
        <span className="desk-viewer-tools">
          {fileState === 'ready' ? (
            <a href={paper.file} target="_blank" rel="noopener" className="button button-quiet button-small">
              {t('document.newTab')}
            </a>
          ) : null}
          {hasFile ? (
            <a href={`${paper.file}?download`} download className="button button-quiet button-small">
              {t('document.download')}
            </a>
          ) : null}
        </span>
      </header>
      {paper.rejectionReason ? (
        <p className="desk-viewer-reason">{t('document.rejected', { reason: paper.rejectionReason })}</p>
      ) : null}
      <div className="desk-sheet" tabIndex={0} role="group" aria-label={paper.fileName}>
        {fileState !== 'ready' ? (
          <EmptyState
            title={t(`organizations:document.file.${fileState}`)}
            text={t(`organizations:document.fileText.${fileState}`)}
            icon="alert-triangle"
          />
        ) : paper.isPicture ? (
          <img src={paper.file} alt={title} className="desk-picture" />
        ) : (
          <iframe src={`${paper.file}#toolbar=0&navpanes=0&view=FitH`} title={title} className="desk-frame" />
        )}
      </div>
    </article>
  )
}
