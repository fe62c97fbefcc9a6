import type { Language } from '../vocabulary'
import { translate } from './texts.server'

/** For screen readers: a distinguishing mark after a row's name when another row has the same name; else ''. */
export function nameDisambiguator<Row>(
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
