import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { STATEMENT, tintOf, type SampleDocument } from './document'
import { hasDot, LETTER } from './pixel-letters'

const compress = promisify(deflate)
const SIZE = { width: 800, height: 1100 }
const INK = 1
const TINT = 2
const GROUND = 3
const GREY = 4
const SHADOW = 5

/** A scan-like certificate of 800 by 1100 pixels in six colours. */
export async function drawPng(sample: SampleDocument): Promise<Uint8Array> {
  const pixels = draw(sample)
  const { ink, ground } = tintOf(sample)
  const palette = [[253, 252, 248], [28, 28, 30], ink, ground, [122, 122, 120], [226, 224, 216]].flat()
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE.width, 0)
  header.writeUInt32BE(SIZE.height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', await compress(rowsOf(pixels), { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function draw(sample: SampleDocument): Uint8Array {
  const pixels = new Uint8Array(SIZE.width * SIZE.height)
  const box = (x: number, y: number, width: number, height: number, color: number) => {
    for (let row = y; row < y + height; row += 1) pixels.fill(color, row * SIZE.width + x, row * SIZE.width + x + width)
  }
  const frame = (inset: number, thickness: number) => {
    box(inset, inset, SIZE.width - 2 * inset, thickness, TINT)
    box(inset, SIZE.height - inset - thickness, SIZE.width - 2 * inset, thickness, TINT)
    box(inset, inset, thickness, SIZE.height - 2 * inset, TINT)
    box(SIZE.width - inset - thickness, inset, thickness, SIZE.height - 2 * inset, TINT)
  }
  const write = (x: number, y: number, text: string, scale: number, color: number) =>
    [...text].forEach((letter, index) => {
      for (let column = 0; column < LETTER.width; column += 1)
        for (let row = 0; row < LETTER.height; row += 1)
          if (hasDot(letter, column, row))
            box(x + (index * LETTER.step + column) * scale, y + row * scale, scale, scale, color)
    })
  const centre = (x: number, y: number, text: string, largest: number, widest: number, color: number) => {
    const scale = Math.max(1, Math.min(largest, Math.floor(widest / (text.length * LETTER.step))))
    write(Math.round(x - (text.length * LETTER.step * scale) / 2), y, text, scale, color)
  }
  const ring = (x: number, y: number, radius: number, thickness: number) => {
    const inner = (radius - thickness) ** 2
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1) {
        const square = dx * dx + dy * dy
        if (square <= radius * radius && square > inner) pixels[(y + dy) * SIZE.width + x + dx] = TINT
      }
  }

  const middle = SIZE.width / 2
  box(0, 0, 14, SIZE.height, SHADOW)
  frame(40, 5)
  frame(52, 1)
  centre(middle, 110, sample.state, 3, 660, TINT)
  box(54, 190, SIZE.width - 108, 110, GROUND)
  centre(middle, 228, sample.title, 4, 660, TINT)
  centre(middle, 345, 'issued to', 2, 660, GREY)
  centre(middle, 385, sample.company, 4, 660, INK)
  sample.lines.forEach(([label, value], i) => {
    const y = 490 + i * 74
    write(110, y, label, 2, GREY)
    write(110, y + 24, value, 3, INK)
    box(110, y + 54, 580, 1, SHADOW)
  })
  ring(590, 900, 86, 4)
  ring(590, 900, 74, 1)
  centre(590, 892, 'demonstration', 2, 140, TINT)
  box(110, 930, 240, 2, INK)
  write(110, 944, 'signature of the registrar', 1, GREY)
  centre(middle, 1020, STATEMENT, 1, 660, GREY)
  return pixels
}

/** Each row begins with the filter byte 0. */
function rowsOf(pixels: Uint8Array): Uint8Array {
  const rows = new Uint8Array((SIZE.width + 1) * SIZE.height)
  for (let row = 0; row < SIZE.height; row += 1)
    rows.set(pixels.subarray(row * SIZE.width, (row + 1) * SIZE.width), row * (SIZE.width + 1) + 1)
  return rows
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
