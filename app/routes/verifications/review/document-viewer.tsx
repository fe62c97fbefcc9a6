import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import type { Desk } from './read-review.server'
import type { OpenPaper } from './use-open-paper'
import { VerdictButtons } from './verdict-buttons'

type Paper = NonNullable<Desk['documents']>[number]

/** One paper, as wide as there is, with its verdict over it. The page's address says which, so it opens without scripts too. */
export function DocumentViewer({
  desk,
  paper,
  open,
  children,
}: {
  desk: Desk
  paper: Paper
  open: OpenPaper
  /** The form of a verdict. */
  children: ReactNode
}) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const { fileState } = paper
  const hasFile = fileState === 'ready' || fileState === 'unscanned'
  return (
    <article className="desk-viewer" aria-labelledby="paper-title">
      <header className="desk-viewer-head">
        <h2 id="paper-title">{t(`organizations:document.type.${paper.type}`)}</h2>
        <span className="desk-viewer-file">
          <bdi>{paper.fileName}</bdi> · {paper.size}
        </span>
        <span className="desk-viewer-tools no-print">
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
        {desk.mayJudge ? <VerdictButtons desk={desk} paper={paper} open={open} /> : null}
      </header>
      {paper.rejectionReason ? (
        <p className="desk-viewer-reason">{t('document.rejected', { reason: paper.rejectionReason })}</p>
      ) : null}
      {children}
      <PaperSheet key={paper.id} paper={paper} />
    </article>
  )
}

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const
const WHOLE = ZOOMS.indexOf(1)

/** The paper itself, fit to the width; larger, smaller and turned by the script. */
function PaperSheet({ paper }: { paper: Paper }) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const [step, setStep] = useState(WHOLE)
  const [turns, setTurns] = useState(0)
  const { fileState } = paper
  const title = t(`organizations:document.type.${paper.type}`)
  if (fileState !== 'ready')
    return (
      <div className="desk-sheet">
        <EmptyState
          title={t(`organizations:document.file.${fileState}`)}
          text={t(`organizations:document.fileText.${fileState}`)}
          icon="alert-triangle"
        />
      </div>
    )
  if (!paper.isPicture)
    return (
      <div className="desk-sheet">
        <iframe src={`${paper.file}#toolbar=0&navpanes=0&view=FitH`} title={title} className="desk-frame" />
      </div>
    )
  const zoom = (by: 1 | -1) => setStep((now) => Math.min(Math.max(now + by, 0), ZOOMS.length - 1))
  return (
    <>
      <div className="desk-zoom needs-script no-print" role="group" aria-label={t('document.tools')}>
        <Button size="small" variant="quiet" icon="plus" iconOnly aria-keyshortcuts="+" onClick={() => zoom(1)}>
          {t('document.zoomIn')}
        </Button>
        <Button size="small" variant="quiet" icon="minus" iconOnly aria-keyshortcuts="-" onClick={() => zoom(-1)}>
          {t('document.zoomOut')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon="refresh"
          iconOnly
          aria-keyshortcuts="."
          onClick={() => setTurns((now) => (now + 1) % 4)}
        >
          {t('document.rotate')}
        </Button>
      </div>
      <div className="desk-sheet" tabIndex={0} role="group" aria-label={paper.fileName}>
        <Turned zoom={ZOOMS[step] ?? 1} turns={turns}>
          <img src={paper.file} alt={title} className="desk-picture" />
        </Turned>
      </div>
    </>
  )
}

/** Turned by a quarter, what was the height is the width: the box takes the shape that it has then. */
function Turned({ zoom, turns, children }: { zoom: number; turns: number; children: ReactNode }) {
  return (
    <div className="desk-turned" style={{ inlineSize: `${zoom * 100}%` }} data-turns={turns}>
      {children}
    </div>
  )
}
