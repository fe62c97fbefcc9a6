import { setImmediate as nextTurn } from 'node:timers/promises'
import { orientationOf, orientationSegment } from './exif-orientation.server'
import type { FileBytes, FilePart } from './file-bytes.server'
import type { InspectedFile } from './inspect.server'
import { PICTURE_SIDE_MAX_PX } from './limits'

const WINDOW_BYTES = 32 * 1024
const SEGMENTS_MAX = 5000
const APP1 = 0xe1
const APP2 = 0xe2
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/**
 * A JPEG is a chain of segments: frame, scans, end mark. Keeps only the segments needed to draw it: no place, time or device, and nothing
 * after the end mark, where phones add videos, more pictures and notes. The orientation is written anew.
 */
export async function inspectJpeg(bytes: FileBytes): Promise<InspectedFile<FilePart>> {
  const parts: FilePart[] = [{ from: 0, to: 2 }]
  let hasFrame = false
  let hasScan = false
  let at = 2
  for (let count = 0; count < SEGMENTS_MAX; count++) {
    const head = Buffer.from(await bytes.read(at, 9))
    if (head.length < 2 || head[0] !== 0xff) return { fault: 'broken' }
    const marker = head[1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) return hasScan ? ended(parts, at) : { fault: 'broken' }
    const lengthBytes = head.length < 4 ? 0 : head.readUInt16BE(2)
    const end = at + 2 + lengthBytes
    if (marker < 0xc0 || isStandalone(marker) || lengthBytes < 2 || end > bytes.sizeBytes) return { fault: 'broken' }
    if (isFrame(marker)) {
      if (head.length < 9) return { fault: 'broken' }
      const [height, width] = [head.readUInt16BE(5), head.readUInt16BE(7)]
      if (height === 0 || width === 0) return { fault: 'broken' }
      if (Math.max(height, width) > PICTURE_SIDE_MAX_PX) return { fault: 'pixels' }
      hasFrame = true
    }
    if (marker === START_OF_SCAN) {
      const next = hasFrame ? await findEndOfScan(bytes, end) : null
      if (next === null) return { fault: 'broken' }
      hasScan = true
      parts.push({ from: at, to: next })
      at = next
      continue
    }
    if (marker === APP1) {
      const turned = orientationOf(Buffer.from(await bytes.read(at + 4, lengthBytes - 2)))
      if (turned) parts.push(orientationSegment(turned))
    } else if (await isNeeded(bytes, marker, at)) parts.push({ from: at, to: end })
    at = end
  }
  return { fault: 'broken' }
}

const ended = (parts: FilePart[], at: number): InspectedFile<FilePart> => ({
  mediaType: 'image/jpeg',
  parts: [...parts, { from: at, to: at + 2 }],
})

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isStandalone = (marker: number) => marker >= 0xd0 && marker <= 0xd8

/** Of the APPn segments, keeps JFIF (0), an ICC profile (2) and Adobe's transform (14); of the others, all but comments. */
async function isNeeded(bytes: FileBytes, marker: number, at: number): Promise<boolean> {
  if (marker === APP2) return (await bytes.read(at + 4, 11)).toString('latin1') === 'ICC_PROFILE'
  return marker === 0xe0 || marker === 0xee || (marker < 0xe0 && marker !== 0xfe)
}

/** Where the next marker after the coded pixels is; null when the file ends first. Reads each byte once. */
async function findEndOfScan(bytes: FileBytes, from: number): Promise<number | null> {
  let isAfterMark = false
  for (let at = from; at < bytes.sizeBytes;) {
    const window = await bytes.read(at, WINDOW_BYTES)
    for (let index = 0; index < window.length; index++) {
      const byte = window[index]
      if (byte === 0xff) isAfterMark = true
      else if (isAfterMark && !isPartOfScan(byte)) return at + index - 1
      else isAfterMark = false
    }
    at += window.length
    await nextTurn()
  }
  return null
}

/** An 0xff within the pixel data: a stuffed byte or a restart marker. */
const isPartOfScan = (byte = 0) => byte === 0 || (byte >= 0xd0 && byte <= 0xd7)
