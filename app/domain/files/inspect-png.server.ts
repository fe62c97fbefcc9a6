import { crc32 } from 'node:zlib'
import type { FileBytes, FilePart } from './file-bytes.server'
import type { InspectedFile } from './inspect.server'
import { PICTURE_SIDE_MAX_PX } from './limits'

const SIGNATURE_BYTES = 8
const FRAME_BYTES = 12
const CHUNKS_MAX = 50_000
const NAME = /^[A-Za-z]{4}$/
/** Chunks that may tell where, when and with what a picture was taken. */
const TELLING = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

/** A PNG is a chain of chunks: header, pixels and an end chunk, which must end the file. */
export async function inspectPng(bytes: FileBytes): Promise<InspectedFile<FilePart>> {
  const parts: FilePart[] = [{ from: 0, to: SIGNATURE_BYTES }]
  let hasPixels = false
  let isWhole = true
  for (let at = SIGNATURE_BYTES, count = 0; count < CHUNKS_MAX; count++) {
    const head = await bytes.read(at, 8)
    if (head.length < 8) return { fault: 'broken' }
    const lengthBytes = head.readUInt32BE(0)
    const name = head.toString('latin1', 4)
    const end = at + FRAME_BYTES + lengthBytes
    if (!NAME.test(name) || end > bytes.sizeBytes) return { fault: 'broken' }
    if ((at === SIGNATURE_BYTES) !== (name === 'IHDR')) return { fault: 'broken' }
    if (name === 'IHDR') {
      const fault = await headerFault(bytes, at, lengthBytes)
      if (fault) return { fault }
    }
    if (name === 'IDAT') hasPixels = true
    if (TELLING.includes(name)) isWhole = false
    else addRange(parts, at, end)
    if (name === 'IEND') {
      if (!hasPixels || end !== bytes.sizeBytes) return { fault: 'broken' }
      return { mediaType: 'image/png', parts: isWhole ? null : parts }
    }
    at = end
  }
  return { fault: 'broken' }
}

async function headerFault(bytes: FileBytes, at: number, lengthBytes: number) {
  if (lengthBytes !== 13) return 'broken'
  const header = Buffer.from(await bytes.read(at + 4, 21))
  if (crc32(header.subarray(0, 17)) !== header.readUInt32BE(17)) return 'broken'
  const [width, height] = [header.readUInt32BE(4), header.readUInt32BE(8)]
  if (width === 0 || height === 0) return 'broken'
  return Math.max(width, height) > PICTURE_SIDE_MAX_PX ? 'pixels' : null
}

function addRange(parts: FilePart[], from: number, to: number): void {
  const last = parts.at(-1)
  if (last && !Buffer.isBuffer(last) && last.to === from) last.to = to
  else parts.push({ from, to })
}
