import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { ALONE } from '../addresses'
import type { Desk } from '../review/read-review.server'
import type { DeskDocument, ShownDocument } from './use-shown-document'
import { VerdictButtons } from './verdict-buttons'
import { Sentence, UserText } from '../../../ui/user-text'
import { Link } from '../../../ui/link'
import { DocumentSheets } from './document-sheets'

/** One document, as wide as possible, with its verdict above. The page's address names it, so it opens without scripts too. */
export function DocumentViewer({
  desk,
  deskDocument,
  open,
}: {
  desk: Desk
  deskDocument: DeskDocument
  open: ShownDocument
}) {
  const { t } = useTranslation(['verifications', 'organizations', 'common'])
  const { fileState } = deskDocument
  const type = t(`organizations:document.type.${deskDocument.type}`)
  const hasFile = fileState === 'ready' || fileState === 'unscanned'
  return (
    <article className="desk-viewer" aria-labelledby="document-title">
      <header className="desk-viewer-head">
        <h2
          id="document-title"
          data-said={t('common:labelled', { label: type, value: isolateName(deskDocument.fileName) })}
          data-led={t('document.announced', { type, fileName: isolateName(deskDocument.fileName) })}
        >
          {type}
        </h2>
        <span className="desk-viewer-file">
          <UserText id="document-file">{deskDocument.fileName}</UserText> · {deskDocument.size}
        </span>{' '}
        <span className="desk-viewer-tools no-print">
          {open.beside ? (
            <Link
              to={open.href({ beside: ALONE })}
              prefetch="none"
              preventScrollReset
              replace
              className="button button-quiet button-small"
            >
              {t('document.alone')}
            </Link>
          ) : open.predecessor ? (
            <Link
              to={open.href({ beside: open.predecessor.id })}
              prefetch="none"
              preventScrollReset
              replace
              className="button button-quiet button-small"
            >
              {t('document.compare')}
            </Link>
          ) : null}{' '}
          {fileState === 'ready' ? (
            <a href={deskDocument.file} target="_blank" rel="noopener" className="button button-quiet button-small">
              {t('document.newTab')}
            </a>
          ) : null}{' '}
          {hasFile ? (
            <a href={`${deskDocument.file}?download`} download className="button button-quiet button-small">
              {t('document.download')}
            </a>
          ) : null}
        </span>
        {deskDocument.mayJudge ? <VerdictButtons desk={desk} deskDocument={deskDocument} open={open} /> : null}
      </header>
      {deskDocument.rejectionReason ? (
        <p className="desk-viewer-reason">
          <Sentence>{t('document.rejected', { reason: isolateName(deskDocument.rejectionReason) })}</Sentence>
        </p>
      ) : null}
      <DocumentSheets key={deskDocument.id} deskDocument={deskDocument} beside={open.beside} />
    </article>
  )
}
