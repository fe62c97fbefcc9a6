import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { untilConnected } from '../../../ui/frame/network/connection'
import { EmptyState } from '../../../ui/empty-state'
import { Icon, type IconName } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import { Scripted } from '../../../ui/scripted'
import { DOCUMENT_TONES } from '../../../ui/status-tones'
import { UserText } from '../../../ui/user-text'
import type { DeskDocument } from './use-shown-document'

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const
const WHOLE = ZOOMS.indexOf(1)

/**
 * The document itself, fit to the width, and the one that it is compared with beside it; larger, smaller and turned by the script.
 * A PDF is drawn as pages by the server.
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
  const { t } = useTranslation('organizations')
  return (
    <figcaption>
      <span className="font-semibold">{label}</span> · <UserText>{deskDocument.fileName}</UserText>{' '}
      <Badge tone={DOCUMENT_TONES[deskDocument.status]}>{t(`document.status.${deskDocument.status}`)}</Badge>
    </figcaption>
  )
}

/** Larger and smaller with the present one, turned never. */
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
  const [parts, countPages] = useParts(deskDocument)
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
      {parts.map((src, index) => (
        <DocumentPart
          key={src}
          src={src}
          alt={index === 0 ? alt : `${alt} (${index + 1})`}
          isLater={index > 0}
          zoom={zoom}
          turns={turns}
          onSeen={index === 0 ? countPages : undefined}
          onFail={() => index === 0 && onUndrawn()}
        />
      ))}
    </div>
  )
}

/** So many pages are in one picture. */
const PAGES_IN_PART = 5
/** Five pages that lie are higher than this, by their width. */
const FIVE_PAGES_RATIO = 2.5

/** The pictures of a document: one, or more of a long document once its pages were counted. */
function useParts({ shown, isPicture }: DeskDocument): [parts: string[], countPages: (ratio: number) => void] {
  const [pages, setPages] = useState(1)
  if (isPicture) return [[shown], () => {}]
  const parts = Array.from({ length: Math.ceil(pages / PAGES_IN_PART) }, (_, index) =>
    index === 0 ? shown : `${shown}?from=${index * PAGES_IN_PART}`,
  )
  async function count(ratio: number) {
    if (pages > 1 || 1 / ratio < FIVE_PAGES_RATIO) return
    const { headers } = await fetch(`${shown}?thumbnail`, { method: 'HEAD' })
    setPages(Number(headers.get('x-pages')) || 1)
  }
  return [parts, (ratio) => void count(ratio).catch(() => null)]
}

const FAILED_FROM = 500
/** As a busy server asks for. */
const BUSY_MS = 5000
const REDRAWN_MAX = 5

type DocumentPartProps = {
  src: string
  alt: string
  isLater: boolean
  zoom: number
  turns: number
  onSeen?: (ratio: number) => void
  onFail: () => void
}

function DocumentPart({ src, alt, isLater, zoom, turns, onSeen, onFail }: DocumentPartProps) {
  const [ratio, setRatio] = useState(1)
  const [drawing, setDrawing] = useState(0)
  const picture = useRef<HTMLImageElement>(null)
  const leaving = useRef<AbortController>(null)
  function seen() {
    const { complete, naturalWidth = 0, naturalHeight = 1 } = picture.current ?? {}
    if (!complete) return
    // A picture that failed before the script was there tells nobody.
    if (naturalWidth === 0) return redraw()
    setRatio(naturalWidth / naturalHeight)
    onSeen?.(naturalWidth / naturalHeight)
  }
  /** What the network or a busy server failed is drawn once they are back; anything else cannot be drawn. */
  async function drawAgain(signal?: AbortSignal) {
    const answer = await fetch(src, { method: 'HEAD', signal }).catch(() => null)
    const isBusy = answer && answer.status >= FAILED_FROM
    if (answer && (isBusy ? drawing >= REDRAWN_MAX : !answer.ok || drawing > 0)) return onFail()
    if (!answer) await untilConnected(signal)
    if (isBusy) await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
    setDrawing((now) => now + 1)
  }
  const redraw = () => void drawAgain(leaving.current?.signal).catch(() => null)
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current?.abort()
  }, [])
  useEffect(() => {
    if (picture.current?.complete && !isLater) seen()
    // Once, when it is drawn: what comes later tells by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const style = turned(zoom, turns, ratio)
  return (
    <div className="desk-turned" style={style.box}>
      <img
        key={drawing}
        ref={picture}
        src={src}
        alt={alt}
        loading={isLater ? 'lazy' : undefined}
        className="desk-picture"
        style={style.picture}
        onLoad={seen}
        onError={redraw}
      />
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

/**
 * Turned by a quarter, what was the height is the width: the box takes the shape that the picture has then. Nothing at first,
 * because the policy allows no style in what the server sends.
 */
function turned(zoom: number, turns: number, ratio: number): { box?: CSSProperties; picture?: CSSProperties } {
  if (zoom === 1 && turns === 0) return {}
  const inlineSize = `${zoom * 100}%`
  if (turns === 0) return { box: { inlineSize } }
  const rotate = `${turns * 90}deg`
  if (turns === 2) return { box: { inlineSize }, picture: { rotate } }
  return {
    box: { inlineSize, aspectRatio: 1 / ratio },
    picture: {
      rotate,
      position: 'absolute',
      inset: '50% auto auto 50%',
      inlineSize: `${ratio * 100}%`,
      translate: '-50% -50%',
    },
  }
}
