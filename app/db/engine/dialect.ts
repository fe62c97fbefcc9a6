import {
  Column,
  getTableName,
  Name,
  Param,
  Placeholder,
  SQL,
  StringChunk,
  Subquery,
  Table,
  type QueryWithTypings,
} from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

type Written = { text: string; params: unknown[] }

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Drizzle's dialect, but it writes the text in one pass. Drizzle makes a text and a list of values for every piece of a statement and
 * joins them on each level, which is a sixth of the time of the start page. What no statement of the console uses is left to Drizzle:
 * schemas other than the usual one, views, types of our own, values written into the text.
 */
export class OneTextDialect extends PgDialect {
  override sqlToQuery(statement: SQL, invokeSource?: 'indexes'): QueryWithTypings {
    const written: Written = { text: '', params: [] }
    const isWritten = invokeSource === undefined && write(written, statement)
    return isWritten ? { sql: written.text, params: written.params } : super.sqlToQuery(statement, invokeSource)
  }
}

const writeAll = (to: Written, pieces: readonly unknown[]): boolean => pieces.every((piece) => write(to, piece))

/** Returns false for a kind of piece that is left to Drizzle. */
function write(to: Written, piece: unknown): boolean {
  if (piece instanceof StringChunk)
    return add(to, piece.value.length === 1 ? (piece.value[0] ?? '') : piece.value.join(''))
  if (piece === undefined) return true
  if (piece instanceof SQL) return !piece['shouldInlineParams'] && writeAll(to, piece.queryChunks)
  if (piece instanceof Column) return add(to, `${quoted(getTableName(piece.table))}.${quoted(piece.name)}`)
  if (piece instanceof Param) return writeParam(to, piece)
  if (piece instanceof Name) return add(to, quoted(piece.value))
  if (Array.isArray(piece)) return writeList(to, piece)
  if (piece instanceof Table) return add(to, quoted(getTableName(piece)))
  if (piece instanceof Placeholder) return addValue(to, piece)
  if (piece instanceof SQL.Aliased) return add(to, quoted(piece.fieldAlias))
  if (piece instanceof Subquery) return writeSubquery(to, piece)
  if (typeof piece === 'function') return false
  if (typeof piece === 'object' && piece !== null && 'getSQL' in piece) return writeQuery(to, piece)
  return addValue(to, piece)
}

function add(to: Written, text: string): true {
  to.text += text
  return true
}

function addValue(to: Written, value: unknown): true {
  to.params.push(value)
  return add(to, `$${to.params.length}`)
}

function writeParam(to: Written, param: Param): boolean {
  if (param.value instanceof Placeholder) return addValue(to, param)
  const value: unknown = param.value === null ? null : param.encoder.mapToDriverValue(param.value)
  return value instanceof SQL ? write(to, value) : addValue(to, value)
}

function writeList(to: Written, items: readonly unknown[]): boolean {
  add(to, '(')
  const isWritten = items.every((item, at) => (at === 0 || add(to, ', ')) && write(to, item))
  return isWritten && add(to, ')')
}

function writeSubquery(to: Written, { _: subquery }: Subquery): boolean {
  if (subquery.isWith) return add(to, quoted(subquery.alias))
  return add(to, '(') && write(to, subquery.sql) && add(to, `) ${quoted(subquery.alias)}`)
}

/** A query within another one. */
function writeQuery(to: Written, piece: object): boolean {
  if (!('getSQL' in piece) || typeof piece.getSQL !== 'function' || 'shouldOmitSQLParens' in piece) return false
  const query: unknown = piece.getSQL()
  return query instanceof SQL && add(to, '(') && write(to, query) && add(to, ')')
}
