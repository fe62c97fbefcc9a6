import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { DocumentStatusBadges } from '../../../ui/document-status-badges'
import { EmptyState } from '../../../ui/empty-state'
import { Icon, type IconName } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import { Scripted } from '../../../ui/scripted'
import { UserText } from '../../../ui/user-text'
import { DocumentPart } from './document-part'
import { partAt, useParts } from './use-parts'
import type { DeskDocument } from './use-shown-document'

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const
const WHOLE = ZOOMS.indexOf(1)

/**
 * The document, fitted to the width, and the one it is compared with beside it; the script zooms and turns them. The server draws a
 * PDF as pages.
 */
export function DocumentSheets({ deskDocument, beside }: { deskDocument: DeskDocument; beside: DeskDocument | null }) {
  const { t } = useTranslation(['verifications', 'common'])
  const [step, setStep] = useState(WHOLE)
  const [turns, setTurns] = useState(0)
  const [isUndrawn, setUndrawn] = useState(false)
  const zoom = (by: 1 | -1) => setStep((now) => Math.min(Math.max(now + by, 0), ZOOMS.length - 1))
  const size = { zoom: ZOOMS[step] ?? 1, turns }
  const sheet = (
    <DocumentSheet deskDocument={deskDocument} {...size} isUndrawn={isUndrawn} onUndrawn={() => setUndrawn(true)} />
  )
  return (
    <>
      {deskDocument.fileState === 'ready' && (!isUndrawn || deskDocument.isPicture) ? (
        <div className="desk-zoom needs-script no-print" role="group" aria-label={t('document.tools')}>
          <Scripted>
            <ZoomButton icon="plus" shortcut="+" label={t('document.zoomIn')} onClick={() => zoom(1)} />
            <ZoomButton icon="minus" shortcut="-" label={t('document.zoomOut')} onClick={() => zoom(-1)} />
            <ZoomButton
              icon="refresh"
              shortcut="."
              label={t('document.rotate')}
              onClick={() => setTurns((now) => (now + 1) % 4)}
            />
          </Scripted>
        </div>
      ) : null}
      {beside ? (
        <div className="desk-pair">
          <div className="desk-pair-sheets">
            <figure>
              <Caption label={t('compare.now')} deskDocument={deskDocument} />
              {sheet}
            </figure>
            <figure>
              <Caption label={t('compare.before')} deskDocument={beside} />
              <EarlierSheet key={beside.id} deskDocument={beside} zoom={size.zoom} />
            </figure>
          </div>
        </div>
      ) : (
        sheet
      )}
    </>
  )
}

function Caption({ label, deskDocument }: { label: string; deskDocument: DeskDocument }) {
  return (
    <figcaption>
      <span className="font-semibold">{label}</span> · <UserText>{deskDocument.fileName}</UserText>{' '}
      <DocumentStatusBadges {...deskDocument} />
    </figcaption>
  )
}

/** Zooms together with the current document, but never turns. */
function EarlierSheet({ deskDocument, zoom }: { deskDocument: DeskDocument; zoom: number }) {
  const [isUndrawn, setUndrawn] = useState(false)
  return (
    <DocumentSheet
      deskDocument={deskDocument}
      zoom={zoom}
      turns={0}
      isUndrawn={isUndrawn}
      onUndrawn={() => setUndrawn(true)}
    />
  )
}

type DocumentSheetProps = {
  deskDocument: DeskDocument
  zoom: number
  turns: number
  isUndrawn: boolean
  onUndrawn: () => void
}

function DocumentSheet({ deskDocument, zoom, turns, isUndrawn, onUndrawn }: DocumentSheetProps) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const { starts, findNext } = useParts(deskDocument, onUndrawn)
  const { fileState } = deskDocument
  const title = t(`organizations:document.type.${deskDocument.type}`)
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
  if (isUndrawn && !deskDocument.isPicture)
    return (
      <div className="desk-sheet">
        <iframe src={`${deskDocument.file}#toolbar=0&navpanes=0&view=FitH`} title={title} className="desk-frame" />
      </div>
    )
  const alt = t('document.picture', { type: title, fileName: deskDocument.fileName })
  return (
    <div className="desk-sheet" tabIndex={0} role="group" aria-label={deskDocument.fileName}>
      {starts.map((from, index) => (
        <DocumentPart
          key={from}
          src={partAt(deskDocument.shown, from)}
          alt={index === 0 ? alt : `${alt} (${index + 1})`}
          isLater={index > 0}
          zoom={zoom}
          turns={turns}
          onSeen={(signal) => findNext(from, signal)}
          onFail={onUndrawn}
        />
      ))}
      {deskDocument.isPicture ? null : (
        <p className="without-script desk-further">
          {t('document.firstPages')}{' '}
          <a href={deskDocument.file} className="link" target="_blank" rel="noopener">
            {t('document.whole')}
          </a>
        </p>
      )}
    </div>
  )
}

type ZoomButtonProps = { icon: IconName; shortcut: string; label: string; onClick: () => void }

const ZoomButton = ({ icon, shortcut, label, onClick }: ZoomButtonProps) => (
  <button
    type="button"
    className="button button-quiet button-small"
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={label}
    onClick={onClick}
  >
    <Icon name={icon} />
    <Kbd>{shortcut}</Kbd>
  </button>
)
