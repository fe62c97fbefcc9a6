import { describe, expect, it } from 'vitest'
import { csvAnswer, csvCell, type Cell } from '../../app/http/answers/csv.server'
import { formatSpreadsheetTime } from '../../app/i18n/format'
import { parseCsv } from '../support/csv'

async function* one(block: Cell[][]) {
  yield block
}
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const textOf = async (answer: Response) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(answer))

const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\u00A0=1',
  '\u3000=1',
  '＝1',
  '＋1',
  '－1',
  '＠A1',
  '=cmd|" /C calc"!A0',
  '=HYPERLINK("http://evil.example","x")',
  '\n=1',
]

describe('a cell', () => {
  it.each(FORMULAS)('is marked with an apostrophe instead of being a formula: %j', (formula) =>
    expect(csvCell(formula).replace(/^"/, '')).toMatch(/^'/),
  )

  it.each(['a;=1+1', 'a; ＝1+1;b', 'a\n=1+1', 'a\r\n@SUM(1)', 'a;"=1+1"', 'a\t-1', '=1;\u200B=1', '\n=1'])(
    'has no formula after a semicolon, tab or line end either, where Excel in Russian and Kazakh ends cells: %j',
    (text) => {
      const parts = csvCell(text).split(/[;\t\r\n]+/)
      expect(parts.length).toBeGreaterThan(1)
      for (const part of parts) expect(part).not.toMatch(/^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u)
    },
  )

  it.each(['Алматы; Абай 10', '一；二', 'a;b-c'])('keeps a semicolon that starts no formula: %j', (text) =>
    expect(csvCell(text)).toBe(text),
  )

  it.each(['040940003180', '007', '914403001922038216', '9133010600000000E5', '1e5'])(
    'keeps every digit of a number that a spreadsheet would round, shorten or misread: %j',
    (text) => expect(csvCell(text)).toBe(`'${text}`),
  )

  it.each([
    'Дала Жүк',
    '天山货运',
    'a-b',
    'x=1',
    'INV-AAAA-AAAA-AAAA',
    '3',
    '0',
    '200940339800',
    '91330106MA523999XM',
    '',
  ])('stays unchanged: %j', (text) => expect(csvCell(text)).toBe(text))

  it('writes a number as a number, and null as an empty cell', () => {
    expect(csvCell(-5)).toBe('-5')
    expect(csvCell(0)).toBe('0')
    expect(csvCell(null)).toBe('')
  })

  it.each([' Дала', 'Жүк ', '\u3000天山'])('keeps spaces at its edges by quoting them: %j', (text) =>
    expect(csvCell(text)).toBe(`"${text}"`),
  )

  it('keeps a masked phone number readable', () => expect(csvCell('+7 ••• 0001')).toBe("'+7 ••• 0001"))
})

describe('a file', () => {
  it('begins with a byte order mark, ends lines with CR LF, and has headers for an uncached CSV download', async () => {
    const answer = csvAnswer('users', ['Имя', '名称'], one([['Айгүл', 1]]))
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="users.csv"')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const bytes = await bytesOf(answer)
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    expect(new TextDecoder().decode(bytes)).toBe('Имя,名称\r\nАйгүл,1\r\n')
  })

  it('reads back as it was written, whatever its cells contain', async () => {
    const cells = [...FORMULAS, 'a"b', 'a,b', 'a\r\nb', ' padded ', '"', ',', '\n', 'ә,"ү"', '']
    const text = await textOf(csvAnswer('x', ['h'], one(cells.map((cell) => [cell, cell]))))
    const [, ...rows] = parseCsv(text.slice(1))
    expect(rows.map((row) => row.map((cell) => cell.replaceAll(/(^|[\t\r\n])'/g, '$1')))).toEqual(
      cells.map((cell) => [cell, cell]),
    )
  })

  it('reads its source no further than the download has come', async () => {
    let taken = 0
    async function* endless() {
      for (;;) yield [[(taken += 1)]]
    }
    const reader = csvAnswer('x', ['h'], endless()).body?.getReader()
    await reader?.read()
    await reader?.read()
    expect(taken).toBeLessThan(5)
    await reader?.cancel()
  })

  it('closes its source once, whether it is read to the end, cancelled or fails', async () => {
    const told: string[] = []
    async function* source(isFailing = false) {
      try {
        yield [[1]]
        if (isFailing) throw new Error('broken')
      } finally {
        told.push('source')
      }
    }
    const answer = (isFailing?: boolean) => csvAnswer('x', ['h'], source(isFailing), () => void told.push('ended'))
    await textOf(answer())
    expect(told.splice(0)).toEqual(['source', 'ended'])
    await expect(textOf(answer(true))).rejects.toThrow('broken')
    expect(told.splice(0)).toEqual(['source', 'ended'])
    const reader = answer().body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    expect(told.toSorted()).toEqual(['ended', 'source'])
  })
})

it('a time is written in the reader’s time zone', () => {
  expect(formatSpreadsheetTime(new Date('2026-03-05T20:30:00Z'), 'Asia/Almaty')).toBe('2026-03-06 01:30')
  expect(formatSpreadsheetTime(null, 'Asia/Almaty')).toBeNull()
})
