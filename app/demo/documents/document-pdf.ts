import { STATEMENT, tintOf, type SampleDocument, type Rgb } from './document'

const A4 = { width: 595, height: 842 }
const ROUND = 0.5523

/** One A4 page as a PDF 1.4 file with the standard fonts. */
export function drawPdf(sample: SampleDocument): Uint8Array {
  const drawing = draw(sample)
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents 4 0 R ` +
      '/Resources << /Font << /Plain 5 0 R /Bold 6 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escaped(sample.title)}) /Producer (Gatehouse demonstration) >>`,
  ])
}

function draw(sample: SampleDocument): string {
  const { ink, ground } = tintOf(sample)
  const middle = A4.width / 2
  const rows = sample.lines.flatMap(([label, value], i) => {
    const y = 470 - i * 44
    return [
      ...line('Plain', 10, 96, y + 14, label, [110, 110, 110]),
      ...line('Bold', 15, 96, y - 4, value, [20, 20, 20]),
      `${rgb([205, 205, 205])} RG 0.7 w 96 ${y - 12} m 500 ${y - 12} l S`,
    ]
  })
  return [
    `${rgb(ink)} RG 3 w 30 30 535 782 re S 0.8 w 38 38 519 766 re S`,
    `${rgb(ground)} rg 39 620 517 90 re f`,
    ...centred('Plain', 12, middle, 750, sample.state.toUpperCase(), ink),
    ...centred('Bold', 26, middle, 655, sample.title, ink),
    ...centred('Plain', 11, middle, 588, 'issued to', [110, 110, 110]),
    ...centred('Bold', 20, middle, 555, sample.company, [20, 20, 20]),
    ...rows,
    `${rgb(ink)} RG 2 w ${circle(440, 170, 58)} S 0.8 w ${circle(440, 170, 50)} S`,
    ...centred('Bold', 11, 440, 172, 'DEMONSTRATION', ink),
    ...centred('Plain', 8, 440, 158, 'no legal force', ink),
    `${rgb([60, 60, 60])} RG 1 w 96 150 m 260 150 l S`,
    ...line('Plain', 9, 96, 136, 'Signature of the registrar', [110, 110, 110]),
    ...centred('Plain', 8, middle, 52, STATEMENT, [110, 110, 110]),
  ].join('\n')
}

const rgb = (color: Rgb) => color.map((part) => (part / 255).toFixed(3)).join(' ')

const line = (font: string, size: number, x: number, y: number, text: string, color: Rgb) => [
  `BT ${rgb(color)} rg /${font} ${size} Tf ${x.toFixed(1)} ${y} Td (${escaped(text)}) Tj ET`,
]

/** Centred by the mean width of a letter: near enough for a letterhead. */
const centred = (font: string, size: number, x: number, y: number, text: string, color: Rgb) => {
  const letterWidth = text === text.toUpperCase() ? 0.69 : font === 'Bold' ? 0.44 : 0.48
  return line(font, size, x - (text.length * size * letterWidth) / 2, y, text, color)
}

const escaped = (text: string) => text.replace(/[\\()]/g, (sign) => `\\${sign}`).replace(/[^\x20-\x7e]/g, '?')

function circle(x: number, y: number, radius: number): string {
  const bend = radius * ROUND
  const at = (dx: number, dy: number) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`
  return [
    `${at(radius, 0)} m`,
    `${at(radius, bend)} ${at(bend, radius)} ${at(0, radius)} c`,
    `${at(-bend, radius)} ${at(-radius, bend)} ${at(-radius, 0)} c`,
    `${at(-radius, -bend)} ${at(-bend, -radius)} ${at(0, -radius)} c`,
    `${at(bend, -radius)} ${at(radius, -bend)} ${at(radius, 0)} c`,
  ].join(' ')
}

/** Numbers the objects and writes the table of their offsets. */
function assemble(objects: string[]): Uint8Array {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>`
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
