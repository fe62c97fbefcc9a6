import { maskCode } from '../../db/schema/sealed-code'
import { beginsWord } from '../invite-codes/code-parts'

/** The dashes of people and their programs, also as an address writes them. */
const DASH = String.raw`(?:[\p{Pd}\u2212]|%E2%80%9[0-5]|%E2%88%92)`
const DASHES = new RegExp(DASH, 'giu')
const BETWEEN = String.raw`(?:[\p{Pd}\u2212\p{Cf}\s_+.]|%[0-9A-F]{2}){0,9}`

/** A whole code in running text, with what people put between its groups. */
const CODE_IN_TEXT = new RegExp(`inv(?:${BETWEEN}[0-9a-z]{4}){3}(?![0-9a-z])`, 'giu')

/** A whole code without its beginning, in groups as we write them; not the middle of an id. */
const GROUPS_IN_TEXT = new RegExp(
  `(?<![0-9a-z\\p{Pd}\\u2212])(?:[0-9a-z]{4}${DASH}){2}[0-9a-z]{4}(?![0-9a-z]|${DASH})`,
  'giu',
)

/** Of seventy-five codes all but one have a group of letters and digits; words, numbers and labels such as ACME-2026-0012 have none. */
const isMixed = (groups: string): boolean =>
  groups.split(DASHES).some((group) => /\d/.test(group) && /[a-z]/i.test(group))

/** More than one group of a code, and no number such as of an invoice. */
const START_IN_TEXT = new RegExp(
  `inv${DASH}(?!\\d{4}${DASH}\\d+(?![0-9a-z]))[0-9a-z]{4}${DASH}[0-9a-z]{1,4}(?:${DASH}[0-9a-z]{0,3})?(?![0-9a-z])`,
  'giu',
)

/** Words that begin with one such as invoice, words after “inv.”, and the number of an invoice. */
const isWords = (found: string): boolean =>
  beginsWord(found) || !/[\d\p{Pd}\u2212]/u.test(found) || !/\p{L}/u.test(found.slice(3))

/** A text without invite codes and more than a group of one: nobody can tell of what kind they are, so nobody reads them. */
const withoutCodes = (text: string): string =>
  text
    .replace(CODE_IN_TEXT, (found) => (isWords(found) ? found : maskCode(found.toUpperCase())))
    .replace(GROUPS_IN_TEXT, (found) => (isMixed(found) ? maskCode(found.toUpperCase()) : found))
    .replace(START_IN_TEXT, 'INV-••••')

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
