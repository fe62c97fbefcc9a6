import { encode } from 'uqr'

const BORDER = 2

/** Returns a QR code as one SVG path in a square of `size` units, including the quiet zone. */
export function drawQrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const rows = data.map((row, y) =>
    runs(row)
      .map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`)
      .join(''),
  )
  return { size, path: rows.join('') }
}

export type QrDrawing = ReturnType<typeof drawQrCode>

function runs(row: readonly boolean[]): { from: number; length: number }[] {
  const found: { from: number; length: number }[] = []
  row.forEach((isDark, x) => {
    const last = found.at(-1)
    if (!isDark) return
    if (last && last.from + last.length === x) last.length++
    else found.push({ from: x, length: 1 })
  })
  return found
}
