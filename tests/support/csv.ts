/** A strict reader of RFC 4180: throws at anything else. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    const quoted = /"((?:[^"]|"")*)"/y
    const plain = /[^",\r\n]*/y
    const reader = text[at] === '"' ? quoted : plain
    reader.lastIndex = at
    const found = reader.exec(text)
    if (!found) throw new Error(`cannot read at ${at}`)
    rows.at(-1)?.push(reader === quoted ? (found[1] ?? '').replaceAll('""', '"') : found[0])
    at += found[0].length
    if (text.startsWith('\r\n', at)) {
      at += 2
      if (at < text.length) rows.push([])
    } else if (text[at] === ',') at += 1
    else if (at < text.length) throw new Error(`neither comma nor line end at ${at}`)
  }
  return rows
}

/** Removes the apostrophes that prevent formulas: at the start of a cell, and for some programs after a semicolon, tab or line end. */
export const withoutApostrophes = (text: string) => text.replaceAll(/(^|[;\t\r\n])'/g, '$1')
