import { inflateSync, crc32 } from 'node:zlib'

/** Reads a PNG chunk by chunk, checking sums and pixels; throws when it is not whole. */
export function readPng(file: Buffer): { width: number; height: number; colorAt: (x: number, y: number) => number } {
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('Not a PNG')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    const named = file.subarray(at + 4, at + 8 + length)
    if (crc32(named) !== file.readUInt32BE(at + 8 + length)) throw new Error('Wrong sum')
    chunks.set(named.toString('latin1', 0, 4), named.subarray(4))
    at += length + 12
  }
  const header = chunks.get('IHDR')
  const pixels = chunks.get('IDAT')
  if (!header || !pixels || !chunks.has('IEND')) throw new Error('Incomplete PNG')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const rows = inflateSync(pixels)
  if (rows.length !== (width + 1) * height) throw new Error('Wrong number of pixels')
  return { width, height, colorAt: (x, y) => rows[y * (width + 1) + 1 + x] ?? 0 }
}

/** Follows the table of a PDF to each object and its content; throws when one is not where it says. */
export function readPdf(file: Buffer): { objectCount: number } {
  const text = file.toString('latin1')
  if (!text.startsWith('%PDF-1.4\n') || !text.endsWith('%%EOF\n')) throw new Error('Not a PDF')
  const tableAt = Number(/startxref\n(\d+)\n/.exec(text)?.[1])
  const table = text.slice(tableAt)
  if (!table.startsWith('xref\n')) throw new Error('No table')
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n /gm)].map((entry) => Number(entry[1]))
  offsets.forEach((offset, i) => {
    if (!text.startsWith(`${i + 1} 0 obj\n`, offset)) throw new Error('An object is elsewhere')
  })
  const stream = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(text)
  if (stream?.[2]?.length !== Number(stream?.[1])) throw new Error('Wrong length')
  if (!text.includes(`/Size ${offsets.length + 1} `)) throw new Error('Wrong size')
  return { objectCount: offsets.length }
}
