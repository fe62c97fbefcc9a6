import fs from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { drawPdf } from '../../../app/demo/documents/document-pdf'
import { drawPng } from '../../../app/demo/documents/document-png'
import { orientationOf } from '../../../app/domain/files/exif-orientation.server'
import { readParts } from '../../../app/domain/files/file-bytes.server'
import { inspectFile } from '../../../app/domain/files/inspect.server'
import {
  exifSegment,
  JFIF,
  jpegFile,
  jpegSegment,
  pdfFile,
  PNG_START,
  pngChunk,
  pngFile,
  pngHeader,
} from '../../support/files'
import { testFolder } from '../../support/folders'

function fileOf(content: Uint8Array): string {
  const file = path.join(testFolder(), 'file')
  fs.writeFileSync(file, content)
  return file
}

async function judge(content: Uint8Array) {
  const file = fileOf(content)
  const judged = await inspectFile(file)
  if ('fault' in judged) return { verdict: judged.fault, kept: null }
  const kept = judged.parts ? await buffer(readParts(file, judged.parts)) : Buffer.from(content)
  return { verdict: judged.mediaType, kept }
}
const verdictOf = async (content: Uint8Array) => (await judge(content)).verdict
const text = (content: string) => Buffer.from(content, 'latin1')
const whole = { pdf: pdfFile(), png: pngFile(), jpeg: jpegFile() }

describe('files that are accepted', () => {
  const drawn = { state: 'Republic', title: 'Licence', company: 'Steppe', tint: 1, lines: [] }

  it.each<[string, Uint8Array, string]>([
    ['a PDF', whole.pdf, 'application/pdf'],
    ['a PDF of our own drawing', drawPdf(drawn), 'application/pdf'],
    ['a PDF of nine megabytes', pdfFile({ padBytes: 9_000_000 }), 'application/pdf'],
    [
      'a PDF whose table is an object',
      text('%PDF-1.5\n7 0 obj\n<< /Type /XRef >>\nendobj\nstartxref\n9\n%%EOF'),
      'application/pdf',
    ],
    ['a PDF of version 2', text('%PDF-2.0\n7 0 obj\n<< >>\nendobj\nstartxref\n9\n%%EOF'), 'application/pdf'],
    ['a PDF that was filled up with zeros', Buffer.concat([whole.pdf, Buffer.alloc(100)]), 'application/pdf'],
    ['a PNG', whole.png, 'image/png'],
    ['a PNG of the largest side', pngFile({ width: 10_000, height: 10_000 }), 'image/png'],
    ['a JPEG', whole.jpeg, 'image/jpeg'],
    ['a JPEG of the largest side', jpegFile({ width: 10_000, height: 1 }), 'image/jpeg'],
    ['a JPEG of many scans', jpegFile({ scans: 12 }), 'image/jpeg'],
    [
      'a JPEG with fill bytes between its segments',
      jpegFile({ segments: [JFIF, Buffer.from([0xff, 0xff])] }),
      'image/jpeg',
    ],
    ['a JPEG with a second picture behind it, as phones write', jpegFile({ after: whole.jpeg }), 'image/jpeg'],
  ])('include %s', async (_name, content, mediaType) => {
    expect(await verdictOf(content)).toBe(mediaType)
  })

  it('include a PNG of our own drawing', async () => {
    expect(await verdictOf(await drawPng(drawn))).toBe('image/png')
  })
})

describe('files that are refused', () => {
  it.each<[string, Uint8Array, string]>([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['a page', text('<!doctype html><script>alert(1)</script>'), 'kind'],
    ['a drawing with script', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'kind'],
    ['a GIF', text('GIF89a\x01\0\x01\0'), 'kind'],
    ['a ZIP', text('PK\x03\x04'), 'kind'],
    ['a program', text('MZ\x90\0'), 'kind'],
    ['a PDF that starts with something else', Buffer.concat([text('PK\x03\x04'), whole.pdf]), 'kind'],
    ['a page that only starts as a PDF', text('%PDF-1.7\n<script>alert(1)</script>'), 'broken'],
    ['a PDF without a version', text('%PDF-x\nstartxref\n1\n%%EOF'), 'broken'],
    ['a PDF that was cut', whole.pdf.subarray(0, -20), 'broken'],
    ['a PDF whose table is elsewhere', text('%PDF-1.7\nnothing here\nstartxref\n9\n%%EOF\n'), 'broken'],
    ['a PDF whose table is behind its end', text('%PDF-1.7\nxref\nstartxref\n999999\n%%EOF\n'), 'broken'],
    ['a PDF with a ZIP behind it', Buffer.concat([whole.pdf, text('PK\x03\x04 and more')]), 'broken'],
    ['a PDF under a password', pdfFile({ trailer: '/Encrypt 9 0 R ' }), 'locked'],
    [
      'a PDF under a password with a long table',
      text(
        `%PDF-1.7\nxref\n0 200\n${'0000000000 65535 f \n'.repeat(200)}trailer\n<< /Encrypt 9 0 R >>\nstartxref\n9\n%%EOF\n`,
      ),
      'locked',
    ],
    ['the start of a PNG alone', PNG_START, 'broken'],
    ['a PNG that was cut', whole.png.subarray(0, -4), 'broken'],
    ['a PNG without pixels', Buffer.concat([PNG_START, pngHeader(1, 1), pngChunk('IEND')]), 'broken'],
    ['a PNG without a header', Buffer.concat([PNG_START, pngChunk('IDAT', [1]), pngChunk('IEND')]), 'broken'],
    ['a PNG without a width', pngFile({ width: 0 }), 'broken'],
    ['a PNG with a page behind it', Buffer.concat([whole.png, text('<script>')]), 'broken'],
    ['a PNG whose header was changed', Buffer.from(whole.png).fill(9, 16, 17), 'broken'],
    ['a PNG with a chunk longer than the file', Buffer.from(whole.png).fill(0x7f, 33, 35), 'broken'],
    ['a PNG one pixel too wide', pngFile({ width: 10_001 }), 'pixels'],
    ['a flood of pixels', pngFile({ width: 0x7fffffff, height: 0x7fffffff }), 'pixels'],
    ['a JPEG that was cut', whole.jpeg.subarray(0, -2), 'broken'],
    ['a JPEG without pixels', Buffer.concat([text('\xff\xd8'), JFIF, text('\xff\xd9')]), 'broken'],
    ['a JPEG that is only a start', text('\xff\xd8\xff'), 'broken'],
    ['a JPEG whose segment is longer than the file', jpegFile({ segments: [text('\xff\xe0\xff\xff')] }), 'broken'],
    ['a JPEG one pixel too high', jpegFile({ height: 10_001 }), 'pixels'],
    ['a JPEG without a height', jpegFile({ height: 0 }), 'broken'],
  ])('%s', async (_name, content, fault) => {
    expect(await verdictOf(content)).toBe(fault)
  })

  it('a PNG of 800,000 empty chunks, within 2 seconds of CPU time', async () => {
    const flood = pngFile({ chunks: [Buffer.concat(Array<Buffer>(800_000).fill(EMPTY_CHUNK))] })
    const before = process.cpuUsage()
    expect(await verdictOf(flood)).toBe('broken')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(2000)
  })
})

const EMPTY_CHUNK = pngChunk('teSt')

describe('metadata that may reveal a place', () => {
  it('a JPEG loses place, camera, notes and appended pictures, and the picture itself stays the same', async () => {
    const telling = [
      JFIF,
      exifSegment(1),
      jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>43.2389N</x:xmpmeta>'),
      jpegSegment(0xed, 'Photoshop 3.0\0 Almaty'),
      jpegSegment(0xe2, 'MPF\0 more pictures'),
      jpegSegment(0xfe, 'taken at home'),
    ]
    const { kept } = await judge(jpegFile({ segments: telling, after: jpegFile({ segments: telling }) }))
    expect(kept).toEqual(jpegFile())
  })

  it.each([
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0isommp42'],
    ['notes of a phone', '\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data SEFT'],
    ['a ZIP', 'PK\x03\x04 and more'],
    ['a page', '<script>alert(1)</script>'],
  ])('a JPEG loses %s appended to it', async (_name, after) => {
    const { verdict, kept } = await judge(jpegFile({ after: text(after) }))
    expect(verdict).toBe('image/jpeg')
    expect(kept).toEqual(jpegFile())
  })

  it('a JPEG keeps its colours', async () => {
    const colours = [JFIF, jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01 sRGB'), jpegSegment(0xee, 'Adobe\0d\0\0\0\0\x01')]
    expect((await judge(jpegFile({ segments: colours }))).kept).toEqual(jpegFile({ segments: colours }))
  })

  it.each([2, 3, 6, 8])('a JPEG keeps which side is up, side %i, without place and camera', async (side) => {
    const { kept } = await judge(jpegFile({ segments: [exifSegment(side), JFIF] }))
    const segment = kept?.subarray(2, 4 + 34)
    expect(segment && orientationOf(segment.subarray(4))).toBe(side)
    expect(kept?.includes('43.2389N')).toBe(false)
    expect(kept?.includes('Cam')).toBe(false)
    expect(await verdictOf(kept ?? Buffer.alloc(0))).toBe('image/jpeg')
  })

  it('a PNG loses its notes, and the picture itself stays the same', async () => {
    const notes = [
      pngChunk('eXIf', 'MM\0*43.2389N'),
      pngChunk('tEXt', 'Location\0Almaty'),
      pngChunk('zTXt', 'Author\0\0Aset'),
      pngChunk('iTXt', 'XML:com.adobe.xmp'),
      pngChunk('tIME', '\x07\xea\x03\x02\x09\x00\x00'),
    ]
    expect((await judge(pngFile({ chunks: notes }))).kept).toEqual(pngFile())
    for (const note of notes) expect((await judge(pngFile({ chunks: [note] }))).kept).toEqual(pngFile())
  })
})

describe('a file made to cost time', () => {
  const head = jpegFile().subarray(0, -2)
  const marks = Buffer.alloc(10_000_000, Buffer.from([0xff, 0x00]))
  const fills = Buffer.alloc(10_000_000, 0xff)
  const restarts = Buffer.alloc(10_000_000, Buffer.from([0xff, 0xd3]))

  /** How many other file reads get their turn meanwhile. Milliseconds would not do: a fast machine takes too few. */
  async function turnsDuring(work: Promise<unknown>, read: () => Promise<unknown>): Promise<number> {
    let isOver = false
    const over = work.finally(() => (isOver = true))
    let turns = 0
    for (; !isOver; turns += 1) await read()
    await over
    return turns
  }

  it.each([
    ['marks in the pixels that are none', marks],
    ['fill bytes', fills],
    ['restarts', restarts],
  ])('is judged within 1.5 seconds of CPU time while other file reads get their turn: %s', async (_name, body) => {
    const content = Buffer.concat([head, body, Buffer.from([0xff, 0xd9])])
    const before = process.cpuUsage()
    expect(await verdictOf(content)).toBe('image/jpeg')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1500)

    const file = fileOf(content)
    const judging = inspectFile(file)
    expect(await turnsDuring(judging, () => fs.promises.stat(file))).toBeGreaterThan(20)
    expect(await judging).toMatchObject({ mediaType: 'image/jpeg' })
  })

  it('a JPEG is accepted when its end marker is cut by the border of a read window', async () => {
    for (const before of [32 * 1024, 64 * 1024])
      for (const shift of [-2, -1, 0, 1]) {
        const pixels = Buffer.alloc(before - head.length + shift, 1)
        expect(await verdictOf(Buffer.concat([head, pixels, Buffer.from([0xff, 0xd9])]))).toBe('image/jpeg')
      }
  })
})
