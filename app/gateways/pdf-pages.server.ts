import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../durations'
import type { PagePicture, PdfPages } from './ports'

const LIMIT_MS = 10_000
/** How long the thread stays for the next document; its start takes a third of a second. */
const IDLE_MS = MINUTE_MS
/** Leaves room for a heap of 512 MB within the gigabyte of the container. */
const MEMORY_MAX_BYTES = 384 * 1024 * 1024
/** Drawn pages are asked for again: by the strip, on the way back, by a second reader. */
const KEPT_MAX_BYTES = 24 * 1024 * 1024
/** A malicious page takes its 10 s once, not for every reader and size; a page that only met a bad moment is tried anew. */
const FAILED_KEPT_MS = 15 * MINUTE_MS
const FAILED_MAX = 1000
/** A page that is too high is drawn smaller, down to this scale, below which nobody could read it. */
const SCALE_MIN = 0.5

/**
 * Draws in a thread of its own, where a malicious document can reach nothing: the library runs in WebAssembly with a memory limit, and a
 * drawing that takes too long ends with the thread.
 */
const DRAW = `
const { parentPort, workerData } = require('node:worker_threads')
const zlib = require('node:zlib')
const grow = WebAssembly.Memory.prototype.grow
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > workerData.memoryMaxBytes) throw new RangeError('Too much memory')
  return grow.call(this, pages)
}
const library = require(workerData.library).PDFiumLibrary.init()

function chunk(type, content) {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(zlib.crc32(bytes.subarray(4, bytes.length - 4)), bytes.length - 4)
  return bytes
}

/** A PNG of pages under each other, a narrower one in the middle: grey where nothing has a colour, each line as its difference from the one above. */
function png(pages, width, height) {
  const isGrey = pages.every(({ data }) => {
    for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
    return true
  })
  const colours = isGrey ? 1 : 3
  const lines = Buffer.alloc((width * colours + 1) * height)
  const above = Buffer.alloc(width * colours)
  let to = 0
  for (const page of pages) {
    const left = (width - page.width) >> 1
    for (let y = 0; y < page.height; y++) {
      lines[to++] = 2
      for (let x = 0; x < width; x++)
        for (let c = 0; c < colours; c++) {
          const at = x - left
          const value = at >= 0 && at < page.width ? page.data[(y * page.width + at) * 4 + c] : 255
          const place = x * colours + c
          lines[to++] = (value - above[place]) & 255
          above[place] = value
        }
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, isGrey ? 0 : 2], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const content = zlib.deflateSync(lines, { level: 4 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

parentPort.on('message', async ({ content, from, atMost, widthPx, heightMaxPx }) => {
  try {
    const document = await (await library).loadDocument(content)
    try {
      const count = document.getPageCount()
      const pages = []
      let height = 0
      for (let index = from; index < Math.min(count, from + atMost); index++) {
        const page = document.getPage(index)
        const { originalWidth, originalHeight } = page.getOriginalSize()
        const fullHeight = Math.max(1, Math.round((widthPx * originalHeight) / originalWidth))
        const scale = Math.min(1, heightMaxPx / fullHeight)
        if (!(scale >= workerData.scaleMin)) break
        const [pageWidth, pageHeight] = [Math.round(widthPx * scale), Math.round(fullHeight * scale)]
        if (height + pageHeight > heightMaxPx) break
        pages.push(await page.render({ width: pageWidth, height: pageHeight, render: 'bitmap', renderFormFields: true }))
        height += pageHeight
      }
      const drawn = pages.length
      const picture = drawn > 0 ? png(pages, widthPx, height) : null
      parentPort.postMessage({ count, drawn, picture, widthPx, heightPx: height })
    } finally {
      document.destroy()
    }
  } catch {
    parentPort.postMessage(null)
  }
})
`

type Asked = Parameters<PdfPages['draw']>[1] & { content: Uint8Array }
type Waiting = {
  asked: Asked
  answer: (drawn: PagePicture | null) => void
  /** Drawing it has failed while this request waited. */
  isHopeless: () => boolean
}

/** Draws pages of PDF documents as pictures; the library is loaded with the first. */
export function openPdfPages(limitMs = LIMIT_MS): PdfPages {
  const waiting: Waiting[] = []
  /** The last turn of each waiting group, as a growing number. */
  const turns = new Map<string, number>()
  let turn = 0
  const kept = new Map<string, PagePicture>()
  let keptBytes = 0
  const failedAtMs = new Map<string, number>()
  const underWay = new Map<string, Promise<PagePicture | null>>()
  let worker: Worker | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let limit: ReturnType<typeof setTimeout> | undefined
  let answered: (drawn: PagePicture | null) => void = () => {}

  function keep(key: string, drawn: PagePicture) {
    kept.set(key, drawn)
    keptBytes += drawn.picture.byteLength
    for (const [oldest, { picture }] of kept) {
      if (keptBytes <= KEPT_MAX_BYTES) break
      kept.delete(oldest)
      keptBytes -= picture.byteLength
    }
  }

  function markFailed(name: string) {
    failedAtMs.delete(name)
    failedAtMs.set(name, performance.now())
    const [oldest] = failedAtMs.keys()
    if (failedAtMs.size > FAILED_MAX && oldest !== undefined) failedAtMs.delete(oldest)
  }

  function hasFailed(name: string): boolean {
    const atMs = failedAtMs.get(name)
    return atMs !== undefined && performance.now() - atMs < FAILED_KEPT_MS
  }

  function open(): Worker {
    const library = createRequire(import.meta.url).resolve('@hyzyla/pdfium')
    const opened = new Worker(DRAW, {
      eval: true,
      workerData: { library, memoryMaxBytes: MEMORY_MAX_BYTES, scaleMin: SCALE_MIN },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      env: {},
    })
    opened.unref()
    opened.on('message', (drawn: PagePicture | null) => answered(drawn))
    opened.on('error', () => answered(null))
    opened.on('exit', () => opened === worker && answered(null))
    return opened
  }

  /** The longest waiting request of the group whose last turn was longest ago. */
  function takeNext(): Waiting | undefined {
    const turnOf = ({ asked }: Waiting) => turns.get(asked.group) ?? 0
    const [next] = waiting.toSorted((one, other) => turnOf(one) - turnOf(other))
    if (!next) return undefined
    waiting.splice(waiting.indexOf(next), 1)
    if (waiting.length === 0) turns.clear()
    turns.set(next.asked.group, (turn += 1))
    return next
  }

  async function drawNext() {
    const next = isBusy ? undefined : takeNext()
    if (!next) return
    if (next.isHopeless()) {
      next.answer(null)
      return void drawNext()
    }
    isBusy = true
    clearTimeout(idle)
    const drawing = (worker ??= open())
    const { content } = next.asked
    const drawn = await new Promise<PagePicture | null>((resolve) => {
      answered = resolve
      limit = setTimeout(() => resolve(null), limitMs)
      drawing.postMessage(next.asked, [content.buffer as ArrayBuffer])
    })
    clearTimeout(limit)
    if (drawn === null) await end()
    else idle = setTimeout(() => void end(), IDLE_MS).unref()
    isBusy = false
    next.answer(drawn)
    void drawNext()
  }

  async function end() {
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  async function drawOnce(part: string, name: string, asked: Asked): Promise<PagePicture | null> {
    const drawn = await new Promise<PagePicture | null>((answer) => {
      waiting.push({ asked, answer, isHopeless: () => hasFailed(part) })
      void drawNext()
    })
    if (drawn?.picture) {
      keep(name, drawn)
      return drawn
    }
    if (drawn === null) markFailed(part)
    // A page that does not fit this size may fit another.
    else if (asked.from < drawn.count) markFailed(name)
    return null
  }

  return {
    async draw(key, asked, read) {
      const part = `${key} ${asked.from}`
      const name = `${part} ${asked.atMost} ${asked.widthPx} ${asked.heightMaxPx}`
      const known = kept.get(name)
      if (known) return known
      if (hasFailed(part) || hasFailed(name)) return null
      const same = underWay.get(name)
      if (same) return same
      const drawing = (async () => drawOnce(part, name, { ...asked, content: Uint8Array.from(await read()) }))()
      underWay.set(name, drawing)
      return drawing.finally(() => underWay.delete(name))
    },
    close: end,
  }
}
