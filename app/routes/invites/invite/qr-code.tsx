import type { QrDrawing } from './qr-code.server'

/** Dark on white in every theme, as scanners expect it. */
export function QrCode({ drawing, label, className }: { drawing: QrDrawing; label: string; className?: string }) {
  const { size, path } = drawing
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`rounded-md ${className ?? ''}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
