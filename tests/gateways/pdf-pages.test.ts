import { inflateSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { drawPdf } from '../../app/demo/documents/document-pdf'
import { openPdfPages } from '../../app/gateways/pdf-pages.server'
import { pdfOf } from '../support/files'

const pages = openPdfPages()
afterAll(() => pages.close())

const ASKED = { group: 'one application', from: 0, atMost: 5, widthPx: 300, heightMaxPx: 3000 }
const lease = Buffer.from(
  drawPdf({ state: 'Kazakhstan', title: 'Lease', company: 'Sary Arka', tint: 0, lines: [['Number', '180440012345']] }),
)
const draw = (key: string, content: Buffer, asked = ASKED) => pages.draw(key, asked, () => Promise.resolve(content))
const textOf = (file: Buffer) => file.toString('latin1')
/** The brightness of each point of a drawn page: a PNG whose lines are stored as differences from the line above. */
function shadesOf(file: Buffer): number[] {
  const [width, height, colours] = [file.readUInt32BE(16), file.readUInt32BE(20), file[25] === 2 ? 3 : 1]
  const at = file.indexOf('IDAT')
  const lines = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)))
  const shown = Array.from({ length: height }, (_, y) =>
    lines.subarray(y * (width * colours + 1) + 1, (y + 1) * (width * colours + 1)),
  )
  const above = Buffer.alloc(width * colours)
  return shown.flatMap((line) => Array.from(line, (difference, x) => (above[x] = ((above[x] ?? 0) + difference) & 255)))
}

/** The same document with pages of another size. */
const sized = (box: string) =>
  Buffer.from(textOf(lease).replace(/\/MediaBox ?\[[^\]]*\]/, `/MediaBox [${box}]`), 'latin1')

it('a page of a PDF is drawn as a picture of the asked width', async () => {
  const drawn = await draw('lease', lease)
  if (drawn === null) throw new Error('not drawn')
  const picture = Buffer.from(drawn.picture)
  expect(drawn).toMatchObject({ count: 1, drawn: 1, widthPx: 300 })
  expect([picture.toString('latin1', 1, 4), picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([
    'PNG',
    300,
    drawn.heightPx,
  ])
})

it('the picture of a page shows dark ink on light paper', async () => {
  const drawn = await draw('thumbnail', lease, { ...ASKED, widthPx: 60 })
  if (drawn === null) throw new Error('not drawn')
  const shades = shadesOf(Buffer.from(drawn.picture))
  expect(Math.max(...shades)).toBeGreaterThan(230)
  expect(Math.min(...shades)).toBeLessThan(120)
})

it('a page drawn lately is not read again', async () => {
  await draw('twice', lease)
  const again = await pages.draw('twice', ASKED, () => Promise.reject(new Error('read again')))
  expect(again).toMatchObject({ count: 1 })
})

it.each([
  ['no PDF at all', Buffer.from('<html>')],
  ['nothing', Buffer.alloc(0)],
  ['a PDF that ends in its middle', lease.subarray(0, 200)],
  ['a page as high as a tower', sized('0 0 1 100000')],
])('%s has no picture, and the next document is drawn all the same', async (what, content) => {
  const drawn = await draw(what, content)
  expect(drawn).toBeNull()
  expect(await draw(`after ${what}`, lease)).toMatchObject({ count: 1 })
})

it('a page without a size is drawn as one of 8.5 by 11 inches', async () => {
  const drawn = await draw('without a size', sized('0 0 0 0'))
  expect(drawn).toMatchObject({ count: 1, drawn: 1, widthPx: 300, heightPx: Math.round((300 * 11) / 8.5) })
})

it('a document that could not be drawn is not tried again for the next reader', async () => {
  expect(await draw('made to do harm', Buffer.from('<html>'))).toBeNull()
  const again = pages.draw('made to do harm', ASKED, () => Promise.reject(new Error('read again')))
  expect(await again).toBeNull()
})

it('a page that many ask for at once is drawn once, and a failed one is not tried in another size', async () => {
  const reads: string[] = []
  const ask = (key: string, content: Buffer, widthPx: number) =>
    pages.draw(key, { ...ASKED, widthPx }, () => {
      reads.push(`${key} ${widthPx}`)
      return Promise.resolve(content)
    })
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => ask('looked at', lease, 80)))
  expect(first).toMatchObject({ count: 1 })
  for (const other of others) expect(other).toBe(first)
  expect(reads).toEqual(['looked at 80'])

  expect(await ask('harmful', Buffer.from('<html>'), 80)).toBeNull()
  expect(await ask('harmful', Buffer.from('<html>'), 90)).toBeNull()
  expect(reads).toEqual(['looked at 80', 'harmful 80'])
})

const six = (width: number, height: number) => Array.from({ length: 6 }, () => [width, height] as const)

it.each([
  ['six pages of 300 x 650', six(300, 650)],
  ['six pages of 300 x 900', six(300, 900)],
  ['six pages of 900 x 300', six(900, 300)],
  ['six pages of which the first is 1:5', [[300, 1500] as const, ...six(300, 400).slice(1)]],
  ['six pages of which the third is higher than a picture may be', six(300, 400).with(2, [300, 4500] as const)],
])('of %s each appears in one of the pictures', async (what, sizes) => {
  const shades = new Set<number>()
  let from = 0
  let count = sizes.length
  while (from < count) {
    const drawn = await draw(what, pdfOf(sizes), { ...ASKED, from, widthPx: 100, heightMaxPx: 968 })
    if (drawn === null) throw new Error(`nothing from ${from}`)
    for (const shade of shadesOf(Buffer.from(drawn.picture))) shades.add(shade)
    count = drawn.count
    from += drawn.drawn
  }
  expect([count, from]).toEqual([6, 6])
  expect([...shades].filter((shade) => shade < 200).toSorted((one, other) => one - other)).toEqual([
    0, 26, 51, 77, 102, 128,
  ])
})

it('a page of 1:5 has a small picture, and one too high for a small picture is still drawn in full', async () => {
  const SMALL = { ...ASKED, atMost: 1, widthPx: 96, heightMaxPx: 400 }
  const drawn = await draw('1:5', pdfOf([[300, 1500]]), SMALL)
  expect(drawn).toMatchObject({ drawn: 1, widthPx: 96, heightPx: 400 })
  const high = pdfOf([[300, 3000]])
  expect(await draw('1:10', high, SMALL)).toBeNull()
  expect(await pages.draw('1:10', SMALL, () => Promise.reject(new Error('read again')))).toBeNull()
  expect(await draw('1:10', high, { ...ASKED, widthPx: 200 })).toMatchObject({ drawn: 1, heightPx: 2000 })
})

it('a page that does not exist has no picture', async () => {
  expect(await draw('behind', lease, { ...ASKED, from: 7 })).toBeNull()
})

it('twenty requests at once are all answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => draw(`many ${n}`, lease, { ...ASKED, widthPx: 60 })),
  )
  for (const answer of answers) expect(answer).toMatchObject({ count: 1, drawn: 1 })
})

it('documents of one application do not keep those of another waiting', async () => {
  const order: string[] = []
  const ask = async (group: string, n: number) => {
    await draw(`turns of ${group} ${n}`, lease, { ...ASKED, group, widthPx: 60 })
    order.push(group)
  }
  await Promise.all([...[1, 2, 3, 4, 5].map((n) => ask('many', n)), ask('few', 1), ask('few', 2), ask('third', 1)])
  expect(order).toEqual(['many', 'few', 'third', 'many', 'few', 'many', 'many', 'many'])
})
