import { maskCode } from '../../db/schema/sealed-code'

/** A whole code in running text, with the dashes or other signs that people put between its groups. */
const CODE_IN_TEXT = /inv[-_ +.]?(?:[0-9a-z]{4}[-_ +.]?){2}[0-9a-z]{4}(?![0-9a-z])/gi

/** More than one group of a code, and no number such as of an invoice. */
const START_IN_TEXT = /inv-(?!\d{4}-\d+(?![0-9a-z]))[0-9a-z]{4}-[0-9a-z]{1,4}(?:-[0-9a-z]{0,3})?(?![0-9a-z])/gi

/** A text without invite codes and more than a group of one: nobody can tell of what kind they are, so nobody reads them. */
const withoutCodes = (text: string): string =>
  text.replace(CODE_IN_TEXT, (code) => maskCode(code.toUpperCase())).replace(START_IN_TEXT, 'INV-••••')

type AuditedRow = {
  objectId: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | null
}

/** An audit row as it may be kept and shown. */
export const rowWithoutCodes = <Row extends AuditedRow>(row: Row): Row => ({
  ...row,
  objectId: withoutCodes(row.objectId),
  before: cleaned(row.before),
  after: cleaned(row.after),
  reason: row.reason && withoutCodes(row.reason),
})

function cleaned<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutCodes(value) as Value
  if (Array.isArray(value)) return value.map(cleaned) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, cleaned(of)])) as Value
}
