const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
/** What a spreadsheet takes for the beginning of a formula, in full width too, behind spaces and unseen signs or not. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u
/** The beginning of a formula behind a sign that ends a cell for spreadsheets of some languages, Russian and Kazakh among them, whatever stands in quotes. */
const FORMULA_WITHIN = /([;\t\r\n])(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])/gu
/** Signs that a spreadsheet takes for a number, and changes: it drops zeros in front, rounds behind 15 digits, and reads an E as a power. */
const CHANGED_NUMBER = /^(?:0\d+|\d{16,}|\d+e\d+)$/i
/** Most cells hold none, and to look for them costs a sixth of replacing. */
const ENDS_A_CELL = /[;\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

export type Cell = string | number | null

/** One cell by RFC 4180; a text that a spreadsheet would run or change gets an apostrophe, a phone with its plus sign too. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const begun = FORMULA.test(cell) || CHANGED_NUMBER.test(cell) ? `'${cell}` : cell
  const safe = ENDS_A_CELL.test(begun) ? begun.replaceAll(FORMULA_WITHIN, "$1'") : begun
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines as one text, whose pieces are joined once. */
function written(lines: readonly (readonly Cell[])[]): string {
  const pieces: string[] = []
  for (const cells of lines) {
    for (const cell of cells) pieces.push(csvCell(cell), ',')
    pieces[pieces.length - 1] = LINE_END
  }
  return pieces.join('')
}

/**
 * A file that Excel opens right in every script: UTF-8 with a byte order mark, sent block by block as the reader takes it,
 * never kept by browsers and proxies. `ended` is told once all of it was taken, its source failed, or its reader went away.
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
