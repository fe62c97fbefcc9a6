import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { waitToAskAgain } from './use-parts'

type DocumentPartProps = {
  src: string
  alt: string
  isLater: boolean
  zoom: number
  turns: number
  onSeen: (signal?: AbortSignal) => void
  onFail: () => void
}

/** One picture of a document: the document itself, or some of its pages. */
export function DocumentPart({ src, alt, isLater, zoom, turns, onSeen, onFail }: DocumentPartProps) {
  const [ratio, setRatio] = useState(1)
  const [drawing, setDrawing] = useState(0)
  const picture = useRef<HTMLImageElement>(null)
  const leaving = useRef<AbortController>(null)
  function seen() {
    const { complete, naturalWidth = 0, naturalHeight = 1 } = picture.current ?? {}
    if (!complete) return
    // A picture that failed before hydration fires no event.
    if (naturalWidth === 0) return redraw()
    setRatio(naturalWidth / naturalHeight)
    onSeen(leaving.current?.signal)
  }
  /** Redraws a picture that the network or a busy server failed, once they are back; any other failure is final. */
  async function drawAgain(signal?: AbortSignal) {
    const answer = await fetch(src, { method: 'HEAD', signal }).catch(() => null)
    const isThere = answer?.ok && drawing === 0
    if (!isThere && !(await waitToAskAgain(answer, drawing + 1, signal))) return onFail()
    setDrawing((now) => now + 1)
  }
  const redraw = () => void drawAgain(leaving.current?.signal).catch(() => null)
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current?.abort()
  }, [])
  useEffect(() => {
    if (picture.current?.complete && !isLater) seen()
    // Only on mount: later changes fire events.
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

/**
 * Styles for zoom and rotation. After a quarter turn, height and width are swapped, so the box gets the turned picture's shape. None
 * at first, because the CSP allows no inline style in the server's HTML.
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
