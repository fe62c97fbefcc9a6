import type { Language } from '../vocabulary'
import { translate } from './texts.server'

/** What follows the name of a row, to be heard, where another row has the same name: what else tells them apart. */
export function namesApart<Row>(
  rows: readonly Row[],
  language: Language,
  nameOf: (row: Row) => string,
  markOf: (row: Row) => string,
): (row: Row) => string {
  const names = rows.map(nameOf)
  const isTwin = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  return (row) =>
    isTwin(nameOf(row)) ? translate(language, { key: 'common:listed', values: { before: '', next: markOf(row) } }) : ''
}
