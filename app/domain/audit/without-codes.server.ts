import { maskCode } from '../../db/schema/sealed-code'
import { beginsWord } from '../invite-codes/code-parts'

/** Every dash that people and programs use, also percent-encoded. */
const DASH = String.raw`(?:[\p{Pd}\u2212]|%E2%80%9[0-5]|%E2%88%92)`
const DASHES = new RegExp(DASH, 'giu')
const BETWEEN = String.raw`(?:[\p{Pd}\u2212\p{Cf}\s_+.]|%[0-9A-F]{2}){0,9}`

/** A whole code in running text, with what people put between its groups. */
const CODE_IN_TEXT = new RegExp(`inv(?:${BETWEEN}[0-9a-z]{4}){3}(?![0-9a-z])`, 'giu')

/** A whole code without its prefix, in our grouping; does not match inside an id. */
const GROUPS_IN_TEXT = new RegExp(
  `(?<![0-9a-z\\p{Pd}\\u2212])(?:[0-9a-z]{4}${DASH}){2}[0-9a-z]{4}(?![0-9a-z]|${DASH})`,
  'giu',
)

/** Whether a group mixes letters and digits. All but one in 75 codes have such a group; words, numbers and labels such as ACME-2026-0012 do not. */
const isMixed = (groups: string): boolean =>
  groups.split(DASHES).some((group) => /\d/.test(group) && /[a-z]/i.test(group))

/** A code's start of more than one group, excluding numbers such as those of invoices. */
const START_IN_TEXT = new RegExp(
  `inv${DASH}(?!\\d{4}${DASH}\\d+(?![0-9a-z]))[0-9a-z]{4}${DASH}[0-9a-z]{1,4}(?:${DASH}[0-9a-z]{0,3})?(?![0-9a-z])`,
  'giu',
)

/** Whether a match is ordinary text: a word such as invoice, words after “inv.”, or an invoice number. */
const isWords = (found: string): boolean =>
  beginsWord(found) || !/[\d\p{Pd}\u2212]/u.test(found) || !/\p{L}/u.test(found.slice(3))

/** Masks invite codes and partial codes longer than one group. The kind of such a code is unknown, so nobody may read it. */
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

/** An audit row without invite codes, to be stored or shown. */
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
