import { z } from 'zod'
import type { TextKey } from '../../../i18n/keys'
import { emailRecipient, invitationFields, target } from '../invite-input'
import { REQUIRED } from '../../form-fields'

const ROWS_MAX = 500

/** What becomes of one row of a list. */
export const ROW_VERDICTS = ['ready', 'invalid', 'repeated', 'limit', 'sent', 'before'] as const
export type RowVerdict = (typeof ROW_VERDICTS)[number]
export type MailingRow = { number: number; typed: string; recipient: string | null; verdict: RowVerdict }

const SEPARATORS = /[,;\t]/
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
const TYPED_MAX_LENGTH = 300

/**
 * The rows of a pasted list or a CSV text: the first column of each, numbered as in the text; empty lines and headings are left out. A
 * text of one line with nothing but addresses has a row for each.
 * Of a list that is too long the rows that tell so, because a text of nothing but short lines would be judged for seconds.
 */
export function readMailingRows(text: string): MailingRow[] {
  const rows: MailingRow[] = []
  const seen = new Set<string>()
  for (const [index, line] of linesOf(text.replace(/^\uFEFF/, '')).entries()) {
    const typed = firstCell(line)
    if (typed === '' || HEADINGS.has(typed.toLowerCase())) continue
    rows.push(judgeRow(index + 1, typed, seen))
    if (rows.length > ROWS_MAX) break
  }
  return rows
}

const CELL = /(?:"(?:[^"]|"")*"|[^",;\t])+/g
const isAddress = (cell: string): boolean => emailRecipient.safeParse(addressIn(cell)).success

/** The lines of a text; of the one line that mail programs copy of several people, each of them. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  const [only = '', ...others] = lines.filter((line) => line.trim() !== '')
  if (others.length > 0) return lines
  const people = (only.match(CELL) ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '')
  return people.length > 1 && people.slice(0, ROWS_MAX + 1).every(isAddress) ? people : lines
}

function judgeRow(number: number, typed: string, seen: Set<string>): MailingRow {
  const parsed = emailRecipient.safeParse(addressIn(typed))
  if (!parsed.success) return { number, typed: typed.slice(0, TYPED_MAX_LENGTH), recipient: null, verdict: 'invalid' }
  const recipient = parsed.data
  const key = recipient.toLowerCase()
  const verdict = seen.has(key) ? 'repeated' : 'ready'
  seen.add(key)
  return { number, typed, recipient, verdict }
}

/** The first column; quotes around it are taken off, doubled ones inside stand for one. */
function firstCell(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:[,;\t]|$)/.exec(line)
  if (quoted) return (quoted[1] ?? '').replaceAll('""', '"').trim()
  const [cell = ''] = QUOTED_NAME.exec(line) ?? line.split(SEPARATORS)
  return cell.trim()
}

/** "Name <address>" is the form in which mail programs copy; what has commas in it stands in quotes. */
const QUOTED_NAME = /^\s*"(?:[^"]|"")*"\s*<[^<>]+>/
const addressIn = (typed: string): string => /<([^<>]+)>\s*$/.exec(typed)?.[1] ?? typed

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

/** A message and the list of those whom it goes to. */
export const mailingInput = z.object({ ...invitationFields, rows: rowList }).and(target)

export type MailingInput = z.output<typeof mailingInput>
