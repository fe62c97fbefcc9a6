import { z } from 'zod'
import type { TextKey } from '../../../i18n/keys'
import { emailRecipient, invitationFields, target } from '../invite-input'
import { REQUIRED } from '../../form-fields'

const ROWS_MAX = 500

/** What happens with one row of a list. */
export const ROW_VERDICTS = ['ready', 'invalid', 'repeated', 'limit', 'sent', 'before'] as const
export type RowVerdict = (typeof ROW_VERDICTS)[number]
export type MailingRow = {
  number: number
  typed: string
  recipient: string | null
  verdict: RowVerdict
  /** What was in this row beside its address and was not taken: other addresses, and in lines outside a table other words. */
  further?: string
}

/** Separators for a character class, including those of a Chinese keyboard. */
const SEPARATING = String.raw`,;\t，；、`
const SEPARATORS = new RegExp(`[${SEPARATING}]`)
const HEADINGS = new Set([
  'email',
  'e-mail',
  'mail',
  'address',
  'recipient',
  'почта',
  'эл. почта',
  'получатель',
  '邮箱',
  '邮件',
])

/**
 * The rows of a pasted list or CSV text, numbered as in the text; empty lines and headings are left out. A line of nothing but addresses
 * has a row for each; any other line, and each line below a heading of several columns, is read by its first column. Anything else that
 * looks like an address is reported in `further` of its row, as is any other word outside the columns of a table. Stops one row past
 * `ROWS_MAX`, because judging a very long text would take seconds.
 */
export function readMailingRows(text: string): MailingRow[] {
  const rows: MailingRow[] = []
  const seen = new Set<string>()
  for (const entry of entriesOf(text.replace(/^\uFEFF/, ''))) {
    rows.push(judgeRow(entry, seen))
    if (rows.length > ROWS_MAX) break
  }
  return rows
}

type Entry = { number: number; text: string; isOfTable: boolean }

function* entriesOf(text: string): Generator<Entry> {
  const lines = text.split(/\r\n|\r|\n/)
  const filled = lines.filter((line) => line.trim() !== '')
  const [only = '', ...others] = filled
  // Several people copied from a mail program are one line, possibly with empty lines around it.
  const people = others.length === 0 ? peopleOf(only) : []
  if (people.length > 1)
    return yield* people.map((person, index) => ({ number: index + 1, text: person, isOfTable: false }))
  let number = 0
  let hasHeading = false
  const isOfTable = others.length > 0 && filled.every((line) => SEPARATORS.test(line) && peopleOf(line).length === 1)
  for (const line of lines) {
    const heading = firstCell(line)
    if (heading === '' && !namesAddress(line)) number++
    else if (HEADINGS.has(heading.toLowerCase()) && !namesAddress(line)) {
      number++
      hasHeading = cellsOf(line).length > 1
    } else
      for (const person of hasHeading ? [line] : peopleOf(line))
        yield { number: ++number, text: person, isOfTable: isOfTable || hasHeading }
  }
}

const CELL = new RegExp(String.raw`[^\S\t]*"[^"]*(?:""[^"]*)*"[^${SEPARATING}]*|[^${SEPARATING}]+`, 'g')
const cellsOf = (line: string): string[] => (line.match(CELL) ?? []).filter((cell) => cell.trim() !== '')

/** One entry per person when a line holds nothing but addresses; any other line as it is. */
function peopleOf(line: string): string[] {
  const cells = cellsOf(line)
  return cells.length > 1 && cells.every(namesAddress) ? cells : [line]
}

/** Whether text may be meant as an address, with a plain or full-width @; a handle starts with its @ and is not one. */
const namesAddress = (text: string): boolean => ADDRESS_BEGUN.test(text)
const addressesIn = (text: string): string[] => text.split(AROUND_ADDRESSES).filter(namesAddress)
const NO_ADDRESS = String.raw`\s${SEPARATING}<>"()[\]`
const ADDRESS_BEGUN = new RegExp(`[^${NO_ADDRESS}@＠][@＠]`)
const AROUND_ADDRESSES = new RegExp(`[${NO_ADDRESS}]+`)
const folded = (address: string): string => address.normalize('NFKC').trim().toLowerCase()

function judgeRow({ number, text, isOfTable }: Entry, seen: Set<string>): MailingRow {
  const typed = firstCell(text)
  const address = addressIn(typed)
  const parsed = emailRecipient.safeParse(address)
  const named = addressesIn(text)
  if (!parsed.success) {
    const isWhole = named.length === addressesIn(typed).length
    return { number, typed: isWhole ? typed : text.trim(), recipient: null, verdict: 'invalid' }
  }
  const recipient = parsed.data
  const key = recipient.toLowerCase()
  const verdict = seen.has(key) ? 'repeated' : 'ready'
  seen.add(key)
  const own = folded(address)
  const others = new Set(named.filter((other) => folded(other) !== own))
  const [, ...beside] = isOfTable ? [] : cellsOf(text)
  const words = beside.filter((cell) => !namesAddress(cell)).map(firstCell)
  const further = [...others, ...words].join(', ')
  return { number, typed, recipient, verdict, ...(further && { further }) }
}

/** The first column, without its quotes; doubled quotes inside stand for one. */
function firstCell(line: string): string {
  const quoted = QUOTED_CELL.exec(line)
  if (quoted) return (quoted[1] ?? '').replaceAll('""', '"').trim()
  const [cell = ''] = QUOTED_NAME.exec(line) ?? line.split(SEPARATORS)
  return cell.trim()
}

/** Mail programs copy people as "Name <address>"; a name with commas is quoted. */
const QUOTED_CELL = new RegExp(String.raw`^\s*"((?:[^"]|"")*)"\s*(?:[${SEPARATING}]|$)`)
const QUOTED_NAME = /^\s*"(?:[^"]|"")*"\s*<[^<>]+>/
const addressIn = (typed: string): string => /^[^<>]*<([^<>]+)>\s*$/.exec(typed)?.[1] ?? typed

const rowList = z
  .string()
  .catch('')
  .transform((text, context) => {
    const rows = readMailingRows(text)
    const wrong: TextKey | null =
      rows.length === 0 ? REQUIRED : rows.length > ROWS_MAX ? 'invites:mailing.tooMany' : null
    if (wrong === null) return rows
    context.addIssue({ code: 'custom', message: wrong })
    return z.NEVER
  })

/** A message and the list of its recipients. */
export const mailingInput = z.object({ ...invitationFields, rows: rowList }).and(target)

export type MailingInput = z.output<typeof mailingInput>
