import { crc32 } from 'node:zlib'

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

/** The smallest whole PDF; `padBytes` of comment before its table. */
export function pdfFile({ padBytes = 0, trailer = '' } = {}): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n`
  const body = padBytes > 0 ? `${head}%${'x'.repeat(padBytes)}\n` : head
  return bytes(
    body,
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 3 /Root 1 0 R ${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

/** A PDF with pages of these sizes, the first black and each of the next a tenth lighter. */
export function pdfOf(sizes: readonly (readonly [width: number, height: number])[]): Buffer {
  const pages = sizes.flatMap(([width, height], at) => {
    const fill = `${at / 10} g 0 0 ${width} ${height} re f`
    return [
      `${2 * at + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${2 * at + 4} 0 R>>endobj`,
      `${2 * at + 4} 0 obj<</Length ${fill.length}>>\nstream\n${fill}\nendstream endobj`,
    ]
  })
  const kids = sizes.map((_, at) => `${2 * at + 3} 0 R`).join(' ')
  return bytes(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[${kids}]/Count ${sizes.length}>>endobj\n`,
    `${pages.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`,
  )
}

export function pngChunk(name: string, content: Buffer | number[] | string = []): Buffer {
  const named = bytes(name, content)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  sum.writeUInt32BE(crc32(named))
  return bytes(length, named, sum)
}

export const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return pngChunk('IHDR', header)
}

/** A PNG of the given size; `chunks` stand before its pixels. */
export const pngFile = ({ width = 20, height = 10, chunks = [] as Buffer<ArrayBufferLike>[] } = {}): Buffer =>
  bytes(
    PNG_START,
    pngHeader(width, height),
    ...chunks,
    pngChunk('IDAT', [0x78, 0x9c, 3, 0, 0, 0, 0, 1]),
    pngChunk('IEND'),
  )

export function jpegSegment(marker: number, content: Buffer | number[] | string): Buffer {
  const inner = bytes(content)
  return bytes([0xff, marker, (inner.length + 2) >> 8, (inner.length + 2) & 255], inner)
}

const u16 = (value: number) => [value >> 8, value & 255]
export const JFIF = jpegSegment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0')
const jpegFrame = (width: number, height: number) =>
  jpegSegment(0xc0, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0])
const SCAN = bytes(jpegSegment(0xda, [1, 1, 0, 0, 63, 0]), [0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56])

/** A JPEG of the given size; `segments` stand before its frame, `after` behind its end. */
export const jpegFile = ({
  width = 20,
  height = 10,
  segments = [JFIF] as Buffer<ArrayBufferLike>[],
  scans = 1,
  after = Buffer.alloc(0) as Buffer<ArrayBufferLike>,
} = {}): Buffer =>
  bytes(
    [0xff, 0xd8],
    ...segments,
    jpegFrame(width, height),
    ...Array.from({ length: scans }, () => SCAN),
    [0xff, 0xd9],
    after,
  )

/** An EXIF segment with a place, a camera and the side that is up. */
export function exifSegment(side: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: number[]) => [
    ...u16(tag),
    ...u16(type),
    0,
    0,
    0,
    count,
    ...value,
  ]
  return jpegSegment(0xe1, [
    ...Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    ...u16(3),
    ...entry(0x0110, 2, 4, [...Buffer.from('Cam\0')]),
    ...entry(0x0112, 3, 1, [0, side, 0, 0]),
    ...entry(0x8825, 4, 1, [0, 0, 0, 50]),
    ...u16(0),
    ...u16(0),
    ...u16(1),
    ...entry(0x0001, 2, 2, [...Buffer.from('N\0\0\0')]),
    ...u16(0),
    ...u16(0),
    ...Buffer.from('43.2389N 76.8897E'),
  ])
}
