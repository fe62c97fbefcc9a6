const ORIENTATION = 0x0112
const ENTRIES_MAX = 200

/** The orientation of a picture from its EXIF segment, 2 to 8; null when upright or not recorded. */
export function orientationOf(segment: Uint8Array): number | null {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength)
  const isExif = String.fromCharCode(...segment.subarray(0, 6)) === 'Exif\0\0'
  if (!isExif || segment.length < 14) return null
  const order = view.getUint16(6)
  if (order !== 0x4949 && order !== 0x4d4d) return null
  const isLittle = order === 0x4949
  const directoryAt = 6 + view.getUint32(10, isLittle)
  if (directoryAt + 2 > segment.length) return null
  const count = Math.min(view.getUint16(directoryAt, isLittle), ENTRIES_MAX)
  for (let index = 0; index < count; index++) {
    const at = directoryAt + 2 + index * 12
    if (at + 12 > segment.length) return null
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue
    const side = view.getUint16(at + 8, isLittle)
    return side >= 2 && side <= 8 ? side : null
  }
  return null
}

/** An EXIF segment with nothing but the orientation. */
export function orientationSegment(side: number): Buffer {
  const header = 'ffe100224578696600004d4d002a00000008'
  const onlyEntry = `0112000300000001000${side}0000`
  return Buffer.from(`${header}0001${onlyEntry}00000000`, 'hex')
}
