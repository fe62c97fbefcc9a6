import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { DocumentStatusBadges } from '../../../ui/document-status-badges'
import { FileStateBadge } from '../../../ui/file-state-badge'
import { Icon } from '../../../ui/icon'
import type { Desk } from '../review/read-review.server'
import type { ShownDocument } from './use-shown-document'
import { Link } from '../../../ui/link'

type DocumentStripProps = Pick<Desk, 'documents' | 'documentsErased'> & { open: ShownDocument }

/** The documents in a row, each with its verdict; the one being read is marked. Says so when this role may see none. */
export function DocumentStrip({ documents, documentsErased, open }: DocumentStripProps) {
  const { t } = useTranslation(['verifications', 'organizations', 'common'])
  const strip = useRef<HTMLOListElement>(null)
  const openId = open.document?.id
  useEffect(() => showOpen(strip.current), [openId])
  if (!documents) return <p className="desk-no-document">{t('document.hidden')}</p>
  if (documents.length === 0 && documentsErased)
    return <p className="desk-no-document">{t('document.erased', { date: documentsErased })}</p>
  if (documents.length === 0)
    return (
      <p className="desk-no-document">
        {t('common:sentences', { before: t('document.emptyTitle'), next: t('document.emptyText') })}
      </p>
    )
  return (
    <ol ref={strip} className="desk-strip">
      {documents.map((document, index) => {
        const isOpen = document.id === open.document?.id
        const name = `${index + 1}. ${t(`organizations:document.type.${document.type}`)}`
        const shortcut = document.id === open.previous?.id ? '[' : document.id === open.next?.id ? ']' : undefined
        return (
          <li key={document.id} className="desk-tab" aria-current={isOpen || undefined}>
            <span className="desk-thumb">
              {/* A picture's thumbnail would be the file itself, which nobody has opened. */}
              {document.fileState === 'ready' && !document.isPicture ? (
                <img src={`${document.shown}?thumbnail`} alt="" loading="lazy" width={40} height={48} />
              ) : (
                <Icon name={document.isPicture ? 'image' : 'file-text'} />
              )}
            </span>
            <span className="desk-tab-words">
              <Link
                to={`${open.href({ document: document.id })}#document`}
                prefetch="none"
                preventScrollReset
                replace
                className="desk-tab-link"
                aria-label={t('common:labelled', { label: name, value: document.fileName })}
                aria-describedby={`document-state-${document.id}`}
                aria-current={isOpen || undefined}
                aria-keyshortcuts={shortcut}
              >
                {name}
              </Link>
              <span className="desk-tab-state" id={`document-state-${document.id}`}>
                <DocumentStatusBadges {...document} />
                {document.isNew ? <Badge tone="sky">{t('document.new')}</Badge> : null}
                <FileStateBadge state={document.fileState} />
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Scrolls only the strip, not the page. */
function showOpen(strip: HTMLElement | null): void {
  const open = strip?.querySelector('[aria-current]')
  if (!strip || !open) return
  const [frame, tab] = [strip.getBoundingClientRect(), open.getBoundingClientRect()]
  if (tab.left < frame.left || tab.right > frame.right) strip.scrollLeft += tab.left - frame.left - frame.width / 4
}
