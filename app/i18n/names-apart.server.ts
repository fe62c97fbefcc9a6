import type { Language } from '../vocabulary'
import { translate } from './texts.server'

/** What follows the name of a row, to be heard, where another one has the same name: the mark that tells them apart. */
export function namesApart<Row>(
  rows: readonly Row[],
  language: Language,
  nameOf: (row: Row) => string,
  markOf: (row: Row) => string,
): (row: Row) => string {
  return (row) => {
    const mark = markOf(row)
    const hasTwin = rows.some((other) => nameOf(other) === nameOf(row) && markOf(other) !== mark)
    return hasTwin ? translate(language, { key: 'common:listed', values: { before: '', next: mark } }) : ''
  }
}
