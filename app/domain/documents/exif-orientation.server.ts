const ORIENTATION = 0x0112
const ENTRIES_MAX = 200

/** Which side of a picture is up: 2 to 8 as the camera noted it in its EXIF segment, null when upright or not noted. */
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

/** An EXIF segment that notes nothing but which side is up. */
export const orientationSegment = (side: number): Buffer =>
  Buffer.from([
    ...[0xff, 0xe1, 0x00, 0x22],
    ...[0x45, 0x78, 0x69, 0x66, 0x00, 0x00],
    ...[0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08],
    ...[0x00, 0x01],
    ...[0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, side, 0x00, 0x00],
    ...[0x00, 0x00, 0x00, 0x00],
  ])
