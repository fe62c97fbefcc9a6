const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
/** The start of a text that a spreadsheet runs as a formula: full-width signs too, even behind spaces and invisible characters. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u
/** The start of a formula behind a character that ends a cell in some locales, Russian and Kazakh among them, even inside quotes. */
const FORMULA_WITHIN = /([;\t\r\n])(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])/gu
/** Text that a spreadsheet reads as a number and changes: it drops leading zeros, rounds after 15 digits, and reads E as an exponent. */
const CHANGED_NUMBER = /^(?:0\d+|\d{16,}|\d+e\d+)$/i
/** Most cells have none of these, and testing costs a sixth of replacing. */
const ENDS_A_CELL = /[;\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

export type Cell = string | number | null

/**
 * Returns one cell by RFC 4180. Text that a spreadsheet would run or change gets a leading apostrophe, as does a phone number with
 * its plus sign.
 */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const begun = FORMULA.test(cell) || CHANGED_NUMBER.test(cell) ? `'${cell}` : cell
  const safe = ENDS_A_CELL.test(begun) ? begun.replaceAll(FORMULA_WITHIN, "$1'") : begun
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the lines as one text, joined only once. */
function written(lines: readonly (readonly Cell[])[]): string {
  const pieces: string[] = []
  for (const cells of lines) {
    for (const cell of cells) pieces.push(csvCell(cell), ',')
    pieces[pieces.length - 1] = LINE_END
  }
  return pieces.join('')
}

/**
 * A CSV file that Excel reads correctly in every script: UTF-8 with a byte order mark, sent block by block as the client reads it,
 * never stored by browsers and proxies. Calls `ended` once the whole file was read, its source failed, or the client disconnected.
 */
export function csvAnswer(
  name: string,
  header: readonly string[],
  blocks: AsyncGenerator<Cell[][]>,
  ended = () => {},
): Response {
  const encoder = new TextEncoder()
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (isFirst) {
        isFirst = false
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK + written([header])))
        return
      }
      try {
        const { value, done } = await blocks.next()
        if (!done) return controller.enqueue(encoder.encode(written(value)))
      } catch (error) {
        ended()
        throw error
      }
      ended()
      controller.close()
    },
    async cancel() {
      ended()
      await blocks.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
