import { z } from 'zod'
import type { TextKey } from '../../i18n/keys'
import { DOCUMENT_STATUSES } from '../../vocabulary'
import { isTarget } from './requested-items/items'
import { slotsIn } from './templates/templates'
import { REQUIRED, optionalReason, requiredReason, textUpTo, version } from '../form-fields'
import { ITEM_MAX_LENGTH, ITEMS_MAX, trimmed, DOCUMENT_REASON_MAX_LENGTH } from '../written-text'
import { isUuid } from '../../uuid'

/** The applicant would read a slot that nobody filled in as it stands. */
const withoutOpenSlots = (text: string) => slotsIn(text).length === 0
const OPEN_SLOT: TextKey = 'verifications:error.openSlot'

const id = z
  .string()
  .nullish()
  .transform((value) => (isUuid(value ?? undefined) && value ? value : null))
const target = z
  .string()
  .nullish()
  .transform((value) => value || null)
  .refine((value) => value === null || isTarget(value), 'verifications:error.targetGone' satisfies TextKey)

const item = z.object({
  text: textUpTo(ITEM_MAX_LENGTH, 'verifications:error.itemTooLong')
    .refine((value) => value !== '', REQUIRED)
    .refine(withoutOpenSlots, OPEN_SLOT),
  target,
  template: id,
  about: id,
})
const isBlankItem = (row: unknown) => {
  const { text, target } = asItem(row)
  return (typeof text !== 'string' || trimmed(text) === '') && !target
}
const asItem = (row: unknown): { text?: unknown; target?: unknown } =>
  typeof row === 'object' && row !== null ? row : { text: row }
/** Rows keep their place, so that an error appears at its row; when all are empty, at the first. Empty rows are then dropped. */
const items = z
  .preprocess(
    (rows) => (Array.isArray(rows) ? Array.from(rows) : rows === undefined ? [] : [rows]),
    z.array(z.preprocess((row) => (isBlankItem(row) ? null : asItem(row)), item.nullable())),
  )
  .refine((rows) => rows.some((row) => row !== null), { error: REQUIRED, path: [0, 'text'] })
  .transform((rows) => rows.filter((row) => row !== null))
  .refine((rows) => rows.length <= ITEMS_MAX, 'verifications:error.tooManyItems' satisfies TextKey)

const openNext = z.preprocess((value) => value === 'on', z.boolean())

export const versionInput = z.object({ version })
export const returnInput = z.object({ version, note: requiredReason })
export const startInput = z.object({ version, openNext })
export const approveInput = z.object({ version, openNext, notes: optionalReason })
export const rejectInput = z.object({
  version,
  openNext,
  reason: requiredReason.refine(withoutOpenSlots, OPEN_SLOT),
  template: id,
  about: id,
})
export const requestInfoInput = z.object({ version, openNext, items })
export const resubmitInput = z.object({ version, openNext, answer: requiredReason })

/** The document status that a verdict was drawn from; null, which matches no status, when it cannot be read. */
const seen = z.enum(DOCUMENT_STATUSES).nullable().catch(null)
/** Sent by a page that stays open and moves on by itself. */
const stay = z.preprocess((value) => value === 'on', z.boolean())

const documentReason = textUpTo(DOCUMENT_REASON_MAX_LENGTH, 'verifications:error.documentReasonTooLong')
  .refine((value) => value !== '', REQUIRED)
  .refine(withoutOpenSlots, OPEN_SLOT)

export const verdictInputs = {
  verify: z.object({ seen, stay }).transform((input) => ({ ...input, status: 'verified' as const })),
  reject: z
    .object({ seen, stay, reason: documentReason, template: id })
    .transform((input) => ({ ...input, status: 'rejected' as const })),
}

export type StartInput = z.output<typeof startInput>
